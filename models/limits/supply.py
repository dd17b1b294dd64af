"""C16 Supply: allocations of systems, and what crews can put in service."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from models.limits.bound import Bound, FloatArray, at_periods, limit_ref
from models.matrix import Key
from models.plan import Limit, Plan
from models.sizing import Sizing
from models.sizing.designs import Design
from models.sizing.fiscal import periods_in

ORDERS = ("order", "lease")
"""Activities that take systems from a vendor."""


def supply_bounds(plan: Plan, sizing: Sizing, activities: Sequence[Key]) -> Iterator[Bound]:
    r"""Rows of C16 for Limits of kind supply and crew_mw.

    supply:   \sum_{d of the system or vendor, t in span} order[d,t] <= amount; without a key each system
    crew_mw:  \sum_{d at s} IT MW[d] order[d,t - lag] <= amount, in every period of the span; without a key
              each site
    """
    for row in plan.limits:
        if row.kind == "supply":
            yield from _allocations(plan, sizing, row, activities)
        elif row.kind == "crew_mw":
            yield from _crews(plan, sizing, row, activities)


def orders_of(design: Design, activities: Sequence[Key]) -> list[Key]:
    """Activities that order systems of a design."""
    wanted = {Key(kind, (design.location, design.label)) for kind in ORDERS}
    return [key for key in activities if key in wanted]


def _allocations(plan: Plan, sizing: Sizing, row: Limit, activities: Sequence[Key]) -> Iterator[Bound]:
    calendar = sizing.calendar
    inside = at_periods(periods_in(calendar, plan.settings, row.period), calendar.periods)
    names = [str(system.system_id) for system in plan.systems] if row.key is None else [row.key]
    for name in names:
        weights = {
            key: inside
            for design in sizing.designs
            if name in (design.system.system_id, design.system.vendor)
            for key in orders_of(design, activities)
        }
        yield Bound(
            "C16",
            limit_ref(row),
            f"orders of {name}",
            row.period,
            "systems",
            weights,
            None,
            row.amount,
            detail=(name,),
        )


def _crews(plan: Plan, sizing: Sizing, row: Limit, activities: Sequence[Key]) -> Iterator[Bound]:
    calendar = sizing.calendar
    names = [str(site.site_id) for site in plan.sites] if row.key is None else [row.key]
    for name in names:
        for t in periods_in(calendar, plan.settings, row.period):
            weights: dict[Key, FloatArray] = {}
            for design in sizing.designs:
                ordered = t - design.service_lag
                if design.location == name and ordered >= 0:
                    at = np.zeros(calendar.periods)
                    at[ordered] = design.it_kw / 1000.0
                    weights |= dict.fromkeys(orders_of(design, activities), at)
            if weights:
                yield Bound(
                    "C16",
                    limit_ref(row),
                    f"IT MW put in service at {name}",
                    calendar.label(t),
                    "MW",
                    weights,
                    None,
                    row.amount,
                    detail=(name, t),
                )
