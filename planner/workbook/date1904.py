"""Day numbers without a date format in workbooks that count days from 1904."""

from __future__ import annotations

from collections.abc import Iterator

from models.plan import month, month_text
from planner.workbook.findings import Finding, finding
from planner.workbook.months import SERIALS, from_serial
from planner.workbook.raw import RawTable
from planner.workbook.text import quoted


def dated(raw: RawTable) -> Iterator[Finding]:
    """Turn plain day numbers in columns of months into dates, each told as a repair.

    Cells with a date format are dates already; later steps do not know the workbook's first day.
    """
    for row in raw.rows:
        for name, cell in row.cells.items():
            value = cell.value
            if raw.table.column(name).kind not in ("month", "period") or isinstance(value, bool):
                continue
            if isinstance(value, int | float) and SERIALS[0] <= value <= SERIALS[1]:
                cell.value = date = from_serial(value, date1904=True)
                yield finding("cell.month_repaired", raw.sheet, cell.address, name, seen=quoted(value),
                              value=month_text(month(date.year, date.month)))
