"""The example plan: a realistic case over five years, prices from the price book.

A firm that trains and serves language models has two older clusters, one of them leased, an order under
way, a hall under construction and two cloud contracts. Four sites, five systems, five fabrics, two coolings,
three redundancy levels, ten cloud offers and eight workloads, 2027 to 2031 in half-years. The questions it
asks: rent or own in the first year, what to do with the old clusters, which servers where, when to add power
for the large campaigns, and what to commit to.

Every sheet is used but Scenarios, which is not priced yet. Of what sheets can hold, left out for a reason:
overheads per order (an order of servers costs the firm nothing that is worth a line), equipment lease of new
servers and early retirement (the firm has no quote, and keeps what it buys), a penalty for unmet work (all of
it must be done).
"""

from __future__ import annotations

from inputs.example_data import TIERS, neocloud_tiers, storage_policy
from inputs.example_held import commitments, existing_fleet, open_orders
from inputs.example_overheads import overheads
from inputs.example_places import power_expansions, site_cooling, sites
from inputs.example_rules import budgets, cost_terms, fx, limits, overrides, site_power
from inputs.example_work import blocks, demand, load_profiles, serving_rates, workloads
from inputs.minimal import Cell, Rows, Tables
from planner.workbook.catalogue import catalogue_rows

SYSTEMS = ("H100X8", "H200X8", "B200X8", "GB200NVL72", "MI300X8")
AIR_ONLY = ("H100X8", "H200X8", "B200X8", "MI300X8")
"""Servers quoted in their air-cooled form; their liquid forms are other products."""
FABRICS = ("IB400-2T-2K", "IB400-3T-16K", "ETH400-2T-8K", "ETH400-3T-OS2-16K", "ETH400-FE-1K")
WIRING = {
    "H100X8": ("IB400-2T-2K",),
    "H200X8": ("ETH400-2T-8K", "ETH400-FE-1K"),
    "B200X8": ("IB400-2T-2K", "ETH400-2T-8K"),
    "GB200NVL72": ("IB400-3T-16K", "ETH400-2T-8K", "ETH400-3T-OS2-16K"),
    "MI300X8": ("ETH400-2T-8K", "ETH400-FE-1K"),
}
"""Fabrics worth a quote for each system: older servers in small clusters, racks in large ones."""
LAST_ORDER = {"H100X8": "2027-03"}
"""The firm takes new servers of the oldest generation to be off the market by then."""
COOLING = ("AIR", "LIQUID")
OFFERS = (
    "AWS-US-EAST-2-H100X8-OD",
    "AWS-US-EAST-2-H100X8-R12",
    "AWS-US-EAST-2-H100X8-R36",
    "AWS-US-EAST-2-H100X8-SPOT",
    "LAMBDA-US-B200X8-OD",
    "LAMBDA-US-B200X8-R12",
    "NEBIUS-EU-NORTH1-H200X8-OD",
    "NEBIUS-EU-NORTH1-H200X8-R12",
    "NEBIUS-EU-NORTH1-H200X8-R36",
    "NEBIUS-EU-NORTH1-H200X8-SPOT",
)
FIRM_AVAILABILITY, SPOT_AVAILABILITY = 0.9999, 0.99
"""What the example takes a provider to promise; no price list states it for whole clusters."""


def example_tables() -> Tables:
    """Sheets of example.xlsx: {sheet: rows of {column: cell}}; money in USD."""
    return {
        "Settings": [_settings()],
        "Sites": sites(),
        "PowerExpansions": power_expansions(),
        "Workloads": workloads(),
        "Demand": demand(),
        "ServingRates": serving_rates(),
        "ExistingFleet": existing_fleet(),
        "OpenOrders": open_orders(),
        "Commitments": commitments(),
        "Systems": [_system(line) for line in _picked("Systems", "system_id", SYSTEMS)],
        "Fabrics": _picked("Fabrics", "fabric_id", FABRICS),
        "Cooling": _picked("Cooling", "cooling_id", COOLING),
        "SiteCooling": site_cooling(),
        "Redundancy": _picked("Redundancy", "level_id", ("N", "N+1", "2N")),
        "CloudOffers": [_offer(line) for line in _picked("CloudOffers", "offer_id", OFFERS)],
        "Storage": [*_picked("Storage", "tier_id", TIERS), *neocloud_tiers()],
        "StoragePolicy": storage_policy(),
        "Overheads": overheads(),
        "Blocks": blocks(),
        "LoadProfiles": load_profiles(),
        "SitePower": site_power(),
        "Budgets": budgets(),
        "Limits": limits(),
        "Overrides": overrides(),
        "FX": fx(),
        "CostTerms": cost_terms(),
    }


def _settings() -> dict[str, Cell]:
    return {
        "plan_name": "Example: four sites, 2027 to 2031",
        "currency": "USD",
        "start": "2027-01",
        "period_months": 6,
        "periods": 10,
        "discount_rate": 0.09,
        "inflation_default": 0.025,
        "carbon_price_per_t": 60,
        "mip_gap": 0.015,
        "time_limit_s": 480,
    }


def _picked(sheet: str, key: str, wanted: tuple[str, ...]) -> Rows:
    """Rows of the price book with these keys, in the order asked for."""
    found = {line[key]: line for line in catalogue_rows(sheet)}
    return [_cells(found[name]) for name in wanted]


def _cells(line: dict[str, object]) -> dict[str, Cell]:
    return {name: value for name, value in line.items() if isinstance(value, str | int | float)}


def _system(line: dict[str, Cell]) -> dict[str, Cell]:
    """The system with the fabrics quoted for it, and older servers with one form of cooling."""
    name = str(line["system_id"])
    line = {**line, "fabrics_allowed": ", ".join(WIRING[name])}
    if name in LAST_ORDER:
        line["last_order"] = LAST_ORDER[name]
    return {**line, "liquid": "no"} if name in AIR_ONLY else line


def _offer(line: dict[str, Cell]) -> dict[str, Cell]:
    return {**line, "availability": SPOT_AVAILABILITY if line["term"] == "spot" else FIRM_AVAILABILITY}
