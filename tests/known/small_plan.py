"""Sheets of plans small enough to solve by hand.

Unless a plan says otherwise: a year has 8,000 hours, money is not discounted, prices do not change, nothing
fails, energy and network are free, a system has 8 accelerators, draws 10 kW, costs 100,000 and is worth
nothing at the end; renting costs 2 an accelerator-hour, so 16,000 an accelerator-year.
"""

from __future__ import annotations

from typing import Any

Row = dict[str, Any]
Tables = dict[str, list[Row]]


def settings(**changes: Any) -> list[Row]:
    """One period of a year of 8,000 hours."""
    row = {
        "plan_name": "By hand",
        "currency": "USD",
        "start": "2027-01",
        "period_months": 12,
        "periods": 1,
        "discount_rate": 0,
        "inflation_default": 0,
        "max_utilisation": 1,
        "min_share": 0,
        "spare_target": 0,
        "selling_cost_share": 0,
        "hours_per_year": 8000,
        "mip_gap": 0,
        "time_limit_s": 60,
    }
    return [row | changes]


def site(**changes: Any) -> Row:
    """A site with power and cooling for three systems."""
    row = {
        "site_id": "home",
        "market": "texas",
        "kind": "own",
        "usable_mw": 0.03,
        "mw_basis": "it",
        "energy_price_kwh": 0,
        "demand_charge_kw_month": 0,
        "staff_index": 1,
        "construction_index": 1,
        "landed_cost_factor": 1,
    }
    return row | changes


def system(**changes: Any) -> Row:
    """Eight accelerators of 1,000 TFLOP/s for 100,000."""
    row = {
        "system_id": "S8",
        "accelerators_per_system": 8,
        "price_per_system": 100_000,
        "bf16_tflops_per_accelerator": 1000,
        "memory_gb_per_accelerator": 1000,
        "max_kw_per_system": 10,
        "air": True,
        "liquid": False,
        "life_months": 60,
        "lead_months": 0,
        "acceptance_months": 0,
        "resale_share_12": 0,
        "resale_share_24": 0,
        "resale_share_36": 0,
        "resale_share_48": 0,
        "resale_share_60": 0,
        "pay_at_order_share": 1,
        "pay_at_delivery_share": 0,
        "nic_gbps": 400,
        "interruptions_per_accelerator_year": 0,
    }
    return row | changes


def fabric(**changes: Any) -> Row:
    """One switch tier for 32 accelerators, free of charge."""
    row = {
        "fabric_id": "LEAF",
        "switch_ports": 64,
        "port_gbps": 400,
        "tiers": 1,
        "planned_accelerators": 32,
        "lead_months": 0,
        "pay_at_order_share": 1,
    }
    return row | changes


def work(name: str = "steady", **changes: Any) -> Row:
    """Work that runs all year and may not pause."""
    row = {
        "workload_id": name,
        "kind": "continuous",
        "project": "P",
        "start": "2027-01",
        "end": "2027-12",
        "mfu": 0.4,
        "experiment_overhead": 0,
        "max_utilisation": 1,
        "checkpoint_write_s": 0,
    }
    return row | changes


def run(name: str = "run", *, accelerators: int, hours: float, **changes: Any) -> Row:
    """A training run that holds so many accelerators for so many hours: they do 1.44 EFLOP an hour each."""
    eflop = round(accelerators * hours * 1.44, 6)
    return (
        work(
            name,
            kind="training",
            total_eflop=eflop,
            run_accelerators=accelerators,
            max_accelerators=accelerators,
        )
        | changes
    )


def demand(accelerators: float, name: str = "steady", **changes: Any) -> Row:
    """Work that keeps so many accelerators busy."""
    row = {"workload_id": name, "from": "2027-01", "amount": accelerators, "unit": "accelerators_of:S8"}
    return row | changes


def offer(name: str = "OD", term: str = "on_demand", price: float = 2.0, **changes: Any) -> Row:
    """Rented accelerators."""
    row = {
        "offer_id": name,
        "provider": "Cloud",
        "region": "us",
        "system_id": "S8",
        "term": term,
        "price_per_accelerator_hour": price,
        "max_accelerators": 64,
        "max_cluster_accelerators": 64,
    }
    return row | changes


def plan(**sheets: list[Row]) -> Tables:
    """The usual small plan, with sheets replaced; an empty list leaves a sheet out."""
    tables: Tables = {
        "Settings": settings(),
        "Sites": [site()],
        "Systems": [system()],
        "Fabrics": [fabric()],
        "Cooling": [
            {
                "cooling_id": "AIR",
                "kind": "air",
                "module_kw": 100,
                "module_cost": 0,
                "max_rack_kw": 40,
                "lead_months": 0,
            }
        ],
        "SiteCooling": [
            {"site_id": "home", "cooling_id": "AIR", "pue_annual": 1, "pue_peak": 1, "existing_kw": 1000}
        ],
        "Redundancy": [{"level_id": "N", "usable_share": 1, "capex_factor": 1, "availability": 0.99}],
        "CloudOffers": [offer()],
        "Workloads": [work()],
        "Demand": [demand(8)],
    }
    return {name: rows for name, rows in (tables | sheets).items() if rows}


def rate(**changes: Any) -> Row:
    """An accelerator serves two requests a second."""
    return {"workload_id": "serve", "system_id": "S8", "rate": 2, "unit": "requests_per_s"} | changes


RENT_ONLY: dict[str, Any] = {"Sites": [], "SiteCooling": []}
HALF_YEARS: dict[str, Any] = {"period_months": 6, "periods": 2}
DAY_NIGHT: list[Row] = [
    {"block_id": "day", "share_of_hours": 0.5},
    {"block_id": "night", "share_of_hours": 0.5},
]


def profile(day: float) -> list[Row]:
    """A day level and what the night then has."""
    return [
        {"profile_id": "daily", "block_id": "day", "relative_level": day},
        {"profile_id": "daily", "block_id": "night", "relative_level": 2 - day},
    ]


def served_by_day(price: float) -> Tables:
    """A service of 12 accelerators by day and 4 by night; rented hours cost `price`."""
    return plan(
        Blocks=DAY_NIGHT,
        LoadProfiles=profile(1.5),
        CloudOffers=[offer(price=price)],
        Workloads=[work("serve", kind="inference", load_profile="daily")],
        Demand=[demand(16, "serve", unit="requests_per_s")],
        ServingRates=[rate()],
    )
