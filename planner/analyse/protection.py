"""What it costs that critical work survives the loss of a location."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from dataclasses import replace

from models.matrix import Key
from models.plan import FieldRef, Plan, Workload
from models.results import Choice
from models.words import said
from planner.analyse.resolve import resolve, without
from planner.solve.options import SolveOptions


def without_protection(plan: Plan) -> Plan:
    """The plan with nothing critical in it."""
    return replace(plan, workloads=tuple(replace(row, critical_share=0.0) for row in plan.workloads))


def protected(plan: Plan) -> Workload | None:
    """The first workload whose critical share must survive the loss of a location, if any."""
    return next((row for row in plan.workloads if row.critical_share > 0), None)


def cost_of_protection(
    plan: Plan,
    cost: float,
    options: SolveOptions,
    stop: threading.Event | None = None,
    known: Mapping[Key, float] | None = None,
) -> Choice | None:
    """Cost with protection (`cost`, of the plan found) and without, from a second solve; None if nothing is
    critical. known: values of the plan found by column key, to start from."""
    first = protected(plan)
    if first is None:
        return None
    found = resolve(without_protection(plan), options, stop, known)
    ref = FieldRef("Workloads", str(first.workload_id), "critical_share")
    return Choice(
        said("critical work survives the loss of a location"), ref, cost, without(found, cost), found.bound)
