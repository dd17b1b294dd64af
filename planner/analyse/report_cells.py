"""Cells of a report file by address, and the refusal of a file that is none."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from planner.messages import choose, spoken
from planner.report.meta import REPORT_FORMAT
from planner.workbook.addresses import address, split
from planner.workbook.container import RefusedError, open_container
from planner.workbook.package import Package, SheetEntry, custom_property, open_package
from planner.workbook.raw import CellError, RawValue
from planner.workbook.sheet import read_sheet

FORMAT_PROPERTY, LANGUAGE_PROPERTY = "planner_report_format", "planner_language"
_NEEDED = ("Cover", "Assumptions", "Decisions", "CostCalc", "NPV")


class PreviousError(Exception):
    """The file cannot serve as the report of the last approved plan: one sentence, with the cell."""


class Cells:
    """Stored values of one sheet."""

    def __init__(self, file: str, name: str, rows: Mapping[int, Mapping[int, RawValue]]) -> None:
        self.file = file
        self.name = name
        self._rows = rows

    def refuse(self, cell: str, words: str) -> PreviousError:
        """The refusal that a cell gives reason to."""
        return PreviousError(f"{self.file}: {self.name}!{cell} {words}")

    def value(self, cell: str) -> RawValue:
        """The value of a cell; None where it is blank. Raises PreviousError for an error value."""
        column, row = split(cell)
        value = self._rows.get(row, {}).get(column)
        if isinstance(value, CellError):
            raise self.refuse(cell, spoken("shows {error}", error=value.code))
        return value

    def text(self, cell: str) -> str:
        """The text of a cell; "" for anything else."""
        value = self.value(cell)
        return value if isinstance(value, str) else ""

    def number(self, cell: str) -> float:
        """The number in a cell. Raises PreviousError where there is none."""
        value = self.value(cell)
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise self.refuse(cell, spoken("should hold a number"))
        return float(value)

    def column(self, letter: str) -> Iterator[tuple[int, str]]:
        """Row numbers and texts of a column, from the top, blank cells left out."""
        for row in sorted(self._rows):
            text = self.text(f"{letter}{row}")
            if text:
                yield row, text

    def numbers(self, row: int, first: int) -> list[float]:
        """Numbers of a row from a column (counted from 1) to the first blank cell."""
        found: list[float] = []
        cells = self._rows.get(row, {})
        column = first
        while column in cells:
            found.append(self.number(address(column, row)))
            column += 1
        return found


def open_report(path: Path) -> tuple[dict[str, Cells], str]:
    """The sheets of a report by name, and its language. Raises PreviousError for any other file."""
    try:
        package = open_package(open_container(path))
        stated = custom_property(package.container, FORMAT_PROPERTY)
        if not stated:
            raise PreviousError(
                spoken("{file} is no report of planner: it states no report format", file=path.name)
            )
        _check_format(path.name, stated)
        entries = {entry.name: entry for entry in package.sheets}
        for name in _NEEDED:
            if name not in entries:
                raise PreviousError(
                    spoken("{file} has no sheet {sheet}: the report is not complete",
                           file=path.name, sheet=name))
        sheets = {name: _cells(path.name, package, entries[name]) for name in _NEEDED}
        return sheets, choose(custom_property(package.container, LANGUAGE_PROPERTY))
    except RefusedError as error:
        raise PreviousError(f"{path.name}: {error.finding.seen}") from error


def _check_format(file: str, stated: str) -> None:
    numbers = [int(part) if part.isdigit() else -1 for part in stated.split(".")]
    ours = [int(part) for part in REPORT_FORMAT.split(".")]
    if min(numbers) < 0 or numbers[0] != ours[0] or numbers > ours:
        raise PreviousError(
            spoken("{file} is written in report format {seen}; this version of planner reads {current}",
                   file=file, seen=stated, current=REPORT_FORMAT))


def _cells(file: str, package: Package, entry: SheetEntry) -> Cells:
    rows = read_sheet(package, entry).rows
    return Cells(file, entry.name, {
        number: {cell.column: cell.value for cell in row if cell.value not in (None, "")}
        for number, row in rows.items()
    })  # fmt: skip
