"""C18 Carbon and water: tonnes of CO2 and m3 of water in a span, owned and rented."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from models.costing.environment import carbon_footprint, water_footprint
from models.costing.evaluate import weights
from models.costing.line import CostLine
from models.limits.bound import Bound, FloatArray, limit_ref
from models.matrix import Key
from models.plan import Plan
from models.sizing import Sizing
from models.sizing.fiscal import cash_periods_in
from models.words import said

Footprint = Callable[[Plan, Sizing], Iterator[CostLine]]

KINDS: dict[str, tuple[Footprint, str, str]] = {
    "carbon_t": (carbon_footprint, "carbon", "t"),
    "water_m3": (water_footprint, "water", "m3"),
}


def environment_bounds(plan: Plan, sizing: Sizing) -> Iterator[Bound]:
    """Limits of kind carbon_t and water_m3 (C18)."""
    for row in plan.limits:
        if row.kind not in KINDS:
            continue
        footprint, title, unit = KINDS[row.kind]
        inside = list(cash_periods_in(sizing.calendar, plan.settings, row.period))
        sums: dict[Key, FloatArray] = {}
        for line in footprint(plan, sizing):
            if at_place(line.location, row.key):
                each = weights(line, sizing.calendar)[:, inside].sum(axis=1)
                sums[line.activity] = sums.get(line.activity, np.zeros(sizing.calendar.periods)) + each
        yield Bound(
            "C18",
            limit_ref(row),
            said(title) if row.key is None else said("{title} of {key}", title=said(title), key=row.key),
            row.period,
            unit,
            sums,
            None,
            row.amount,
            scale=1000.0,
        )


def at_place(location: str, key: str | None) -> bool:
    """Whether a location is the one named, or belongs to the provider named; no name means everywhere."""
    return key is None or location == key or location.partition(":")[0] == key
