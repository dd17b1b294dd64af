"""Every column about what is held, ordered or signed changes a cost, or what is told of it."""

from __future__ import annotations

from typing import Any

import pytest

from planner.workbook.schema import BY_NAME
from tests.known import held_plans as held
from tests.known import signed_plans as signed
from tests.known.held_plans import CURVE, fleet, order
from tests.known.small_plan import Tables, demand, offer, plan, run, settings, site, system, work
from tests.known.solving import least_cost, plan_of

TABLES = ("ExistingFleet", "OpenOrders", "Commitments", "SitePower")


def two_sites(**sheets: Any) -> Tables:
    """A second site, away, with power for one system; a system bought costs 100,000."""
    tables = plan(Sites=[site(), site(site_id="away", usable_mw=0.01, energy_price_kwh=1)], **sheets)
    tables["SiteCooling"] += [
        {"site_id": "away", "cooling_id": "AIR", "pue_annual": 1, "pue_peak": 1, "existing_kw": 1000}
    ]
    tables["Workloads"] = [work(allowed_locations="home, Cloud:us")]
    return tables


def held_at_home() -> Tables:
    """It works at home at no cost; away it is of no use: a new one costs 100,000."""
    return two_sites(ExistingFleet=[fleet()], Systems=[system(idle_share=0)])


def ordered_for_home() -> Tables:
    """The same of an order, of which 70,000 are due."""
    return two_sites(OpenOrders=[order()], Systems=[system(idle_share=0)])


def power_at_home() -> Tables:
    """No power at home from July: systems that live six months serve before, 50,000; then rent 64,000."""
    tables = signed.power_contract_ends()
    second = two_sites()
    return tables | {name: second[name] for name in ("Sites", "SiteCooling", "Workloads")}


def two_systems() -> Tables:
    """A second system, half as many accelerators: the other four of the work's eight are rented."""
    return plan(
        Systems=[system(), system(system_id="S4", accelerators_per_system=4)],
        Sites=[site(usable_mw=0.01)],
        ExistingFleet=[fleet()],
    )


def ordered_of_two_systems() -> Tables:
    """The same of an order."""
    tables = two_systems()
    del tables["ExistingFleet"]
    return tables | {"OpenOrders": [order()]}


def gang_on(**sheets: Any) -> Tables:
    """A run of 16 on two systems in one cluster; a fabric for inference carries no gang."""
    front = {
        "fabric_id": "FRONT",
        "switch_ports": 64,
        "port_gbps": 400,
        "tiers": 1,
        "lead_months": 0,
        "planned_accelerators": 32,
        "front_end_only": True,
    }
    tables = plan(
        Workloads=[run(accelerators=16, hours=4000, max_run_days=170)],
        Demand=[],
        Sites=[site(usable_mw=0.04)],
        CloudOffers=[],
        **sheets,
    )
    tables["Fabrics"].append(front)
    return tables


def cooled(**sheets: Any) -> Tables:
    """Energy at 1 a kWh: 8 kW for 8,000 h cost 64,000; a second way of cooling draws a fifth more."""
    tables = plan(Sites=[site(usable_mw=0.03, energy_price_kwh=1)], **sheets)
    tables["Cooling"] = [
        tables["Cooling"][0],
        tables["Cooling"][0] | {"cooling_id": "WINDY", "it_power_factor": 1.2},
    ]
    tables["SiteCooling"] = [
        {"site_id": "home", "cooling_id": name, "pue_annual": 1, "pue_peak": 1, "existing_kw": 1000}
        for name in ("AIR", "WINDY")
    ]
    return tables


def two_offers(**sheets: Any) -> Tables:
    """Two providers' reserved terms; work may run at Cloud only."""
    tables = signed.signed_capacity()
    tables["CloudOffers"] += [
        offer("OTHER", "reserved", 1.2, provider="Other", term_months=36),
        offer("OTHER-OD", provider="Other"),
    ]
    tables["Workloads"] = [work(allowed_locations="Cloud:us")]
    return tables | sheets


def capacity_or_spend() -> Tables:
    """A row that states both: a block of 8 at 1.0 for the year, and 200,000 of spending."""
    return signed.signed_capacity(**signed.spend(kind="capacity"))


def two_providers() -> Tables:
    """A second provider that is too dear: spending promised there falls short in full, owning is best."""
    tables = signed.spend_shortfall()
    tables["CloudOffers"].append(offer("ELSE", provider="Else", price=9.0))
    return tables


def power_on_either_basis() -> Tables:
    """From July 20 kW: of facility power at PUE 1.5 for one system, of IT power for two."""
    tables = signed.power_in_facility_mw()
    tables["SitePower"][0]["usable_mw"] = 0.02
    return tables


