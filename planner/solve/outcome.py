"""What a solve can end with. Each ending is a type, so that no caller has to read a status text.

All objectives and bounds are in the matrix's own unit (currency / `money_scale`), offset included.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import Enum
from typing import TypeAlias

from models.matrix import FloatArray

SOLVED_TO_ZERO = 1e-9  # relative difference below which objective and bound count as equal


def gap(objective: float, bound: float) -> float:
    """Relative gap (objective - bound) / |objective| of a minimisation, never below 0.

    Infinite without a plan or a bound, and at objective 0 with a bound below it.
    """
    if not (math.isfinite(objective) and math.isfinite(bound)):
        return math.inf
    distance = max(0.0, objective - bound)
    if distance <= SOLVED_TO_ZERO * max(1.0, abs(objective)):
        return 0.0
    return distance / abs(objective) if objective != 0.0 else math.inf


def target_objective(bound: float, relative_gap: float) -> float:
    """Greatest objective whose gap to `bound` is at most `relative_gap` (-inf without a bound)."""
    if not math.isfinite(bound):
        return -math.inf
    return bound / (1.0 - relative_gap) if bound >= 0.0 else bound / (1.0 + relative_gap)


class StopReason(Enum):
    """Why a solve ended before its proof."""

    TIME_LIMIT = "time_limit"
    INTERRUPTED = "interrupted"


@dataclass(frozen=True, slots=True, eq=False)
class Solution:
    """A plan as column values and what is proven about it.

    `x` has one value a column, as the solver left it: integers are within its tolerance, not exact
    (see verify.polish). `bound` holds for the whole program, `root_bound` is the bound before any
    branching; both are -inf where none was found. `nodes` counts branch-and-bound nodes over all
    trees, `seconds` is wall time, `log_tail` the last lines of the solver's log.
    """

    x: FloatArray
    objective: float
    bound: float
    gap: float
    root_bound: float
    nodes: int
    seconds: float
    log_tail: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Optimal:
    """The plan is proven to be within the gap asked for."""

    solution: Solution


@dataclass(frozen=True, slots=True)
class Stopped:
    """Ended early; the best plan so far is kept, with its honest gap."""

    reason: StopReason
    solution: Solution


@dataclass(frozen=True, slots=True)
class StoppedWithout:
    """Ended early, before any plan was found. `bound` is the best bound so far."""

    reason: StopReason
    bound: float
    seconds: float
    log_tail: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Infeasible:
    """No plan can satisfy all rows. `confirmed`: a second run without presolve says the same."""

    confirmed: bool
    seconds: float
    log_tail: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Unbounded:
    """The objective falls without end: some column with negative cost has no limit."""

    seconds: float
    log_tail: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SolverError:
    """The solver failed; `message` is one sentence, `solution` the best plan found before, if any."""

    message: str
    solution: Solution | None
    seconds: float
    log_tail: tuple[str, ...]


Outcome: TypeAlias = Optimal | Stopped | StoppedWithout | Infeasible | Unbounded | SolverError
