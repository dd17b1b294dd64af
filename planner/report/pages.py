"""Where printed pages end: a head never stands alone, a chart is never cut, a short table is not split."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

_HEAD_ROWS = 4
"""A title, its column heads and two rows stay together."""


@dataclass(frozen=True, slots=True)
class Rows:
    """What stands where on a sheet, rows counted from 0.

    last: the last printed row · heights: in points, where set, else `usual` · sections: rows of titles ·
    kept: first and last row of what is not to be cut · repeated: first and last row of the head of each later
    page · whole: a table of at most this share of a page is not split
    """

    last: int
    heights: Mapping[int, float]
    sections: Sequence[int]
    kept: Sequence[tuple[int, int]]
    repeated: tuple[int, int]
    usual: float
    whole: float

    def points(self, first: int, last: int) -> float:
        """Height of rows first..last."""
        return sum(self.heights.get(row, self.usual) for row in range(first, last + 1))


def breaks(rows: Rows, page: float) -> list[int]:
    """Rows that start a page after the first, for pages of so many points."""
    spans = _spans(rows, page)
    head = rows.points(*rows.repeated)
    found: list[int] = []
    start = row = 0
    used = 0.0
    while row <= rows.last:
        height = rows.points(row, row)
        if used + height > page and row > start:
            start = row = _moved_up(row, start, spans)
            found.append(start)
            used = head if start > rows.repeated[1] else 0.0
            height = rows.points(row, row)
        used += height
        row += 1
    return found


def _spans(rows: Rows, page: float) -> list[tuple[int, int]]:
    """Rows that stay together, where they fit on a page at all."""
    room = page - rows.points(*rows.repeated)
    starts = [*rows.sections, rows.last + 1]
    spans = []
    for first, last in ((row, after - 1) for row, after in pairwise(starts)):
        short = rows.points(first, last) <= rows.whole * room
        spans.append((first, last if short else min(last, first + _HEAD_ROWS - 1)))
    return [span for span in (*spans, *rows.kept) if rows.points(*span) <= room]


def _moved_up(row: int, start: int, spans: Sequence[tuple[int, int]]) -> int:
    """The row, or the first of what it would cut; what begins at the page's top is cut all the same."""
    while True:
        cut = [first for first, last in spans if start < first < row <= last]
        if not cut:
            return row
        row = min(cut)