def two_options() -> Tables:
    """Power blocks of 10 kW and of 5 kW, at 20,000; the order is for one of 10."""
    tables = held.ordered_power()
    row = tables["PowerExpansions"][0]
    tables["PowerExpansions"] = [row, row | {"expansion_id": "SHED", "block_mw": 0.005, "max_blocks": 2}]
    return tables


def on_delivery() -> Tables:
    """Delivery in July 2027, acceptance in January 2028; 10 % a half-year: 70,000 / 1.1 on delivery."""
    return plan(
        Settings=settings(period_months=6, periods=3, discount_rate=0.21),
        Systems=[system(acceptance_months=6)],
        OpenOrders=[order(in_service="2028-01", pay_on_delivery=70_000)],
        Demand=[demand(8, **{"from": "2028-01"})],
        Workloads=[work(start="2028-01", end="2028-06")],
    )


def early_delivery() -> Tables:
    """The same with all of it due on acceptance."""
    tables = on_delivery()
    tables["OpenOrders"][0] |= {"pay_on_delivery": None, "pay_on_acceptance": 70_000}
    return tables


def refreshed(**changes: Any) -> Tables:
    """Systems of 60,000 that live a year, bought twice; renting costs 128,000 a year."""
    tables = held.renewal_after_life()
    tables["Systems"][0] |= changes
    return tables


def older(months: int, **curve: float) -> Tables:
    """A system of that age, worth 100,000 x the share of a year later at the end."""
    year = 2027 - months // 12
    shares = {"resale_share_36": 0.5, "resale_share_48": 0.5} | curve
    return plan(
        Systems=[system(life_months=120, **CURVE | shares)], ExistingFleet=[fleet(in_service=f"{year}-01")]
    )


