"""The solved plan as plain tables: what the report, the command line and later reviews read."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

import numpy as np
import numpy.typing as npt

from models.costing.basis import UnitCosts
from models.costing.evaluate import PricedLine
from models.costing.line import Factor
from models.finance.amortisation import TrainingCost
from models.matrix import Key
from models.plan import FieldRef
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
        """The most that a better plan could save."""
        return self.cost - self.bound


@dataclass(frozen=True, slots=True)
class Purchase:
    """One line of the order book. Periods are indices; `payments` are (cash period, money), undiscounted.

    amount: money of all payments · mw: IT power it brings or takes · why: one sentence
    """

    what: str
    kind: Literal["systems", "fabric", "power", "cooling", "storage", "site", "commitment"]
    location: str
    item: str
    quantity: float
    unit: str
    order_period: int
    in_service_period: int
    lead_months: int
    amount: float
    present_value: float
    payments: tuple[tuple[int, float], ...]
    it_mw: float
    activity: Key
    why: str


@dataclass(frozen=True, slots=True)
class Part:
    """A share of a physical figure: product of the factors, times an activity (None: in every period)."""

    activity: Key | None
    factors: tuple[Factor, ...] = ()


@dataclass(frozen=True, slots=True)
class FleetRow:
    """Accelerators by period, as a sum of parts: owned and installed, or rented.

    unit: accelerators, or accelerator-hours (divided by the hours of a period: the mean rented)
    """

    label: str
    location: str
    tenure: Literal["owned", "reserved", "on_demand", "spot"]
    unit: Literal["accelerators", "accelerator-hours"]
    parts: tuple[Part, ...]


@dataclass(frozen=True, slots=True)
class CapacityRow:
    """A resource at a place: limit and use in each period (length T); `limit` None where nothing limits.

    use_parts, limit_parts: what the figures are made of, where they are sums of parts; the report then
    shows them as live formulas instead of pasted values.
    """

    location: str
    resource: str
    unit: str
    limit: FloatArray | None
    use: FloatArray
    code: str
    use_parts: tuple[Part, ...] = ()
    limit_parts: tuple[Part, ...] = ()


@dataclass(frozen=True, slots=True)
class StorageRow:
    """Data of one kind in a tier: TB by period (T), all copies.

    durability: chance that a year leaves at least one of the copies; None where the tier states none
    """

    location: str
    tier: str
    tier_kind: str
    data: str
    tb: FloatArray
    copies: int
    durability: float | None
    owned: bool


@dataclass(frozen=True, slots=True)
class WorkloadRow:
    """What a workload got. Work in its own unit, hours in accelerator-hours; arrays have length T.

    served_by: accelerator-hours by pool label · start_period/finish_period: of campaigns
    (finish: the period in which the last run ends), None for other kinds or when dropped
    """

    workload: str
    kind: str
    project: str
    unit: str
    demand: FloatArray
    served: FloatArray
    short: FloatArray
    hours: FloatArray
    served_by: Mapping[str, FloatArray]
    starts: tuple[RunStart, ...]
    eflop: float

    @property
    def amortised(self) -> float | None:
        """Amortised cost of all runs on own hardware; None where there is none."""
        costs = [start.runs * start.amortised.total for start in self.starts if start.amortised is not None]
        return sum(costs) if costs else None


@dataclass(frozen=True, slots=True)
class RunFigures:
    """Engineering figures of one run, as it is planned.

    utilisation: share of the dense peak over all hours held (MFU x network x goodput) · tokens_per_s: while
    running, None without a number of parameters · interruptions: expected during the run ·
    checkpoint_gb_per_accelerator: None without a number of parameters · energy_mwh: facility energy at
    average load, of own systems
    """

    utilisation: float
    tokens_per_s: float | None
    interruptions: float
    checkpoint_gb_per_accelerator: float | None
    energy_mwh: float | None


@dataclass(frozen=True, slots=True)
class RunStart:
    """One start of a campaign: pool, width in accelerators, duration, MFU, goodput, memory use share."""

    pool: str
    location: str
    period: int
    runs: int
    width: int
    spares: int
    hours: float
    accelerator_hours: float
    mfu: float
    goodput: float
    memory_share: float
    owned: bool
    availability: float = 1.0
    """Exact binomial probability that the run and its spares hold enough healthy systems."""
    availability_target: float = 0.0
    """The probability that the spares were counted for; 0 where none is asked for."""
    figures: RunFigures | None = None
    amortised: TrainingCost | None = None
    """Loss of value and energy of one run on own hardware: a reporting method, not the plan's cash."""


@dataclass(frozen=True, slots=True)
class LimitRow:
    """A limit of the planner's own: supply, budget, carbon, water, share of work, override.

    code: constraint family · ref: its cell · what, span: in words · value: as planned, in `unit` ·
    hard: whether it bounds the plan · warn_share: share of `upper` that warns · weights: by period (T), of the
    activities that make up the value (absent where the value is a share of attributed cost)
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


@dataclass(frozen=True, slots=True)
class HeldRow:
    """What was held, ordered or signed at the plan's start, and what the plan does with it.

    outcome: in words · due: money still to pay within the horizon · past_horizon: beyond it, undiscounted ·
    transferable: of that, what may be passed on to others · proceeds: of sales within the horizon ·
    gain: proceeds less the book value of what is sold, None where it is not known · book_value: of the whole
    row at the start of each period 0..T before sales
    """

    kind: Literal["fleet", "order", "commitment"]
    name: str
    location: str
    item: str
    quantity: float
    unit: str
    outcome: str
    due: float
    past_horizon: float
    activity: Key
    transferable: float = 0.0
    proceeds: float = 0.0
    gain: float | None = None
    book_value: FloatArray | None = None


@dataclass(frozen=True, slots=True)
class LiabilityRow:
    """Money owed past the horizon: payments as (cash period, money), undiscounted, and their sum.

    transferable: of the amount, what may be passed on to others
    """

    term: str
    item: str
    location: str
    payments: tuple[tuple[int, float], ...]
    amount: float
    transferable: float


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
