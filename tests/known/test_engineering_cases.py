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
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from models.engineering import fabric, goodput, power, spares, storage, throughput
from models.finance import amortisation, cashflow

Inputs = Mapping[str, Any]
Result = float | Mapping[str, float]

HARDWARE_OVER_MODEL_FLOP = 8.0 / 6.0
"""Full recomputation runs the forward pass twice: 8 FLOP per parameter and token instead of 6."""


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


# ---- throughput ---------------------------------------------------------------------------------------


def train_flops(x: Inputs, _: Any) -> Result:
    return throughput.training_flop(x["N"], x["D"])


def training_days(x: Inputs, _: Any) -> Result:
    if "gpu_hours" in x:
        return throughput.run_hours(x["gpu_hours"], x["gpus"]) / 24
    if "tflops_per_gpu" in x:  # achieved hardware rate, so hardware FLOP
        flop = HARDWARE_OVER_MODEL_FLOP * throughput.training_flop(x["P"], x["tokens"])
        per_eflop = throughput.accelerator_hours_per_eflop(x["tflops_per_gpu"], 1.0)
    else:
        flop = throughput.training_flop(x["N"], x["D"])
        per_eflop = throughput.accelerator_hours_per_eflop(x["peak_tflops"], x["mfu"])
    return throughput.run_hours(flop / 1e18 * per_eflop, x["gpus"]) / 24


def gpu_hours(x: Inputs, _: Any) -> Result:
    if "days" in x:
        return throughput.accelerator_hours(x["gpus"], 24 * x["days"])
    per_eflop = throughput.accelerator_hours_per_eflop(
        x["peak_tflops"], x["mfu"], goodput=x.get("effective_time", 1.0)
    )
    return throughput.training_flop(x["N"], x["D"]) / 1e18 * per_eflop


def hw_utilisation(x: Inputs, _: Any) -> Result:
    flop_per_hour = x["tflops_per_gpu"] * 1e12 * 3600
    return {
        "pct_of_peak": 100 * throughput.utilisation(flop_per_hour, 1.0, x["peak_tflops"]),
        "aggregate_pflops": x["tflops_per_gpu"] * x["gpus"] / 1000,
    }


def mfu(x: Inputs, _: Any) -> Result:
    if "tflops_per_gpu" in x:
        return throughput.utilisation(x["tflops_per_gpu"] * 1e12 * 3600, 1.0, x["peak_tflops"])
    flop_per_hour = throughput.training_flop(x["N"], x["tokens_per_s"] * 3600)
    reached = throughput.utilisation(flop_per_hour, x["chips"], x["peak_tflops"])
    rate = throughput.tokens_per_second(x["N"], x["chips"], x["peak_tflops"], reached)
    assert rate == pytest.approx(x["tokens_per_s"], rel=1e-12)
    return reached


def implied_run_mfu(x: Inputs, _: Any) -> Result:
    flop = throughput.training_flop(x["N"], x["D"])
    return throughput.utilisation(flop, x["accel_hours"], x["peak_flops"] / 1e12)


def tflops_per_gpu(x: Inputs, _: Any) -> Result:
    flop = HARDWARE_OVER_MODEL_FLOP * throughput.training_flop(x["N"], x["tokens_per_step"])
    return throughput.utilisation(flop, x["gpus"] * x["step_time_s"] / 3600, 1.0)


def step_rates(x: Inputs, _: Any) -> Result:
    tokens_per_s = x["seq"] * x["global_batch"] / x["step_time_s"]
    result = {
        "tokens_per_s": tokens_per_s,
        "days": throughput.run_hours(x["tokens_total"] / tokens_per_s / 3600, 1) / 24,
    }
    if "flop_per_sequence" in x:
        flop = x["flop_per_sequence"] * x["global_batch"]
        hours = x["gpus"] * x["step_time_s"] / 3600
        result["mfu_pct"] = 100 * throughput.utilisation(flop, hours, x["peak_flops"] / 1e12)
    return result


