"""Types values into the cells of a template as a person would, and counts them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import openpyxl

Typed = Mapping[str, Sequence[Mapping[str, Any]]]


def type_into(path: Path, typed: Typed) -> int:
    """Type the values below the samples of a template; returns how many cells that took."""
    book = openpyxl.load_workbook(path)
    count = 0
    for name, rows in typed.items():
        sheet = book[name]
        if name == "Settings":
            places = {sheet.cell(row, 1).value: row for row in range(5, 60)}
            for key, value in rows[0].items():
                sheet.cell(places[key], 2).value = value
                count += 1
            continue
        columns = {cell.value: cell.column for cell in sheet[4]}
        first = next(row for row in range(5, 60) if sheet.cell(row, 1).value is None)
        for number, row in enumerate(rows, start=first):
            for column, value in row.items():
                sheet.cell(number, columns[column]).value = value
                count += 1
    book.save(path)
    return count
