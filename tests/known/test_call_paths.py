"""Each kind of engineering case, the product's function that computes it, and its call path from a solve.

Both tables are checked by watching: the evaluators call these functions, and `run_plan` reaches each of them
along its path. Nothing stands in models/ for a case alone.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from types import FrameType
from typing import Any

import pytest

from planner.run.outcome import ExitCode
from planner.run.pipeline import Listener, Request, new_run, run_plan
from planner.workbook.template import write_workbook
from tests.known.small_plan import Tables, fabric, offer, plan, settings, site, system, work
from tests.known.test_engineering_cases import ARITHMETIC, CASES, EVALUATORS

KINDS: Mapping[str, tuple[str, ...]] = {
    "train_flops": ("throughput.training_flop",),
    "training_days": (
        "throughput.training_flop", "throughput.accelerator_hours_per_eflop", "throughput.run_hours",
    ),
    "gpu_hours": (
        "throughput.training_flop", "throughput.accelerator_hours_per_eflop", "throughput.accelerator_hours",
    ),
    "hw_utilisation": ("throughput.utilisation",),
    "mfu": ("throughput.training_flop", "throughput.utilisation", "throughput.tokens_per_second"),
    "implied_run_mfu": ("throughput.training_flop", "throughput.utilisation"),
    "tflops_per_gpu": ("throughput.training_flop", "throughput.utilisation"),
    "step_to_mfu_and_days": ("throughput.utilisation", "throughput.run_hours"),
    "step_to_days": ("throughput.run_hours",),
    "job_mtbf_h": ("goodput.job_mtbf_hours",),
    "job_mttf_h": ("goodput.job_mtbf_hours",),
    "node_failure_rate": ("goodput.expected_failures",),
    "gpu_annualised_failure": ("goodput.expected_failures",),
    "failures_per_month": ("goodput.expected_failures",),
    "ettr": ("goodput.job_mtbf_hours", "goodput.effective_time_ratio"),
    "ettr_upper_bound": ("goodput.job_mtbf_hours", "goodput.effective_time_ratio"),
    "ettr_lower_bound": ("goodput.job_mtbf_hours", "goodput.effective_time_ratio"),
    "ckpt_interval": ("goodput.young_interval_s",),
    "ckpt_bytes": ("storage.checkpoint_bytes",),
    "ckpt_bytes_per_gpu": ("storage.checkpoint_bytes", "storage.bytes_per_accelerator"),
    "ckpt_write_s": ("storage.write_bandwidth",),
    "fabric_bom": ("fabric.fabric_purchase",),
    "two_tier_max_endpoints": ("fabric.max_endpoints",),
    "three_tier_max_endpoints": ("fabric.max_endpoints",),
    "oversubscription": ("fabric.leaf_ports",),
    "training_energy_mwh": (
        "throughput.accelerator_hours", "power.it_kw", "power.facility_kw", "power.energy_mwh",
    ),
    "training_energy_kwh": ("power.it_kw", "power.facility_kw", "power.energy_mwh"),
    "rack_kW": ("power.it_kw", "power.systems_per_rack"),
    "su_MW": ("power.it_kw",),
    "liquid_cooling": ("power.it_kw", "power.facility_kw"),
    "annual_downtime_h": ("power.annual_downtime_h",),
    "cloud_cost_usd": ("amortisation.unit_cost",),
    "annuity": ("cashflow.annuity_payment",),
    "unit_cost": ("amortisation.unit_cost",),
    "amortised_training_cost": ("amortisation.amortised_training_cost",),
    "depreciated_value": ("amortisation.chip_value",),
    "acquisition_cost": ("amortisation.cluster_acquisition_cost",),
    "k_of_n": ("spares.probability_at_least",),
    "all_of_n": ("spares.probability_at_least",),
    "spares_needed": ("spares.spares_needed",),
}  # fmt: skip
"""Kind of case -> the functions that compute it."""

SIZE = ("pipeline.run_plan", "sizing.size")
READ = ("pipeline.run_plan", "verified.verified", "read.read")
STARTS = (*READ, "workloads.workload_rows", "workloads._starts")
WIDTH = (*SIZE, "campaigns.campaign", "campaigns._run_width")

PATHS: Mapping[str, tuple[str, ...]] = {
    "throughput.training_flop": (*SIZE, "campaigns.campaign", "campaigns.eflop_per_run"),
    "throughput.accelerator_hours_per_eflop": (*WIDTH, "rates.throughput"),
    "throughput.run_hours": WIDTH,
    "throughput.accelerator_hours": (*STARTS, "campaigns.RunWidth.accelerator_hours"),
    "throughput.utilisation": (*STARTS, "run_figures.run_figures"),
    "throughput.tokens_per_second": (*STARTS, "run_figures.run_figures"),
    "goodput.job_mtbf_hours": (*WIDTH, "rates.throughput", "rates.mtbf_hours"),
    "goodput.expected_failures": (*STARTS, "run_figures.run_figures"),
    "goodput.effective_time_ratio": (*WIDTH, "rates.throughput", "goodput.job_goodput"),
    "goodput.young_interval_s": (*WIDTH, "rates.throughput", "goodput.job_goodput"),
    "storage.checkpoint_bytes": (*STARTS, "run_figures.run_figures"),
    "storage.bytes_per_accelerator": (*STARTS, "run_figures.run_figures"),
    "storage.write_bandwidth": (*SIZE, "data.workload_data"),
    "fabric.fabric_purchase": (*SIZE, "designs.make_design", "designs._network"),
    "fabric.max_endpoints": (*SIZE, "designs.make_design", "designs._network", "fabric.fabric_purchase"),
    "fabric.leaf_ports": (*SIZE, "designs.make_design", "designs._network", "fabric.fabric_purchase"),
    "power.it_kw": (*SIZE, "designs.make_design"),
    "power.facility_kw": (*STARTS, "run_figures.run_figures"),
    "power.energy_mwh": (*STARTS, "run_figures.run_figures"),
    "power.systems_per_rack": (*SIZE, "designs.make_design", "fitting.systems_per_rack"),
    "power.annual_downtime_h": (*READ, "purchases.purchases", "purchases._power"),
    "spares.spares_needed": WIDTH,
    "spares.probability_at_least": (*WIDTH, "spares.spares_needed"),
    "cashflow.annuity_payment": (*READ, "unit_costs.unit_costs"),
    "amortisation.unit_cost": (*READ, "unit_costs.unit_costs", "unit_costs._unit"),
    "amortisation.amortised_training_cost": (*STARTS, "amortised.amortised_run"),
    "amortisation.chip_value": (*STARTS, "amortised.amortised_run"),
    "amortisation.cluster_acquisition_cost": (
        *STARTS, "amortised.amortised_run", "amortisation.amortised_training_cost",
    ),
}  # fmt: skip
"""Function -> frames from `planner solve` to it."""

Watcher = Callable[[FrameType], None]


@contextmanager
def watching(watcher: Watcher) -> Iterator[None]:
    """Calls `watcher` for every function entered in models.engineering and models.finance."""

    def profile(frame: FrameType, event: str, _: Any) -> None:
        module = frame.f_globals.get("__name__", "")
        if event == "call" and module.startswith(("models.engineering", "models.finance")):
            watcher(frame)

    before = sys.getprofile()
    sys.setprofile(profile)
    try:
        yield
    finally:
        sys.setprofile(before)


def name_of(frame: FrameType) -> str:
    """module.function, without packages."""
    return f"{frame.f_globals['__name__'].rpartition('.')[2]}.{frame.f_code.co_qualname}"


def test_every_kind_is_in_the_table() -> None:
    computed = {case.kind for case in CASES if case.kind not in ARITHMETIC and case.id not in ARITHMETIC}
    assert set(EVALUATORS) >= computed
    assert set(KINDS) == computed
    assert {name for names in KINDS.values() for name in names} == set(PATHS)


@pytest.mark.parametrize("kind", KINDS)
def test_evaluators_call_these_functions(kind: str) -> None:
    called: set[str] = set()

    def watch(frame: FrameType) -> None:
        back = frame.f_back
        if back is not None and back.f_globals["__name__"].startswith("tests."):
            called.add(name_of(frame))

    for case in CASES:
        if case.kind == kind and case.id not in ARITHMETIC:
            with watching(watch):
                EVALUATORS[kind](case.inputs, case.expected)
    assert {name for name in called if name.islower()} - PROPERTIES == set(KINDS[kind])


PROPERTIES = {"fabric.FabricPurchase.total", "amortisation.TrainingCost.total"}


def everything() -> Tables:
    """An owned training run with failures, spares, checkpoints and new power; one fabric is too small."""
    run = work(
        "run", kind="training", active_params_billion=10, tokens_trillion=0.3, run_accelerators=16,
        max_run_days=150, checkpoint_write_s=10, allowed_locations="home",
    )  # fmt: skip
    return plan(
        Settings=settings(spare_target=0.9, discount_rate=0.08), Demand=[], Workloads=[run],
        Sites=[site(usable_mw=0)],
        Systems=[system(interruptions_per_accelerator_year=1, hard_failures_per_accelerator_year=0.2,
                        repair_hours=100)],
        Fabrics=[fabric(tiers=2),
                 fabric(fabric_id="SMALL", tiers=2, switch_ports=4, planned_accelerators=512)],
        Redundancy=[{"level_id": "N", "usable_share": 1, "capex_factor": 1, "availability": 0.99}],
        PowerExpansions=[{"site_id": "home", "expansion_id": "HALL", "block_mw": 0.1, "block_cost": 1000,
                          "lead_months": 0, "max_blocks": 2, "pay_at_order_share": 1}],
        CloudOffers=[offer()],
        Storage=[{"tier_id": "HOT", "where": "any", "kind": "hot", "price_per_tb_month": 1,
                  "write_gb_per_s_per_tb": 10}],
        StoragePolicy=[{"data_kind": "checkpoint", "hot_days": 100}],
    )  # fmt: skip


@pytest.fixture(scope="module")
def stacks(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[tuple[str, ...]]]:
    """The product's frames above each engineering function, while a workbook is solved and reported."""
    folder = tmp_path_factory.mktemp("paths")
    write_workbook(folder / "plan.xlsx", everything())
    found: dict[str, list[tuple[str, ...]]] = {}

    def watch(frame: FrameType) -> None:
        names: list[str] = []
        above: FrameType | None = frame.f_back
        while above is not None:
            if above.f_globals.get("__name__", "").startswith(("planner.", "models.")):
                names.append(name_of(above))
            above = above.f_back
        stack = tuple(reversed(names))
        if stack not in found.setdefault(name_of(frame), []):
            found[name_of(frame)].append(stack)

    run = new_run()
    request = Request(source=folder / "plan.xlsx", report=folder / "report.xlsx")
    with watching(watch):
        run_plan(run, request, Listener(), threading.Event())
    assert run.code is ExitCode.OK, run.outcome
    return found


@pytest.mark.parametrize("function", PATHS)
def test_a_solve_reaches_the_function_along_its_path(
    function: str, stacks: Mapping[str, list[tuple[str, ...]]]
) -> None:
    def along(stack: tuple[str, ...]) -> bool:
        frames = iter(stack)
        return all(name in frames for name in PATHS[function])

    assert any(along(stack) for stack in stacks.get(function, [])), stacks.get(function, "never called")
