"""Random plans with limits: supply, crews, money by scope and basis, carbon, water, shares, overrides."""

from __future__ import annotations

import random
from typing import Any

from tests.brute.random_drawing import Tables, month_text
from tests.brute.random_plans import plan_tables

THEMES = (0, 2, 3, 4, 7, 8)
"""serve, power, liquid, reserve, mixed, pace: the plans that these start from."""

KINDS = ("supply", "crews", "money", "basis", "footprint", "share", "override")


def limit_tables(seed: int) -> Tables:
    """Plan `seed` of those with limits; the seed cycles through the kinds of limits."""
    draw = random.Random(f"limits {seed}")
    kind = KINDS[seed % len(KINDS)]
    theme = draw.choice((0, 7, 8) if kind == "share" else THEMES)
    tables = plan_tables(10 * seed + theme)
    tables["Fabrics"] = tables["Fabrics"][:1]
    _loosen(tables, draw)
    if kind in ("supply", "crews", "basis"):
        tables["Systems"][0]["price_per_system"] = round(0.5 * tables["Systems"][0]["price_per_system"])
    {
        "supply": _supply,
        "crews": _crews,
        "money": _money,
        "basis": _basis,
        "footprint": _footprint,
        "share": _share,
        "override": _override,
    }[kind](tables, draw)
    return tables


def _loosen(tables: Tables, draw: random.Random) -> None:
    """What cannot be owned can be rented, so that a limit moves work rather than forbidding it."""
    tables["Systems"][0]["vendor"] = "V"
    for site in tables["Sites"]:
        site["racks"] = None
    for offer in tables["CloudOffers"]:
        if offer["term"] == "on_demand":
            offer["max_accelerators"] = offer["max_cluster_accelerators"] = 48
    for work in tables["Workloads"]:
        if work["kind"] != "inference" and draw.random() < 0.3:
            work["shortfall_penalty_per_eflop"] = draw.choice((2.0, 4.0))


def _span(tables: Tables, draw: random.Random) -> str:
    """All of the plan, or its first or second year or half-year."""
    settings = tables["Settings"][0]
    if settings["period_months"] == 6:
        names = ["FY2027", "2027-H1", "2027-H2"] + (["2028-H1"] if settings["periods"] > 2 else [])
    else:
        names = ["FY2027", "FY2028"]
    return draw.choice(["all", *names])


def _limit(kind: str, amount: float, period: str, key: str | None = None) -> dict[str, Any]:
    return {"kind": kind, "key": key, "period": period, "amount": amount}


