"""One run of the solver: what it is asked for, and what came of it."""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import Enum, auto

from models.matrix import FloatArray, Matrix
from planner.solve.progress import Phase


class Ending(Enum):
    """How one run ended."""

    OPTIMAL = auto()
    TARGET = auto()
    NODE_LIMIT = auto()
    TIME_LIMIT = auto()
    INTERRUPTED = auto()
    INFEASIBLE = auto()
    UNBOUNDED = auto()
    INFEASIBLE_OR_UNBOUNDED = auto()
    ERROR = auto()


@dataclass(frozen=True, slots=True, eq=False)
class TreeTask:
    """One program to solve, and what its results mean for the whole.

    `relative_gap` ends the run, so does a plan at or below `target`, `nodes` nodes or `seconds` of
    wall time. `start` is a complete plan: completing one, the solver would report the bound of another
    program as this one's. `plan_counts`: its plans are plans of the whole program;
    `bound_counts`: its bound is a bound of the whole program. The run also ends when the best plan and
    bound of the whole come within `enough_gap`.
    """

    matrix: Matrix
    phase: Phase
    relative_gap: float
    plan_counts: bool
    bound_counts: bool
    seconds: float = math.inf
    nodes: int | None = None
    target: float = -math.inf
    start: FloatArray | None = None
    presolve: bool = True
    enough_gap: float | None = None


@dataclass(frozen=True, slots=True, eq=False)
class TreeResult:
    """Best column values of one run (None without), objective, bound, and how it ended."""

    ending: Ending
    x: FloatArray | None
    objective: float
    bound: float
    message: str
