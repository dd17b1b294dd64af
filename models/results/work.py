"""What each workload got, and the runs of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from models.finance.amortisation import TrainingCost

FloatArray = npt.NDArray[np.float64]


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
