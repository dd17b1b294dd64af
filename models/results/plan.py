"""The whole result: what is proven, and every table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

import numpy as np
import numpy.typing as npt

from models.costing.basis import UnitCosts
from models.costing.evaluate import PricedLine
from models.matrix import Key
from models.results.holdings import HeldRow, LiabilityRow
from models.results.limits import Choice, LimitRow, LossRow
from models.results.supply import CapacityRow, FleetRow, Purchase, StorageRow
from models.results.work import WorkloadRow
from models.sizing.calendar import Calendar

FloatArray = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Proof:
    """What is proven of the plan. Money in the plan's currency; gap is (cost - bound) / |cost|.

    status: optimal (within the asked gap) · stopped (time limit) · interrupted
    """

    status: Literal["optimal", "time_limit", "interrupted"]
    cost: float
    bound: float
    gap: float
    asked_gap: float
    seconds: float

    @property
    def gap_money(self) -> float:
        """The most that a better plan could save, present value in the plan's currency."""
        return self.cost - self.bound


@dataclass(frozen=True, slots=True)
class PlanResult:
    """A verified plan. `activities` holds every activity's values by period (T), keyed without period."""

    plan_name: str
    currency: str
    calendar: Calendar
    discount_rate: float
    proof: Proof
    activities: Mapping[Key, FloatArray]
    lines: tuple[PricedLine, ...]
    purchases: tuple[Purchase, ...]
    capacity: tuple[CapacityRow, ...]
    workloads: tuple[WorkloadRow, ...]
    binding: tuple[str, ...]
    """What binds, in words: resources at their limit and when."""
    storage: tuple[StorageRow, ...] = ()
    """Data kept, by place, tier and kind."""
    fleet: tuple[FleetRow, ...] = ()
    """Accelerators by pool and tenure."""
    held: tuple[HeldRow, ...] = ()
    """Existing systems, open orders and signed commitments."""
    liabilities: tuple[LiabilityRow, ...] = ()
    """What is owed past the horizon; part of the cost."""
    unit_costs: UnitCosts | None = None
    """What hours, work and projects cost."""
    limits: tuple[LimitRow, ...] = ()
    """Budgets, limits and overrides with what the plan takes of them."""
    losses: tuple[LossRow, ...] = ()
    """What survives the loss of each location."""
    choices: tuple[Choice, ...] = ()
    """What protection and each override cost, where that was asked for."""

    def present_value(self, term: str) -> float:
        """Present value of one cost term, signed."""
        return sum(line.present_value for line in self.lines if line.line.term == term)

    @property
    def total(self) -> float:
        """Present value of all cost, net of credits: the objective."""
        return sum(line.present_value for line in self.lines)
