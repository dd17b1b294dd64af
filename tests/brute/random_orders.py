"""Random plans with open orders, leases of new systems, and sites that are left."""

from __future__ import annotations

import random
from typing import Any

from tests.brute.random_drawing import Tables, month_text
from tests.brute.random_held import fleet
from tests.brute.random_plans import plan_tables

THEMES = (0, 1, 2, 4, 7, 8)
"""serve, train, power, reserve, mixed, pace: the plans that orders are added to."""


def order_tables(seed: int) -> Tables:
    """Plan `seed` of those with one or two open orders."""
    draw = random.Random(f"order {seed}")
    theme = draw.choice(THEMES)
    tables = plan_tables(10 * seed + theme)
    tables["Fabrics"] = tables["Fabrics"][:1]
    site = tables["Sites"][0]
    site["racks"] = None
    site["usable_mw"] = round(site["usable_mw"] + draw.choice((0, 0.014)), 4)
    for place in tables["SiteCooling"]:
        place["existing_kw"] = 100
    if draw.random() < 0.4:
        tables["Systems"][0]["acceptance_months"] = tables["Settings"][0]["period_months"]
    kinds = ["cluster", "cluster", "systems", "systems", "fabric"]
    kinds += ["power", "power"] if "PowerExpansions" in tables else []
    for number in range(draw.choice((1, 1, 1, 2))):
        tables.setdefault("OpenOrders", []).append(_order(f"PO{number}", draw.choice(kinds), tables, draw))
    return tables


def _order(name: str, kind: str, tables: Tables, draw: random.Random) -> dict[str, Any]:
    length = tables["Settings"][0]["period_months"]
    system, site = tables["Systems"][0], tables["Sites"][0]
    price = {
        "cluster": system["price_per_system"] * 1.15,
        "systems": system["price_per_system"],
        "fabric": 60_000,
        "power": 90_000,
    }[kind]
    quantity = draw.choice((1, 1, 2)) if kind in ("cluster", "systems") else 1
    total = round(price * quantity * draw.choice((0.7, 1.0, 1.3)))
    row: dict[str, Any] = {
        "order_id": name,
        "site_id": site["site_id"],
        "quantity": quantity,
        "in_service": month_text(draw.choice((-1, 0, length // 2, length, length + 1))),
        "total_price": total,
        "paid_to_date": round(total * draw.choice((0, 0.1, 0.3, 0.8))),
    }
    row |= {
        "cluster": {"system_id": "S8", "fabric_id": "LEAF", "cooling_id": "AIR"},
        "systems": {"system_id": "S8"},
        "fabric": {"fabric_id": "LEAF"},
        "power": {"expansion_id": "HALL"},
    }[kind]
    if draw.random() < 0.7:
        row["cancellable_until"] = month_text(draw.choice((0, 2, -1)))
        row["cancel_fee"] = draw.choice((None, round(0.03 * total), round(0.1 * total)))
    if draw.random() < 0.4:
        row["pay_on_delivery"] = round(0.2 * total)
    elif draw.random() < 0.5:
        row["pay_on_acceptance"] = round(0.1 * total)
    return row


def leaving_tables(seed: int) -> Tables:
    """Plan `seed` of those whose new systems can be leased and whose sites can be left."""
    draw = random.Random(f"leaving {seed}")
    tables = plan_tables(10 * seed + draw.choice((0, 2, 4, 7)))
    tables["Fabrics"] = tables["Fabrics"][:1]
    settings, system, site = tables["Settings"][0], tables["Systems"][0], tables["Sites"][0]
    length = settings["period_months"]
    if draw.random() < 0.6:
        system |= {
            "lease_per_month": round(system["price_per_system"] * draw.choice((0.01, 0.02, 0.03))),
            "lease_months": draw.choice((length, length, 2 * length, length + length // 2, 36)),
        }
    if draw.random() < 0.7:
        if draw.random() < 0.6 and "PowerExpansions" not in tables:
            fleet(tables, draw)
            tables["ExistingFleet"][0]["may_retire"] = True
        _may_be_left(tables, site, draw)
    if draw.random() < 0.5:
        for work in tables["Workloads"]:
            work["end"] = month_text(length - 1)
    return tables


def _may_be_left(tables: Tables, site: dict[str, Any], draw: random.Random) -> None:
    """The site costs so much that it pays to leave it; some contracts hold it for a while."""
    length = tables["Settings"][0]["period_months"]
    site |= {
        "fixed_cost_per_year": draw.choice((20_000, 60_000)),
        "minimum_stay_months": draw.choice((0, 6, length, 2 * length, 36, 48)),
        "decommission_cost": draw.choice((1, 5_000, 20_000)),
    }
    if site["minimum_stay_months"] and draw.random() < 0.5:
        site["decommission_cost"] = 0
    if draw.random() < 0.4:
        site |= {"kind": "colo", "rent_per_kw_month": draw.choice((100, 200)), "rent_basis": "contracted"}
