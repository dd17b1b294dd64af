"""A report beside its recalculation: which formulas give another value than the one stored with them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import openpyxl

STATUS = ("Cover", "B3")
"""Cell of the master status."""


def formulas(path: Path) -> Iterator[tuple[str, str]]:
    """Sheet and cell of every formula."""
    for sheet in openpyxl.load_workbook(path):
        for row in sheet.iter_rows():
            for cell in row:
                if cell.data_type == "f":
                    yield sheet.title, cell.coordinate


def differing(report: Path, recalculated: Path) -> list[tuple[str, str, object, object]]:
    """Sheet, cell, stored and calculated value where they differ by more than 1e-9, errors included."""
    stored = openpyxl.load_workbook(report, data_only=True)
    calculated = openpyxl.load_workbook(recalculated, data_only=True)
    pairs = (
        (sheet, at, stored[sheet][at].value, calculated[sheet][at].value) for sheet, at in formulas(report)
    )
    return [
        (sheet, at, old, new)
        for sheet, at, old, new in pairs
        if not _same(old, new) or str(new).startswith("#")
    ]


def _same(stored: object, calculated: object) -> bool:
    if isinstance(stored, int | float) and isinstance(calculated, int | float):
        return abs(stored - calculated) <= 1e-9 * max(abs(stored), abs(calculated))
    return stored == calculated or (stored in (None, 0) and calculated in (None, 0))
