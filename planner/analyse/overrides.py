"""What each override costs: the plan without it, solved again."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from dataclasses import replace

from models.limits.overrides import override_ref
from models.plan import Override, Plan
from models.results import Choice
from models.words import said
from planner.analyse.resolve import resolve, without
from planner.solve.options import SolveOptions


def cost_of_overrides(
    plan: Plan, cost: float, options: SolveOptions, stop: threading.Event | None = None
) -> Iterator[Choice]:
    """One choice an override, in workbook order: cost with all of them (`cost`) and without that one."""
    for row in plan.overrides:
        others = tuple(other for other in plan.overrides if other is not row)
        found = resolve(replace(plan, overrides=others), options, stop)
        yield Choice(_words(row), override_ref(row), cost, without(found, cost), found.bound)


def _words(row: Override) -> str:
    decision: str = said(row.decision)
    if row.item:
        decision = said("{what} of {item}", what=decision, item=row.item)
    if row.location:
        decision = said("{what} at {place}", what=decision, place=row.location)
    if row.min is not None and row.min == row.max:
        limits = f"= {row.min:g}"
    else:
        sides = ((">=", row.min), ("<=", row.max))
        limits = ", ".join(f"{sign} {value:g}" for sign, value in sides if value is not None)
    return said("{what}, {span}: {limits}", what=decision, span=said(row.period), limits=limits)
