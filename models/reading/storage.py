"""Data as planned: what is kept where, and what storage and its bandwidth have room for."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

import numpy as np

from models.costing.figures import figure
from models.costing.line import Factor
from models.engineering.lifecycle import durability_of_copies
from models.matrix import Key
from models.plan import Plan, StorageTier
from models.reading.capacity_table import MW_PER_KW, Activities, FloatArray
from models.results import CapacityRow, Part, StorageRow
from models.sizing.places import STAGES, candidates, owned, storage_cooling
from models.sizing.retention import DATA_KINDS, policy_of
from models.words import said


def storage_rows(plan: Plan, activities: Activities) -> tuple[StorageRow, ...]:
    """Data by location, kind and stage."""
    kinds = {str(kind): kind for kind in DATA_KINDS}
    stages = {str(stage): stage for stage in STAGES}
    rows = []
    for key, tb in activities.items():
        if key.kind != "data_kept":
            continue
        location, kind, stage = (str(part) for part in key.parts)
        policy = policy_of(plan, kinds[kind])
        copies = 1 if policy is None else policy.copies
        used = [
            tier
            for tier in candidates(plan, location, stages[stage])
            if Key("stored", (location, str(tier.tier_id))) in activities
        ]
        stated = [tier.durability for tier in used if tier.durability is not None]
        durability = durability_of_copies(min(stated), copies) if used and len(stated) == len(used) else None
        names = tuple(str(tier.tier_id) for tier in used)
        rows.append(StorageRow(location, kind, stage, tb, copies, names, durability))
    return tuple(sorted(rows, key=lambda row: (row.location, row.data, STAGES.index(stages[row.stage]))))


def storage_capacity(plan: Plan, activities: Activities) -> Iterator[CapacityRow]:
    """Owned tiers: data against what is there; bandwidth asked for against what hot tiers give."""
    tiers = {str(tier.tier_id): tier for tier in plan.storage}
    places = [(str(key.parts[0]), tiers[str(key.parts[1])]) for key in activities if key.kind == "storage_tb"]
    for location, tier in places:
        name = str(tier.tier_id)
        if owned(tier):
            use = [Part(Key("stored", (location, name)))]
            limit = [Part(Key("storage_stock", (location, name)))]
            yield _row(activities, location, said("Storage {tier} (TB)", tier=name), "TB", use, limit)
    for location in dict.fromkeys(place for place, _ in places):
        hot = [tier for place, tier in places if place == location and tier.kind == "hot"]
        for way in ("read", "write"):
            asked = Key(f"{way}_rate", (location,))
            if asked in activities:
                limit = [
                    Part(Key("storage_tb", (location, str(t.tier_id))), (_bandwidth(t, way),)) for t in hot
                ]
                title = said(
                    "Read bandwidth of storage (GB/s)"
                    if way == "read"
                    else "Write bandwidth of storage (GB/s)"
                )
                yield _row(activities, location, title, "GB/s", [Part(asked)], limit)


def _bandwidth(tier: StorageTier, way: str) -> Factor:
    field = f"{way}_gb_per_s_per_tb"
    return figure("Storage", tier.tier_id, field, getattr(tier, field) or 0.0, "GB/s per TB")


def _row(
    activities: Activities, location: str, resource: str, unit: str, use: list[Part], limit: list[Part]
) -> CapacityRow:
    return CapacityRow(
        location,
        resource,
        unit,
        _sum(activities, limit),
        _sum(activities, use),
        "C15",
        tuple(use),
        tuple(limit),
    )


def _sum(activities: Activities, parts: list[Part]) -> FloatArray:
    total = np.zeros(len(next(iter(activities.values()))))
    for part in parts:
        if part.activity is not None and part.activity in activities:
            weight = float(np.prod([factor.amount for factor in part.factors]))
            total += weight * activities[part.activity]
    return total


def storage_power(plan: Plan, site_id: str, feed: str, basis: Literal["it", "facility"]) -> Part:
    """MW of the storage on a feed of a site."""
    factors: tuple[Factor, ...] = (MW_PER_KW,)
    cooling = storage_cooling(plan, site_id)
    if basis == "facility" and cooling is not None:
        place = f"{site_id}|{cooling.cooling_id}"
        factors = (MW_PER_KW, figure("SiteCooling", place, "pue_peak", cooling.pue_peak, "factor"))
    return Part(Key("storage_kw", (site_id, feed)), factors)


def storage_heat(plan: Plan, site_id: str, cooling_id: str, feeds: list[str]) -> list[Part]:
    """IT MW of storage that a cooling of a site carries away."""
    cooling = storage_cooling(plan, site_id)
    if cooling is None or cooling.cooling_id != cooling_id:
        return []
    return [Part(Key("storage_kw", (site_id, feed)), (MW_PER_KW,)) for feed in feeds]
