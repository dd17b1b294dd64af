"""What the planner's own choices cost: protection of critical work, and each override."""

from __future__ import annotations

import threading

from models.plan import Plan
from models.results import Choice
from planner.analyse.overrides import cost_of_overrides
from planner.analyse.protection import cost_of_protection
from planner.solve.options import SolveOptions


def cost_of_choices(
    plan: Plan, cost: float, options: SolveOptions, stop: threading.Event
) -> tuple[Choice, ...]:
    """Each choice with the least cost without it, from a solve of its own. `stop` ends the rest."""
    made = []
    protection = None if stop.is_set() else cost_of_protection(plan, cost, options, stop)
    if protection is not None:
        made.append(protection)
    for choice in cost_of_overrides(plan, cost, options, stop):
        if stop.is_set():
            break
        made.append(choice)
    return tuple(made)