# ---- failures, goodput, checkpoints -------------------------------------------------------------------


def job_mtbf_h(x: Inputs, _: Any) -> Result:
    events = x.get("unexpected") or x.get("interruptions") or x["failures"]
    return goodput.job_mtbf_hours(accelerators=0, systems=1, per_system_year=events * 365 / x["days"])


def job_mttf_h(x: Inputs, _: Any) -> Result:
    return goodput.job_mtbf_hours(
        accelerators=x["gpus"],
        systems=x["gpus"] / x["gpus_per_node"],
        per_system_year=x["rf_per_node_day"] * 365,
    )


def node_failure_rate(x: Inputs, _: Any) -> Result:
    return float(x["interruptions"]) / goodput.expected_failures(
        1 / 1000, x["gpus"] / x["gpus_per_node"], x["days"]
    )


def gpu_annualised_failure(x: Inputs, _: Any) -> Result:
    return float(x["events"]) / goodput.expected_failures(1.0, x["gpus"], x["days"] / 365)


def failures_per_month(x: Inputs, _: Any) -> Result:
    return goodput.expected_failures(x["monthly_prob"], x["links"], 1.0)


def ettr(x: Inputs, expected: Any) -> Result:
    hours = x["mttf_h"] if "mttf_h" in x else job_mttf_h(x, None)
    assert isinstance(hours, float)
    ratio = goodput.effective_time_ratio(
        mtbf_s=hours * 3600,
        write_s=x["write_s"],
        restart_s=x["restart_s"] + x.get("queue_after_failure_s", 0),
        interval_s=x.get("ckpt_interval_s"),
    )
    return {"loss": 1 - ratio} if isinstance(expected, dict) and "loss" in expected else ratio


def ckpt_interval(x: Inputs, _: Any) -> Result:
    return goodput.young_interval_s(x["write_s"], x["mtbf_h"] * 3600) / 60


def ckpt_bytes(x: Inputs, _: Any) -> Result:
    return storage.checkpoint_bytes(x["N"], x["bytes_per_param"])


def ckpt_bytes_per_gpu(x: Inputs, _: Any) -> Result:
    return storage.bytes_per_accelerator(storage.checkpoint_bytes(x["N"], x["bytes_per_param"]), x["gpus"])


def ckpt_write_s(x: Inputs, expected: Any) -> Result:
    """The bandwidth that writes the bytes in the published time must be the published one; back to time."""
    size, rate = ("bytes", "bandwidth_B_s") if "bytes" in x else ("bytes_per_gpu", "rate_B_s_per_gpu")
    return float(expected * storage.write_bandwidth(x[size], expected)) / x[rate]


# ---- fabric -------------------------------------------------------------------------------------------


def purchase(x: Inputs) -> fabric.FabricPurchase:
    if "rails" in x:  # rack-scale: 8 racks of 72 accelerators a unit
        return fabric.fabric_purchase(
            planned_systems=x["su"] * x["racks_per_su"],
            endpoints_per_system=x["gpus"] // (x["su"] * x["racks_per_su"]),
            switch_ports=x["core_ports"],
            tiers=3,
        )
    return fabric.fabric_purchase(
        planned_systems=x["nodes"],
        endpoints_per_system=x.get("nics_per_node") or x["endpoints"] // x["nodes"],
        switch_ports=x.get("switch_ports") or x["plane_switch_ports"],
        tiers=x.get("tiers", 2),
        oversubscription=x["oversubscription"],
        planes=x.get("planes", 1),
    )


def fabric_bom(x: Inputs, expected: Any) -> Result:
    bill = purchase(x).total
    counts = {
        "leaf": bill.leaf_switches,
        "spine": bill.spine_switches,
        "core": bill.core_switches,
        "node_leaf_cables": bill.node_leaf_cables,
        "leaf_spine_cables": bill.leaf_spine_cables,
        "spine_leaf_cables": bill.leaf_spine_cables,
        "spine_core_cables": bill.spine_core_cables,
    }
    if "extra_ufm_links" in x:  # a table of links really used: the unit's last node is left out for UFM
        counts["compute_plus_ufm_cables"] = x["nodes"] * x["nics_per_node"] + x["extra_ufm_links"]
    return {name: counts[name] for name in expected}


