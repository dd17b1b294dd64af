"""Plans solved by hand about what is built: leads, lives, fabrics, power, cooling, sites."""

from __future__ import annotations

from tests.known.small_plan import (
    DAY_NIGHT,
    HALF_YEARS,
    Tables,
    demand,
    fabric,
    offer,
    plan,
    profile,
    settings,
    site,
    system,
    work,
)


def lead_rounds_up() -> Tables:
    """4 + 1 months are one half-year: rent 8 x 4,000 h x 2 = 64,000, then own for 50,000."""
    return plan(
        Settings=settings(**HALF_YEARS),
        Systems=[system(price_per_system=50_000, lead_months=4, acceptance_months=1)],
    )


def life_rounds_down() -> Tables:
    """A life of 11 months is one half-year: buy at 50,000 twice, renting twice costs 128,000."""
    return plan(Settings=settings(**HALF_YEARS), Systems=[system(price_per_system=50_000, life_months=11)])


def second_fabric() -> Tables:
    """24 accelerators do not fit a fabric planned for 16: two are opened, units are bought whole.

    Systems 3 x 100,000. A fabric of 2 systems has one unit: one switch (10,000) and 16 cables; a cable costs
    50 + 40 labour + 2 transceivers of 300 = 690, so a unit is 21,040. Two units: 342,080; renting: 384,000.
    """
    row = fabric(
        planned_accelerators=16,
        switch_ports=16,
        switch_price=10_000,
        cable_price=50,
        cabling_labour_per_cable=40,
        transceiver_price=300,
    )
    return plan(Fabrics=[row], Demand=[demand(24)])


def spare_block() -> Tables:
    """N+1 by whole blocks: one system of 10 kW needs a block of 10 kW and a spare one, 2 x 10,000.

    100,000 + 20,000 = 120,000, less than renting at 128,000.
    """
    return plan(
        Sites=[site(usable_mw=0)],
        Redundancy=[
            {
                "level_id": "N+1",
                "usable_share": 1,
                "spare_blocks": 1,
                "capex_factor": 1,
                "availability": 0.999,
            }
        ],
        PowerExpansions=[
            {
                "site_id": "home",
                "expansion_id": "HALL",
                "block_mw": 0.01,
                "block_cost": 10_000,
                "lead_months": 0,
                "max_blocks": 3,
                "recoverable_share": 0,
                "pay_at_order_share": 1,
            }
        ],
    )


def liquid_needs_air_for_the_rest() -> Tables:
    """Two liquid-cooled systems give 2 x 9.2 = 18.4 kW of heat: 80 % (14.72 kW) to liquid, 3.68 kW to air.

    Liquid: 2 modules of 10 kW at 5,000 and a plant at 3,000; air: one module of 5 kW at 2,000.
    200,000 + 13,000 + 2,000 = 215,000; renting costs 256,000, and air alone (24 kW racks) cannot cool them.
    """
    return plan(
        Systems=[system(air=False, liquid=True)],
        Demand=[demand(16)],
        Cooling=[
            {
                "cooling_id": "AIR",
                "kind": "air",
                "module_kw": 5,
                "module_cost": 2000,
                "max_rack_kw": 24,
                "lead_months": 0,
                "recoverable_share": 0,
                "pay_at_order_share": 1,
            },
            {
                "cooling_id": "DLC",
                "kind": "liquid",
                "module_kw": 10,
                "module_cost": 5000,
                "plant_cost": 3000,
                "max_rack_kw": 120,
                "it_power_factor": 0.92,
                "liquid_heat_share": 0.8,
                "lead_months": 0,
                "recoverable_share": 0,
                "pay_at_order_share": 1,
            },
        ],
        SiteCooling=[
            {"site_id": "home", "cooling_id": name, "pue_annual": 1, "pue_peak": 1} for name in ("AIR", "DLC")
        ],
    )


def racks_run_out() -> Tables:
    """Two racks of one system each: the third system's work is rented, 200,000 + 128,000."""
    return plan(Sites=[site(racks=2)], Systems=[system(systems_per_rack_air=1)], Demand=[demand(24)])


def availability_needs_a_2n_feed() -> Tables:
    """Present power at N feeds any work, but one service asks for 99.9 %: a 2N block for its system.

    Two systems 200,000. Present power would carry both; the service's needs half of a 20 kW block: 30,000.
    """
    return plan(
        Sites=[site(present_level="N", usable_mw=0.02)],
        Redundancy=[
            {"level_id": "N", "usable_share": 1, "capex_factor": 1, "availability": 0.99},
            {"level_id": "2N", "usable_share": 0.5, "capex_factor": 1, "availability": 0.9999},
        ],
        PowerExpansions=[
            {
                "site_id": "home",
                "expansion_id": "HALL",
                "block_mw": 0.02,
                "block_cost": 30_000,
                "lead_months": 0,
                "max_blocks": 2,
                "recoverable_share": 0,
                "pay_at_order_share": 1,
            }
        ],
        Workloads=[work(), work("service", min_availability=0.999, allowed_locations="home")],
        Demand=[demand(8), demand(8, "service")],
    )


def opening_lead() -> Tables:
    """A site that opens after 6 months: rent 64,000, then 10,000 to open, 50,000 and 1,000 of fixed cost."""
    return plan(
        Settings=settings(**HALF_YEARS),
        Systems=[system(price_per_system=50_000)],
        Sites=[site(open_lead_months=6, open_cost=10_000, fixed_cost_per_year=2_000)],
    )


def billed_peak() -> Tables:
    """A demand charge on the greatest mean power of a block.

    8 by day: 80 % of 10 kW; none by night: 30 %, mean 5.5 kW. Billed 8 kW x 10 a month x 12 = 960.
    """
    return plan(
        Sites=[site(demand_charge_kw_month=10)],
        Blocks=DAY_NIGHT,
        LoadProfiles=profile(2.0),
        Workloads=[work(load_profile="daily")],
        Demand=[demand(4)],
        CloudOffers=[offer(price=7.0)],
    )
