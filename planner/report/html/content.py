"""What a page is made of: sections of paragraphs, lists, facts, tables, charts. The template lays it out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from planner.report.cells import Formula
from planner.report.html.drawing import Drawing
from planner.report.html.numbers import shown


@dataclass(frozen=True, slots=True)
class Cell:
    """Words, or a figure with the workbook cell that holds it."""

    text: str
    figure: Formula | None = None


def number(figure: Formula | None, form: str, missing: str = "") -> Cell:
    """A figure as the workbook shows it; `missing` where there is none."""
    return Cell(missing) if figure is None else Cell(shown(figure.value, form), figure)


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A sentence or more."""

    kind: ClassVar[str] = "paragraph"
    text: str


@dataclass(frozen=True, slots=True)
class Bullets:
    """One sentence each."""

    kind: ClassVar[str] = "bullets"
    items: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Facts:
    """Names and what they are; `wide`: words rather than figures."""

    kind: ClassVar[str] = "facts"
    rows: tuple[tuple[str, Cell], ...]
    wide: bool = False


@dataclass(frozen=True, slots=True)
class Table:
    """The first cell of each row names it. total: the last row sums up · words: columns without figures"""

    kind: ClassVar[str] = "table"
    caption: str
    heads: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    total: bool = False
    words: frozenset[int] = frozenset((0,))


def table(
    caption: str,
    heads: tuple[str, ...],
    rows: Sequence[tuple[Cell, ...]],
    *,
    total: bool = False,
    words: tuple[int, ...] = (),
) -> Table:
    """A table of figures under their names; `words`: further columns of words."""
    return Table(caption, heads, tuple(rows), total, frozenset((0, *words)))


@dataclass(frozen=True, slots=True)
class Chart:
    """A picture and the figures behind it; None where they stand in a table of the section."""

    drawing: Drawing
    table: Table | None


@dataclass(frozen=True, slots=True)
class Charts:
    """Pictures that stand side by side where there is room."""

    kind: ClassVar[str] = "charts"
    charts: tuple[Chart, ...]


Block = Paragraph | Bullets | Facts | Table | Charts


@dataclass(frozen=True, slots=True)
class Section:
    """A part of the page with a heading; `key` is its anchor."""

    key: str
    title: str
    blocks: tuple[Block, ...]
