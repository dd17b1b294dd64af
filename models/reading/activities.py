"""Activity values of a solution."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from models.activities import KIND
from models.matrix import Key, Matrix

FloatArray = npt.NDArray[np.float64]

NOISE = 1e-9
"""Relative size under which a value is the solver's rounding, not a quantity."""


def activity_values(matrix: Matrix, x: FloatArray, periods: int) -> dict[Key, FloatArray]:
    """Values by period (length `periods`) of every activity that is not zero throughout.

    Whole kinds are rounded to whole numbers; rounding noise of the others becomes zero.
    """
    values = matrix.activity @ x + matrix.activity_constant
    scale = abs(matrix.activity) @ np.abs(x) + np.abs(matrix.activity_constant)
    values = np.where(np.abs(values) <= NOISE * np.maximum(1.0, scale), 0.0, values)
    out: dict[Key, FloatArray] = {}
    for key, value in zip(matrix.activity_keys, values, strict=True):
        name = Key(key.kind, key.parts[:-1])
        if name not in out:
            out[name] = np.zeros(periods)
        out[name][int(key.parts[-1])] = round(value) if KIND[key.kind].whole else value
    return {key: by_period for key, by_period in out.items() if by_period.any()}
