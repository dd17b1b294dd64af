"""Every column about work, daily load, overheads and the ledger changes a cost, or is told about."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import pytest

from planner.workbook.schema import BY_NAME
from planner.workbook.tables import plan_from_tables
from tests.known import demand_plans as asked
from tests.known import hand_building as building
from tests.known import hand_running as running
from tests.known import limits_plans as limits
from tests.known import overhead_plans as cost
from tests.known.overhead_plans import OWNED, RENTED, overhead
from tests.known.small_plan import (
    RENT_ONLY,
    Tables,
    demand,
    offer,
    plan,
    run,
    settings,
    site,
    system,
    work,
)
from tests.known.solving import least_cost, plan_of, solved


def trained(**sheets: Any) -> Tables:
    """A rented run of 10 billion parameters and 0.3 trillion tokens: 18,000 EFLOP, 12,500 hours at 2."""
    row = work("run", kind="training", active_params_billion=10, tokens_trillion=0.3, total_params_billion=10)
    return plan(**(RENT_ONLY | {"Demand": [], "Workloads": [row]} | sheets))


def large() -> Tables:
    """3,000 billion parameters of state, 48 TB, fit 64 accelerators of 900 GB."""
    tables = trained()
    tables["Workloads"][0] |= {"total_params_billion": 3000, "bytes_per_param_state": 16}
    return tables


def sensitive() -> Tables:
    """A network that costs 20 % of the throughput: 15,625 hours."""
    return trained(CloudOffers=[offer(network_penalty=0.2)])


def eight_bit() -> Tables:
    """A system that is twice as fast in fp8."""
    return trained(Systems=[system(fp8_tflops_per_accelerator=2000)])


def failing() -> Tables:
    """8 accelerators in one job, each interrupted every 1,000 h, an hour lost each time: goodput 0.992."""
    rows = [system(interruptions_per_accelerator_year=8.76), system(system_id="HALF")]
    rows[1]["bf16_tflops_per_accelerator"] = 500
    row = work(run_accelerators=8, restart_minutes=60, checkpoint_write_s=0)
    return plan(**RENT_ONLY, Workloads=[row], Systems=rows)


def split_run() -> Tables:
    """A run of 16 for at most 170 days in clusters of 8: only where it need not stay in one, 128,000."""
    row = run(accelerators=16, hours=4000, max_run_days=170, single_cluster=False)
    return plan(**RENT_ONLY, Demand=[], Workloads=[row], CloudOffers=[offer(max_cluster_accelerators=8)])


def narrow() -> Tables:
    """12,500 hours in 200 days take 3 accelerators, one system of 8 does them in 66 days."""
    tables = trained()
    tables["Workloads"][0] |= {"max_accelerators": 8, "max_run_days": 200}
    return tables


def penalised() -> Tables:
    """Leaving 64,000 hours of 1.44 EFLOP undone costs 0.5 each: 46,080."""
    return plan(Workloads=[work(shortfall_penalty_per_eflop=0.5)])


def one_project(*, per: str = "year") -> Tables:
    """Two workloads of two projects at 1,000 a project; the second for half a year."""
    return cost.two_projects(overhead("per_project", per=per))


def rented_block() -> Tables:
    """8 by day and 4 by night; half of the hours are day."""
    return running.reserved_above_break_even()


def windows() -> Tables:
    """Day and night of twelve hours each."""
    hours = ("06:00-18:00", "18:00-06:00")
    tables = rented_block()
    rows = [row | {"utc_window": window} for row, window in zip(tables["Blocks"], hours, strict=True)]
    return tables | {"Blocks": rows}


def measured_twice() -> Tables:
    """The other system serves the same at its own rate."""
    tables = asked.one_accelerator_of_another_system()
    tables["ServingRates"].append(
        {"workload_id": "serve", "system_id": "S8", "rate": 1, "unit": "tokens_per_s", "precision": "bf16",
         "latency_target": "p99 1 s"}
    )  # fmt: skip
    tables["ServingRates"].reverse()
    tables["ServingRates"][1]["latency_target"] = "p99 1 s"
    return tables


def named_base() -> Tables:
    """A tenth of an overhead of 10,000: first the share, then the overhead."""
    return cost.rented(overhead("share_of_cloud", 0.1, base="B"), overhead(cost=10_000, overhead_id="B"))


SLOW_WRITES = (1 - (1 + 250**0.5 / 2) / 125) / (1 + 1 / 250**0.5)
"""Goodput where a write takes an hour and a failure comes every 125: an interval of sqrt(2 x 125) hours."""

Expected = float | str | None

CHANGES: list[tuple[str, Callable[[], Tables], float, Any, Expected]] = [
    ("Workloads.workload_id", plan, 100_000, "other", "ref.unknown"),
    ("Workloads.kind", lambda: _second_first(running.batch_fills_the_night()), 100_000, "continuous",
     148_000),
    ("Workloads.project", one_project, OWNED + 1500, "Q", OWNED + 1000),
    ("Workloads.start", asked.batch_over_half_a_period, 16_000, "2027-05", 4 * 2 / 3 * 2000 * 2),
    ("Workloads.end", asked.batch_over_half_a_period, 16_000, "2027-05", 4 * 2 / 3 * 2000 * 2),
    ("Workloads.active_params_billion", trained, 25_000, 5, 12_500),
    ("Workloads.total_params_billion", large, 25_000, 4000, None),
    ("Workloads.tokens_trillion", trained, 25_000, 0.6, 50_000),
    ("Workloads.precision", eight_bit, 25_000, "fp8", 12_500),
    ("Workloads.environment", lambda: limits.work_budget("environment", "prod"), 164_000, "test",
     "check.limit_key"),
    ("Workloads.owner", lambda: limits.work_budget("owner", "ann"), 164_000, "bob", "check.limit_key"),
    ("Workloads.business_line", lambda: limits.work_budget("business_line", "ads"), 164_000, "shop",
     "check.limit_key"),
    ("Workloads.total_eflop", split_run, 128_000, 1.44 * 32_000, 64_000),
    ("Workloads.runs", trained, 25_000, 2, 50_000),
    ("Workloads.experiment_overhead", trained, 25_000, 0.5, 37_500),
    ("Workloads.mfu", trained, 25_000, 0.2, 50_000),
    ("Workloads.network_sensitivity", sensitive, 31_250, 0, 25_000),
    ("Workloads.max_run_days", narrow, 25_000, 60, None),
    ("Workloads.run_accelerators", failing, 128_000 / 0.992, 16, 128_000 / 0.984),
    ("Workloads.run_reference_system", failing, 128_000 / 0.992, "HALF", 128_000 / 0.996),
    ("Workloads.max_accelerators", lambda: _shorter(narrow()), 25_000, 8, None),
    ("Workloads.bytes_per_param_state", large, 25_000, 20, None),
    ("Workloads.checkpoint_write_s", failing, 128_000 / 0.992, 3600, 128_000 / SLOW_WRITES),
    ("Workloads.restart_minutes", failing, 128_000 / 0.992, 120, 128_000 / 0.984),
    ("Workloads.single_cluster", split_run, 128_000, True, None),
    ("Workloads.interruptible", lambda: _second_first(asked.run_in_the_valleys()), 100_000, False, 200_000),
    ("Workloads.pauses_per_day", asked.pauses_cost_time, 70_400, 48, 76_800),
    ("Workloads.max_utilisation", running.utilisation_limits_owned_hours, 125_600, 1, 100_000),
    ("Workloads.min_availability", lambda: _second_first(building.availability_needs_a_2n_feed()), 230_000,
     None, 200_000),
    ("Workloads.load_profile", asked.peak_rented_in_bursts, 140_000, None, 100_000),
    ("Workloads.allowed_locations", plan, 100_000, "Cloud:us", 128_000),
    ("Workloads.forbidden_locations", plan, 100_000, "home", 128_000),
    ("Workloads.after", lambda: _second_first(asked.successor_waits()), 80_000, None, 64_000),
    ("Workloads.shortfall_penalty_per_million", asked.requests_left_unserved, 115_200, 300, 128_000),
    ("Workloads.shortfall_penalty_per_eflop", penalised, 46_080, 0.6, 0.6 * 64_000 * 1.44),
    ("Demand.workload_id", plan, 100_000, "other", "ref.unknown"),
    ("Demand.from", lambda: _second_first(asked.two_demand_rows(), "Demand"), 112_000, "2027-07", 96_000),
    ("Demand.amount", plan, 100_000, 16, 200_000),
    ("Demand.unit", asked.batch_over_half_a_period, 16_000, "eflop_per_month", 4 * 3 / 1.44 * 2),
    ("Demand.growth_per_year", asked.grows_to_the_end, 128_000, 0, 64_000),
    ("Demand.sized_for", asked.grows_to_the_end, 128_000, "mean", 64_000 * asked.MEAN_GROWTH),
    ("ServingRates.workload_id", running.whole_replicas, 256_000, "other", "ref.unknown"),
    ("ServingRates.system_id", asked.one_accelerator_of_another_system, 128_000, "S8", 64_000),
    ("ServingRates.rate", asked.one_accelerator_of_another_system, 128_000, 2, 64_000),
    ("ServingRates.unit", running.whole_replicas, 256_000, "tokens_per_s", "check.rate_unit"),
    ("ServingRates.accelerators_per_replica", running.whole_replicas, 256_000, 8, 160_000),
    ("ServingRates.precision", measured_twice, 64_000, "fp8", "check.rate_precision"),
    ("ServingRates.latency_target", measured_twice, 64_000, "p50", "check.rate_latency"),
    ("Blocks.block_id", rented_block, 70_400, "noon", "ref.unknown"),
    ("Blocks.share_of_hours", rented_block, 70_400, 0.6, "check.block_sum"),
    ("Blocks.utc_window", windows, 70_400, "06:00-14:00", "check.window_share"),
    ("LoadProfiles.profile_id", rented_block, 70_400, "other", "check.profile_gap"),
    ("LoadProfiles.block_id", rented_block, 70_400, "noon", "ref.unknown"),
    # 8 by day and 4 by night on 6; at a level of 4 by day: 10.3 and 1.7, cheapest with 4 reserved
    ("LoadProfiles.relative_level", rented_block, 70_400, 4, 38_400 + 8000 * (72 / 7 - 4)),
    ("Overheads.overhead_id", lambda: _second_first(named_base(), "Overheads"), RENTED + 11_000, "C",
     "check.base"),
    ("Overheads.driver", lambda: cost.owned(overhead("per_system")), OWNED + 2000, "per_accelerator",
     OWNED + 16_000),
    ("Overheads.unit_cost", lambda: cost.owned(overhead()), OWNED + 1000, 1500, OWNED + 1500),
    ("Overheads.per", lambda: cost.owned(overhead()), OWNED + 1000, "month", OWNED + 12_000),
    ("Overheads.amount_minimum", lambda: cost.owned(overhead("per_system")), OWNED + 2000, 3, OWNED + 3000),
    ("Overheads.from", lambda: cost.owned(overhead()), OWNED + 1000, "2027-04", OWNED + 750),
    ("Overheads.to", lambda: cost.owned(overhead()), OWNED + 1000, "2027-09", OWNED + 750),
    ("Overheads.capex_or_opex", lambda: cost.owned(overhead(per="once", price_change_per_year=0.21,
                                                            **{"from": "2027-07"})),
     OWNED + 1000 * 1.21**0.75, "capex", OWNED + 1000 * 1.21**0.5),
    ("Overheads.index", lambda: cost.owned(overhead("per_site"), Sites=[site(staff_index=1.5)]), OWNED + 1000,
     "staff", OWNED + 1500),
    ("Overheads.scope", lambda: cost.owned(overhead("per_accelerator")), OWNED + 16_000, "cloud", OWNED),
    ("Overheads.base", named_base, RENTED + 11_000, "cloud_on_demand", RENTED * 1.1 + 10_000),
    ("Overheads.price_change_per_year", lambda: cost.owned(overhead()), OWNED + 1000, 0.21,
     OWNED + 500 * (1.21**0.25 + 1.21**0.75)),
    ("CostTerms.cost_term", lambda: plan(CostTerms=[{"cost_term": "systems"}]), 100_000, "servers",
     "check.cost_term"),
]  # fmt: skip
"""Column, plan, its cost, another value in the first row, and then: cost, None (no plan) or finding."""

TOLD_ELSEWHERE = {
    "Overheads.category": "below",
    "CostTerms.accounting_life": "test_unit_costs",
    "CostTerms.capitalise": "test_unit_costs",
    "Workloads.bytes_per_param_checkpoint": "test_columns_storage",
}
DATA = {
    "residency", "dataset_tb", "dataset_home", "dataset_growth_per_year", "read_gb_per_s", "checkpoints_kept",
    "min_checkpoints_kept", "log_gb_per_accelerator_day", "min_log_days", "cache_hit_share", "critical_share",
}  # fmt: skip
"""Columns of Workloads that other topics show."""
SHEETS = ("Workloads", "Demand", "ServingRates", "Blocks", "LoadProfiles", "Overheads", "CostTerms")


def _second_first(tables: Tables, sheet: str = "Workloads") -> Tables:
    """The second row of a sheet first."""
    tables[sheet].reverse()
    return tables


def _shorter(tables: Tables) -> Tables:
    """In 60 days it takes 9 accelerators: two systems."""
    tables["Workloads"][0] |= {"max_run_days": 60, "max_accelerators": 16}
    return tables


@pytest.mark.parametrize(
    ("column", "make", "before", "value", "after"), CHANGES, ids=[row[0] for row in CHANGES]
)
def test_the_column_matters(
    column: str, make: Callable[[], Tables], before: float, value: Any, after: Expected
) -> None:
    """Another value in the column: another cost, no plan, or a finding that was not there."""
    sheet, name = column.split(".")
    tables = copy.deepcopy(make())
    assert least_cost(plan_of(tables)) == pytest.approx(before, rel=1e-9)
    codes = {found.code for found in plan_from_tables(tables).findings}
    tables[sheet][0][name] = value
    if isinstance(after, str):
        assert after not in codes
        assert after in {found.code for found in plan_from_tables(tables).findings}
    elif after is None:
        assert least_cost(plan_of(tables)) is None
    else:
        assert least_cost(plan_of(tables)) == pytest.approx(after, rel=1e-9)


def test_the_category_is_the_term() -> None:
    """An overhead stands in the term of its category."""
    for category, term in (("staff", "staff"), ("network", "network_lines")):
        result = solved(plan_of(cost.owned(overhead(category=category))))
        assert result.present_value(term) == pytest.approx(1000)


def test_no_column_is_left_out() -> None:
    """All priced columns of these sheets are shown."""
    shown = {row[0] for row in CHANGES} | set(TOLD_ELSEWHERE) | {f"Workloads.{name}" for name in DATA}
    for sheet in SHEETS:
        assert BY_NAME[sheet].priced
        assert {f"{sheet}.{column.name}" for column in BY_NAME[sheet].columns if column.priced} <= shown


def rented_growing() -> Tables:
    """8 rented all year, 128,000; prices follow inflation, dated at the middle of the year."""
    return plan(**RENT_ONLY, Settings=settings(inflation_default=0.21))


def resold() -> Tables:
    """A system that keeps half its price: 50,000 without the cost of selling."""
    return plan(Systems=[system(resale_share_12=0.5)])


def site_and_cloud() -> Tables:
    """One system of 8 and 8 rented at 3."""
    return plan(
        Settings=settings(max_locations=2), Sites=[site(usable_mw=0.01)], CloudOffers=[offer(price=3.0)],
        Demand=[demand(16)],
    )  # fmt: skip


SETTINGS: list[tuple[str, Callable[[], Tables], float, Any, float | None]] = [
    ("start", lambda: plan(**RENT_ONLY), RENTED, "2027-07", RENTED / 2),
    ("period_months", lambda: plan(**RENT_ONLY), RENTED, 6, RENTED / 2),
    ("periods", lambda: plan(**RENT_ONLY, Workloads=[work(end="2028-12")]), RENTED, 2, 2 * RENTED),
    ("discount_rate", lambda: plan(**RENT_ONLY), RENTED, 0.21, RENTED / 1.1),
    ("price_base_month", rented_growing, RENTED * 1.1, "2026-01", RENTED * 1.1 * 1.21),
    ("inflation_default", rented_growing, RENTED * 1.1, 0.44, RENTED * 1.2),
    ("max_utilisation", plan, 100_000, 0.8, 125_600),
    ("usable_memory_share", large, 25_000, 0.5, None),
    ("min_share", site_and_cloud, 292_000, 0.6, 384_000),
    ("max_locations", site_and_cloud, 292_000, 1, 384_000),
    ("selling_cost_share", resold, 50_000, 0.1, 55_000),
    ("spare_target", running.spares_from_the_binomial, 400_000, 0, 300_000),
    ("commitment_reuse", running.commitment_paid_to_its_end, 128_000, 1, 51_200),
    ("hours_per_year", lambda: plan(**RENT_ONLY), RENTED, 8760, 140_160),
]
"""Key, plan, its cost, another value, the cost then (None: no plan)."""


@pytest.mark.parametrize(
    ("key", "make", "before", "value", "after"), SETTINGS, ids=[row[0] for row in SETTINGS]
)
def test_the_setting_matters(
    key: str, make: Callable[[], Tables], before: float, value: Any, after: float | None
) -> None:
    """Another value of the setting, another cost."""
    tables = copy.deepcopy(make())
    assert least_cost(plan_of(tables)) == pytest.approx(before, rel=1e-9)
    tables["Settings"][0][key] = value
    found = least_cost(plan_of(tables))
    assert found is None if after is None else found == pytest.approx(after, rel=1e-9)
