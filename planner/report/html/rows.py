"""Bars one under another, each with its name and amount above it: a waterfall, or parts of a whole."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from planner.report.html.drawing import RIGHT, WIDTH, Box, Drawing, Key, Label, Stroke, axis

_ROW, _BAR, _EDGE = 30.0, 12.0, 4.0
_THINNEST = 1.0
"""Width of a bar that would be too thin to see."""
_LONGEST_NAME = 34
"""Letters of a name that fit beside its amount."""


@dataclass(frozen=True, slots=True)
class Part:
    """A piece of a bar from one value to another."""

    start: float
    end: float
    series: int


@dataclass(frozen=True, slots=True)
class Bar:
    """A name, an amount in words, and the pieces."""

    name: str
    amount: str
    parts: tuple[Part, ...]


def bars(title: str, description: str, rows: Sequence[Bar], keys: Sequence[str]) -> Drawing:
    """One row a bar, on a common scale; a line marks 0."""
    scale = axis([end for row in rows for part in row.parts for end in (part.start, part.end)])

    def across(value: float) -> float:
        share = (value - scale.low) / (scale.high - scale.low)
        return _EDGE + (WIDTH - _EDGE - RIGHT) * share

    boxes, labels, strokes = [], [], []
    for number, row in enumerate(rows):
        y = number * _ROW + 12
        labels.append(Label(_EDGE, y, _clipped(row.name), "start", "name"))
        labels.append(Label(WIDTH - RIGHT, y, row.amount, "end", "amount"))
        for part in row.parts:
            left, right = sorted((across(part.start), across(part.end)))
            if right > left:
                boxes.append(Box(left, y + 3, max(right - left, _THINNEST), _BAR, part.series))
        strokes.append(Stroke(((across(0.0), y + 1), (across(0.0), y + _BAR + 5)), "zero"))
    named = tuple(Key(name, n) for n, name in enumerate(keys))
    height = len(rows) * _ROW + 4
    return Drawing(title, description, height, tuple(boxes), tuple(strokes), tuple(labels), named)


def _clipped(name: str) -> str:
    return name if len(name) <= _LONGEST_NAME else name[: _LONGEST_NAME - 1] + "…"
