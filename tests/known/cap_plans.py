"""Plans solved by hand: caps and prices of carbon and water, concentration."""

from __future__ import annotations

from typing import Any

from tests.known.limits_plans import limit
from tests.known.small_plan import (
    Tables,
    demand,
    offer,
    plan,
    run,
    settings,
    site,
    system,
    work,
)

# C18: a busy system draws 80 % of 10 kW for 8,000 h, 64,000 kWh; so do 8 rented accelerators, times their PUE


def carbon_cap() -> Tables:
    """Own: 64,000 kWh x 500 g = 32 t. Rented: 76,800 kWh x 100 g = 7.68 t. Under 8 t all is rented."""
    return plan(
        Sites=[site(carbon_g_per_kwh=500)],
        CloudOffers=[offer(carbon_g_per_kwh=100, pue=1.2)],
        Limits=limit("carbon_t", 8),
    )


def carbon_price() -> Tables:
    """At 1,000 a tonne: own 100,000 + 32,000; rented 128,000 + 7,680."""
    tables = carbon_cap() | {"Settings": settings(carbon_price_per_t=1000)}
    return {name: rows for name, rows in tables.items() if name != "Limits"}


def greener_grid() -> Tables:
    """The grid halves its carbon in a year: at the year's middle 32 t x 0.5 ** 0.5 = 22.6274170 t."""
    tables = carbon_price()
    tables["Sites"][0]["carbon_change_per_year"] = -0.5
    return tables


def water_price() -> Tables:
    """2 l for each of 64,000 IT kWh, whatever the PUE: 128 m3 at 10 are 1,280."""
    tables = plan(Sites=[site(water_price_per_m3=10)])
    tables["SiteCooling"][0] |= {"water_l_per_kwh": 2, "pue_annual": 1.5, "pue_peak": 1.5, "existing_kw": 100}
    return tables


def water_cap() -> Tables:
    """128 m3 at home are too many, 1 l for each kWh of the cloud are 64 m3: rent, 128,000."""
    return water_price() | {
        "Limits": limit("water_m3", 64),
        "CloudOffers": [offer(water_l_per_kwh=1, pue=1.5)],
    }


# C19


def location_share() -> Tables:
    """Half of 16 at home, the other half rented: 100,000 + 128,000."""
    return plan(Demand=[demand(16)], Limits=limit("location_share", 0.5, "home"))


def provider_share() -> Tables:
    """Renting 16 at 1 costs 128,000; half of it, and a system: 164,000."""
    return plan(
        Demand=[demand(16)], CloudOffers=[offer(price=1)], Limits=limit("provider_share", 0.5, "Cloud")
    )


def vendor_share() -> Tables:
    """Half of the work of 16 on V: one system. The other half takes two slower ones, 2 x 60,000: 220,000."""
    slow = system(system_id="T8", vendor="W", price_per_system=60_000, bf16_tflops_per_accelerator=500)
    return plan(
        Systems=[system(vendor="V"), slow],
        Demand=[demand(16)],
        CloudOffers=[offer(price=4)],
        Limits=limit("vendor_share", 0.5, "V"),
    )


def spot_share() -> Tables:
    """Half of 16 on spot at 0.5, 32,000, and a system."""
    return plan(
        Workloads=[work("batch", kind="batch", interruptible=True)],
        Demand=[demand(16, "batch")],
        CloudOffers=[offer("SPOT", "spot", 0.5), offer()],
        Limits=limit("spot_share", 0.5),
    )


def a_run_counts_while_it_holds() -> Tables:
    """A run and steady work, 8 each all year: at most half of it at one place: one is rented."""
    return plan(
        Workloads=[work(), run(accelerators=8, hours=8000)],
        Limits=limit("location_share", 0.5),
    )


EXPECTED: dict[str, tuple[Any, float]] = {
    "a cap on carbon": (carbon_cap, 128_000),
    "a price of carbon": (carbon_price, 132_000),
    "a greener grid": (greener_grid, 100_000 + 22_627.416997969521),
    "a price of water": (water_price, 101_280),
    "a cap on water": (water_cap, 128_000),
    "a share of a location": (location_share, 228_000),
    "a share of a provider": (provider_share, 164_000),
    "a share of a vendor, by useful work": (vendor_share, 220_000),
    "a share of spot": (spot_share, 132_000),
    "a run counts while it holds": (a_run_counts_while_it_holds, 228_000),
}
"""Plan and least cost by what it shows."""
