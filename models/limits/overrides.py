"""C21 Overrides: the planner's own minima, maxima and pins on what the plan decides."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from models.activities import KIND, ActivityKind
from models.limits.bound import Bound, at_periods
from models.matrix import Key
from models.plan import FieldRef, Override, Plan
from models.sizing import Sizing
from models.sizing.fiscal import periods_in
from models.words import said

STOCKS = frozenset(
    {
        "installed",
        "leased",
        "fed",
        "fabrics",
        "units",
        "site_active",
        "contracted_kw",
        "peak_kw",
        "modules",
        "blocks",
        "active_commitment",
        "active_signed",
        "standby",
        "fleet_held",
        "present_power",
        "storage_stock",
        "storage_tb",
        "storage_rented",
        "storage_kw",
        "stored",
        "data_kept",
        "read_rate",
        "write_rate",
    }
)
"""Activities that stand rather than flow: they are bounded in every period, not in total."""


def override_ref(row: Override, field: str = "decision") -> FieldRef:
    """Cell of a row on sheet Overrides."""
    return FieldRef(
        "Overrides", "|".join((row.decision, row.location or "", row.item or "", row.period)), field
    )


def override_bounds(plan: Plan, sizing: Sizing, activities: Sequence[Key]) -> Iterator[Bound]:
    """Overrides, one bound a row and span; one a period for what stands rather than flows (C21)."""
    calendar = sizing.calendar
    for row in plan.overrides:
        kind = KIND.get(row.decision)
        if kind is None:
            continue  # told by the pre-checks
        keys = [key for key in activities if key.kind == row.decision and matches(kind, key, row)]
        inside = periods_in(calendar, plan.settings, row.period)
        groups = [(t,) for t in inside] if row.decision in STOCKS else [inside]
        field = "min" if row.max is None else "max"
        for group in filter(None, groups):
            weights = at_periods(group, calendar.periods)
            yield Bound(
                "C21",
                override_ref(row, field),
                _words(kind, row),
                calendar.label(group[0]) if row.decision in STOCKS else row.period,
                kind.unit,
                dict.fromkeys(keys, weights),
                row.min,
                row.max,
                scale=1000.0 * calendar.hours_per_period if kind.unit == "accelerator-hours" else 1.0,
                detail=(group[0],),
            )


def matches(kind: ActivityKind, key: Key, row: Override) -> bool:
    """Whether an activity is at the location and of the item that an override names.

    The item may be any part of the activity's index, or of a cluster design's name: a system, a fabric.
    """
    others = list(key.parts)
    if kind.where is not None:
        if row.location is not None and key.parts[kind.where] != row.location:
            return False
        del others[kind.where]
    elif row.location is not None:
        return False
    if row.item is None:
        return True
    names = {str(part) for part in others} | {
        piece for part in others for piece in re.split(r"[/#]", str(part))
    }
    return row.item in names


def _words(kind: ActivityKind, row: Override) -> str:
    title = said(kind.title.lower())
    match (row.item is not None, row.location is not None):
        case (True, True):
            return said("{title} of {item} at {place}", title=title, item=row.item, place=row.location)
        case (True, False):
            return said("{title} of {item}", title=title, item=row.item)
        case (False, True):
            return said("{title} at {place}", title=title, place=row.location)
        case _:
            return title