def two_tier_max_endpoints(x: Inputs, _: Any) -> Result:
    return fabric.max_endpoints(x["k"], 2)


def three_tier_max_endpoints(x: Inputs, _: Any) -> Result:
    return fabric.max_endpoints(x["k"], 3)


def oversubscription(x: Inputs, expected: Any) -> Result:
    """The leaf split for the published ratio must give the published ports, in units of the down rate."""
    up = x["up_ports"] * x.get("up_gbps", 1) // x.get("down_gbps", 1)
    down_links, up_links = fabric.leaf_ports(x["down_ports"] + up, expected)
    assert (down_links, up_links) == (x["down_ports"], up)
    return down_links / up_links


# ---- power --------------------------------------------------------------------------------------------


def training_energy_mwh(x: Inputs, _: Any) -> Result:
    if "gpu_mwh" in x:
        return power.facility_kw(x["gpu_mwh"], x["pue"])
    watts = x.get("avg_W_per_chip") or x["W_per_gpu"]
    hours = x["gpu_hours"] if "gpu_hours" in x else throughput.accelerator_hours(x["chips"], 24 * x["days"])
    return power.energy_mwh(power.facility_kw(power.it_kw(1, watts / 1000), x["pue"]), hours)


def training_energy_kwh(x: Inputs, expected: Any) -> Result:
    mwh = training_energy_mwh(x, expected)
    assert isinstance(mwh, float)
    return 1000 * mwh


def rack_kw(x: Inputs, _: Any) -> Result:
    if "rack_kW" in x:
        assert power.systems_per_rack(x["rack_kW"], x["rack_kW"] / x["systems"]) == x["systems"]
        return float(x["rack_kW"] / x["systems"])
    return power.it_kw(x.get("systems") or x["trays"], x["kW_each"] if "kW_each" in x else x["max_W"] / 1000)


def su_mw(x: Inputs, _: Any) -> Result:
    return power.it_kw(x["racks"], x["kW_per_rack"]) / 1000


def liquid_cooling(x: Inputs, _: Any) -> Result:
    """The published total ratio and PUE ratio imply the IT ratio (F4.5 is linear in it)."""
    pue_air = x.get("pue_air", 1.38)
    air = power.facility_kw(power.it_kw(1, 1.0), pue_air)
    it_ratio = float(x["total_ratio"]) / (power.facility_kw(1.0, pue_air * x["pue_ratio"]) / air)
    if "pue_air" not in x:
        return {"it_power_reduction_pct": 100 * (1 - it_ratio)}
    overhead_air = power.facility_kw(1.0, pue_air) - 1.0
    overhead_liquid = power.facility_kw(it_ratio, pue_air * x["pue_ratio"]) - it_ratio
    return 100 * (1 - overhead_liquid / overhead_air)


def annual_downtime_h(x: Inputs, _: Any) -> Result:
    return power.annual_downtime_h(x["availability"])


# ---- cost ---------------------------------------------------------------------------------------------


def cloud_cost_usd(x: Inputs, expected: Any) -> Result:
    """The published cost divided by its hours must give the published price; scaled back to money."""
    price = amortisation.unit_cost(expected, x["gpu_hours"])
    assert price is not None
    return float(expected * x["usd_per_h"]) / price


def annuity(x: Inputs, _: Any) -> Result:
    principal = x["capex"] if "capex" in x else x["usd_per_W"]
    return cashflow.annuity_payment(principal, x["rate"], 12 * x["years"])


def unit_cost(x: Inputs, _: Any) -> Result:
    cost = amortisation.unit_cost(x["monthly"], x["servers"] * 730)
    assert cost is not None
    return cost


