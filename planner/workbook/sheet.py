"""One sheet's cells, merged ranges and hidden rows, read in one pass over its XML."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from planner.workbook.addresses import split
from planner.workbook.container import refuse
from planner.workbook.months import from_serial
from planner.workbook.package import Package, SheetEntry, is_date, tag, unescape
from planner.workbook.raw import CellError, RawCell, RawValue

MOST_CELLS = 2_000_000
"""Filled cells on the sheets read, all together."""

_BARE_CELL = re.compile(rb'<c r="[A-Z]{1,3}[0-9]+"(?: s="[0-9]+")? ?(?:/>|></c>)')
_BARE_ROW = re.compile(rb'<row r="[0-9]+"[^<>]*?(?:/>|(?<!/)>\s*</row>)')
_EMPTY_TEXT_FORMULA = re.compile(r'\s*=?\s*""\s*')


_NUMBER = re.compile(r"\s*[+-]?(?:(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:e[+-]?[0-9]+)?|nan|inf)\s*", re.I | re.A)
_TRUTH = {"1": True, "true": True, "0": False, "false": False}


@dataclass(slots=True)
class SheetCells:
    """Filled cells by row number, merged ranges as addresses, numbers of hidden rows."""

    rows: dict[int, list[RawCell]] = field(default_factory=dict)
    merged: list[str] = field(default_factory=list)
    hidden_rows: set[int] = field(default_factory=set)


def read_sheet(package: Package, entry: SheetEntry, already: int = 0) -> SheetCells:
    """All filled cells of a sheet. `already` cells were read from other sheets. Raises RefusedError."""
    handlers = _Handlers(package, already)
    pieces = _without_bare_cells(package.container.chunks(entry.part))
    package.container.parse(entry.part, handlers.start, handlers.end, handlers.text, pieces)
    return handlers.result


def _without_bare_cells(pieces: Iterator[bytes]) -> Iterator[bytes]:
    """The sheet's bytes without cells and rows that carry a style only: there can be a million of them."""
    rest = b""
    for piece in pieces:
        data = rest + piece
        cut = data.rfind(b"<row") if data.rfind(b"<row") > 0 else len(data)
        rest = data[cut:]
        yield _BARE_ROW.sub(b"", _BARE_CELL.sub(b"", data[:cut]))
        if len(rest) > 64 * 1024 * 1024:
            yield rest
            rest = b""
    yield rest


class _Handlers:
    """XML handlers of a sheet part."""

    def __init__(self, package: Package, already: int) -> None:
        self.result = SheetCells()
        self._package = package
        self._dates = [is_date(code) for code in package.formats]
        self._count = already
        self._row = 0
        self._row_text = "0"
        self._column = 0
        self._columns: dict[str, int] = {}
        self._type = "n"
        self._style = 0
        self._formula: list[str] | None = None
        self._value: list[str] | None = None
        self._collect: list[str] | None = None
        self._phonetic = False

    def start(self, element: str, attributes: dict[str, str]) -> None:
        name = tag(element)
        if name == "c":
            self._start_cell(attributes)
        elif name == "v":
            self._value = self._collect = []
        else:
            self._start_other(name, attributes)

    def _start_other(self, name: str, attributes: dict[str, str]) -> None:
        match name:
            case "row":
                self._row = int(attributes["r"]) if "r" in attributes else self._row + 1
                self._row_text = str(self._row)
                self._column = 0
                if attributes.get("hidden") in ("1", "true"):
                    self.result.hidden_rows.add(self._row)
            case "f":
                self._formula = self._collect = []
            case "t" if not self._phonetic:
                self._value = [] if self._value is None else self._value
                self._collect = self._value
            case "rPh":
                self._phonetic = True
            case "mergeCell":
                self.result.merged.append(attributes.get("ref", ""))

    def _start_cell(self, attributes: dict[str, str]) -> None:
        reference = attributes.get("r")
        if not reference:
            self._column += 1
        else:
            self._place(reference)
        self._type = attributes.get("t", "n")
        self._style = int(attributes.get("s", "0"))
        self._formula = self._value = self._collect = None

    def _place(self, reference: str) -> None:
        """Column and row of a cell, quickly where both letters and row were met just before."""
        name = reference.rstrip("0123456789")
        column = self._columns.get(name)
        if column is None or reference[len(name):] != self._row_text:
            self._column, self._row = split(reference)
            self._row_text = str(self._row)
            self._columns[name] = self._column
        else:
            self._column = column

    def text(self, data: str) -> None:
        if self._collect is not None:
            self._collect.append(data)

    def end(self, element: str) -> None:
        name = tag(element)
        if name == "c":
            self._end_cell()
        elif name in ("v", "f", "t"):
            self._collect = None
        elif name == "rPh":
            self._phonetic = False

    def _end_cell(self) -> None:
        stored = "".join(self._value) if self._value is not None else ""
        if self._formula is None and not stored and self._type != "e":
            return
        calculated = True
        if self._formula is not None:
            blank_text = self._type == "str" or bool(
                _EMPTY_TEXT_FORMULA.fullmatch("".join(self._formula)))
            if not stored and blank_text:
                return
            calculated = bool(stored) and not self._package.never_calculated
        self._count += 1
        if self._count > MOST_CELLS:
            raise refuse("file.cells", seen=f"{MOST_CELLS:,}")
        number_format = self._package.number_format(self._style)
        value = self._typed(stored) if stored or self._type == "e" else None
        cell = RawCell(self._column, self._row, value, number_format, self._formula is not None, calculated)
        row = self.result.rows.get(self._row)
        if row is None:
            self.result.rows[self._row] = [cell]
            return
        if row[-1].column >= cell.column and any(other.column == cell.column for other in row):
            raise ValueError(f"cell {cell.address} stands twice")
        row.append(cell)

    def _typed(self, stored: str) -> RawValue:
        match self._type:
            case "s":
                index = int(stored)
                if not 0 <= index < len(self._package.texts):
                    raise IndexError(f"text number {index}")
                return self._package.texts[index]
            case "str" | "inlineStr":
                return unescape(stored)
            case "b":
                return _TRUTH.get(stored.strip(), CellError(stored))
            case "e":
                return CellError(stored or "#?")
            case "d":
                return _iso_date(stored.strip())
            case _:
                return self._number(stored)

    def _number(self, stored: str) -> RawValue:
        if not _NUMBER.fullmatch(stored):
            return CellError(stored)
        number = float(stored)
        if self._style < len(self._dates) and self._dates[self._style]:
            try:
                return from_serial(number, self._package.date1904)
            except (OverflowError, ValueError):
                return number
        return number


def _iso_date(stored: str) -> RawValue:
    try:
        return dt.datetime.fromisoformat(stored).replace(tzinfo=None)
    except ValueError:
        return CellError(stored)
