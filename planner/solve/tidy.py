"""Among plans of equal cost take the plainest: nothing that costs nothing and serves nothing.

Integers that carry a preference weight are freed, all others stay; the cost may not rise.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from scipy.sparse import csr_array, vstack

from models.matrix import FloatArray, Key, Matrix
from planner.solve.options import SolveOptions
from planner.solve.outcome import Optimal, Stopped
from planner.solve.search import solve
from planner.solve.verify import check, objective_of

SLACK = 1e-9
"""Relative rise in cost that counts as equal."""

SECONDS = 20.0


def tidy(matrix: Matrix, x: FloatArray, options: SolveOptions) -> FloatArray:
    """`x` (checked, integers whole), or a plan of equal cost with less of what is not preferred."""
    weights = matrix.preference
    if weights is None or not np.any((weights > 0) & (matrix.cost == 0.0) & (x > 0.5)):
        return x
    free = (weights > 0) & (matrix.cost == 0.0)
    held = matrix.integer & ~free
    cost = objective_of(matrix, x)
    capped = replace(
        matrix,
        cost=weights,
        offset=0.0,
        matrix=csr_array(vstack([matrix.matrix, csr_array(matrix.cost[np.newaxis, :])])),
        row_lower=np.append(matrix.row_lower, -np.inf),
        row_upper=np.append(matrix.row_upper, cost - matrix.offset + SLACK * max(1.0, abs(cost))),
        lower=np.where(held, np.round(x), matrix.lower),
        upper=np.where(held, np.round(x), matrix.upper),
        rows=[*matrix.rows, Key("cost", ())],
    )
    easy = replace(options, mip_gap=0.0, time_limit_s=SECONDS, log_file=None)
    outcome = solve(capped, easy, start=x)
    if not isinstance(outcome, Optimal | Stopped):
        return x
    found = np.where(matrix.integer, np.round(outcome.solution.x), outcome.solution.x)
    return x if check(matrix, found) else found
