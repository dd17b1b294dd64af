"""C16 Supply: allocations of systems, and what crews can put in service."""

from __future__ import annotations

from collections.abc import Collection, Iterator

import numpy as np

from models.limits.bound import Bound, FloatArray, at_periods, limit_ref
from models.matrix import Key
from models.plan import Limit, Plan
from models.sizing import Sizing
from models.sizing.designs import Design
from models.sizing.fiscal import periods_in
from models.sizing.orders import arrival
from models.words import said

ORDERS = ("order", "lease")
"""Activities that take systems from a vendor."""


def supply_bounds(plan: Plan, sizing: Sizing, activities: Collection[Key]) -> Iterator[Bound]:
    """Limits of kind supply and crew_mw (C16)."""
    for row in plan.limits:
        if row.kind == "supply":
            yield from _allocations(plan, sizing, row, activities)
        elif row.kind == "crew_mw":
            yield from _crews(plan, sizing, row, activities)


def orders_of(design: Design, activities: Collection[Key]) -> list[Key]:
    """Activities that order systems of a design."""
    wanted = (Key(kind, (design.location, design.label)) for kind in ORDERS)
    return [key for key in wanted if key in activities]


def _allocations(plan: Plan, sizing: Sizing, row: Limit, activities: Collection[Key]) -> Iterator[Bound]:
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
            said("orders of {name}", name=name),
            row.period,
            "systems",
            weights,
            None,
            row.amount,
            detail=(name,),
        )


def _crews(plan: Plan, sizing: Sizing, row: Limit, activities: Collection[Key]) -> Iterator[Bound]:
    calendar = sizing.calendar
    names = [str(site.site_id) for site in plan.sites] if row.key is None else [row.key]
    for name in names:
        for t in periods_in(calendar, plan.settings, row.period):
            weights = _entering(plan, sizing, name, t, activities)
            if weights:
                yield Bound(
                    "C16",
                    limit_ref(row),
                    said("IT MW put in service at {name}", name=name),
                    calendar.label(t),
                    "MW",
                    weights,
                    None,
                    row.amount,
                    detail=(name, t),
                )


def _entering(
    plan: Plan, sizing: Sizing, site: str, t: int, activities: Collection[Key]
) -> dict[Key, FloatArray]:
    """IT MW that enter service at a site in period t, by what brings them."""
    calendar = sizing.calendar
    orders = [row.order_id for row in plan.open_orders if row.system_id is not None]
    weights: dict[Key, FloatArray] = {}

    def add(key: Key, period: int, mw: float) -> None:
        if period >= 0 and key in activities:
            weights.setdefault(key, np.zeros(calendar.periods))[period] += mw

    for design in sizing.designs:
        if design.location != site:
            continue
        mw = design.it_kw / 1000.0
        for kind in ORDERS:
            add(Key(kind, (site, design.label)), t - design.service_lag, mw)
        for order in orders:
            add(Key("join", (site, design.label, order)), t, mw)
        row = design.ordered
        if row is not None and arrival(calendar, row) == t:
            add(Key("open_order", (site, row.order_id)), 0, mw * row.quantity)
    return weights
