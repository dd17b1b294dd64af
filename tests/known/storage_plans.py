"""Plans solved by hand about data: where it is kept, how long, how fast it is read, what moving it costs.

Unless a plan says otherwise 8 accelerators are rented for a year (128,000) at B:us, with a data set of 100
TB; hot storage costs 20 a TB and month, warm storage 10, a TB that leaves 90. A year has 333 1/3
days of 24 h.
"""

from __future__ import annotations

from typing import Any

from tests.known.small_plan import (
    HALF_YEARS,
    RENT_ONLY,
    Row,
    Tables,
    demand,
    offer,
    plan,
    run,
    settings,
    site,
    work,
)


def tier(name: str, where: str = "B:us", kind: str = "hot", **changes: Any) -> Row:
    """A rented tier."""
    price = {"hot": 20, "warm": 10, "archive": 1}[kind]
    return {
        "tier_id": name,
        "where": where,
        "kind": kind,
        "price_per_tb_month": price,
        "egress_per_tb": 90,
    } | changes


def owned(name: str = "RACK", **changes: Any) -> Row:
    """Storage for 300 a TB with a life of five years, at sites."""
    return {"tier_id": name, "where": "site", "kind": "hot", "capex_per_tb": 300, "life_months": 60} | changes


def policy(kind: str, **changes: Any) -> Row:
    """A row of StoragePolicy; days not given are none."""
    return {"data_kind": kind} | changes


def rented(**sheets: list[Row]) -> Tables:
    """Work at B:us; a second place A:us with the same price and its own storage."""
    return plan(
        **{
            **RENT_ONLY,
            "CloudOffers": [offer(provider="B"), offer("A-OD", provider="A")],
            "Workloads": [work(dataset_tb=100, allowed_locations="B:us")],
            "Storage": [tier("B-HOT"), tier("A-HOT", "A:us"), tier("A-WARM", "A:us", "warm")],
        }
        | sheets
    )


def kept_where_work_runs() -> Tables:
    """100 TB x 20 x 12 months = 24,000."""
    return rented()


def data_set_grows() -> Tables:
    """21 % a year: 110 TB at the end of the first half-year, 121 at the second's: 231 x 20 x 6 = 27,720."""
    return rented(
        Settings=settings(**HALF_YEARS),
        Workloads=[work(dataset_tb=100, dataset_growth_per_year=0.21, allowed_locations="B:us")],
    )


def copies_and_compression() -> Tables:
    """2 copies, half of it duplicates, compressed 2.5 times: 100 x 2 / 5 = 40 TB, 9,600 a year."""
    return rented(StoragePolicy=[policy("dataset", copies=2, dedup_ratio=2, compression_ratio=2.5)])


def data_set_leaves_home() -> Tables:
    """It stays at A (24,000), leaves once (9,000) and is hot at B too (24,000)."""
    return rented(Workloads=[work(dataset_tb=100, dataset_home="A:us", allowed_locations="B:us")])


def growth_follows() -> Tables:
    """110 TB leave at first, 11 more in the second half-year: 121 x 90 = 10,890; 27,720 at each place."""
    tables = data_set_leaves_home()
    tables["Settings"] = settings(**HALF_YEARS)
    tables["Workloads"][0]["dataset_growth_per_year"] = 0.21
    return tables


def work_goes_to_its_data() -> Tables:
    """At home an hour costs 2.2 (140,800), but the data need not be moved nor kept twice: 24,000."""
    return rented(
        CloudOffers=[offer(provider="B"), offer("A-OD", price=2.2, provider="A")],
        Workloads=[work(dataset_tb=100, dataset_home="A:us")],
    )


def warm_data_is_read_back() -> Tables:
    """Warm at home (12,000), read back for 15 a TB (1,500), moved (9,000), hot at B (24,000)."""
    tables = data_set_leaves_home()
    tables["Storage"] = [tier("B-HOT"), tier("A-WARM", "A:us", "warm", retrieval_per_tb=15)]
    tables["StoragePolicy"] = [policy("dataset", warm_days=30)]
    return tables


def data_set_moves_with_the_work() -> Tables:
    """B is to be had for a half-year only, so the data set is copied to A: 9,000; 12,000 a half-year."""
    return rented(
        Settings=settings(**HALF_YEARS),
        CloudOffers=[
            offer(provider="B", available_to="2027-06"),
            offer("A-OD", provider="A", available_from="2027-07"),
        ],
        Workloads=[work(dataset_tb=100)],
    )


