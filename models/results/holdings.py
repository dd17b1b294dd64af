"""What is held already, and what is owed past the horizon."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np
import numpy.typing as npt

from models.matrix import Key

FloatArray = npt.NDArray[np.float64]


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
