"""Cells as they stand in a file, before anything is understood."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass, field

from planner.workbook.addresses import address
from planner.workbook.schema import Table


@dataclass(frozen=True, slots=True)
class CellError:
    """An error value such as #REF!."""

    code: str


RawValue = str | float | int | bool | dt.datetime | CellError | None


@dataclass(slots=True)
class RawCell:
    """One cell: value, number format, whether a formula made it and whether that was ever calculated."""

    column: int
    row: int
    value: RawValue
    number_format: str = "General"
    formula: bool = False
    calculated: bool = True

    @property
    def address(self) -> str:
        """`C7`."""
        return address(self.column, self.row)

    @property
    def percent(self) -> bool:
        """Whether the cell shows percent."""
        return "%" in self.number_format


@dataclass(slots=True)
class RawRow:
    """One row of a table: its row number in the sheet and its cells by schema column name."""

    number: int
    cells: dict[str, RawCell] = field(default_factory=dict)


@dataclass(slots=True)
class RawTable:
    """One sheet's table: the sheet's own name, the header cells' column numbers, the rows that hold values.

    A key_value table has one row, its cells by key; `header` then gives no columns. `missing` names required
    columns that the sheet does not have and that a finding has told already; `renamed` gives the old name of
    columns that stand under a name of an earlier schema version.
    """

    table: Table
    sheet: str
    header: dict[str, int] = field(default_factory=dict)
    header_row: int = 0
    rows: list[RawRow] = field(default_factory=list)
    missing: frozenset[str] = frozenset()
    renamed: dict[str, str] = field(default_factory=dict)
