"""Published engineering and cost cases, each evaluated by the product's own functions.

`engineering.csv` holds one case a row. EVALUATORS maps a kind of case to a function that computes it from
models/; ARITHMETIC holds the few kinds that no planner rule needs, with the reason. Nothing is tuned.
"""

from __future__ import annotations

import csv
import json
import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.known import cases_of_building as building
from tests.known import cases_of_running as running
from tests.known.cases_of_running import HARDWARE_OVER_MODEL_FLOP, Inputs, Result


@dataclass(frozen=True, kw_only=True)
class Case:
    id: str
    kind: str
    inputs: Inputs
    expected: Any
    tolerance: str


def read_cases() -> list[Case]:
    path = Path(__file__).with_name("engineering.csv")
    with path.open(newline="", encoding="utf-8") as file:
        return [
            Case(
                id=row["id"],
                kind=row["kind"],
                inputs=json.loads(row["inputs"]),
                expected=json.loads(row["expected"]),
                tolerance=row["tolerance"],
            )
            for row in csv.DictReader(file)
        ]


Evaluator = Callable[[Inputs, Any], Result]

EVALUATORS: dict[str, Evaluator] = {
    "train_flops": running.train_flops,
    "training_days": running.training_days,
    "gpu_hours": running.gpu_hours,
    "hw_utilisation": running.hw_utilisation,
    "mfu": running.mfu,
    "implied_run_mfu": running.implied_run_mfu,
    "tflops_per_gpu": running.tflops_per_gpu,
    "step_to_mfu_and_days": running.step_rates,
    "step_to_days": running.step_rates,
    "job_mtbf_h": running.job_mtbf_h,
    "job_mttf_h": running.job_mttf_h,
    "node_failure_rate": running.node_failure_rate,
    "gpu_annualised_failure": running.gpu_annualised_failure,
    "failures_per_month": running.failures_per_month,
    "ettr": running.ettr,
    "ettr_upper_bound": running.ettr,
    "ettr_lower_bound": running.ettr,
    "ckpt_interval": running.ckpt_interval,
    "ckpt_bytes": running.ckpt_bytes,
    "ckpt_bytes_per_gpu": running.ckpt_bytes_per_gpu,
    "ckpt_write_s": running.ckpt_write_s,
    "fabric_bom": building.fabric_bom,
    "two_tier_max_endpoints": building.two_tier_max_endpoints,
    "three_tier_max_endpoints": building.three_tier_max_endpoints,
    "oversubscription": building.oversubscription,
    "training_energy_mwh": building.training_energy_mwh,
    "training_energy_kwh": building.training_energy_kwh,
    "rack_kW": building.rack_kw,
    "su_MW": building.su_mw,
    "liquid_cooling": building.liquid_cooling,
    "annual_downtime_h": building.annual_downtime_h,
    "cloud_cost_usd": building.cloud_cost_usd,
    "annuity": building.annuity,
    "unit_cost": building.unit_cost,
    "amortised_training_cost": building.amortised_training_cost,
    "depreciated_value": building.depreciated_value,
    "acquisition_cost": building.acquisition_cost,
    "k_of_n": building.k_of_n,
    "all_of_n": building.all_of_n,
    "spares_needed": building.spares_needed,
}


def daly_interval_s(x: Inputs) -> float:
    write, mtbf = float(x["write_s"]), float(x["mtbf_h"]) * 3600
    ratio = write / (2 * mtbf)
    return math.sqrt(2 * write * mtbf) * (1 + math.sqrt(ratio) / 3 + ratio / 9) - write


def megatron_iteration_flop(x: Inputs) -> float:
    s, h = x["s"], x["hidden"]
    layers_flop = 96 * x["B"] * s * x["layers"] * h**2
    return float(layers_flop * (1 + s / (6 * h) + x["vocab"] / (16 * x["layers"] * h)))


