"""A chart as plain marks: rectangles, lines and words in units of a picture 360 wide.

The picture is as wide as a telephone, so that its words stay readable there; wide screens set several side by
side. A series has a colour of the workbook's palette and a pattern of its own, and its name stands in words.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

from planner.report.html.numbers import fixed

WIDTH = 360
LEFT, RIGHT = 44, 8
"""Margins of the plot: room for the numbers of the axis, and for half a label."""
LETTER = 5.6
"""Width of a letter of the axis, on average."""


@dataclass(frozen=True, slots=True)
class Box:
    """A bar's part; `series`: number of its colour and pattern."""

    x: float
    y: float
    width: float
    height: float
    series: int


@dataclass(frozen=True, slots=True)
class Stroke:
    """A line through points. kind: grid, zero, limit"""

    points: tuple[tuple[float, float], ...]
    kind: str

    @property
    def path(self) -> str:
        """The points as SVG wants them."""
        return " ".join(f"{x:.1f},{y:.1f}" for x, y in self.points)


@dataclass(frozen=True, slots=True)
class Label:
    """Words at a point. anchor: start, middle, end · kind: axis, name, amount"""

    x: float
    y: float
    text: str
    anchor: str = "middle"
    kind: str = "axis"


@dataclass(frozen=True, slots=True)
class Key:
    """An entry of the legend: a series, or the limit's line where `series` is None."""

    name: str
    series: int | None


@dataclass(frozen=True, slots=True)
class Drawing:
    """A picture with its title, its description for people who cannot see it, and its legend."""

    title: str
    description: str
    height: float
    boxes: tuple[Box, ...]
    strokes: tuple[Stroke, ...]
    labels: tuple[Label, ...]
    keys: tuple[Key, ...]


@dataclass(frozen=True, slots=True)
class Axis:
    """Values from `low` to `high` in round steps, shown divided by `divisor`."""

    low: float
    high: float
    step: float
    divisor: float

    def ticks(self) -> list[float]:
        """The round values from low to high."""
        return [self.low + n * self.step for n in range(round((self.high - self.low) / self.step) + 1)]

    def word(self, value: float) -> str:
        """A round value with the decimals that the step needs."""
        decimals = max(0, -math.floor(math.log10(self.step / self.divisor) + 1e-9))
        sign = "-" if value < -self.step / 2 else ""
        return sign + fixed(abs(value) / self.divisor, decimals)


def axis(values: Iterable[float], divisor: float = 1.0, steps: int = 4) -> Axis:
    """An axis that holds 0 and all values; 0 to 1 where all are 0."""
    known = [0.0, *values]
    low, high = min(known), max(known)
    high = high if high > low else 1.0
    rough = (high - low) / steps
    power = 10.0 ** math.floor(math.log10(rough))
    step = next(power * n for n in (1, 2, 5, 10) if power * n >= rough * (1 - 1e-9))
    return Axis(
        math.floor(low / step + 1e-9) * step, math.ceil(high / step - 1e-9) * step, step, divisor
    )
