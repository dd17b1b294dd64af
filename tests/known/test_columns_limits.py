"""Every column about limits, loss of a location, carbon and water changes a cost, or what is told."""

from __future__ import annotations

from typing import Any

import pytest

from planner.workbook.schema import BY_NAME
from planner.workbook.tables import plan_from_tables
from tests.known import cap_plans as caps
from tests.known import limits_plans as made
from tests.known.limits_plans import HALVES, budget, limit, override
from tests.known.small_plan import Tables, demand, offer, plan, site, system, work
from tests.known.solving import least_cost, plan_of, solved


def allocation_of_a_half_year() -> Tables:
    """Nothing may be ordered in the first half-year: 64,000 rented, then a system for 50,000."""
    return plan(
        Settings=HALVES,
        Systems=[system(price_per_system=50_000)],
        Limits=limit("supply", 0, period="2027-H1"),
    )


def any_system() -> Tables:
    """One system of any kind; and cooling that takes more than 1 m3 of water, as is usual in its market."""
    return plan(Demand=[demand(16)], Limits=limit("supply", 1))


def carbon_at_home() -> Tables:
    """No carbon at home: all is rented."""
    return caps.carbon_cap() | {"Limits": limit("carbon_t", 0, "home")}


def two_sites() -> Tables:
    """Two systems at home although one is enough; away would do as well."""
    return plan(
        **made.places("home", "away"),
        Overrides=override("order", location="home", min=2),
        Limits=limit("carbon_t", 1, "away"),
    )


def fiscal_year() -> Tables:
    """The fiscal year 2028 begins in the middle of 2027: nothing may be spent in its half of the plan.

    A system for 100,000 is bought before.
    """
    rows = HALVES[0] | {"fiscal_year_start_month": 7}
    return plan(Settings=[rows], Budgets=budget("total", 0, period="FY2028"))


CHANGES: list[tuple[str, Any, float, Any, float | None]] = [
    ("Budgets.scope", made.capex_budget, 228_000, "opex", 200_000),
    ("Budgets.key", made.cost_term_budget, 164_000, "systems", 128_000),
    ("Budgets.period", made.total_budget_of_a_half_year, 128_000, "2027-H2", 100_000),
    ("Budgets.amount", made.capex_budget, 228_000, 200_000, 200_000),
    ("Budgets.basis", lambda: made.basis("ordered", "2027-H1", 0), 128_000, "paid", 114_000),
    ("Budgets.hard", made.capex_budget, 228_000, False, 200_000),
    ("Limits.kind", any_system, 228_000, "water_m3", 256_000),
    ("Limits.key", carbon_at_home, 128_000, "Cloud:us", 100_000),
    ("Limits.period", allocation_of_a_half_year, 114_000, "2027-H2", 50_000),
    ("Limits.amount", made.allocation, 228_000, 2, 200_000),
    ("Overrides.decision", made.pinned_order, 200_000, "served", 100_000),
    ("Overrides.location", two_sites, 200_000, "Cloud:us", None),
    ("Overrides.item", made.pinned_start, 64_000, "OD", None),
    ("Overrides.period", made.stock_in_a_half_year, 114_000, "2027-H2", 128_000),
    ("Overrides.min", made.pinned_order, 200_000, 3, 300_000),
    ("Overrides.max", made.forbidden_rent, 164_000, 128_000, 128_000),
    ("Workloads.critical_share", made.loss_of_a_location, 125_600, 0.5, 100_000),
    ("Workloads.owner", lambda: made.work_budget("owner", "ann"), 164_000, "bob", None),
    ("CloudOffers.burst_share", made.loss_of_a_location, 125_600, 0.5, 100_000),
    ("CloudOffers.carbon_g_per_kwh", caps.carbon_cap, 128_000, 200, None),
    ("CloudOffers.pue", caps.carbon_cap, 128_000, 1.5, None),
    ("CloudOffers.water_l_per_kwh", caps.water_cap, 128_000, 2, None),
    ("Sites.carbon_g_per_kwh", caps.carbon_price, 132_000, 250, 116_000),
    ("Sites.carbon_change_per_year", caps.carbon_price, 132_000, -0.5, 100_000 + 22_627.416997969521),
    ("Sites.water_price_per_m3", caps.water_price, 101_280, 20, 102_560),
    ("SiteCooling.water_l_per_kwh", caps.water_price, 101_280, 1, 100_640),
    ("Systems.vendor", caps.vendor_share, 220_000, "W", None),
    ("Settings.carbon_price_per_t", caps.carbon_price, 132_000, 500, 116_000),
    ("Settings.fiscal_year_start_month", fiscal_year, 100_000, 1, None),
    ("Settings.fiscal_year_named_by", fiscal_year, 100_000, "start", None),
]
"""Column, plan, its cost, another value in the first row, the cost then (None: refused, or no plan)."""

