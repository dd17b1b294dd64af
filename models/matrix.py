"""The compiled program: frozen numpy arrays with keys. No Pyomo, no solver, picklable.

minimise    cost · x + offset
subject to  row_lower <= A x <= row_upper,  lower <= x <= upper,  x_j integer where integer[j]
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from scipy.sparse import csr_array

FloatArray = npt.NDArray[np.float64]
BoolArray = npt.NDArray[np.bool_]
IntArray = npt.NDArray[np.int8]


class Key(NamedTuple):
    """Name of a column, row or activity: kind (or family code) and the parts of its index, in that order."""

    kind: str
    parts: tuple[str | int, ...]

    def __str__(self) -> str:
        return f"{self.kind}[{', '.join(map(str, self.parts))}]"


@dataclass(frozen=True, slots=True, eq=False)
class Matrix:
    """A mixed-integer program of n columns and m rows.

    `money_scale` is the plan's currency units per unit of objective (1e6: objective in millions).
    `stage[j]` of an integer says when it is decided: 1 places and dates, 2 what is costly and comes whole
    (runs, presence, fabrics, power blocks), 3 counts and the rest; 0 for continuous columns.
    `activity` (q x n) turns column values into the quantities that cost lines price: one row per
    (activity key, period); `activity_keys[q]` names it, the period is the last element of its index;
    `activity_constant[q]` is added.
    """

    cost: FloatArray
    offset: float
    matrix: csr_array
    row_lower: FloatArray
    row_upper: FloatArray
    lower: FloatArray
    upper: FloatArray
    integer: BoolArray
    stage: IntArray
    columns: Sequence[Key]
    rows: Sequence[Key]
    money_scale: float
    activity: csr_array
    activity_constant: FloatArray
    activity_keys: Sequence[Key]
    preference: FloatArray | None = None
    """Weights by column that choose among plans of equal cost: the least sum wins; 0 is indifferent."""

    @property
    def n_columns(self) -> int:
        """Number of columns."""
        return len(self.columns)

    @property
    def n_rows(self) -> int:
        """Number of rows."""
        return len(self.rows)