def _leasable(tables: Tables, draw: random.Random) -> None:
    system, length = tables["Systems"][0], tables["Settings"][0]["period_months"]
    system |= {
        "lease_per_month": round(system["price_per_system"] * draw.choice((0.015, 0.025, 0.04))),
        "lease_months": draw.choice((length, 2 * length, length + length // 2)),
    }


def _supply(tables: Tables, draw: random.Random) -> None:
    """Allocations of a system or vendor."""
    if draw.random() < 0.4:
        _leasable(tables, draw)
    key = draw.choice((None, "S8", "V"))
    tables["Limits"] = [_limit("supply", draw.choice((0, 1)), _span(tables, draw), key)]


def _crews(tables: Tables, draw: random.Random) -> None:
    """Crews at a site or at every one."""
    if draw.random() < 0.4:
        _leasable(tables, draw)
    mw = round(draw.choice((0.5, 1.2)) * (tables["Systems"][0]["max_kw_per_system"] + 1.5) / 1000, 4)
    tables["Limits"] = [_limit("crew_mw", mw, _span(tables, draw), draw.choice((None, "alpha")))]


def _basis(tables: Tables, draw: random.Random) -> None:
    """Capex that counts when it is ordered or in service, of systems and networks that take a while."""
    length = tables["Settings"][0]["period_months"]
    tables["Systems"][0] |= {"lead_months": length, "pay_at_order_share": 0.2, "pay_at_delivery_share": 0.8}
    tables["Fabrics"][0]["lead_months"] = length
    tables["Settings"][0]["periods"] = 3
    for work in tables["Workloads"]:
        work["end"] = month_text(3 * length - 1)
    price = tables["Systems"][0]["price_per_system"]
    tables["Budgets"] = [
        {
            "scope": "capex",
            "key": None,
            "period": "2027-H1" if length == 6 else draw.choice(("FY2027", "FY2028")),
            "amount": round(price * draw.choice((0.3, 0.8, 1.3, 2.0))),
            "basis": draw.choice(("ordered", "in_service")),
            "hard": True,
        }
    ]


def _money(tables: Tables, draw: random.Random) -> None:
    """Hard budgets of a cost term, site, location or provider, and of capex on another basis."""
    price = tables["Systems"][0]["price_per_system"]
    scope = draw.choice(("cost_term", "site", "location", "provider", "capex", "capex", "total"))
    key: str | None = {"site": "alpha", "location": "Cloud:us", "provider": "Cloud"}.get(scope)
    amount = round(price * draw.choice((0.3, 0.8, 1.3, 2.0)))
    if scope == "cost_term":
        key = draw.choice(("systems", "energy", "cloud_on_demand", "cloud_reserved", "staff", "fabric"))
        amount = round(price * draw.choice((0.02, 0.1, 0.5, 1.2)))
    if scope == "capex":
        tables["Systems"][0]["lead_months"] = tables["Settings"][0]["period_months"] * draw.choice((0, 1))
    tables["Budgets"] = [
        {
            "scope": scope,
            "key": key,
            "period": _span(tables, draw),
            "amount": amount,
            "basis": draw.choice(("ordered", "in_service")) if scope == "capex" else None,
            "hard": True,
        }
    ]


def _footprint(tables: Tables, draw: random.Random) -> None:
    """Carbon and water of grids and providers, capped or priced."""
    for site in tables["Sites"]:
        site |= {
            "carbon_g_per_kwh": draw.choice((100, 400, 600)),
            "carbon_change_per_year": draw.choice((0, -0.1)),
            "water_price_per_m3": draw.choice((3, 10)),
        }
    for place in tables["SiteCooling"]:
        place["water_l_per_kwh"] = draw.choice((0.3, 1.8))
    for offer in tables["CloudOffers"]:
        offer |= {
            "carbon_g_per_kwh": draw.choice((50, 500)),
            "pue": 1.2,
            "water_l_per_kwh": draw.choice((0, 0.5, 2)),
        }
    if draw.random() < 0.4:
        tables["Settings"][0]["carbon_price_per_t"] = draw.choice((100, 500))
    kind = draw.choice(("carbon_t", "water_m3"))
    amount = draw.choice((10, 25, 60)) if kind == "carbon_t" else draw.choice((40, 100, 200))
    key = draw.choice((None, "alpha", "Cloud", "Cloud:us"))
    tables["Limits"] = [_limit(kind, amount, _span(tables, draw), key)]


def _share(tables: Tables, draw: random.Random) -> None:
    """Shares of a location, provider, vendor or of spot; vendors have a slower system beside."""
    kinds = ["location_share", "provider_share", "vendor_share"]
    spot = any(offer["term"] == "spot" for offer in tables["CloudOffers"])
    kind = "spot_share" if spot and draw.random() < 0.7 else draw.choice(kinds)
    tables["Settings"][0] |= {"max_locations": 3, "min_share": 0.1}
    if kind == "vendor_share":
        first = tables["CloudOffers"][0]
        slow = {"system_id": "T8", "vendor": "W", "bf16_tflops_per_accelerator": 700}
        tables["Systems"].append(tables["Systems"][0] | slow | {"price_per_system": 1e7})
        price = round(first["price_per_accelerator_hour"] * draw.choice((0.6, 0.9)), 2)
        tables["CloudOffers"].append(
            first | {"offer_id": "ODT", "system_id": "T8", "price_per_accelerator_hour": price}
        )
        for row in list(tables.get("ServingRates", [])):
            tables["ServingRates"].append(row | {"system_id": "T8", "rate": 1.2})
        for work in tables["Workloads"]:
            if work["kind"] == "training":
                work["run_reference_system"] = "S8"
    key = {
        "location_share": draw.choice((None, "alpha", "Cloud:us")),
        "provider_share": draw.choice((None, "Cloud")),
        "vendor_share": draw.choice((None, "V", "W")),
        "spot_share": None,
    }[kind]
    amount = draw.choice((0.2, 0.5, 0.7)) if kind != "location_share" or key else 0.7
    tables["Limits"] = [_limit(kind, amount, _span(tables, draw), key)]


def _override(tables: Tables, draw: random.Random) -> None:
    """Least and most orders, systems, rented hours, blocks, runs and openings."""
    runs = [work["workload_id"] for work in tables["Workloads"] if work["kind"] == "training"]
    decisions = ["order", "installed", "on_demand", "open_site"]
    decisions += ["commit", "commit", "active_commitment"] if len(tables["CloudOffers"]) > 1 else []
    decisions += ["run", "run"] if runs else []
    decisions += ["power_blocks"] if "PowerExpansions" in tables else []
    decision = draw.choice(decisions)
    row: dict[str, Any] = {"decision": decision, "period": _span(tables, draw)}
    if decision in ("order", "installed"):
        row |= {"location": "alpha", "item": draw.choice((None, "S8"))}
        row |= draw.choice(({"min": 1}, {"max": 0}, {"max": 1}, {"min": 1, "max": 1}))
    elif decision == "on_demand":
        hours = round(draw.choice((2, 5)) * tables["Settings"][0]["period_months"] * 730)
        row |= {"item": "OD"} | draw.choice(({"max": hours}, {"min": hours}))
    elif decision in ("commit", "active_commitment"):
        row |= draw.choice(({"max": 0}, {"min": 1}, {"min": 1, "max": 1}))
    elif decision == "run":
        where = draw.choice(({"location": "alpha"}, {"location": "Cloud:us"}, {"location": None}))
        row |= {"item": runs[0], "min": 1} | where
    elif decision == "power_blocks":
        row |= {"location": "alpha"} | draw.choice(({"max": 0}, {"min": 1}))
    else:
        row |= {"location": "alpha"} | draw.choice(({"max": 0}, {"min": 1}))
    tables["Overrides"] = [row]
