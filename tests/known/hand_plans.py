"""Plans small enough to solve by hand, as plain tables.

Unless a plan says otherwise: a year has 8,000 hours, money is not discounted, prices do not change, nothing
fails, energy and network are free, a system has 8 accelerators, draws 10 kW, costs 100,000 and is worth nothing
at the end; renting costs 2 an accelerator-hour, so 16,000 an accelerator-year.
"""

from __future__ import annotations

from typing import Any

Row = dict[str, Any]
Tables = dict[str, list[Row]]


def settings(**changes: Any) -> list[Row]:
    """One period of a year of 8,000 hours."""
    row = {
        "plan_name": "By hand", "currency": "USD", "start": "2027-01", "period_months": 12, "periods": 1,
        "discount_rate": 0, "inflation_default": 0, "max_utilisation": 1, "min_share": 0, "spare_target": 0,
        "selling_cost_share": 0, "hours_per_year": 8000, "mip_gap": 0, "time_limit_s": 60,
    }
    return [row | changes]


def site(**changes: Any) -> Row:
    """A site with power and cooling for three systems."""
    row = {
        "site_id": "home", "market": "texas", "kind": "own", "usable_mw": 0.03, "mw_basis": "it",
        "energy_price_kwh": 0, "demand_charge_kw_month": 0, "staff_index": 1, "construction_index": 1,
        "landed_cost_factor": 1,
    }
    return row | changes


def system(**changes: Any) -> Row:
    """Eight accelerators of 1,000 TFLOP/s for 100,000."""
    row = {
        "system_id": "S8", "accelerators_per_system": 8, "price_per_system": 100_000,
        "bf16_tflops_per_accelerator": 1000, "memory_gb_per_accelerator": 1000, "max_kw_per_system": 10,
        "air": True, "liquid": False, "life_months": 60, "lead_months": 0, "acceptance_months": 0,
        "resale_share_12": 0, "resale_share_24": 0, "resale_share_36": 0, "resale_share_48": 0,
        "resale_share_60": 0, "pay_at_order_share": 1, "pay_at_delivery_share": 0, "nic_gbps": 400,
        "interruptions_per_accelerator_year": 0,
    }
    return row | changes


def fabric(**changes: Any) -> Row:
    """One switch tier for 32 accelerators, free of charge."""
    row = {"fabric_id": "LEAF", "switch_ports": 64, "port_gbps": 400, "tiers": 1, "planned_accelerators": 32,
           "lead_months": 0, "pay_at_order_share": 1}
    return row | changes


def work(name: str = "steady", **changes: Any) -> Row:
    """Work that runs all year and may not pause."""
    row = {
        "workload_id": name, "kind": "continuous", "project": "P", "start": "2027-01", "end": "2027-12",
        "mfu": 0.4, "experiment_overhead": 0, "max_utilisation": 1, "checkpoint_write_s": 0,
    }
    return row | changes


def run(name: str = "run", *, accelerators: int, hours: float, **changes: Any) -> Row:
    """A training run that holds so many accelerators for so many hours: they do 1.44 EFLOP an hour each."""
    eflop = round(accelerators * hours * 1.44, 6)
    return work(name, kind="training", total_eflop=eflop, run_accelerators=accelerators,
                max_accelerators=accelerators) | changes


def demand(accelerators: float, name: str = "steady", **changes: Any) -> Row:
    """Work that keeps so many accelerators busy."""
    row = {"workload_id": name, "from": "2027-01", "amount": accelerators, "unit": "accelerators_of:S8"}
    return row | changes


def offer(name: str = "OD", term: str = "on_demand", price: float = 2.0, **changes: Any) -> Row:
    """Rented accelerators."""
    row = {
        "offer_id": name, "provider": "Cloud", "region": "us", "system_id": "S8", "term": term,
        "price_per_accelerator_hour": price, "max_accelerators": 64, "max_cluster_accelerators": 64,
    }
    return row | changes


def plan(**sheets: list[Row]) -> Tables:
    """The usual small plan, with sheets replaced; an empty list leaves a sheet out."""
    tables: Tables = {
        "Settings": settings(),
        "Sites": [site()],
        "Systems": [system()],
        "Fabrics": [fabric()],
        "Cooling": [{"cooling_id": "AIR", "kind": "air", "module_kw": 100, "module_cost": 0, "max_rack_kw": 40,
                     "lead_months": 0}],
        "SiteCooling": [{"site_id": "home", "cooling_id": "AIR", "pue_annual": 1, "pue_peak": 1,
                         "existing_kw": 1000}],
        "Redundancy": [{"level_id": "N", "usable_share": 1, "capex_factor": 1, "availability": 0.99}],
        "CloudOffers": [offer()],
        "Workloads": [work()],
        "Demand": [demand(8)],
    }
    return {name: rows for name, rows in (tables | sheets).items() if rows}