def data_set_waits_for_no_work() -> Tables:
    """At 10 a TB and month half a year of waiting at A (6,000) would be cheaper than the copy (9,000), but
    the data set comes with the work: 128,000 + 12,000 + 9,000."""
    tables = data_set_moves_with_the_work()
    tables["Storage"] = [tier("B-HOT", price_per_tb_month=10), tier("A-HOT", "A:us", price_per_tb_month=10)]
    return tables


def owned_storage() -> Tables:
    """A system (100,000); 100 TB for 30,000, of which four fifths are left after a year; rented: 12,000."""
    return plan(
        Workloads=[work(dataset_tb=100, allowed_locations="home")],
        Storage=[owned(), tier("RENT", "any", price_per_tb_month=10)],
    )


def rented_storage_at_a_site() -> Tables:
    """The same at 4 a TB and month: 4,800 for the year."""
    tables = owned_storage()
    tables["Storage"][1]["price_per_tb_month"] = 4
    return tables


def storage_lives_a_year() -> Tables:
    """A life of one year is used up in it: 30,000 twice in two years, and 100,000 for the system."""
    return plan(
        Settings=settings(periods=2),
        Workloads=[work(dataset_tb=100, allowed_locations="home", end="2028-12")],
        Storage=[owned(life_months=12)],
    )


def storage_draws_power() -> Tables:
    """10 kW of storage leave power for two of three systems; the third's work is rented.

    Systems 200,000; storage 30,000 - 24,000; 128,000; energy at 0.1: 2 x 8 kW and 10 kW for 8,000 h, 20,800.
    """
    return plan(
        Sites=[site(energy_price_kwh=0.1)],
        Workloads=[work(dataset_tb=100, allowed_locations="home"), work("other")],
        Demand=[demand(16), demand(8, "other")],
        Storage=[owned(kw_per_tb=0.1)],
    )


def storage_on_new_power() -> Tables:
    """A system and 100 TB draw 10 kW each: one on present power, one on a new block.

    100,000 + 10,000 + 6,000 for storage + 2 cooling modules at 1,000.
    """
    return plan(
        Sites=[site(usable_mw=0.01)],
        PowerExpansions=[
            {
                "site_id": "home",
                "expansion_id": "HALL",
                "block_mw": 0.01,
                "block_cost": 10_000,
                "lead_months": 0,
                "max_blocks": 2,
                "recoverable_share": 0,
                "pay_at_order_share": 1,
            }
        ],
        Cooling=[
            {
                "cooling_id": "AIR",
                "kind": "air",
                "module_kw": 10,
                "module_cost": 1000,
                "max_rack_kw": 40,
                "lead_months": 0,
                "recoverable_share": 0,
                "pay_at_order_share": 1,
            }
        ],
        SiteCooling=[{"site_id": "home", "cooling_id": "AIR", "pue_annual": 1, "pue_peak": 1}],
        Workloads=[work(dataset_tb=100, allowed_locations="home")],
        Storage=[owned(kw_per_tb=0.1)],
    )


def empty_storage_is_off() -> Tables:
    """A run of a half-year at home: 10 kW of storage for 4,000 h (4,000), 8 kW of the busy system, 3 idle.

    106,000 + 4,000 + 3,200 + 1,200.
    """
    return plan(
        Settings=settings(**HALF_YEARS),
        Sites=[site(energy_price_kwh=0.1)],
        Workloads=[run(accelerators=8, hours=4000, end="2027-06", dataset_tb=100, allowed_locations="home")],
        Demand=[],
        Storage=[owned(kw_per_tb=0.1)],
    )


def storage_in_a_colo() -> Tables:
    """20 kW at 10 a kW and month (2,400); billed peak 8 + 10 kW at 5 (1,080); 106,000 as before."""
    return plan(
        Sites=[site(kind="colo", rent_per_kw_month=10, demand_charge_kw_month=5)],
        Workloads=[work(dataset_tb=100, allowed_locations="home")],
        Storage=[owned(kw_per_tb=0.1)],
    )


def storage_is_taxed() -> Tables:
    """1 % of 130,000 a year, landed at 1.1: 1,430; 110,000 + 33,000 - 26,400."""
    return plan(
        Sites=[site(property_tax_insurance_share=0.01, landed_cost_factor=1.1)],
        Workloads=[work(dataset_tb=100, allowed_locations="home")],
        Storage=[owned()],
    )


