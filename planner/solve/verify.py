"""Make a solver's point exact and check it without the solver.

The solver's integers are within its tolerance of a whole number and its rows within another. Here the
integers are rounded and fixed, the continuous columns are solved again, and every row, bound and the
objective are computed anew with numpy.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum

import highspy
import numpy as np

from models.matrix import BoolArray, FloatArray, Key, Matrix
from planner.solve import bridge
from planner.solve.options import SolveOptions

INTEGER_TOLERANCE = 1e-5  # largest distance from a whole number that counts as the solver's tolerance
ROW_TOLERANCE = 1e-6  # relative to the bound, absolute below 1
OBJECTIVE_TOLERANCE = 1e-6  # relative, between the solver's figure and ours
LP_TOLERANCES = (1e-9, 1e-7)  # tried in turn: the first is near the limit of double arithmetic


class VerificationError(RuntimeError):
    """The plan does not hold up; the message is one sentence that names what is wrong."""


class ViolationKind(Enum):
    """What a point breaks."""

    ROW = "row"
    BOUND = "bound"
    INTEGRALITY = "integrality"
    NOT_FINITE = "not finite"


@dataclass(frozen=True, slots=True)
class Violation:
    """One row, bound or integrality a point breaks: the value seen and the limits it should be within.

    `amount` is the distance from the nearest limit (or whole number), in the row's or column's unit.
    """

    kind: ViolationKind
    key: Key
    value: float
    lower: float
    upper: float
    amount: float

    def __str__(self) -> str:
        if self.kind in (ViolationKind.INTEGRALITY, ViolationKind.NOT_FINITE):
            return f"{self.key} = {self.value:.9g} ({self.kind.value})"
        limits = f"[{self.lower:.9g}, {self.upper:.9g}]"
        return f"{self.kind.value} {self.key}: {self.value:.9g} is outside {limits}"


@dataclass(frozen=True, slots=True, eq=False)
class Polished:
    """A point with exact integers that passed every check.

    `objective` = cost · x + offset; `change` is that minus the objective of the point given;
    `rounding` is the largest distance an integer was moved.
    """

    x: FloatArray
    objective: float
    change: float
    rounding: float


def objective_of(matrix: Matrix, x: FloatArray) -> float:
    """cost · x + offset, in the matrix's unit."""
    return float(matrix.cost @ x) + matrix.offset


def polish(matrix: Matrix, x: FloatArray, options: SolveOptions | None = None) -> Polished:
    """Round the integers of `x`, fix them, solve the continuous rest again, check everything.

    Raises VerificationError: an integer further than 1e-5 from a whole number, no continuous values
    that fit the rounded integers, a row or bound broken, or an objective that differs from the
    solver's by more than 1e-6 relative.
    """
    rounded, rounding = _rounded(matrix, x)
    fixed = replace(
        matrix,
        lower=np.where(matrix.integer, rounded, matrix.lower),
        upper=np.where(matrix.integer, rounded, matrix.upper),
        integer=np.zeros_like(matrix.integer),
    )
    exact, reported = _solve_rest(fixed, rounded, options or SolveOptions())
    exact = np.where(matrix.integer, rounded, exact)
    violations = check(matrix, exact)
    if violations:
        raise VerificationError(f"the plan breaks {len(violations)} limits, first {violations[0]}")
    objective = objective_of(matrix, exact)
    if abs(reported - objective) > OBJECTIVE_TOLERANCE * max(1.0, abs(objective)):
        raise VerificationError(
            f"the solver states an objective of {reported:.12g}, the plan's is {objective:.12g}"
        )
    return Polished(exact, objective, objective - objective_of(matrix, x), rounding)


