"""Stacked columns over time, with a line for what they are held against."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import ceil

from planner.report.html.drawing import (
    LEFT,
    LETTER,
    RIGHT,
    WIDTH,
    Axis,
    Box,
    Drawing,
    Key,
    Label,
    Stroke,
    axis,
)

_TOP, _PLOT, _FOOT = 22.0, 150.0, 20.0
_GAP = 0.25
"""Share of a column's place that stays free."""
_SEAM = 0.6
"""What parts two pieces of a column; no piece is lower."""


@dataclass(frozen=True, slots=True)
class Series:
    """A name and one value a column."""

    name: str
    values: Sequence[float]


def stacked_columns(
    title: str,
    description: str,
    unit: str,
    names: Sequence[str],
    series: Sequence[Series],
    line: Series | None = None,
    divisor: float = 1.0,
) -> Drawing:
    """Positive values stand on 0, negative ones hang from it; the legend leaves out what is 0 throughout.

    divisor: of the axis' numbers, told by `unit`
    """
    tops = [sum(max(s.values[t], 0.0) for s in series) for t in range(len(names))]
    bottoms = [sum(min(s.values[t], 0.0) for s in series) for t in range(len(names))]
    scale = axis([*tops, *bottoms, *(line.values if line else ())], divisor)
    labels = [Label(LEFT, 10, unit, "start"), *_ticks(scale), *_names(names)]
    strokes = [_across(_height(scale, value), "zero" if abs(value) < scale.step / 2 else "grid")
               for value in scale.ticks()]  # fmt: skip
    keys = [Key(s.name, n) for n, s in enumerate(series) if any(s.values)]
    if line is not None:
        strokes.append(_steps(line, scale))
        keys.append(Key(line.name, None))
    boxes = tuple(_boxes(series, len(names), scale))
    height = _TOP + _PLOT + _FOOT
    return Drawing(title, description, height, boxes, tuple(strokes), tuple(labels), tuple(keys))


def _height(scale: Axis, value: float) -> float:
    return _TOP + _PLOT * (scale.high - value) / (scale.high - scale.low)


def _place(number: float, of: int) -> float:
    """Left edge of a column's place."""
    return LEFT + (WIDTH - LEFT - RIGHT) * number / of


def _across(y: float, kind: str) -> Stroke:
    return Stroke(((LEFT, y), (WIDTH - RIGHT, y)), kind)


def _ticks(scale: Axis) -> Iterator[Label]:
    for value in scale.ticks():
        yield Label(LEFT - 4, _height(scale, value) + 3.5, scale.word(value), "end")


def _names(names: Sequence[str]) -> Iterator[Label]:
    """As many names as fit side by side, the first one always."""
    of = len(names)
    width = (max(map(len, names), default=1) + 1.5) * LETTER
    every = ceil(of * width / (WIDTH - LEFT - RIGHT))
    for number in range(0, of, max(every, 1)):
        x = _place(number + 0.5, of)
        if x + width / 2 - LETTER <= WIDTH:
            yield Label(x, _TOP + _PLOT + 14, names[number])


def _boxes(series: Sequence[Series], of: int, scale: Axis) -> Iterator[Box]:
    for t in range(of):
        left, right = _place(t + _GAP / 2, of), _place(t + 1 - _GAP / 2, of)
        above = below = 0.0
        for number, one in enumerate(series):
            value = one.values[t]
            foot = above if value > 0 else below
            top, bottom = _height(scale, max(foot + value, foot)), _height(scale, min(foot + value, foot))
            if value:
                yield Box(left, top, right - left, max(bottom - top - _SEAM, _SEAM), number)
            above, below = above + max(value, 0.0), below + min(value, 0.0)


def _steps(line: Series, scale: Axis) -> Stroke:
    """A level for each column, joined."""
    of = len(line.values)
    points = []
    for t, value in enumerate(line.values):
        points += [(_place(t, of), _height(scale, value)), (_place(t + 1, of), _height(scale, value))]
    return Stroke(tuple(points), "limit")