CHANGES: list[tuple[str, Any, float, Any, float | None]] = [
    ("ExistingFleet.cluster_id", held.one_cluster_is_a_gang, 0, "F0", 200_000),
    ("ExistingFleet.site_id", held_at_home, 0, "away", 100_000),
    ("ExistingFleet.system_id", two_systems, 0, "S4", 64_000),
    ("ExistingFleet.fabric_id", lambda: gang_on(ExistingFleet=[fleet(systems=2)]), 0, "FRONT", 200_000),
    ("ExistingFleet.cooling_id", lambda: cooled(ExistingFleet=[fleet()]), 64_000, "WINDY", 76_800),
    (
        "ExistingFleet.systems",
        lambda: plan(ExistingFleet=[fleet()], Demand=[demand(16)]),
        100_000,
        2,
        0,
    ),
    ("ExistingFleet.in_service", held.worth_at_the_end, -30_000, "2025-01", -20_000),
    ("ExistingFleet.remaining_life_months", held.life_left, 32_000, 60, None),
    ("ExistingFleet.tenure", held.lease_ends, 38_000, "owned", None),
    ("ExistingFleet.lease_per_month", held.lease_ends, 38_000, 2_000, 44_000),
    ("ExistingFleet.lease_end", held.lease_runs_past_the_end, 15_000, "2028-06", 18_000),
    ("ExistingFleet.cost_original", held.original_cost_caps_resale, -18_000, 80_000, -24_000),
    ("ExistingFleet.resale_now", held.sell_what_stands_idle, -64_000, 40_000, -32_000),
    ("ExistingFleet.may_retire", held.sell_what_stands_idle, -64_000, False, -48_000),
    ("ExistingFleet.retire_on", held.leaves_on_a_date, -8_000, "2027-01", None),
    ("OpenOrders.site_id", ordered_for_home, 70_000, "away", 170_000),
    ("OpenOrders.system_id", ordered_of_two_systems, 70_000, "S4", 134_000),
    (
        "OpenOrders.cooling_id",
        lambda: cooled(OpenOrders=[order()]),
        134_000,
        "WINDY",
        146_800,
    ),
    ("OpenOrders.expansion_id", two_options, 105_000, "SHED", 125_000),
    ("OpenOrders.fabric_id", lambda: gang_on(OpenOrders=[order(quantity=2)]), 70_000, "FRONT", 270_000),
    ("OpenOrders.quantity", lambda: plan(OpenOrders=[order()], Demand=[demand(16)]), 170_000, 2, 70_000),
    ("OpenOrders.in_service", held.order_arrives, 70_000, "2027-07", 134_000),
    ("OpenOrders.total_price", held.order_arrives, 70_000, 110_000, 80_000),
    ("OpenOrders.paid_to_date", held.order_arrives, 70_000, 90_000, 10_000),
    ("OpenOrders.pay_on_delivery", on_delivery, 70_000 / 1.1, 0, 70_000 / 1.21),
    ("OpenOrders.pay_on_acceptance", early_delivery, 70_000 / 1.21, 0, 70_000 / 1.1),
    ("OpenOrders.cancellable_until", held.order_is_cancelled, 42_000, "2026-12", 70_000),
    ("OpenOrders.cancel_fee", held.order_is_cancelled, 42_000, 20_000, 52_000),
    ("Commitments.kind", capacity_or_spend, 64_000, "spend", 164_000),
    ("Commitments.offer_id", two_offers, 128_000, "OTHER", 256_000),
    ("Commitments.provider", two_providers, 164_000, "Else", 200_000),
    ("Commitments.blocks", signed.signed_capacity, 128_000, 2, 256_000),
    ("Commitments.spend_per_year", signed.spend_shortfall, 164_000, 100_000, 128_000),
    ("Commitments.start", signed.signed_ends_inside_a_period, 96_000, "2027-04", 112_000),
    ("Commitments.end", signed.signed_capacity, 128_000, "2027-12", 64_000),
    ("Commitments.price_per_accelerator_hour", signed.signed_capacity, 128_000, 0.5, 64_000),
    ("Commitments.shortfall_share", signed.spend_shortfall, 164_000, 0.25, 146_000),
    ("Commitments.prepaid_balance", signed.signed_and_prepaid, 100_000, 0, 128_000),
    ("SitePower.site_id", power_at_home, 114_000, "away", 100_000),
    ("SitePower.from", signed.power_ramps_up, 164_000, "2027-01", 100_000),
    ("SitePower.usable_mw", signed.power_ramps_up, 164_000, 0.01, 178_000),
    ("SitePower.mw_basis", power_on_either_basis, 178_000, "it", 100_000),
    ("SitePower.contract_end", signed.power_contract_ends, 114_000, "2027-12", 100_000),
    ("Sites.minimum_stay_months", signed.stay_for_now, 164_000, 12, 124_000),
    ("Sites.decommission_cost", signed.leave_a_site, 124_000, 20_000, 134_000),
    ("Settings.early_retirement", held.sell_a_vintage_early, 80_000, False, 95_000),
    ("Systems.lease_per_month", held.lease_instead_of_buying, 29_000, 1_000, 17_000),
    ("Systems.lease_months", held.lease_instead_of_buying, 29_000, 24, 53_000),
    ("Systems.last_order", lambda: refreshed(last_order="2028-01"), 120_000, "2027-12", 188_000),
    ("Systems.available_from", lambda: refreshed(available_from="2027-01"), 120_000, "2027-06", 188_000),
    ("Systems.acceptance_months", lambda: refreshed(acceptance_months=0), 120_000, 1, 188_000),
    ("Systems.life_months", held.renewal_after_life, 120_000, 24, 60_000),
    ("Systems.resale_share_12", held.ordered_systems_have_worth, 20_000, 0.6, 10_000),
    ("Systems.resale_share_24", held.worth_at_the_end, -30_000, 0.4, -40_000),
    ("Systems.resale_share_36", held.keep_every_vintage, 95_000, 0.1, 105_000),
    ("Systems.resale_share_48", lambda: older(36, resale_share_48=0.2), -20_000, 0.1, -10_000),
    ("Systems.resale_share_60", lambda: older(48, resale_share_60=0.2), -20_000, 0.1, -10_000),
]
"""Column, plan, its cost, another value in the column's first row, the cost then (None: only another one)."""

COLUMNS = [row[0] for row in CHANGES]
TOLD = {
    "ExistingFleet.fleet_id",
    "ExistingFleet.book_value",
    "OpenOrders.order_id",
    "OpenOrders.po_number",
    "Commitments.commitment_id",
    "Commitments.assignable",
}
"""Columns that change what is told of a plan, not its cost: see below."""


@pytest.mark.parametrize(("column", "make", "before", "value", "after"), CHANGES, ids=COLUMNS)
def test_the_cost_changes(column: str, make: Any, before: float, value: Any, after: float | None) -> None:
    """Another value in the column, another plan."""
    sheet, name = column.split(".")
    tables = make()
    assert least_cost(plan_of(tables)) == pytest.approx(before, rel=1e-9)
    tables[sheet][0][name] = value
    changed = least_cost(plan_of(tables))
    if after is None:
        assert changed is not None
        assert abs(changed - before) > 1
    else:
        assert changed == pytest.approx(after, rel=1e-9)


def test_no_column_is_left_out() -> None:
    """All columns of the sheets about holdings are shown here, and all are priced."""
    for sheet in TABLES:
        assert BY_NAME[sheet].priced
        assert {f"{sheet}.{column.name}" for column in BY_NAME[sheet].columns} <= {*COLUMNS, *TOLD}
    for name in COLUMNS:
        sheet, column = name.split(".")
        assert BY_NAME[sheet].column(column).priced
