"""Elastic relaxation: by how much which limits must give way before a program has any plan.

Chosen rows and upper bounds get a slack column; the sum of slacks, each relative to its limit, is minimised.
Costs play no part.
"""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from scipy.sparse import coo_array, csr_array, eye_array, hstack, vstack

from models.matrix import FloatArray, Key, Matrix
from planner.solve.options import SolveOptions
from planner.solve.outcome import Optimal, Stopped
from planner.solve.search import solve

LEAST_SIZE = 1e-3  # a limit of nothing is measured as if it were this much
NOTICEABLE = 1e-6  # relative slack below which a limit counts as kept


@dataclass(frozen=True, slots=True)
class Slack:
    """A limit that must give way: key of the row, or of the column whose upper bound it is.

    limit: as it stands · amount: how much more (an upper limit) or less (a lower one) is needed, > 0
    """

    key: Key
    limit: float
    amount: float
    is_lower: bool


def relax(
    matrix: Matrix,
    soft_rows: Mapping[int, float],
    soft_bounds: Mapping[int, float],
    free_bounds: Sequence[int],
    options: SolveOptions,
    stop: threading.Event | None = None,
) -> tuple[Slack, ...] | None:
    """The least relative slack that makes the program feasible; None where no slack does, or time is up.

    `soft_rows` (row index) and `soft_bounds` (column index, its upper bound) tell the size by which the slack
    of each limit is measured; upper bounds of the columns `free_bounds` are dropped at no charge. Empty where
    the program is feasible as it stands.
    """
    program = _Elastic(matrix, soft_rows, soft_bounds, free_bounds)
    outcome = solve(program.matrix, options, stop=stop)
    if not isinstance(outcome, Optimal | Stopped):
        return None
    return program.slacks(outcome.solution.x)


class _Elastic:
    """The program with slack columns behind its own."""

    def __init__(
        self, matrix: Matrix, soft_rows: Mapping[int, float], soft_bounds: Mapping[int, float],
        free_bounds: Sequence[int],
    ) -> None:
        self._own = matrix
        bounded = [j for j in soft_bounds if np.isfinite(matrix.upper[j])]
        sides = ((matrix.row_lower, True), (matrix.row_upper, False))
        limits = [
            *((i, float(limit[i]), is_lower) for limit, is_lower in sides for i in soft_rows
              if np.isfinite(limit[i])),
            *((matrix.n_rows + k, float(matrix.upper[j]), False) for k, j in enumerate(bounded)),
        ]
        self._sizes = [
            max(LEAST_SIZE, soft_rows[i] if i < matrix.n_rows else soft_bounds[bounded[i - matrix.n_rows]])
            for i, _, _ in limits
        ]
        self._limits = limits
        self._keys = [
            matrix.rows[i] if i < matrix.n_rows else matrix.columns[bounded[i - matrix.n_rows]]
            for i, _, _ in limits
        ]
        self.matrix = self._program(bounded, free_bounds)

    def slacks(self, x: FloatArray) -> tuple[Slack, ...]:
        """Slacks that a solution uses, in the order of rows and columns."""
        return tuple(
            Slack(key, limit, float(amount), is_lower)
            for key, size, (_, limit, is_lower), amount in zip(
                self._keys, self._sizes, self._limits, x[self._own.n_columns :], strict=True)
            if amount > NOTICEABLE * size
        )

    def _program(self, bounded: Sequence[int], free_bounds: Sequence[int]) -> Matrix:
        own, extra = self._own, len(self._limits)
        of_bounds = csr_array(eye_array(own.n_columns, format="csr")[list(bounded)])
        n_rows = own.n_rows + len(bounded)
        signs = [1.0 if is_lower else -1.0 for _, _, is_lower in self._limits]
        at = ([row for row, _, _ in self._limits], range(extra))
        slack = coo_array((signs, at), shape=(n_rows, extra))
        upper = own.upper.copy()
        upper[[*bounded, *free_bounds]] = np.inf
        numbers = [Key("slack", (k,)) for k in range(extra)]
        weights = [1.0 / size for size in self._sizes]
        return replace(
            own,
            cost=np.concatenate([np.zeros(own.n_columns), weights]),
            offset=0.0,
            matrix=csr_array(hstack([vstack([own.matrix, of_bounds]), slack])),
            row_lower=np.concatenate([own.row_lower, np.full(len(bounded), -np.inf)]),
            row_upper=np.concatenate([own.row_upper, own.upper[list(bounded)]]),
            lower=np.concatenate([own.lower, np.zeros(extra)]),
            upper=np.concatenate([upper, np.full(extra, np.inf)]),
            integer=np.concatenate([own.integer, np.zeros(extra, dtype=bool)]),
            stage=np.concatenate([own.stage, np.zeros(extra, dtype=np.int8)]),
            columns=[*own.columns, *numbers],
            rows=[*own.rows, *(Key("bound", (j,)) for j in bounded)],
            preference=None,
            activity=csr_array((len(own.activity_keys), own.n_columns + extra)),
        )


def without_rows(matrix: Matrix, dropped: Sequence[int]) -> Matrix:
    """The program without some rows."""
    kept = np.setdiff1d(np.arange(matrix.n_rows), np.asarray(dropped, dtype=int))
    return replace(
        matrix, matrix=csr_array(matrix.matrix[kept]), row_lower=matrix.row_lower[kept],
        row_upper=matrix.row_upper[kept], rows=[matrix.rows[i] for i in kept.tolist()],
    )