COLUMNS = [row[0] for row in CHANGES]


@pytest.mark.parametrize(("column", "make", "before", "value", "after"), CHANGES, ids=COLUMNS)
def test_the_cost_changes(column: str, make: Any, before: float, value: Any, after: float | None) -> None:
    """Another value in the column, another plan."""
    sheet, name = column.split(".")
    tables = make()
    assert least_cost(plan_of(tables)) == pytest.approx(before, rel=1e-9)
    tables[sheet][0][name] = value
    if after is None:
        assert _refused_or_impossible(tables)
    else:
        assert least_cost(plan_of(tables)) == pytest.approx(after, rel=1e-9)


def _refused_or_impossible(tables: Tables) -> bool:
    read = plan_from_tables(tables)
    return read.plan is None or least_cost(read.plan) is None


def test_no_column_is_left_out() -> None:
    """All columns of the three sheets are shown here or below, and none is still unpriced."""
    shown = {column for column, *_ in CHANGES} | {"Budgets.warn_share"}
    for sheet in ("Budgets", "Limits", "Overrides"):
        assert BY_NAME[sheet].priced
        assert {f"{sheet}.{column.name}" for column in BY_NAME[sheet].columns} <= shown
    for column in shown:
        sheet, name = column.split(".")
        assert BY_NAME[sheet].column(name).priced, column


@pytest.mark.parametrize(
    ("amount", "warn_share", "status"),
    [(100_000, 0.8, "warn"), (100_000, 1, "ok"), (150_000, 0.8, "ok"), (99_999, 0.8, "breach")],
)
def test_a_soft_budget_is_told(amount: float, warn_share: float, status: str) -> None:
    """A system for 100,000 against the amount."""
    rows = budget("capex", amount, basis="paid", hard=False, warn_share=warn_share)
    (row,) = solved(plan_of(plan(Budgets=rows))).limits
    assert (row.value, row.status) == (pytest.approx(100_000), status)


@pytest.mark.parametrize(
    ("scope", "key", "value"),
    [("project", "P", 75_000), ("workload", "second", 25_000), ("owner", "ann", 75_000)],
)
def test_a_soft_budget_of_work_counts_its_share(scope: str, key: str, value: float) -> None:
    """Of a system for 100,000 the first work uses 6 accelerators all year, the second 2."""
    tables = plan(
        Workloads=[work("first", project="P", owner="ann"), work("second", project="Q")],
        Demand=[demand(6, "first"), demand(2, "second")],
        Budgets=budget(scope, 1e6, key, hard=False),
    )
    (row,) = solved(plan_of(tables)).limits
    assert (row.value, row.hard) == (pytest.approx(value), False)


def test_what_survives_is_told() -> None:
    """Of the peak of 8 at home all is left elsewhere, and nothing less."""
    rows = solved(plan_of(made.loss_of_a_location())).losses
    assert [(row.workload, row.lost, row.asked) for row in rows] == [
        ("steady", "home", 1.0), ("steady", "Cloud:us", 1.0)]  # fmt: skip
    assert all(row.left[0] >= row.asked - 1e-6 for row in rows)


def test_a_cap_is_told_with_its_value() -> None:
    """7.68 t of the 8 allowed."""
    (row,) = solved(plan_of(caps.carbon_cap())).limits
    assert (row.code, row.unit, row.upper, row.status) == ("C18", "t", 8.0, "ok")
    assert row.value == pytest.approx(7.68)


def test_crews_install_what_was_ordered_before() -> None:
    """An open order of one system arrives in the first half-year and takes the crew's 10 kW."""
    order = {
        "order_id": "O1", "site_id": "home", "system_id": "S8", "cooling_id": "AIR", "quantity": 1,
        "in_service": "2027-01", "total_price": 50_000, "paid_to_date": 50_000,
    }  # fmt: skip
    tables = plan(
        Settings=HALVES,
        Sites=[site(usable_mw=0.02)],
        Systems=[system(price_per_system=50_000)],
        Demand=[demand(16)],
        CloudOffers=[offer()],
        OpenOrders=[order],
        Limits=limit("crew_mw", 0.01),
    )
    # one more system for 50,000, after 8 have been rented for a half-year
    assert least_cost(plan_of(tables)) == pytest.approx(64_000 + 50_000, rel=1e-9)