HALF_YEARS: dict[str, Any] = {"period_months": 6, "periods": 2}
DAY_NIGHT: list[Row] = [{"block_id": "day", "share_of_hours": 0.5}, {"block_id": "night", "share_of_hours": 0.5}]


def profile(day: float) -> list[Row]:
    """A day level and what the night then has."""
    return [{"profile_id": "daily", "block_id": "day", "relative_level": day},
            {"profile_id": "daily", "block_id": "night", "relative_level": 2 - day}]


def lead_rounds_up() -> Tables:
    """4 + 1 months are one half-year: rent 8 x 4,000 h x 2 = 64,000, then own for 50,000."""
    return plan(Settings=settings(**HALF_YEARS),
                Systems=[system(price_per_system=50_000, lead_months=4, acceptance_months=1)])


def life_rounds_down() -> Tables:
    """A life of 11 months is one half-year: buy at 50,000 twice, renting twice costs 128,000."""
    return plan(Settings=settings(**HALF_YEARS), Systems=[system(price_per_system=50_000, life_months=11)])


def second_fabric() -> Tables:
    """24 accelerators do not fit a fabric planned for 16: two are opened, units are bought whole.

    Systems 3 x 100,000. A fabric of 2 systems has one unit: one switch (10,000) and 16 cables; a cable costs
    50 + 40 labour + 2 transceivers of 300 = 690, so a unit is 21,040. Two units: 342,080; renting: 384,000.
    """
    row = fabric(planned_accelerators=16, switch_ports=16, switch_price=10_000, cable_price=50,
                 cabling_labour_per_cable=40, transceiver_price=300)
    return plan(Fabrics=[row], Demand=[demand(24)])


def utilisation_limits_owned_hours() -> Tables:
    """At most 80 % of owned hours: a system carries 6.4, and 1.6 are rented: 100,000 + 25,600."""
    return plan(Workloads=[work(max_utilisation=0.8)])


def reserved_above_break_even() -> Tables:
    """Reserved costs 60 % of on demand: the block used all day is reserved, the one used by day is not.

    8 by day, 4 by night. Reserve 4: 4 x 8,000 x 1.2 = 38,400; rent 4 for 4,000 h: 32,000.
    """
    return plan(
        Sites=[], SiteCooling=[], Blocks=DAY_NIGHT, LoadProfiles=profile(4 / 3), Demand=[demand(6)],
        Workloads=[work(load_profile="daily")],
        CloudOffers=[offer(), offer("RES", "reserved", 1.2, term_months=12, block_accelerators=4)],
    )


def commitment_paid_to_its_end() -> Tables:
    """A 3-year term at 0.8 costs 8 x 24,000 x 0.8 = 153,600 although the plan ends after one: rent, 128,000."""
    return plan(Sites=[], SiteCooling=[],
                CloudOffers=[offer(), offer("RES3", "reserved", 0.8, term_months=36)])


def reserved_limit_counts_overlaps() -> Tables:
    """One block of 8 is to be had. Unused months count in full (reuse 100 %), so a half-year costs 38,400.

    8, then 16. Reserve 8 for the year: 76,800; the second 8 are rented: 64,000. A second block, signed for the
    last half-year at 38,400, would exceed the limit while the first is in force.
    """
    return plan(
        Settings=settings(**HALF_YEARS, commitment_reuse=1), Sites=[], SiteCooling=[],
        Demand=[demand(8), demand(16, **{"from": "2027-07"})],
        CloudOffers=[offer(), offer("RES", "reserved", 1.2, term_months=12, max_accelerators=8)],
    )


def campaign_waits_for_hardware() -> Tables:
    """A run of 8 for a half-year waits for the system that arrives for the second: 50,000 against 64,000."""
    return plan(
        Settings=settings(**HALF_YEARS), Demand=[], Workloads=[run(accelerators=8, hours=4000)],
        Systems=[system(price_per_system=50_000, lead_months=6)],
    )


def campaign_due_before_hardware() -> Tables:
    """The same run, due in the first half-year, is rented."""
    tables = campaign_waits_for_hardware()
    tables["Workloads"][0]["end"] = "2027-06"
    return tables


