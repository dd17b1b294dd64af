"""Start solutions: values by column key, mapped onto the columns of a program."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from models.matrix import FloatArray, Key, Matrix


def start_vector(matrix: Matrix, values: Mapping[Key, float]) -> FloatArray:
    """One value a column, NaN where `values` says nothing; keys the program does not have are left out.

    Integers are rounded and every value is brought inside its column's bounds, so that a plan made
    for slightly different data still serves. With a NaN left only integers are used.
    """
    start = np.array([values.get(key, np.nan) for key in matrix.columns], dtype=np.float64)
    rounded = np.where(matrix.integer, np.rint(start), start)
    return np.clip(rounded, matrix.lower, matrix.upper)
