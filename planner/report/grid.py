"""Sheets of the report and their addresses: who writes a cell gets its reference back for others to use.

Calculation sheets share one grid: A section/id · B item · C unit · D source · E constant · F total ·
G blank · H… periods; rows 1-5 hold title, purpose and master status, run, period end, period number.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cache

import numpy as np
from xlsxwriter.utility import xl_col_to_name
from xlsxwriter.workbook import Workbook
from xlsxwriter.worksheet import Worksheet

from models.words import Said
from planner.messages import tr
from planner.report import styles
from planner.report.breaking import broken, columns
from planner.report.cells import Block, FloatArray, Formula, Shown, Words
from planner.report.plain import PlainWorksheet
from planner.report.styles import Styles

FIRST_PERIOD = 7
"""Column H, counted from 0."""
HEADER_ROWS = 5
LEAST_SCALE = 70
"""Per cent: 10 pt print as 7 pt."""
_LINE_POINTS = 13
_CHARACTERS_PER_WIDTH = 1.1
"""Characters that fit into one unit of column width, words breaking at line ends."""
_LABELS = frozenset({"section", "heading", "heading_right", "heading_beside"})
"""Kinds of cells that never hold a name of the author's."""
A, B, C, D, E, F, G, H = range(8)


def address(row: int, column: int, *, fixed: bool = True) -> str:
    """`$A$1` or `A1` of a cell counted from 0."""
    letter = xl_col_to_name(column)
    return f"${letter}${row + 1}" if fixed else f"{letter}{row + 1}"


@cache
def _letters(column: int) -> str:
    name: str = xl_col_to_name(column)
    return name


@dataclass(frozen=True, slots=True)
class PeriodRow:
    """A row of figures by period, from column H."""

    sheet: str
    row: int
    values: FloatArray

    @staticmethod
    def letters(period: int) -> str:
        """Column of a period in the common grid."""
        return _letters(FIRST_PERIOD + period)

    def at(self, period: int) -> Formula:
        """The cell of a period."""
        reference = f"{self.sheet}!{self.letters(period)}{self.row + 1}"
        return Formula(reference, float(self.values[period]))

    def block(self, first: int = 0, last: int | None = None) -> Block:
        """The cells of periods first..last (inclusive; all by default)."""
        end = len(self.values) - 1 if last is None else last
        left, right = self.letters(first), self.letters(end)
        text = f"{self.sheet}!{left}{self.row + 1}:{right}{self.row + 1}"
        return Block(text, self.values[first : end + 1])

    def fixed(self) -> Block:
        """All cells, with an address that does not move when copied."""
        left, right = self.letters(0), self.letters(len(self.values) - 1)
        text = f"{self.sheet}!${left}${self.row + 1}:${right}${self.row + 1}"
        return Block(text, self.values)


