"""Random plans whose places matter: critical work that survives the loss of one, data that follows work."""

from __future__ import annotations

import random
from typing import Any

from tests.brute.random_drawing import Tables
from tests.brute.random_plans import plan_tables

SERVE, TRAIN, MIXED, PACE = 0, 1, 7, 8
"""Themes of the plans that these start from."""


def spread_tables(seed: int) -> Tables:
    """Plan `seed` of those; odd ones keep data, even ones have critical work, some both.

    Without a least share data could wait at a place where no work runs, so there is one.
    """
    draw = random.Random(f"spread {seed}")
    tables = plan_tables(10 * seed + draw.choice((SERVE, MIXED)))
    tables.pop("ExistingFleet", None)
    tables["Fabrics"] = tables["Fabrics"][:1]
    tables["Settings"][0] |= {"min_share": draw.choice((0.1, 0.2)), "max_locations": draw.choice((2, 3))}
    for offer in tables["CloudOffers"]:
        if offer["term"] == "on_demand":
            offer["max_accelerators"] = offer["max_cluster_accelerators"] = draw.choice((24, 40))
    if len(tables["Sites"]) == 1 and (seed % 2 == 0 or draw.random() < 0.5):
        first = tables["CloudOffers"][0]
        price = round(first["price_per_accelerator_hour"] * draw.choice((0.95, 1.1)), 2)
        other = {"offer_id": "ODEU", "region": "eu", "price_per_accelerator_hour": price}
        tables["CloudOffers"].append(first | other)
    if seed % 2 == 0 or draw.random() < 0.2:
        _critical(tables, draw)
    if seed % 2:
        keep_data(tables, draw)
    return tables


def _critical(tables: Tables, draw: random.Random) -> None:
    """The service is critical; providers let it burst."""
    for work in tables["Workloads"]:
        if work["kind"] == "inference" or (work["kind"] == "continuous" and draw.random() < 0.2):
            work["critical_share"] = draw.choice((0.2, 0.4, 0.6))
    for offer in tables["CloudOffers"]:
        offer["burst_share"] = draw.choice((0.3, 0.6, 1.0))


def survive_tables(seed: int) -> Tables:
    """Plan `seed` of those with a campaign that must restart elsewhere after the loss of a location."""
    draw = random.Random(f"survive {seed}")
    tables = plan_tables(10 * seed + draw.choice((TRAIN, MIXED, PACE)))
    tables.pop("ExistingFleet", None)
    tables["Fabrics"] = tables["Fabrics"][:1]
    runs = [work for work in tables["Workloads"] if work["kind"] == "training"]
    for work in runs[: draw.choice((1, 2))]:
        work |= {
            "critical_share": draw.choice((0.5, 1.0)),
            "single_cluster": False,
            "shortfall_penalty_per_eflop": draw.choice((None, 2.0, 4.0)),
        }
    for offer in tables["CloudOffers"]:
        offer["burst_share"] = draw.choice((0, 0.1, 0.3, 0.6))
        if offer["term"] == "on_demand":
            offer["max_accelerators"] = draw.choice((24, 40))
            offer["max_cluster_accelerators"] = draw.choice((8, 24))
    if len(tables["Sites"]) == 1 and draw.random() < 0.6:
        first = tables["CloudOffers"][0]
        price = round(first["price_per_accelerator_hour"] * draw.choice((0.95, 1.1)), 2)
        other = {"offer_id": "ODEU", "region": "eu", "price_per_accelerator_hour": price}
        tables["CloudOffers"].append(first | other)
    if draw.random() < 0.3:
        tables["Settings"][0] |= {"min_share": 0.1, "max_locations": 3}
        _critical(tables, draw)
    return tables


def keep_data(tables: Tables, draw: random.Random) -> None:
    """A data set of one workload, hot storage for rent at most places."""
    work = draw.choice(tables["Workloads"])
    places = [row["site_id"] for row in tables["Sites"]]
    places += sorted({f"{row['provider']}:{row['region']}" for row in tables["CloudOffers"]})
    kept = [place for place in places if draw.random() < 0.85] or places
    work |= {
        "dataset_tb": draw.choice((100, 400)),
        "dataset_home": draw.choice((None, None, *kept)),
        "dataset_growth_per_year": 0,
    }
    tables["Storage"] = [_tier(f"HOT{number}", place, draw) for number, place in enumerate(kept)]
    if draw.random() < 0.2:
        tables["Storage"].append(_tier("NET", "any", draw))
    for site in tables["Sites"]:
        site["egress_per_tb"] = draw.choice((0, 20))


def _tier(name: str, where: str, draw: random.Random) -> dict[str, Any]:
    return {
        "tier_id": name,
        "where": where,
        "kind": "hot",
        "price_per_tb_month": draw.choice((5, 15, 25)),
        "retrieval_per_tb": draw.choice((0, 10)),
        "egress_per_tb": draw.choice((0, 50, 90)),
        "price_change_per_year": draw.choice((0, -0.1)),
    }
