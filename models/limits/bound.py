"""A limit as data: lower <= sum over activities and periods of weight * activity <= upper."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from models.matrix import Key
from models.plan import FieldRef, Limit

FloatArray = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class Bound:
    """One limit of the input.

    code: constraint family · ref: cell of the amount · what, span: words for people · unit: of the weighted
    sum, `lower` and `upper` · weights[activity key]: by period (length T) · scale: units that count as one
    in the program's row · hard: whether it limits the plan, else a breach is told · warn_share: share of
    `upper` from which it is worth a warning · detail: sets the rows of one limit apart
    """

    code: str
    ref: FieldRef
    what: str
    span: str
    unit: str
    weights: Mapping[Key, FloatArray]
    lower: float | None
    upper: float | None
    scale: float = 1.0
    hard: bool = True
    warn_share: float = 1.0
    detail: tuple[str | int, ...] = ()

    @property
    def index(self) -> tuple[str | int, ...]:
        """Index of the limit's row in its family."""
        return (self.ref.table, self.ref.key, self.ref.field, *self.detail)

    def value(self, activities: Mapping[Key, FloatArray]) -> float:
        """The weighted sum for given activity values; an absent activity counts as zero."""
        return float(
            sum(weight @ activities[key] for key, weight in self.weights.items() if key in activities)
        )


def limit_ref(row: Limit) -> FieldRef:
    """Cell of a row's amount on sheet Limits."""
    return FieldRef("Limits", "|".join((row.kind, row.key or "", row.period)), "amount")


def at_periods(periods: tuple[int, ...], length: int, value: float = 1.0) -> FloatArray:
    """`value` in the given periods, 0 elsewhere (length T)."""
    weights = np.zeros(length)
    weights[list(periods)] = value
    return weights
