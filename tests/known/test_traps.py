"""Mistakes seen in published cost tools, each with a plan that it would change."""

from __future__ import annotations

import pytest

from planner.workbook.tables import plan_from_tables
from tests.known.held_plans import fleet
from tests.known.overhead_plans import overhead
from tests.known.published_costs import ten_thousand
from tests.known.small_plan import demand, offer, plan, settings, site, system, work
from tests.known.solving import least_cost, plan_of, solved


def test_sizing_and_energy_have_the_same_overheads() -> None:
    """At full load and one PUE the power that is sized is the power that is billed."""
    result = solved(plan_of(ten_thousand(1.3014)))
    sized = next(row for row in result.capacity if row.resource.startswith("New power")).use[0]
    assert result.present_value("energy") == pytest.approx(sized * 1000 * 8760 * 0.08)


def test_a_saving_may_be_worth_less_than_nothing() -> None:
    """Renting three years costs 108,000, owning 100,000; at 20 % the rent is worth 83,071: rent."""
    price = 36_000 / 64_000
    tables = plan(
        Settings=settings(periods=3, discount_rate=0.2), Workloads=[work(end="2029-12")],
        CloudOffers=[offer(price=price)],
    )  # fmt: skip
    worth = 36_000 * (1.2**-0.5 + 1.2**-1.5 + 1.2**-2.5)
    assert worth == pytest.approx(83_071, abs=1)
    assert least_cost(plan_of(tables)) == pytest.approx(worth)
    tables["Settings"][0]["discount_rate"] = 0
    assert least_cost(plan_of(tables)) == pytest.approx(100_000)


@pytest.mark.parametrize(("months", "periods"), [(1, 12), (3, 4), (6, 2), (12, 1)])
def test_a_month_is_one_length_everywhere(months: int, periods: int) -> None:
    """Hours, kW-months and monthly fees of a year of 8,640 h are the same in periods of any length.

    Systems 200,000; energy 16 kW x 8,640 h x 0.1; demand charge 16 kW x 12 x 10; fee 12 x 500; 8 rented.
    """
    tables = plan(
        Settings=settings(period_months=months, periods=periods, hours_per_year=8640),
        Sites=[site(energy_price_kwh=0.1, demand_charge_kw_month=10)],
        Workloads=[work("own", allowed_locations="home"), work("rent", allowed_locations="Cloud:us")],
        Demand=[demand(16, "own"), demand(8, "rent")], Overheads=[overhead(cost=500, per="month")],
    )  # fmt: skip
    expected = 200_000 + 16 * 8640 * 0.1 + 16 * 12 * 10 + 12 * 500 + 8 * 8640 * 2
    assert least_cost(plan_of(tables)) == pytest.approx(expected)


def test_each_vintage_has_its_own_residual_value() -> None:
    """One system is two years old at the end and brings 50 %, the other one and brings 80 %."""
    tables = plan(
        Settings=settings(periods=2), CloudOffers=[], Workloads=[work(end="2028-12")],
        Systems=[system(resale_share_12=0.8, resale_share_24=0.5)],
        Demand=[demand(8), demand(16, **{"from": "2028-01"})],
    )  # fmt: skip
    assert least_cost(plan_of(tables)) == pytest.approx(200_000 - 50_000 - 80_000)


def test_a_missing_price_is_no_zero() -> None:
    """Blank prices are findings."""
    tables = plan(
        Systems=[system(price_per_system=None)], CloudOffers=[offer(price_per_accelerator_hour=None)]
    )
    found = plan_from_tables(tables)
    assert found.plan is None
    missing = {(row.sheet, row.field) for row in found.findings if row.code == "cell.blank"}
    assert missing == {("Systems", "price_per_system"), ("CloudOffers", "price_per_accelerator_hour")}


def test_owned_capacity_is_not_free() -> None:
    """Systems bought long ago still draw 8 kW for 8,000 h at 0.1: where rent is cheaper they wait.

    Idle they draw 3 kW: 2,400 a year.
    """
    tables = plan(Sites=[site(energy_price_kwh=0.1)], ExistingFleet=[fleet()])
    assert least_cost(plan_of(tables)) == pytest.approx(6_400)
    tables["CloudOffers"] = [offer(price=0.05)]
    assert least_cost(plan_of(tables)) == pytest.approx(2_400 + 3_200)


def test_regional_shares_add_up_once() -> None:
    """A share for each site is taken of what stands there: together 5 % of all."""
    places = [site(), site(site_id="away")]
    cooling = [
        {"site_id": name, "cooling_id": "AIR", "pue_annual": 1, "pue_peak": 1, "existing_kw": 1000}
        for name in ("home", "away")
    ]
    tables = plan(
        Sites=places, SiteCooling=cooling, CloudOffers=[],
        Workloads=[work("here", allowed_locations="home"), work("there", allowed_locations="away")],
        Demand=[demand(8, "here"), demand(16, "there")],
        Overheads=[overhead("share_of_capex", 0.05, "once", overhead_id=name, scope=name)
                   for name in ("home", "away")],
    )  # fmt: skip
    assert least_cost(plan_of(tables)) == pytest.approx(300_000 * 1.05)


def test_no_default_is_hidden() -> None:
    """A blank cell with a default is listed with the value it took."""
    used = {(row.ref.key, row.ref.field): row.value for row in plan_from_tables(plan()).defaults}
    assert used["S8", "average_load_share"] == 0.8
    assert used["steady", "restart_minutes"] == 10
    assert used["", "max_locations"] == 3
