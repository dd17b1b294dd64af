"""Limits, the loss of locations, and what choices cost."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

import numpy as np
import numpy.typing as npt

from models.matrix import Key
from models.plan import FieldRef

FloatArray = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class LimitRow:
    """A limit of the planner's own: supply, budget, carbon, water, share of work, override.

    code: constraint family · ref: its cell · what, span: in words · value: as planned, in `unit` ·
    hard: whether it bounds the plan · warn_share: share of `upper` that warns · weights: by period (T), of
    the activities that make up the value (absent where the value is a share of attributed cost)
    """

    code: str
    ref: FieldRef
    what: str
    span: str
    unit: str
    value: float
    lower: float | None
    upper: float | None
    hard: bool
    warn_share: float
    weights: Mapping[Key, FloatArray]

    @property
    def status(self) -> Literal["ok", "warn", "breach"]:
        """Whether the value keeps the limit; warn: it has reached `warn_share` of a soft one."""
        tolerance = 1e-6 * max(1.0, abs(self.value))
        if self.upper is not None and self.value > self.upper + tolerance:
            return "breach"
        if self.lower is not None and self.value < self.lower - tolerance:
            return "breach"
        soft = self.upper is not None and not self.hard
        return "warn" if soft and self.value > (self.upper or 0.0) * self.warn_share else "ok"


@dataclass(frozen=True, slots=True)
class LossRow:
    """What is left of a critical workload after the loss of a location, as shares of its peak by period (T).

    left: never above 1 · NaN in periods without demand
    """

    workload: str
    lost: str
    asked: float
    left: FloatArray


@dataclass(frozen=True, slots=True)
class Choice:
    """What one choice of the planner costs: the least cost with it and without it, from a second solve.

    Money in the plan's currency, present value. `without` None: no plan was found in the time allowed;
    `bound`: what any plan without it costs at least.
    """

    what: str
    ref: FieldRef
    cost: float
    without: float | None
    bound: float

    @property
    def price(self) -> float | None:
        """Cost with the choice less cost without it."""
        return None if self.without is None else self.cost - self.without