def no_storage_no_work() -> Tables:
    """At B the hours cost half, but no storage has a price there: own system and 24,000 of site storage."""
    return plan(
        CloudOffers=[offer(price=1.0, provider="B")],
        Workloads=[work(dataset_tb=100)],
        Storage=[tier("SHELF", "site")],
    )


def data_stays_in_its_area() -> Tables:
    """The site (100,000) is in the US; data of the EU goes to the region that bears its name: 128,000."""
    return plan(
        Sites=[site(residency="us")],
        CloudOffers=[offer(region="eu-north"), offer("US", price=0.5)],
        Workloads=[work(residency="EU")],
    )


def bandwidth_needs_more_tb() -> Tables:
    """10 GB/s at 0.05 a TB take 200 TB: 48,000."""
    return rented(
        Workloads=[work(dataset_tb=100, read_gb_per_s=10, allowed_locations="B:us")],
        Storage=[tier("B-HOT", read_gb_per_s_per_tb=0.05)],
    )


def cache_saves_bandwidth() -> Tables:
    """A cache that meets 30 % leaves 7 GB/s: 140 TB, 33,600."""
    tables = bandwidth_needs_more_tb()
    tables["Workloads"][0]["cache_hit_share"] = 0.3
    return tables


def owned_bandwidth() -> Tables:
    """200 TB are bought for 60,000, 48,000 are left: 12,000 beside the system's 100,000."""
    return plan(
        Workloads=[work(dataset_tb=100, read_gb_per_s=10, allowed_locations="home")],
        Storage=[owned(read_gb_per_s_per_tb=0.05)],
    )


def reads_are_charged() -> Tables:
    """1 GB/s for 8,000 h are 28,800 TB read at 0.01: 288 beside the 24,000."""
    return rented(
        Workloads=[work(dataset_tb=100, read_gb_per_s=1, allowed_locations="B:us")],
        Storage=[tier("B-HOT", retrieval_per_tb=0.01)],
    )


def data_drivers() -> Tables:
    """As the data set leaves home, and 8 TB of logs.

    200 TB stored at 12 a year (2,400), 100 moved at 5 (500), 8,000 GB of logs at 0.1 (800).
    """
    tables = data_set_leaves_home()
    tables["Workloads"][0]["log_gb_per_accelerator_day"] = 3
    tables["Overheads"] = [
        {"overhead_id": name, "category": "data_processing", "driver": driver, "unit_cost": cost, "per": per}
        for name, driver, cost, per in (
            ("CARE", "per_tb_stored", 12, "year"),
            ("LINE", "per_tb_moved", 5, "month"),
            ("SIEM", "per_log_gb", 0.1, "year"),
        )
    ]
    return tables


EXPECTED: dict[str, tuple[Any, float]] = {
    "data is kept hot where work runs": (kept_where_work_runs, 152_000),
    "a data set grows": (data_set_grows, 155_720),
    "copies, duplicates and compression": (copies_and_compression, 137_600),
    "a data set leaves home": (data_set_leaves_home, 185_000),
    "growth follows to where work runs": (growth_follows, 194_330),
    "work goes to its data": (work_goes_to_its_data, 164_800),
    "warm data is read back": (warm_data_is_read_back, 174_500),
    "a data set without a home moves with the work": (data_set_moves_with_the_work, 161_000),
    "a data set waits for no work": (data_set_waits_for_no_work, 149_000),
    "owned storage keeps part of its value": (owned_storage, 106_000),
    "rented storage where it is cheaper": (rented_storage_at_a_site, 104_800),
    "storage lives a year": (storage_lives_a_year, 160_000),
    "storage draws power": (storage_draws_power, 354_800),
    "storage on new power": (storage_on_new_power, 118_000),
    "empty storage is off": (empty_storage_is_off, 114_400),
    "storage in a colo": (storage_in_a_colo, 109_480),
    "storage is landed and taxed": (storage_is_taxed, 118_030),
    "without storage no work": (no_storage_no_work, 124_000),
    "data stays in its area": (data_stays_in_its_area, 128_000),
    "bandwidth needs more TB": (bandwidth_needs_more_tb, 176_000),
    "a cache saves bandwidth": (cache_saves_bandwidth, 161_600),
    "owned bandwidth": (owned_bandwidth, 112_000),
    "reads are charged": (reads_are_charged, 152_288),
    "drivers of data": (data_drivers, 188_700),
}
"""Plan and least cost by what it shows."""
