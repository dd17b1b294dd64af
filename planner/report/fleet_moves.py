"""How systems come and go: what is kept of those held before, and what enters service, by cluster."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from models.matrix import Key
from models.plan import Plan
from models.sizing import Sizing
from models.sizing.designs import Design
from models.sizing.orders import arrival, order_kind

Activities = Mapping[Key, npt.NDArray[np.float64]]


@dataclass(frozen=True, slots=True)
class Entry:
    """Systems that an activity brings into service: `each` a unit of it, `lag` periods later."""

    activity: Key
    lag: int
    each: float = 1.0


@dataclass(frozen=True, slots=True)
class FleetMoves:
    """Systems of one cluster or design. held: activities that count what is kept of those held before."""

    location: str
    label: str
    installed: Key
    held: tuple[Key, ...]
    entries: tuple[Entry, ...]


def fleet_moves(plan: Plan, sizing: Sizing, activities: Activities) -> tuple[FleetMoves, ...]:
    """One record a design that has systems in service."""
    found = []
    systems = {row.order_id for row in plan.open_orders if order_kind(row) == "systems"}
    for design in sizing.designs:
        place = (design.location, design.label)
        installed = Key("installed", place)
        if installed in activities:
            rows = (Key("fleet_held", (*place, row.fleet_id)) for row in design.fleet)
            held = tuple(key for key in rows if key in activities)
            entries = tuple(entry for entry in _entries(sizing, design) if entry.activity in activities)
            joins = tuple(
                Entry(key, 0)
                for key in activities
                if key.kind == "join" and key.parts[:2] == place and key.parts[2] in systems
            )
            found.append(FleetMoves(design.location, design.label, installed, held, entries + joins))
    return tuple(found)


def _entries(sizing: Sizing, design: Design) -> Iterator[Entry]:
    for kind in ("order", "lease"):
        yield Entry(Key(kind, (design.location, design.label)), design.service_lag)
    if design.ordered is not None:
        key = Key("open_order", (design.location, design.ordered.order_id))
        yield Entry(key, arrival(sizing.calendar, design.ordered), float(design.ordered.quantity))