def batch_fills_the_night() -> Tables:
    """8 by day and none by night leave a system's night to 4 of batch: nothing is rented, 100,000."""
    return plan(
        CloudOffers=[offer(price=3.0)], Blocks=DAY_NIGHT, LoadProfiles=profile(2.0),
        Workloads=[work(load_profile="daily"), work("batch", kind="batch")],
        Demand=[demand(4), demand(4, "batch")],
    )


def steady_work_cannot_wait() -> Tables:
    """The same 4, all day long: the day's 4 are rented, 4 x 4,000 h x 3 = 48,000 beside the 100,000."""
    tables = batch_fills_the_night()
    tables["Workloads"][1]["kind"] = "continuous"
    return tables


def whole_replicas() -> Tables:
    """A replica takes 16 accelerators: the load of 10 rents 16, 16 x 8,000 x 2 = 256,000."""
    return plan(
        Sites=[], SiteCooling=[], Workloads=[work("serve", kind="inference")],
        Demand=[demand(20, "serve", unit="requests_per_s")],
        ServingRates=[{"workload_id": "serve", "system_id": "S8", "rate": 2, "unit": "requests_per_s",
                       "accelerators_per_replica": 16}],
    )


def peak_served_at_peak() -> Tables:
    """A mean of 8 with 12 by day takes two systems: 200,000, less than one and 4 rented by day at 7."""
    return plan(
        Blocks=DAY_NIGHT, LoadProfiles=profile(1.5), CloudOffers=[offer(price=7.0)],
        Workloads=[work("serve", kind="inference", load_profile="daily")],
        Demand=[demand(16, "serve", unit="requests_per_s")],
        ServingRates=[{"workload_id": "serve", "system_id": "S8", "rate": 2, "unit": "requests_per_s"}],
    )


def gang_needs_its_width() -> Tables:
    """A run holds 16 accelerators for half the year, no longer than 170 days; no cloud cluster is so large.

    Two systems, 200,000. They would have room for 8 more on average, but steady work of 4 cannot make way for
    the run: it is rented, 64,000.
    """
    return plan(Workloads=[work(), run(accelerators=16, hours=4000, max_run_days=170)], Demand=[demand(4)],
                CloudOffers=[offer(max_cluster_accelerators=8)])


def spare_block() -> Tables:
    """N+1 by whole blocks: one system of 10 kW needs a block of 10 kW and a spare one, 2 x 10,000.

    100,000 + 20,000 = 120,000, less than renting at 128,000.
    """
    return plan(
        Sites=[site(usable_mw=0)],
        Redundancy=[{"level_id": "N+1", "usable_share": 1, "spare_blocks": 1, "capex_factor": 1,
                     "availability": 0.999}],
        PowerExpansions=[{"site_id": "home", "expansion_id": "HALL", "block_mw": 0.01, "block_cost": 10_000,
                          "lead_months": 0, "max_blocks": 3, "recoverable_share": 0, "pay_at_order_share": 1}],
    )


def liquid_needs_air_for_the_rest() -> Tables:
    """Two liquid-cooled systems give 2 x 9.2 = 18.4 kW of heat: 80 % (14.72 kW) to liquid, 3.68 kW to air.

    Liquid: 2 modules of 10 kW at 5,000 and a plant at 3,000; air: one module of 5 kW at 2,000.
    200,000 + 13,000 + 2,000 = 215,000; renting costs 256,000, and air alone (24 kW racks) cannot cool them.
    """
    return plan(
        Systems=[system(air=False, liquid=True)], Demand=[demand(16)],
        Cooling=[
            {"cooling_id": "AIR", "kind": "air", "module_kw": 5, "module_cost": 2000, "max_rack_kw": 24,
             "lead_months": 0, "recoverable_share": 0, "pay_at_order_share": 1},
            {"cooling_id": "DLC", "kind": "liquid", "module_kw": 10, "module_cost": 5000, "plant_cost": 3000,
             "max_rack_kw": 120, "it_power_factor": 0.92, "liquid_heat_share": 0.8, "lead_months": 0,
             "recoverable_share": 0, "pay_at_order_share": 1},
        ],
        SiteCooling=[{"site_id": "home", "cooling_id": name, "pue_annual": 1, "pue_peak": 1}
                     for name in ("AIR", "DLC")],
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
        Redundancy=[{"level_id": "N", "usable_share": 1, "capex_factor": 1, "availability": 0.99},
                    {"level_id": "2N", "usable_share": 0.5, "capex_factor": 1, "availability": 0.9999}],
        PowerExpansions=[{"site_id": "home", "expansion_id": "HALL", "block_mw": 0.02, "block_cost": 30_000,
                          "lead_months": 0, "max_blocks": 2, "recoverable_share": 0, "pay_at_order_share": 1}],
        Workloads=[work(), work("service", min_availability=0.999, allowed_locations="home")],
        Demand=[demand(8), demand(8, "service")],
    )


