"""One plan in which every cost term is at work: places are fixed, so that each must be."""

from __future__ import annotations

from typing import Any

from tests.known.held_plans import fleet, order
from tests.known.small_plan import (
    HALF_YEARS,
    Row,
    Tables,
    demand,
    fabric,
    offer,
    plan,
    settings,
    site,
    system,
    work,
)


def _overhead(name: str, category: str, driver: str = "per_site", **changes: Any) -> Row:
    return {
        "overhead_id": name,
        "category": category,
        "driver": driver,
        "unit_cost": 1000,
        "per": "year",
        "scope": "own",
    } | changes


OVERHEADS = (
    "staff",
    "software",
    "platform",
    "security",
    "database",
    "observability",
    "network",
    "data_processing",
    "insurance",
    "migration",
    "other",
)


def every_term() -> Tables:
    """Work at home on new systems, and in four clouds: on demand, reserved, spot, and too small a one; an old
    site is left."""
    return plan(
        Settings=settings(
            **HALF_YEARS,
            discount_rate=0.08,
            commitment_reuse=0.5,
            inflation_default=0.02,
            carbon_price_per_t=100,
        ),
        Sites=[
            site(
                kind="colo",
                usable_mw=0,
                rent_per_kw_month=100,
                energy_price_kwh=0.1,
                demand_charge_kw_month=10,
                open_cost=5000,
                fixed_cost_per_year=3000,
                property_tax_insurance_share=0.01,
                carbon_g_per_kwh=300,
                water_price_per_m3=5,
            ),
            site(site_id="old", fixed_cost_per_year=100_000, decommission_cost=1_000),
        ],
        ExistingFleet=[
            fleet("SOLD", site_id="old", retire_on="2027-07"),
            fleet("LEASED", site_id="old", tenure="leased", lease_per_month=100, lease_end="2027-06"),
        ],
        OpenOrders=[order(site_id="old", cancellable_until="2027-03", cancel_fee=500)],
        Commitments=[
            {
                "commitment_id": "SPEND",
                "kind": "spend",
                "provider": "A",
                "spend_per_year": 1_000_000,
                "start": "2027-01",
                "end": "2027-12",
                "prepaid_balance": 1_000,
            }
        ],
        Systems=[
            system(
                maintenance_share_per_year=0.05,
                deploy_cost_per_system=2000,
                replacement_cost_share=0.5,
                hard_failures_per_accelerator_year=0.02,
                resale_share_12=0.5,
            )
        ],
        Fabrics=[fabric(switch_price=8000)],
        Cooling=[
            {
                "cooling_id": "AIR",
                "kind": "air",
                "module_kw": 100,
                "module_cost": 4000,
                "max_rack_kw": 40,
                "lead_months": 0,
                "pay_at_order_share": 1,
            }
        ],
        SiteCooling=[
            {
                "site_id": "home",
                "cooling_id": "AIR",
                "pue_annual": 1.2,
                "pue_peak": 1.3,
                "water_l_per_kwh": 1,
            },
            {"site_id": "old", "cooling_id": "AIR", "pue_annual": 1, "existing_kw": 100},
        ],
        PowerExpansions=[
            {
                "site_id": "home",
                "expansion_id": "HALL",
                "block_mw": 0.1,
                "block_cost": 50_000,
                "lead_months": 0,
                "max_blocks": 2,
                "pay_at_order_share": 1,
            }
        ],
        Workloads=[
            work("own", allowed_locations="home", dataset_tb=50, dataset_home="A:us"),
            work("metered", allowed_locations="A:us"),
            work("signed", allowed_locations="B:us"),
            work("spare", kind="batch", interruptible=True, allowed_locations="C:us"),
            work("short", allowed_locations="D:us", shortfall_penalty_per_eflop=5),
        ],
        Demand=[
            demand(6, "own"),
            demand(4, "metered"),
            demand(8, "signed"),
            demand(4, "spare"),
            demand(6, "short"),
        ],
        Storage=[
            {"tier_id": "SITE", "where": "home", "kind": "hot", "capex_per_tb": 300, "life_months": 6},
            {
                "tier_id": "A-WARM",
                "where": "A:us",
                "kind": "warm",
                "price_per_tb_month": 10,
                "egress_per_tb": 90,
                "retrieval_per_tb": 15,
            },
        ],
        StoragePolicy=[{"data_kind": "dataset", "warm_days": 30}],
        CloudOffers=[
            offer("A-OD", provider="A"),
            offer("B-RES", "reserved", 1.2, provider="B", term_months=24, upfront_share=0.25),
            offer("C-SPOT", "spot", 0.8, provider="C"),
            offer("D-OD", provider="D", max_accelerators=4, max_cluster_accelerators=4),
        ],
        Overheads=[
            *(_overhead(category.upper(), category) for category in OVERHEADS),
            _overhead("FIT-OUT", "other", "per_system", per="once", capex_or_opex="capex"),
        ],
    )
