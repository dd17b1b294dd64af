"""Limits and uses by place and period: figures, and the parts that the report shows as live formulas."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from models.costing.figures import figure
from models.costing.line import derived
from models.matrix import Key
from models.plan import Plan
from models.reading.capacity_table import Activities, CapacityTable
from models.reading.site_capacity import site_rows
from models.reading.storage import storage_capacity
from models.results import CapacityRow, Part
from models.sizing import Sizing
from models.sizing.designs import Design
from models.words import said


def _partly_there(table: CapacityTable, design: Design) -> bool:
    """Whether systems come or leave inside a period: their hours are then fewer than whole periods'."""
    nothing = np.zeros(table.periods)
    place = (design.location, design.label)
    whole = table.activities.get(table.installed(design), nothing) * table.sizing.calendar.hours_per_period
    there = sum(table.activities.get(Key(kind, place), nothing) for kind in ("busy", "idle"))
    return bool((np.abs(there - whole) > 1e-6 * np.maximum(1.0, whole)).any())


def _cluster_rows(table: CapacityTable, design: Design) -> Iterator[CapacityRow | None]:
    s, d = design.location, design.label
    installed = table.installed(design)
    planned = derived(d, "planned_systems", float(design.planned_systems), "systems/fabric")
    if not design.given:
        yield table.row(
            s,
            said("Fabric ports of {pool} (systems)", pool=d),
            "systems",
            "C2",
            [Part(installed)],
            [Part(Key("fabrics", (s, d)), (planned,))],
        )
    each = derived(
        d,
        "usable accelerators per system",
        design.accelerators * (1.0 - design.repair_share),
        "accelerators/system",
    )
    hours = derived("calendar", "periods_per_hour", 1.0 / table.sizing.calendar.hours_per_period, "1/h")
    use = [Part(key, (hours,)) for key in table.activities if key.kind == "hours" and key.parts[:2] == (s, d)]
    limit = [Part(installed, (each,))]
    if _partly_there(table, design):
        limit = [
            Part(
                Key(kind, (s, d)),
                (
                    derived(
                        d,
                        "usable accelerators per system-hour",
                        design.accelerators
                        * (1.0 - design.repair_share)
                        / table.sizing.calendar.hours_per_period,
                        "accelerators/h",
                    ),
                ),
            )
            for kind in ("busy", "idle")
        ]
    yield table.row(s, said("Accelerators of {pool} (mean)", pool=d), "accelerators", "C3", use, limit)


def _cloud_rows(table: CapacityTable) -> Iterator[CapacityRow | None]:
    hours = derived("calendar", "periods_per_hour", 1.0 / table.sizing.calendar.hours_per_period, "1/h")
    for pool in table.sizing.clouds:
        for offer in pool.offers:
            o = str(offer.offer_id)
            most = None
            if offer.max_accelerators is not None:
                most = [
                    Part(
                        None,
                        (
                            figure(
                                "CloudOffers", o, "max_accelerators", offer.max_accelerators, "accelerators"
                            ),
                        ),
                    )
                ]
            if offer.term == "reserved":
                block = figure(
                    "CloudOffers", o, "block_accelerators", float(offer.block_accelerators), "accelerators"
                )
                use = [Part(Key("active_commitment", (pool.location, o)), (block,))]
            else:
                use = [Part(Key("spot" if pool.spot else "on_demand", (pool.location, o)), (hours,))]
            yield table.row(
                pool.location,
                said("Offer {offer} (mean accelerators)", offer=o),
                "accelerators",
                "C5",
                use,
                most,
            )


def capacity_rows(plan: Plan, sizing: Sizing, activities: Activities) -> tuple[CapacityRow, ...]:
    """Power, cooling, racks, fabrics, accelerators and offers, as far as the plan uses them."""
    table = CapacityTable(sizing, activities)
    rows: list[CapacityRow | None] = []
    for site in plan.sites:
        rows += site_rows(plan, table, site)
    for design in sizing.designs:
        rows += _cluster_rows(table, design)
    rows += storage_capacity(plan, activities)
    rows += _cloud_rows(table)
    return tuple(row for row in rows if row is not None)
