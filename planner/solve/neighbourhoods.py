"""Which first-stage columns to free together when a plan is repaired.

Columns that share an element of their key (the same place, the same item, the same period) interact,
so each shared element makes one neighbourhood. Nothing is known here of what the elements mean.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from models.matrix import BoolArray, Matrix

Columns = npt.NDArray[np.intp]


def neighbourhoods(matrix: Matrix, seed: int) -> Iterator[Columns]:
    """Sets of first-stage columns, small ones first: single shared elements, then pairs of them.

    Each pass is in an order drawn from `seed`; two calls give the same sequence. Sets that equal one
    before them, or hold every first-stage column, are left out.
    """
    first_stage = np.flatnonzero(matrix.stage == 1)
    groups = _groups(matrix, first_stage)
    random = np.random.default_rng(seed)
    seen: set[bytes] = set()
    for per_set in (1, 2):
        order = random.permutation(len(groups))
        for start in range(0, len(groups) - per_set + 1, per_set):
            chosen = np.unique(np.concatenate([groups[i] for i in order[start : start + per_set]]))
            if chosen.size < first_stage.size and chosen.tobytes() not in seen:
                seen.add(chosen.tobytes())
                yield chosen


def _groups(matrix: Matrix, columns: Columns) -> list[Columns]:
    members: defaultdict[tuple[str, str | int], list[int]] = defaultdict(list)
    for j in columns:
        for element in set(matrix.columns[j].parts):
            members[type(element).__name__, element].append(int(j))
    return [np.array(group, dtype=np.intp) for group in members.values()]


def agreeing(matrix: Matrix, first: npt.NDArray[np.float64], second: npt.NDArray[np.float64]) -> BoolArray:
    """Integer columns on whose value two points agree (relaxation-induced neighbourhood: free the rest)."""
    return matrix.integer & (np.abs(first - second) <= 1e-6)