# Kind, or id where only one case of a kind is meant: (why no product function computes it, computation).
ARITHMETIC: dict[str, tuple[str, Callable[[Inputs], Result]]] = {
    "tokens_per_second": (
        "MFU is a plan input; no rule reads sequence length, batch or step time",
        lambda x: x["seq"] * x["global_batch"] / x["step_time_s"],
    ),
    "gpuh-dsv3-pretrain": (
        "the planner derives hours from FLOP, not from published hours per token",
        lambda x: x["tokens_T"] * x["hours_per_T"],
    ),
    "gpuh-llama1-65b-throughput": (
        "training rates follow from MFU; measured token rates are read for serving only",
        lambda x: x["tokens"] / x["tokens_per_s_per_gpu"] / 3600,
    ),
    "flops_per_iteration": (
        "work is 6 N D from parameters and tokens; no rule reads layers or hidden size",
        megatron_iteration_flop,
    ),
    "hfu_mfu_ratio": (
        "the planner computes with MFU only; recomputation is part of it",
        lambda _: HARDWARE_OVER_MODEL_FLOP,
    ),
    "rel-daly-topt-w30-m7.9h": (
        "the planner uses Young's interval, which differs by 1.5 % here; Daly's adds nothing to a plan",
        daly_interval_s,
    ),
    "count_sum": ("a check of the source's table", lambda x: sum(x["counts"])),
    "rollback_cost": (
        "lost time is priced through goodput, not as an event",
        lambda x: x["usd_per_hour"] * x["lost_hours"],
    ),
    "waste_share": (
        "a look back at one run; the planner looks ahead through goodput",
        lambda x: x["gpu_hours_wasted"] / (x["gpus"] * 24 * x["days"]),
    ),
    "endpoints_per_segment": (
        "dual-homed NICs: two ports each, so half the ports of a segment's switches are NICs",
        lambda x: x["tor_per_segment"] * x["down_ports"] / x["ports_per_nic"],
    ),
    "endpoints_per_pod": ("a product of two counts", lambda x: x["segments"] * x["gpus_per_segment"]),
    "endpoints": (
        "a product of counts",
        lambda x: {
            "pod": x["racks_per_pod"] * x["gpus_per_rack"],
            "cluster": x["pods"] * x["racks_per_pod"] * x["gpus_per_rack"],
        },
    ),
    "optical_links": (
        "circuit-switched torus; the planner's fabrics are packet-switched trees",
        lambda x: {
            "links": x["blocks"] * x["faces"] * x["links_per_face"],
            "ocs_ports": x["ocs"] * x["ocs_work_ports"],
            "chips": x["blocks"] * x["links_per_face"] * 4,
        },
    ),
    "spare_fraction": (
        "the published practice is a given ratio; the planner derives counts from availability",
        lambda x: x["backup"] / x["active"],
    ),
    "idle_share": (
        "informational: the published shares do not follow from the published levels",
        lambda x: {"idle": x["idle_kW"] / x["training_kW"]},
    ),
    "pue_context": ("informational: a survey average, an input and not a result", lambda _: 1.54),
}

CASES = read_cases()


def check(actual: float, expected: float, tolerance: str) -> None:
    if tolerance == "exact":
        assert actual == pytest.approx(expected, rel=1e-12)
        return
    name, _, width = tolerance.partition("=")
    if name == "rel":
        assert actual == pytest.approx(expected, rel=float(width))
    elif name == "abs":
        assert actual == pytest.approx(expected, rel=0, abs=float(width))
    else:
        pytest.fail(f"unknown tolerance {tolerance}")


def check_all(actual: Result, expected: Any, tolerance: str) -> None:
    if tolerance == "informational":  # no agreement is claimed: a share or ratio of sane size
        values = actual.values() if isinstance(actual, Mapping) else [actual]
        assert all(0.0 < value < 2.0 for value in values)
    elif tolerance in ("range", "lower bound", "upper bound"):
        assert not isinstance(actual, Mapping)
        low = expected.get("lo", expected.get("min", -math.inf))
        assert low <= actual <= expected.get("hi", expected.get("max", math.inf))
    elif isinstance(actual, Mapping):
        assert actual
        for name, value in actual.items():
            check(value, expected[name], tolerance)
    else:
        check(actual, expected, tolerance)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_case(case: Case) -> None:
    arithmetic = ARITHMETIC.get(case.id) or ARITHMETIC.get(case.kind)
    if arithmetic is None:
        actual = EVALUATORS[case.kind](case.inputs, case.expected)
    else:
        actual = arithmetic[1](case.inputs)
    check_all(actual, case.expected, case.tolerance)


def test_every_case_is_there_and_few_are_mere_arithmetic() -> None:
    assert len(CASES) == len({case.id for case in CASES}) == 167
    outside = [case for case in CASES if case.id in ARITHMETIC or case.kind in ARITHMETIC]
    assert len(outside) == 20