class Sheet:
    """One worksheet: writes cells and gives back references to them."""

    def __init__(self, name: str, workbook: Workbook, style: Styles, own: frozenset[str]) -> None:
        self.name = name
        self.workbook = workbook
        self.worksheet: Worksheet = workbook.add_worksheet(name, PlainWorksheet)
        self.style = style
        self.own = own
        """Names of the plan's author, which are shown as typed."""
        self.last_row = HEADER_ROWS
        self.last_column = A
        self.print_rows: int | None = None
        self.print_columns: int | None = None
        """Last row and column to print, where not all of them are."""
        self.most_scale = 85
        """Per cent that the printed sheet is as large as the screen's at most: a table and its chart share a
        page."""
        self.whole = 0.5
        """A table of at most this share of a page is not split."""
        self.repeated = (0, HEADER_ROWS - 1)
        """First and last row of the head of each later printed page."""
        self.sections: list[int] = []
        self.kept: list[tuple[int, int]] = []
        """First and last rows that no page's end cuts."""
        self.widths: dict[int, float] = {}
        self.heights: dict[int, float] = {}
        self.usual_height = 15.0
        self._lines: dict[int, int] = {}

    def width(self, first: int, last: int, characters: float) -> None:
        """Width of columns first..last, in characters."""
        self.worksheet.set_column(first, last, characters)
        self.widths |= dict.fromkeys(range(first, last + 1), characters)

    def tight(self) -> None:
        """Lower rows, no higher than their letters need."""
        self.usual_height = _LINE_POINTS
        self.worksheet.set_default_row(_LINE_POINTS)

    def height(self, row: int, points: float) -> None:
        """Height of a row, in points."""
        self.worksheet.set_row(row, points)
        self.heights[row] = points

    def reference(self, row: int, column: int, value: float = 0.0) -> Formula:
        """A reference to a cell, with the value it will show."""
        return Formula(f"{self.name}!{address(row, column)}", value)

    def words_at(self, row: int, column: int, value: str) -> Words:
        """A reference to a cell that holds text."""
        return Words(f"{self.name}!{address(row, column)}", value)

    def text(self, row: int, column: int, text: str, kind: str = "plain") -> Words:
        """Write text that stays text: labels in the language in use, names of the author's as typed."""
        return self.typed(row, column, self._shown(text, kind), kind)

    def typed(self, row: int, column: int, text: str, kind: str = "plain") -> Words:
        """Write text that is the same in every language."""
        self._grow(row, column)
        self.worksheet.write_string(row, column, text, self.style.get(kind))
        if kind.endswith("wrap"):
            fitting = max(1, int(self.widths.get(column, 8.43) * _CHARACTERS_PER_WIDTH))
            if columns(text) > fitting:
                pushed = any(
                    columns(word) > fitting for word in text.split()[1:]
                )  # a long word starts a line
                self._lines[row] = max(self._lines.get(row, 1), len(broken(text, fitting)) + pushed)
        return self.words_at(row, column, text)

    def _shown(self, text: str, kind: str) -> str:
        label = isinstance(text, Said) or kind in _LABELS or text not in self.own
        return tr(text) if label else text

    def number(
        self, row: int, column: int, value: float, kind: str = "solved", number: str = styles.MONEY
    ) -> Formula:
        """Write a pasted number: an input or a value of the optimiser."""
        self._grow(row, column)
        self.worksheet.write_number(row, column, value, self.style.get(kind, number))
        return self.reference(row, column, value)

    def put(
        self, row: int, column: int, figure: Formula, kind: str = "formula", number: str = styles.MONEY
    ) -> Formula:
        """Write a number's formula with its value."""
        self._write(row, column, figure, kind, number)
        return self.reference(row, column, figure.value)

    def put_words(self, row: int, column: int, words: Words, kind: str = "formula") -> Words:
        """Write a text's formula with its value."""
        self._write(row, column, words, kind, styles.PLAIN)
        return self.words_at(row, column, words.value)

    def put_periods(
        self,
        row: int,
        figures: Sequence[Formula],
        kind: str = "formula",
        number: str = styles.MONEY,
        *,
        first: int = 0,
    ) -> PeriodRow:
        """Write one formula a period, from column H."""
        for period, figure in enumerate(figures, first):
            self._write(row, FIRST_PERIOD + period, figure, kind, number)
        return PeriodRow(self.name, row, np.array([f.value for f in figures]))

    def numbers(
        self, row: int, values: Sequence[float] | FloatArray, kind: str = "solved", number: str = styles.COUNT
    ) -> PeriodRow:
        """Write pasted numbers, one a period, from column H."""
        form = self.style.get(kind, number)
        self._grow(row, FIRST_PERIOD + len(values) - 1)
        for period, value in enumerate(values):
            self.worksheet.write_number(row, FIRST_PERIOD + period, float(value), form)
        return PeriodRow(self.name, row, np.asarray(values, dtype=np.float64))

    def section(self, row: int, title: str, last_column: int | None = None) -> None:
        """A band with a section's title across the sheet."""
        end = self.last_column if last_column is None else last_column
        self.sections.append(row)
        self.text(row, A, title, "section")
        for column in range(B, end + 1):
            self.worksheet.write_blank(row, column, None, self.style.get("section"))

    def block(self, first_row: int, first_column: int, values: FloatArray) -> Block:
        """A rectangle of cells with its values (rows, columns)."""
        last_row, last_column = first_row + values.shape[0] - 1, first_column + values.shape[1] - 1
        left, right = address(first_row, first_column), address(last_row, last_column)
        return Block(f"{self.name}!{left}:{right}", values)

    def fit_rows(self) -> None:
        """Make rows with wrapped text high enough: not every program does so on opening."""
        for row, lines in self._lines.items():
            if lines > 1:
                self.height(row, _LINE_POINTS * lines + 2)

    def used(self) -> str:
        """Range of everything under the title rows, for the search for error cells."""
        last = address(self.last_row, self.last_column)
        return f"{self.name}!{address(3, 0)}:{last}"

    def _grow(self, row: int, column: int) -> None:
        self.last_row = max(self.last_row, row)
        self.last_column = max(self.last_column, column)

    def _write(self, row: int, column: int, shown: Shown, kind: str, number: str) -> None:
        self._grow(row, column)
        text = "=" + shown.text.replace(f"{self.name}!", "")
        self.worksheet.write_formula(row, column, text, self.style.get(kind, number), shown.value)


@dataclass(slots=True)
class Book:
    """The report under construction: sheets in their final order, whatever order they are written in."""

    workbook: Workbook
    style: Styles
    own: frozenset[str] = frozenset()
    sheets: dict[str, Sheet] = field(default_factory=dict)

    def add(self, names: Sequence[str]) -> None:
        """Make the sheets, in order."""
        for name in names:
            self.sheets[name] = Sheet(name, self.workbook, self.style, self.own)

    def __getitem__(self, name: str) -> Sheet:
        return self.sheets[name]

    def name(self, name: str, cell: Formula | Words) -> None:
        """Give a cell a name that people and reviews can ask for."""
        self.workbook.define_name(name, f"={cell.text}")


def each(periods: int, make: Callable[[int], Formula]) -> list[Formula]:
    """One formula a period."""
    return [make(t) for t in range(periods)]
