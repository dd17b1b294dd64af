"""What is bought and rented, and how much of it is used."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np
import numpy.typing as npt

from models.costing.line import Factor
from models.matrix import Key

FloatArray = npt.NDArray[np.float64]


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
    """Accelerators by period, as a sum of parts: installed (owned or leased), or rented.

    unit: accelerators, or accelerator-hours (divided by the hours of a period: the mean rented)
    """

    label: str
    location: str
    tenure: Literal["owned", "leased", "reserved", "on_demand", "spot"]
    unit: Literal["accelerators", "accelerator-hours"]
    parts: tuple[Part, ...]


ALL_POWER = "All power (facility MW)"
"""Resource of the row that holds what a site draws in all."""


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
    """Data of one kind at a place: TB by period (T), all copies; its stage is hot, warm or archive.

    tiers: in use there that may keep the stage · durability: chance that a year leaves at least one of the
    copies, in the least durable of these tiers; None where one states none
    """

    location: str
    data: str
    stage: str
    tb: FloatArray
    copies: int
    tiers: tuple[str, ...]
    durability: float | None
