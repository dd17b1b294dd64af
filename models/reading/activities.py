"""Activity values of a solution."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from models.activities import KIND
from models.matrix import Key, Matrix

FloatArray = npt.NDArray[np.float64]

NOISE = 1e-9
"""Relative size under which a value is the solver's rounding, not a quantity."""

WHOLE_NOISE = 1e-6
"""Distance from a whole number that rounding explains."""


def activity_values(matrix: Matrix, x: FloatArray, periods: int) -> dict[Key, FloatArray]:
    """Values by period (length `periods`) of every activity that is not zero throughout.

    Whole kinds are freed of the solver's noise, never of a part: a value that is not whole stays, for the
    report's check to tell. Rounding noise of the others becomes zero.
    """
    values = matrix.activity @ x + matrix.activity_constant
    scale = abs(matrix.activity) @ np.abs(x) + np.abs(matrix.activity_constant)
    values = np.where(np.abs(values) <= NOISE * np.maximum(1.0, scale), 0.0, values)
    out: dict[Key, FloatArray] = {}
    for key, value in zip(matrix.activity_keys, values, strict=True):
        name = Key(key.kind, key.parts[:-1])
        if name not in out:
            out[name] = np.zeros(periods)
        nearest = round(value)
        noise = KIND[key.kind].whole and abs(value - nearest) <= WHOLE_NOISE
        out[name][int(key.parts[-1])] = nearest if noise else value
    return {key: by_period for key, by_period in out.items() if by_period.any()}
