"""Signed commitments, power that comes and goes, sites that are left, work that moves: solved by hand."""

from __future__ import annotations

from typing import Any

from tests.known.held_plans import fleet
from tests.known.small_plan import (
    HALF_YEARS,
    RENT_ONLY,
    Row,
    Tables,
    demand,
    offer,
    plan,
    settings,
    site,
    system,
    work,
)


def signed(**changes: Any) -> Row:
    """A block of 8 at 1.0 to the end of 2028; the offer asks 1.2."""
    row = {
        "commitment_id": "C1",
        "kind": "capacity",
        "offer_id": "RES",
        "blocks": 1,
        "start": "2026-01",
        "end": "2028-12",
        "price_per_accelerator_hour": 1.0,
    }
    return row | changes


def spend(**changes: Any) -> Row:
    """200,000 a year at Cloud, of which half falls due where it is not spent."""
    row = {
        "commitment_id": "S1",
        "kind": "spend",
        "provider": "Cloud",
        "spend_per_year": 200_000,
        "start": "2027-01",
        "end": "2027-12",
        "shortfall_share": 0.5,
    }
    return row | changes


def signed_capacity(**changes: Any) -> Tables:
    """Two years are still to pay although the plan ends after one: 2 x 8 x 8,000 = 128,000; it serves the
    work."""
    return plan(
        **RENT_ONLY,
        CloudOffers=[offer(), offer("RES", "reserved", 1.2, term_months=36)],
        Commitments=[signed(**changes)],
    )


def signed_and_not_needed() -> Tables:
    """Paid whether used or not: nothing runs."""
    tables = signed_capacity()
    tables["Demand"] = [demand(1)]
    return tables


def signed_at_the_offer_price() -> Tables:
    """Without a price of its own the offer's 1.2 holds: 153,600."""
    return signed_capacity(price_per_accelerator_hour=None)


def signed_and_prepaid() -> Tables:
    """28,000 have been paid already: 100,000."""
    return signed_capacity(prepaid_balance=28_000)


def signed_months_are_worth_something() -> Tables:
    """Half of the second year's 64,000 counts as of use later."""
    tables = signed_capacity()
    tables["Settings"] = settings(commitment_reuse=0.5)
    return tables


def signed_ends_inside_a_period() -> Tables:
    """To June: 32,000 for half of the year's hours, the other half is rented at 2: 64,000."""
    return signed_capacity(end="2027-06")


def spend_shortfall() -> Tables:
    """Rent for 128,000 and pay half of the 72,000 that are missing: 164,000. Owning would cost 100,000 +
    100,000."""
    return plan(Commitments=[spend()])


def spend_prepaid() -> Tables:
    """The first 28,000 of spending have been paid: 136,000."""
    return plan(Commitments=[spend(prepaid_balance=28_000)])


def spend_past_the_end() -> Tables:
    """Another year is owed past the horizon, half of it where no spending is known: + 100,000."""
    return plan(Commitments=[spend(end="2028-12")])


def power_ramps_up() -> Tables:
    """Power for one system, from July for two: 50,000 at once, 50,000 then; the second half of the work
    waits on rent for 64,000."""
    return plan(
        Settings=settings(**HALF_YEARS),
        Sites=[site(usable_mw=0.01)],
        Systems=[system(price_per_system=50_000)],
        SitePower=[{"site_id": "home", "from": "2027-07", "usable_mw": 0.02, "mw_basis": "it"}],
        Demand=[demand(16)],
    )


def power_ramps_down() -> Tables:
    """Power for two, from July for one: what is bought stays, so only one is; 8 are rented, 50,000 +
    128,000."""
    tables = power_ramps_up()
    tables["Sites"] = [site(usable_mw=0.02)]
    tables["SitePower"][0]["usable_mw"] = 0.01
    return tables


def power_in_facility_mw() -> Tables:
    """From July 15 kW of facility power at PUE 1.5 are 10 kW of IT: one system, as in the plan above."""
    tables = power_ramps_down()
    tables["SiteCooling"][0] |= {"pue_annual": 1.5, "pue_peak": 1.5}
    tables["SitePower"][0] |= {"usable_mw": 0.015, "mw_basis": "facility"}
    return tables


def power_contract_ends() -> Tables:
    """No power after June: systems with a life of six months serve until then, 50,000; then rent 64,000."""
    return plan(
        Settings=settings(**HALF_YEARS),
        Systems=[system(price_per_system=50_000, life_months=6)],
        SitePower=[
            {
                "site_id": "home",
                "from": "2026-01",
                "usable_mw": 0.03,
                "mw_basis": "it",
                "contract_end": "2027-06",
            }
        ],
    )