def amortised_training_cost(x: Inputs, _: Any) -> Result:
    cost = amortisation.amortised_training_cost(
        value_per_chip=x["start_value_per_chip"],
        chip_hours=x["chip_hours"],
        server_overhead=x["server_overhead"],
        kw_per_chip=x["chip_tdp_W"] * x["chip_to_server_power"] * x["tdp_fraction"] / 1000,
        pue=x["pue"],
        price_per_kwh=x["usd_kwh"],
        trend=x["k_oom_per_year"],
        interconnect_share=x["interconnect_fraction"],
    )
    return {
        "chip": cost.chip,
        "other_server": cost.other_server,
        "interconnect": cost.interconnect,
        "energy": cost.energy,
        "total": cost.total,
    }


def depreciated_value(x: Inputs, _: Any) -> Result:
    years = (date.fromisoformat(x["start"]) - date.fromisoformat(x["acquired"])).days / 365.25
    return amortisation.chip_value(x["acquisition_price"], years, x["k_oom_per_year"])


def acquisition_cost(x: Inputs, _: Any) -> Result:
    return amortisation.cluster_acquisition_cost(
        x["quantity"], x["price_per_chip_in_server"], x["interconnect_fraction"]
    )


# ---- spares -------------------------------------------------------------------------------------------


def k_of_n(x: Inputs, _: Any) -> Result:
    if "machine_unavailability" in x:
        machines = x["machines_per_cube"]
        cube = spares.probability_at_least(machines, machines, 1 - x["machine_unavailability"])
        return spares.probability_at_least(x["k"], x["n"], cube)
    low, high = 0.0, 1.0  # the unit availability that gives the stated confidence
    for _ in range(60):
        middle = (low + high) / 2
        if spares.probability_at_least(x["k"], x["n"], middle) < x["confidence"]:
            low = middle
        else:
            high = middle
    return high


def all_of_n(x: Inputs, _: Any) -> Result:
    return spares.probability_at_least(x["n"], x["n"], x["unit_availability"])


def spares_needed(x: Inputs, _: Any) -> Result:
    return spares.spares_needed(x["k"], x["unit_availability"], x["confidence"])


Evaluator = Callable[[Inputs, Any], Result]

EVALUATORS: dict[str, Evaluator] = {
    "train_flops": train_flops,
    "training_days": training_days,
    "gpu_hours": gpu_hours,
    "hw_utilisation": hw_utilisation,
    "mfu": mfu,
    "implied_run_mfu": implied_run_mfu,
    "tflops_per_gpu": tflops_per_gpu,
    "step_to_mfu_and_days": step_rates,
    "step_to_days": step_rates,
    "job_mtbf_h": job_mtbf_h,
    "job_mttf_h": job_mttf_h,
    "node_failure_rate": node_failure_rate,
    "gpu_annualised_failure": gpu_annualised_failure,
    "failures_per_month": failures_per_month,
    "ettr": ettr,
    "ettr_upper_bound": ettr,
    "ettr_lower_bound": ettr,
    "ckpt_interval": ckpt_interval,
    "ckpt_bytes": ckpt_bytes,
    "ckpt_bytes_per_gpu": ckpt_bytes_per_gpu,
    "ckpt_write_s": ckpt_write_s,
    "fabric_bom": fabric_bom,
    "two_tier_max_endpoints": two_tier_max_endpoints,
    "three_tier_max_endpoints": three_tier_max_endpoints,
    "oversubscription": oversubscription,
    "training_energy_mwh": training_energy_mwh,
    "training_energy_kwh": training_energy_kwh,
    "rack_kW": rack_kw,
    "su_MW": su_mw,
    "liquid_cooling": liquid_cooling,
    "annual_downtime_h": annual_downtime_h,
    "cloud_cost_usd": cloud_cost_usd,
    "annuity": annuity,
    "unit_cost": unit_cost,
    "amortised_training_cost": amortised_training_cost,
    "depreciated_value": depreciated_value,
    "acquisition_cost": acquisition_cost,
    "k_of_n": k_of_n,
    "all_of_n": all_of_n,
    "spares_needed": spares_needed,
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
