"""A second look at a plan that was changed a little: its least cost, found anew."""

from __future__ import annotations

import math
import threading
from collections.abc import Mapping
from dataclasses import dataclass, replace

from models.costing.lines import cost_lines
from models.matrix import Key
from models.plan import Plan
from models.program.build import build
from models.sizing import size
from planner.solve.options import SolveOptions
from planner.solve.outcome import Optimal, Stopped, StoppedWithout
from planner.solve.search import solve
from planner.solve.start import start_vector
from planner.solve.verify import VerificationError, polish


@dataclass(frozen=True, slots=True)
class Found:
    """Least cost found and proven bound, in the plan's currency; cost None where no plan was found."""

    cost: float | None
    bound: float


def resolve(
    plan: Plan,
    options: SolveOptions,
    stop: threading.Event | None = None,
    known: Mapping[Key, float] | None = None,
) -> Found:
    """Solves a plan without writing anything. known: values by column key to start from.

    Raises ImpossibleRowsError where the plan plainly has none.
    """
    sizing = size(plan)
    matrix = build(plan, sizing, cost_lines(plan, sizing))
    quiet = replace(options, log_file=None)
    start = start_vector(matrix, known) if known else None
    outcome = solve(matrix, quiet, start=start, stop=stop)
    if isinstance(outcome, Optimal | Stopped):
        try:
            exact = polish(matrix, outcome.solution.x, quiet)
        except VerificationError:
            return Found(None, outcome.solution.bound * matrix.money_scale)
        bound = min(outcome.solution.bound, exact.objective)
        return Found(exact.objective * matrix.money_scale, bound * matrix.money_scale)
    if isinstance(outcome, StoppedWithout):
        return Found(None, outcome.bound * matrix.money_scale)
    return Found(None, -math.inf)


def without(found: Found, cost: float) -> float | None:
    """Least cost without a requirement that a plan of `cost` meets: that plan stays possible."""
    return None if found.cost is None else min(found.cost, cost)
