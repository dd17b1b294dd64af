"""What the planner's own choices cost: protection of critical work, and each override."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from dataclasses import replace

from models.matrix import Key
from models.plan import Plan
from models.results import Choice, Proof
from planner.analyse.overrides import cost_of_overrides
from planner.analyse.protection import cost_of_protection, protected
from planner.solve.options import SolveOptions

_SHARE_OF_TIME = 3.0


def cost_of_choices(
    plan: Plan,
    cost: float,
    options: SolveOptions,
    stop: threading.Event,
    known: Mapping[Key, float] | None = None,
) -> tuple[Choice, ...]:
    """Each choice with the least cost without it, from a solve of its own. `stop` ends the rest.

    known: values of the plan found by column key, to start from
    """
    made = []
    protection = None if stop.is_set() else cost_of_protection(plan, cost, options, stop, known)
    if protection is not None:
        made.append(protection)
    for choice in cost_of_overrides(plan, cost, options, stop):
        if stop.is_set():
            break
        made.append(choice)
    return tuple(made)


def priced_anyway(plan: Plan, proof: Proof) -> bool:
    """Whether protection is priced unasked: something is critical, and the search left time."""
    return protected(plan) is not None and proof.status == "optimal"


def cost_of_protection_alone(
    plan: Plan, cost: float, options: SolveOptions, stop: threading.Event, known: Mapping[Key, float]
) -> tuple[Choice, ...]:
    """What protection costs, from a solve within a third of the time limit; nothing where there is none."""
    shorter = replace(options, time_limit_s=options.time_limit_s / _SHARE_OF_TIME)
    found = cost_of_protection(plan, cost, shorter, stop, known)
    return () if found is None else (found,)