def spares_from_the_binomial() -> Tables:
    """A run of two systems, each up 90 % of the time, keeps two spares to be whole with 99 %.

    MTBF 8,000 h (8 x 0.125 failures a year), repair 8,000 / 9 h. All of 2 up: 81 %; 2 of 3: 97.2 %; 2 of 4:
    99.63 %. Four systems cost 400,000; three would hold 3 x 7.2 = 21.6 accelerators, enough for the 16.
    """
    return plan(
        Settings=settings(spare_target=0.99), Sites=[site(usable_mw=0.06)], Demand=[],
        Systems=[system(hard_failures_per_accelerator_year=0.125, repair_hours=8000 / 9)],
        Workloads=[run(accelerators=16, hours=8000)], CloudOffers=[offer(max_cluster_accelerators=8)],
    )


def few_places() -> Tables:
    """One place only: 16 of work go to the two racks of one site (200,000), or to the cloud (256,000).

    Split over both places, one system and 8 rented would cost no more than 100,000 + 8 x 8,000 x 1 = 164,000.
    """
    return plan(
        Settings=settings(max_locations=1), Demand=[demand(16)],
        CloudOffers=[offer(price=1.0, max_accelerators=8)],
    )


def opening_lead() -> Tables:
    """A site that opens after 6 months: rent 64,000, then 10,000 to open, 50,000 and 1,000 of fixed cost."""
    return plan(
        Settings=settings(**HALF_YEARS), Systems=[system(price_per_system=50_000)],
        Sites=[site(open_lead_months=6, open_cost=10_000, fixed_cost_per_year=2_000)],
    )


def billed_peak() -> Tables:
    """A demand charge on the greatest mean power of a block.

    8 by day: 80 % of 10 kW; none by night: 30 %, mean 5.5 kW. Billed 8 kW x 10 a month x 12 = 960 with the system.
    """
    return plan(
        Sites=[site(demand_charge_kw_month=10)], Blocks=DAY_NIGHT, LoadProfiles=profile(2.0),
        Workloads=[work(load_profile="daily")], Demand=[demand(4)],
        CloudOffers=[offer(price=7.0)],
    )


EXPECTED: dict[str, tuple[Any, float]] = {
    "lead rounds up to a period": (lead_rounds_up, 114_000),
    "life rounds down to a period": (life_rounds_down, 100_000),
    "a full fabric needs a second one": (second_fabric, 342_080),
    "utilisation limits owned hours, not rented ones": (utilisation_limits_owned_hours, 125_600),
    "reserved beats on demand above break-even": (reserved_above_break_even, 70_400),
    "a commitment is paid to the end of its term": (commitment_paid_to_its_end, 128_000),
    "the reserved limit counts overlapping terms": (reserved_limit_counts_overlaps, 140_800),
    "a campaign waits for its hardware": (campaign_waits_for_hardware, 50_000),
    "a campaign due before its hardware is rented": (campaign_due_before_hardware, 64_000),
    "batch work fills the night": (batch_fills_the_night, 100_000),
    "steady work cannot wait for the night": (steady_work_cannot_wait, 148_000),
    "replicas are whole": (whole_replicas, 256_000),
    "the peak is served at the peak": (peak_served_at_peak, 200_000),
    "a gang needs its whole width": (gang_needs_its_width, 264_000),
    "N+1 by whole blocks": (spare_block, 120_000),
    "a liquid design needs air modules for the rest of its heat": (liquid_needs_air_for_the_rest, 215_000),
    "racks run out": (racks_run_out, 328_000),
    "an availability class needs a 2N feed": (availability_needs_a_2n_feed, 230_000),
    "spares from the binomial": (spares_from_the_binomial, 400_000),
    "work stays in few places": (few_places, 200_000),
    "a site opens after its lead": (opening_lead, 125_000),
    "the peak of a block is billed": (billed_peak, 100_960),
}
"""Plan and least cost by what it shows."""