def leave_a_site() -> Tables:
    """A leased system goes back in June. The site costs 50,000 a half-year: left for 10,000; then rent
    64,000."""
    return plan(
        Settings=settings(**HALF_YEARS),
        Sites=[site(usable_mw=0.01, fixed_cost_per_year=100_000, decommission_cost=10_000)],
        ExistingFleet=[fleet(tenure="leased", lease_end="2027-06")],
    )


def stay_for_now() -> Tables:
    """In use since 2026, for 24 months at least: another 50,000 of fixed cost, 100,000 + 64,000 (a new
    system would cost 100,000)."""
    tables = leave_a_site()
    tables["Sites"][0]["minimum_stay_months"] = 24
    return tables


def open_and_leave() -> Tables:
    """Systems live a half-year and cost 20,000: one, then two. Rent is 64,000, then 128,000.

    The site costs 60,000 a half-year; no work in the third: left for 10,000 after two.
    20,000 + 40,000 + 2 x 60,000 + 10,000 = 190,000, less than the rent of 192,000.
    """
    return plan(
        Settings=settings(period_months=6, periods=3),
        Sites=[site(fixed_cost_per_year=120_000, decommission_cost=10_000, minimum_stay_months=12)],
        Systems=[system(price_per_system=20_000, life_months=6)],
        Demand=[demand(8), demand(16, **{"from": "2027-07"})],
    )


def rent_is_given_back() -> Tables:
    """Contracted power is paid until the site is left: 10 kW x 500 x 6 months = 30,000, then 10,000 and
    64,000."""
    return plan(
        Settings=settings(**HALF_YEARS),
        Sites=[site(kind="colo", usable_mw=0.01, rent_per_kw_month=500, decommission_cost=10_000)],
        ExistingFleet=[fleet(tenure="leased", lease_end="2027-06")],
    )


def stay_past_the_end(rent: float = 10) -> Tables:
    """A colocation of 10 kW is kept for 30 months at least, the plan ends after 12.

    100,000 for the system, 30 x 10 kW x 10 of rent, 2.5 x 1,000 of fixed cost: 105,500; renting 128,000.
    """
    colo = site(kind="colo", rent_per_kw_month=rent, fixed_cost_per_year=1000, minimum_stay_months=30)
    return plan(Sites=[colo])


def stay_is_too_long() -> Tables:
    """At 150 a kW and month the year alone would do (100,000 + 18,000 + 1,000), its 30 months do not."""
    return stay_past_the_end(150)


def opened_late_stays_longer() -> Tables:
    """Ready in July, when there is work: of 30 months 24 lie past the end.

    As many payments as above: 105,500; renting at 4 an hour costs 128,000.
    """
    tables = stay_past_the_end()
    tables["Sites"][0]["open_lead_months"] = 6
    return tables | {
        "Settings": settings(**HALF_YEARS),
        "Workloads": [work(start="2027-07")],
        "Demand": [demand(8, **{"from": "2027-07"})],
        "CloudOffers": [offer(price=4.0)],
    }


def standing_stay_past_the_end(basis: str = "contracted") -> Tables:
    """A colocation in use since 2026, to be kept for 36 months: two years of 10 kW x 120 are still to pay."""
    colo = site(kind="colo", rent_per_kw_month=10, minimum_stay_months=36, rent_basis=basis)
    return plan(Sites=[colo], ExistingFleet=[fleet()])


def used_power_is_not_owed() -> Tables:
    """Rent on used power ends with its use: 1,200."""
    return standing_stay_past_the_end("used")


def work_moves(per_move: float = 5_000) -> Tables:
    """Cheap at A to June, then at B: 32,000 + 48,000 and a move; B all year costs 96,000, A is gone by
    July."""
    return plan(
        Settings=settings(**HALF_YEARS, max_locations=1),
        **RENT_ONLY,
        CloudOffers=[
            offer("A", provider="A", price=1.0, available_to="2027-06"),
            offer("B", provider="B", price=1.5),
        ],
        Overheads=[
            {
                "overhead_id": "MOVE",
                "category": "migration",
                "driver": "per_move",
                "unit_cost": per_move,
                "per": "once",
            }
        ],
    )


def work_cannot_come_before_it_runs() -> Tables:
    """B is to be had from July only: work is not there before, so it moves, wherever it might be."""
    tables = work_moves()
    tables["Settings"] = settings(**HALF_YEARS)
    tables["CloudOffers"][1]["available_from"] = "2027-07"
    return tables


def moving_costs_too_much() -> Tables:
    """A move for 20,000: stay at B, 96,000."""
    return work_moves(20_000)
