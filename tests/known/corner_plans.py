"""Plans solved by hand where two rules meet: promises and budgets, orders and tax, late clusters and runs."""

from __future__ import annotations

from tests.known.small_plan import HALF_YEARS, Row, Tables, demand, plan, run, settings, site, system, work


def cluster_on_order(in_service: str) -> Row:
    """A system with its fabric, paid before the plan."""
    return {
        "order_id": "PO",
        "site_id": "home",
        "system_id": "S8",
        "fabric_id": "LEAF",
        "cooling_id": "AIR",
        "quantity": 1,
        "in_service": in_service,
        "total_price": 50_000,
        "paid_to_date": 50_000,
    }


def shortfall_within_the_provider_s_budget() -> Tables:
    """Renting 4 takes 64,000 of 100,000 promised, and a quarter of the rest, 9,000: 73,000 where the provider
    may get 70,000. So a system, and a quarter of what was promised: 100,000 + 25,000."""
    return plan(
        Demand=[demand(4)],
        Commitments=[
            {
                "commitment_id": "PROMISE",
                "kind": "spend",
                "provider": "Cloud",
                "spend_per_year": 100_000,
                "start": "2027-01",
                "end": "2027-12",
                "shortfall_share": 0.25,
            }
        ],
        Budgets=[{"scope": "provider", "key": "Cloud", "period": "all", "amount": 70_000, "hard": True}],
    )


def fabric_on_order_is_taxed() -> Tables:
    """1 % a year of a system for 100,000 and of a fabric on order for 40,000, paid before the plan."""
    return plan(
        Sites=[site(property_tax_insurance_share=0.01)],
        OpenOrders=[
            {
                "order_id": "NET",
                "site_id": "home",
                "fabric_id": "LEAF",
                "quantity": 1,
                "in_service": "2027-01",
                "total_price": 40_000,
                "paid_to_date": 40_000,
            }
        ],
    )


def late_cluster_serves_its_part() -> Tables:
    """A cluster of 8, paid for, comes in April: half of the first half-year is a mean of 4, which steady work
    of 4 takes. In the second a run of 8 fills it, and the steady work is rented: 4 x 4,000 x 2."""
    return plan(
        Settings=settings(**HALF_YEARS),
        Systems=[system(price_per_system=10_000_000)],
        Workloads=[work(), run(accelerators=8, hours=4000)],
        Demand=[demand(4)],
        OpenOrders=[cluster_on_order("2027-04")],
    )


def ordered_cluster_is_watched_while_it_stands() -> Tables:
    """A cluster on order, paid for, lives half a year: 6 months watched at 1,000, then 64,000 of rent."""
    return plan(
        Settings=settings(**HALF_YEARS),
        Systems=[system(price_per_system=10_000_000, life_months=6)],
        OpenOrders=[cluster_on_order("2027-01")],
        Overheads=[
            {
                "overhead_id": "WATCH",
                "category": "observability",
                "driver": "per_cluster",
                "unit_cost": 1_000,
                "per": "month",
            }
        ],
    )


def reads_without_data() -> Tables:
    """1 GB/s from a tier that gives 0.01 a TB: 100 TB at 100 are bought though nothing is kept."""
    tier = {"tier_id": "FLASH", "where": "home", "kind": "hot", "capex_per_tb": 100, "life_months": 12}
    return plan(
        Workloads=[work(read_gb_per_s=1)],
        CloudOffers=[],
        Storage=[tier | {"read_gb_per_s_per_tb": 0.01}],
    )


EXPECTED = {
    "what is short of a promise counts in the provider's budget": (
        shortfall_within_the_provider_s_budget,
        125_000,
    ),
    "a fabric on order is taxed like a new one": (fabric_on_order_is_taxed, 101_400),
    "a cluster that comes inside a period serves its part of it": (late_cluster_serves_its_part, 32_000),
    "a cluster on order is watched while it stands": (ordered_cluster_is_watched_while_it_stands, 70_000),
    "bandwidth needs storage though nothing is kept": (reads_without_data, 110_000),
}
