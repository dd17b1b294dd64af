"""Rows of the capacity table: limit and use of a resource, from parts that the report shows as formulas."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import numpy as np
import numpy.typing as npt

from models.costing.line import derived
from models.matrix import Key
from models.results import CapacityRow, Part
from models.sizing import Sizing
from models.sizing.designs import Design

FloatArray = npt.NDArray[np.float64]
Activities = Mapping[Key, FloatArray]

MW_PER_KW = derived("units", "mw_per_kw", 0.001, "MW/kW")


class CapacityTable:
    """Turns parts into rows with their figures."""

    def __init__(self, sizing: Sizing, activities: Activities) -> None:
        self.sizing = sizing
        self.activities = activities
        self.periods = sizing.calendar.periods

    def values(self, parts: Sequence[Part]) -> FloatArray:
        """Sum of the parts by period (T), in their common unit."""
        total = np.zeros(self.periods)
        for part in parts:
            product = math.prod(factor.amount for factor in part.factors)
            if part.activity is None:
                total += product
            else:
                total += product * self.activities.get(part.activity, np.zeros(self.periods))
        return total

    def row(
        self,
        location: str,
        resource: str,
        unit: str,
        code: str,
        use: list[Part],
        limit: list[Part] | None,
    ) -> CapacityRow | None:
        """The row, or None where nothing uses the resource."""
        used = [part for part in use if part.activity in self.activities]
        if not used:
            return None
        there = (
            None
            if limit is None
            else [part for part in limit if part.activity is None or part.activity in self.activities]
        )
        return CapacityRow(
            location,
            resource,
            unit,
            None if there is None else self.values(there),
            self.values(used),
            code,
            tuple(used),
            tuple(there or ()),
        )

    def installed(self, design: Design) -> Key:
        """The activity that counts a design's systems in service."""
        return Key("installed", (design.location, design.label))
