"""Variations of the random plans: a second system, a second power option, offers in part of the horizon,
fabrics that last or arrive differently from their systems."""

from __future__ import annotations

import random
from typing import Any

from tests.brute.random_drawing import Tables, month_text
from tests.brute.random_plans import plan_tables


def varied_tables(seed: int) -> Tables | None:
    """Plan `seed` of the corpus with changes drawn from the seed; None where nothing was drawn."""
    tables, draw = plan_tables(seed), random.Random(seed)
    before = str(tables)
    simple = len(tables["Sites"]) == len(tables["Fabrics"]) == len(tables["Cooling"]) == 1
    if simple and "ExistingFleet" not in tables and draw.random() < 0.5:
        _second_system(tables, draw)
    if "PowerExpansions" in tables and draw.random() < 0.6:
        _second_expansion(tables, draw)
    if draw.random() < 0.2:
        _windows(tables, draw)
    length = tables["Settings"][0]["period_months"]
    if draw.random() < 0.2:
        tables["Fabrics"][0]["life_months"] = length
    if draw.random() < 0.2:
        tables["Fabrics"][0] |= {
            "lead_months": draw.choice((0, length)),
            "price_change_per_year": draw.choice((-0.2, 0.5)),
        }
    return None if str(tables) == before else tables


def _second_system(tables: Tables, draw: random.Random) -> None:
    small: dict[str, Any] = {
        "system_id": "S4",
        "accelerators_per_system": 4,
        "price_per_system": draw.choice((40_000, 60_000)),
        "max_kw_per_system": 5,
        "provisioned_kw_per_system": 5,
        "bf16_tflops_per_accelerator": draw.choice((700, 1000)),
        "lead_months": 0,
    }
    tables["Systems"].append(tables["Systems"][0] | small)
    first = tables["CloudOffers"][0]
    price = round(first["price_per_accelerator_hour"] * 0.8, 2)
    rented = {"offer_id": "OD4", "system_id": "S4", "price_per_accelerator_hour": price}
    tables["CloudOffers"].append(first | rented)
    for row in list(tables.get("ServingRates", [])):
        if draw.random() < 0.5:
            tables["ServingRates"].append(row | {"system_id": "S4", "rate": 1.5})
    for work in tables["Workloads"]:
        if work["kind"] == "training":
            work["run_reference_system"] = "S8"
        if draw.random() < 0.3:
            work["precision"] = "fp8"


def _second_expansion(tables: Tables, draw: random.Random) -> None:
    other = {
        "expansion_id": "ANNEX",
        "block_mw": draw.choice((0.02, 0.012)),
        "max_blocks": 1,
        "lead_months": draw.choice((0, tables["Settings"][0]["period_months"])),
        "block_cost": draw.choice((50_000, 90_000)),
    }
    tables["PowerExpansions"].append(tables["PowerExpansions"][0] | other)


def _windows(tables: Tables, draw: random.Random) -> None:
    """The first offer ends, another begins."""
    first, length = tables["CloudOffers"][0], tables["Settings"][0]["period_months"]
    later = {
        "offer_id": "LATER",
        "available_from": month_text(draw.choice((length, length // 2))),
        "price_per_accelerator_hour": first["price_per_accelerator_hour"] + 0.5,
    }
    tables["CloudOffers"].append(first | later)
    first["available_to"] = month_text(draw.choice((length - 1, length + 2)))
