"""Published planning cases as plain tables: L1 (own or rent), M1 and M2 (reserved or on demand)."""

from __future__ import annotations

from tests.known.small_plan import RENT_ONLY, Row, Tables, demand, plan, settings, site, system, work

OWN_PRICE = 833_806.0
OWN_PER_HOUR = 0.87
ON_DEMAND_PER_HOUR, ONE_YEAR_PER_HOUR, THREE_YEARS_PER_HOUR = 98.32, 77.43, 53.95
"""Of one 8xH100 server. Lenovo Press LP2225, 23 May 2025."""


def _server_offer(name: str, per_hour: float, months: int | None) -> Row:
    return {
        "offer_id": name,
        "provider": "AWS",
        "region": "us",
        "system_id": "S8",
        "term": "on_demand" if months is None else "reserved",
        "term_months": months,
        "price_per_accelerator_hour": per_hour / 8,
        "block_accelerators": 8,
        "max_accelerators": 8,
        "max_cluster_accelerators": 8,
    }


def own_or_rent(months: int, *, commitments: bool) -> Tables:
    """L1: one server, always busy, for a horizon of `months` of 720 h; with or without the two commitments.

    The running cost of 0.87 an hour is entered as 10 kW at 0.087 a kWh.
    """
    offers = [_server_offer("P5-OD", ON_DEMAND_PER_HOUR, None)]
    if commitments:
        offers += [
            _server_offer("P5-1Y", ONE_YEAR_PER_HOUR, 12),
            _server_offer("P5-3Y", THREE_YEARS_PER_HOUR, 36),
        ]
    last = f"{2027 + (months - 1) // 12}-{(months - 1) % 12 + 1:02d}"
    return plan(
        Settings=settings(plan_name="L1", period_months=1, periods=months, hours_per_year=8640),
        Sites=[site(usable_mw=0.01, energy_price_kwh=OWN_PER_HOUR / 10)],
        Systems=[system(price_per_system=OWN_PRICE, average_load_share=1, idle_share=1, life_months=60)],
        Workloads=[work(end=last)],
        Demand=[demand(8)],
        CloudOffers=offers,
    )


def year_of_reserved() -> Tables:
    """M1: two machines all year, on demand 100 an hour, reserved 80 (Malloovia's examples)."""
    offers = [
        {"offer_id": "OD", "term": "on_demand", "price_per_accelerator_hour": 100, "max_accelerators": 20},
        {
            "offer_id": "RES",
            "term": "reserved",
            "term_months": 12,
            "price_per_accelerator_hour": 80,
            "max_accelerators": 20,
        },
    ]
    return plan(
        Settings=settings(plan_name="M1", hours_per_year=8760),
        **RENT_ONLY,
        Systems=[system(accelerators_per_system=1)],
        Demand=[demand(2)],
        CloudOffers=[
            {
                "provider": "Cloud",
                "region": "us",
                "system_id": "S8",
                "block_accelerators": 1,
                "max_cluster_accelerators": 20,
            }
            | offer
            for offer in offers
        ],
    )


NEED_OF_FIRST, NEED_OF_SECOND = (30, 32, 30, 30), (1003, 1200, 1194, 1003)
FIRST_PER_MACHINE, SECOND_PER_MACHINE = 10, 500


def no_way_out() -> Tables:
    """M2: two services in four slots, here four months; only one reserved machine is to be had."""
    return plan(
        Settings=settings(plan_name="M2", period_months=1, periods=4),
        **RENT_ONLY,
        Systems=[system(accelerators_per_system=1)],
        Workloads=[work(name, kind="inference", end="2027-04") for name in ("first", "second")],
        Demand=[
            {"workload_id": name, "from": f"2027-{slot + 1:02d}", "amount": amount, "unit": "requests_per_s"}
            for name, need in (("first", NEED_OF_FIRST), ("second", NEED_OF_SECOND))
            for slot, amount in enumerate(need)
        ],
        ServingRates=[
            {"workload_id": "first", "system_id": "S8", "rate": FIRST_PER_MACHINE, "unit": "requests_per_s"},
            {
                "workload_id": "second",
                "system_id": "S8",
                "rate": SECOND_PER_MACHINE,
                "unit": "requests_per_s",
            },
        ],
        CloudOffers=[
            {
                "offer_id": "RES",
                "provider": "Cloud",
                "region": "us",
                "system_id": "S8",
                "term": "reserved",
                "term_months": 12,
                "price_per_accelerator_hour": 80,
                "block_accelerators": 1,
                "max_accelerators": 1,
                "max_cluster_accelerators": 1,
            }
        ],
    )