def check(matrix: Matrix, x: FloatArray) -> tuple[Violation, ...]:
    """Everything `x` breaks, the worst first (relative to its limit).

    Rows and bounds within 1e-6 · max(1, |limit|), integers exactly.
    """
    not_finite = np.flatnonzero(~np.isfinite(x))
    if not_finite.size:
        return tuple(
            Violation(ViolationKind.NOT_FINITE, matrix.columns[j], float(x[j]), -np.inf, np.inf, np.inf)
            for j in not_finite.tolist()
        )
    activity = np.asarray(matrix.matrix @ x, dtype=np.float64)
    found = [
        *_outside(ViolationKind.ROW, matrix.rows, activity, matrix.row_lower, matrix.row_upper),
        *_outside(ViolationKind.BOUND, matrix.columns, x, matrix.lower, matrix.upper),
        *_fractional(matrix, x),
    ]
    return tuple(sorted(found, key=lambda violation: -violation.amount / max(1.0, abs(violation.value))))


def _outside(
    kind: ViolationKind, keys: Sequence[Key], values: FloatArray, lower: FloatArray, upper: FloatArray
) -> list[Violation]:
    amount = np.maximum(lower - values, values - upper)
    limit = np.where(values < lower, lower, upper)
    scale = np.where(np.isfinite(limit), np.maximum(1.0, np.abs(limit)), 1.0)
    return [
        Violation(kind, keys[i], float(values[i]), float(lower[i]), float(upper[i]), float(amount[i]))
        for i in np.flatnonzero(amount > ROW_TOLERANCE * scale).tolist()
    ]


def _fractional(matrix: Matrix, x: FloatArray) -> list[Violation]:
    distance = np.abs(x - np.rint(x))
    return [
        Violation(
            ViolationKind.INTEGRALITY,
            matrix.columns[j],
            float(x[j]),
            float(np.floor(x[j])),
            float(np.ceil(x[j])),
            float(distance[j]),
        )
        for j in np.flatnonzero(matrix.integer & (distance > 0.0)).tolist()
    ]


def _rounded(matrix: Matrix, x: FloatArray) -> tuple[FloatArray, float]:
    """`x` with whole integers, and how far the furthest was moved."""
    if not np.isfinite(x).all():
        raise VerificationError(f"the plan breaks {check(matrix, x)[0]}")
    rounded = np.where(matrix.integer, np.rint(x), x)
    distance = np.abs(rounded - x)
    if distance.size == 0:
        return rounded, 0.0
    worst = int(np.argmax(distance))
    if distance[worst] > INTEGER_TOLERANCE:
        raise VerificationError(f"{matrix.columns[worst]} is {x[worst]:.9g}, not a whole number")
    outside: BoolArray = matrix.integer & ((rounded < matrix.lower) | (rounded > matrix.upper))
    if outside.any():
        raise VerificationError(f"the plan breaks {check(matrix, rounded)[0]}")
    return rounded, float(distance[worst])


def _solve_rest(fixed: Matrix, rounded: FloatArray, options: SolveOptions) -> tuple[FloatArray, float]:
    """Values and the solver's objective of the program whose integers are fixed."""
    if fixed.n_columns == 0:
        return rounded, fixed.offset
    for tolerance in LP_TOLERANCES:
        highs = bridge.load(fixed, replace(options, log_file=None))
        bridge.set_option(highs, "primal_feasibility_tolerance", tolerance)
        bridge.set_option(highs, "dual_feasibility_tolerance", tolerance)
        _run_apart(highs)
        if highs.getModelStatus() == highspy.HighsModelStatus.kOptimal:
            x = np.array(highs.getSolution().col_value, dtype=np.float64)
            return _into_bounds(fixed, x), float(highs.getInfo().objective_function_value)
    violations = check(fixed, rounded)
    detail = f": {violations[0]}" if violations else ""
    raise VerificationError(f"with its integers made whole the plan cannot be completed{detail}")


def _run_apart(highs: bridge.Highs) -> None:
    """Run in a thread of its own: the solver binds its scheduler, and so its thread count, to a thread."""
    worker = threading.Thread(target=highs.run, name="solver-polish", daemon=True)
    worker.start()
    worker.join()


def _into_bounds(matrix: Matrix, x: FloatArray) -> FloatArray:
    """Remove excess over a bound that is pure rounding; leave the rest for the check to find."""
    clipped = np.clip(x, matrix.lower, matrix.upper)
    return np.where(np.abs(clipped - x) <= ROW_TOLERANCE, clipped, x)
