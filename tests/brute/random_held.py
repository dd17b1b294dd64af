"""Random plans with what is held at the start: clusters that may leave, leases, signed capacity."""

from __future__ import annotations

import random
from typing import Any

from tests.brute.random_drawing import Tables, month_text
from tests.brute.random_plans import plan_tables

SERVE, RESERVE, MIXED = 0, 4, 7
"""Themes of the plans that these start from."""


def held_tables(seed: int) -> Tables:
    """Plan `seed` of those that hold something."""
    draw = random.Random(f"held {seed}")
    tables = plan_tables(10 * seed + draw.choice((SERVE, RESERVE, MIXED)))
    tables["Fabrics"] = tables["Fabrics"][:1]
    settings = tables["Settings"][0]
    if draw.random() < 0.3:
        settings |= {"period_months": 12, "periods": 3, "early_retirement": True}
        _worth_selling(tables)
    fleet(tables, draw)
    if draw.random() < 0.5:
        _signed(tables, draw)
    return tables


def _worth_selling(tables: Tables) -> None:
    """Work for two years of three, and systems that are there at once: then they can be sold at 24 months."""
    tables["Systems"][0] |= {"life_months": 60, "lead_months": 0}
    tables["Fabrics"][0]["lead_months"] = 0
    tables["Sites"] = tables["Sites"][:1]
    for work in tables["Workloads"]:
        work["end"] = month_text(23)
    for offer in tables["CloudOffers"]:
        offer["price_per_accelerator_hour"] = round(1.4 * offer["price_per_accelerator_hour"], 2)


def fleet(tables: Tables, draw: random.Random) -> None:
    """One existing cluster at the first site, with power and cooling for it."""
    site, settings = tables["Sites"][0], tables["Settings"][0]
    length = settings["period_months"]
    systems = draw.choice((1, 2))
    site["usable_mw"] = round(site["usable_mw"] + systems * 0.016 - 0.005, 4)
    site["racks"] = None
    places = [row["site_id"] for row in tables["Sites"]]
    tables["SiteCooling"] = [
        row | {"existing_kw": 100} for row in tables["SiteCooling"] if row["site_id"] in places
    ]
    row: dict[str, Any] = {
        "fleet_id": "OLD",
        "cluster_id": "old",
        "site_id": site["site_id"],
        "system_id": "S8",
        "fabric_id": "LEAF",
        "cooling_id": "AIR",
        "systems": systems,
        "in_service": month_text(-draw.choice((6, 18, 30))),
        "remaining_life_months": draw.choice((length, 30, 48)),
        "tenure": "owned",
        "may_retire": draw.random() < 0.7,
    }
    if draw.random() < 0.25:
        row |= {"tenure": "leased", "lease_per_month": draw.choice((2000, 6000)) * systems}
        if draw.random() < 0.6:
            row["lease_end"] = month_text(draw.choice((length, 2 * length, 3 * length)) - 1)
    else:
        if draw.random() < 0.6:
            row["cost_original"] = draw.choice((120_000, 220_000)) * systems
        if draw.random() < 0.4:
            row["resale_now"] = draw.choice((30_000, 90_000)) * systems
        if draw.random() < 0.2:
            row["retire_on"] = month_text(length)
    tables["ExistingFleet"] = [row]
    if draw.random() < 0.3:
        watch = {
            "overhead_id": "RACKS",
            "category": "observability",
            "driver": "per_cluster",
            "unit_cost": 1500,
            "per": "month",
            "amount_minimum": 0,
            "capex_or_opex": "opex",
            "index": "none",
            "scope": "all",
            "price_change_per_year": 0,
        }
        tables["Overheads"].append(watch)


def _signed(tables: Tables, draw: random.Random) -> None:
    """Blocks of an offer that is gone, signed before the plan."""
    length = tables["Settings"][0]["period_months"]
    first = tables["CloudOffers"][0]
    price = round(first["price_per_accelerator_hour"] * 0.6, 2)
    gone = {
        "offer_id": "GONE",
        "term": "reserved",
        "term_months": 36,
        "price_per_accelerator_hour": price,
        "upfront_share": draw.choice((0, 0.3)),
        "support_share": draw.choice((0, 0.05)),
        "block_accelerators": draw.choice((4, 8)),
        "max_accelerators": 16,
        "available_to": month_text(-1),
    }
    tables["CloudOffers"].append(first | gone)
    row: dict[str, Any] = {
        "commitment_id": "SIGNED",
        "kind": "capacity",
        "offer_id": "GONE",
        "blocks": 1,
        "start": month_text(-draw.choice((6, 12))),
        "end": month_text(draw.choice((length // 2, length, 2 * length, 4 * length, 50)) - 1),
        "prepaid_balance": draw.choice((0, 0, 20_000)),
    }
    if draw.random() < 0.5:
        row["price_per_accelerator_hour"] = round(price * draw.choice((0.8, 1.3)), 2)
    tables["Commitments"] = [row]
