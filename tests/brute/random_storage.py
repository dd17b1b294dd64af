"""Random plans that keep data: tiers bought and rented, retention by stages, checkpoints, logs, bandwidth."""

from __future__ import annotations

import random
from typing import Any

from tests.brute.random_drawing import Tables
from tests.brute.random_held import fleet
from tests.brute.random_plans import plan_tables

THEMES = (0, 1, 7, 8)
"""serve, train, mixed, pace: the plans that data is added to."""


def storage_tables(seed: int) -> Tables:
    """Plan `seed` of those that keep data.

    Without a least share data could wait at a place where no work runs, so there is one.
    """
    draw = random.Random(f"storage {seed}")
    tables = plan_tables(10 * seed + draw.choice(THEMES))
    tables.pop("ExistingFleet", None)
    tables["Fabrics"] = tables["Fabrics"][:1]
    tables["Settings"][0] |= {"min_share": draw.choice((0.1, 0.2)), "max_locations": draw.choice((2, 3))}
    for offer in tables["CloudOffers"]:
        if offer["term"] == "on_demand":
            offer["max_accelerators"] = offer["max_cluster_accelerators"] = 40
    powered = draw.random() < 0.35
    if powered:
        _in_use(tables, draw)
    places = [row["site_id"] for row in tables["Sites"]] + ["Cloud:us"]
    for work in draw.sample(tables["Workloads"], draw.choice((1, 1, min(2, len(tables["Workloads"]))))):
        _contents(work, places, draw)
    _tiers(tables, powered, draw)
    _policies(tables, draw)
    for site in tables["Sites"]:
        site["egress_per_tb"] = draw.choice((0, 20))
    return tables


def _in_use(tables: Tables, draw: random.Random) -> None:
    """A site in use from the start, whose storage may draw power; rent and cooling do not depend on it."""
    tables["Sites"] = tables["Sites"][:1]
    fleet(tables, draw)
    tables["ExistingFleet"][0] |= {"may_retire": False, "systems": 1}
    tables["Sites"][0] |= {"kind": "own", "rent_per_kw_month": 0}
    tables["Sites"][0]["usable_mw"] = round(tables["Sites"][0]["usable_mw"] + 0.004, 4)
    for place in tables["SiteCooling"]:
        place["existing_kw"] = 1000


def _contents(work: dict[str, Any], places: list[str], draw: random.Random) -> None:
    """Some of: a data set, checkpoints and weights, logs, reads."""
    work |= {"checkpoints_kept": 3, "min_checkpoints_kept": 0, "min_log_days": 0}
    if draw.random() < 0.8:
        work |= {
            "dataset_tb": draw.choice((200, 800)),
            "dataset_growth_per_year": draw.choice((0, 0, 0.5)),
            "dataset_home": draw.choice((None, None, *places)),
        }
    if draw.random() < 0.7:
        work |= {
            "total_params_billion": draw.choice((50, 300)),
            "bytes_per_param_checkpoint": 14,
            "checkpoints_kept": draw.choice((3, 30, 200)),
            "min_checkpoints_kept": draw.choice((0, 0, 2, 10)),
        }
    if draw.random() < 0.6:
        work |= {
            "log_gb_per_accelerator_day": draw.choice((50, 400)),
            "min_log_days": draw.choice((0, 60, 300)),
        }
    if draw.random() < 0.5:
        work |= {
            "read_gb_per_s": draw.choice((1, 8)),
            "cache_hit_share": draw.choice((0, 0.5)),
        }


def _tiers(tables: Tables, powered: bool, draw: random.Random) -> None:
    """Hot storage everywhere, to buy or to rent; warm and archive at some places."""
    rows: list[dict[str, Any]] = []

    def tier(name: str, where: str, kind: str, price: float, **changes: Any) -> None:
        row: dict[str, Any] = {
            "tier_id": name,
            "where": where,
            "kind": kind,
            "price_per_tb_month": price,
            "retrieval_per_tb": draw.choice((0, 2)),
            "egress_per_tb": draw.choice((0, 50)),
            "min_storage_days": 0,
            "kw_per_tb": 0,
            "life_months": 60,
            "price_change_per_year": draw.choice((0, -0.1)),
        }
        rows.append(row | changes)

    def bought(price: float) -> dict[str, Any]:
        return {
            "price_per_tb_month": draw.choice((None, None, 1)),
            "capex_per_tb": price,
            "life_months": draw.choice((60, 60, tables["Settings"][0]["period_months"])),
            "kw_per_tb": draw.choice((0.002, 0.008)) if powered else 0,
        }

    tier("CLOUD", "Cloud:us", "hot", draw.choice((15, 25)))
    if draw.random() < 0.7:
        tier("FLASH", "site", "hot", 0, **bought(draw.choice((200, 400))))
    if len(rows) == 1 or draw.random() < 0.3:
        tier("RENTED", draw.choice(("alpha", "any")), "hot", draw.choice((12, 20)))
    if draw.random() < 0.5:
        tier("DISK", "site", "warm", 0, **bought(draw.choice((60, 120))))
    if draw.random() < 0.6:
        tier("COOL", "any", "warm", draw.choice((6, 10)))
    if draw.random() < 0.7:
        tier(
            "TAPE",
            draw.choice(("any", "Cloud:us")),
            "archive",
            draw.choice((1, 3)),
            min_storage_days=draw.choice((0, 180, 365)),
        )
    for row in rows:
        if row["kind"] == "hot" and draw.random() < 0.6:
            row["read_gb_per_s_per_tb"] = draw.choice((0.005, 0.02))
            row["write_gb_per_s_per_tb"] = draw.choice((0.01, 0.1))
    tables["Storage"] = rows


def _policies(tables: Tables, draw: random.Random) -> None:
    """How long some kinds of data stay."""
    rows = []
    for kind in ("dataset", "processed", "checkpoint", "weights", "evaluation", "log", "backup"):
        if draw.random() < (0.5 if kind in ("dataset", "checkpoint", "log") else 0.25):
            rows.append(
                {
                    "data_kind": kind,
                    "hot_days": draw.choice((0, 10, 60)),
                    "warm_days": draw.choice((0, 0, 90, 200)),
                    "archive_days": draw.choice((0, 60, 120, 500)),
                    "copies": draw.choice((1, 2)),
                    "dedup_ratio": draw.choice((1, 1.5)),
                    "compression_ratio": draw.choice((1, 2)),
                }
            )
    if rows:
        tables["StoragePolicy"] = rows
