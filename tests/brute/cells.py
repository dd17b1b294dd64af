"""Cells of plain tables, for the enumerator."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

Row = Mapping[str, Any]
Tables = Mapping[str, Sequence[Row]]

EPS = 1e-9


def month(text: str) -> int:
    """Months since year 0 of `2027-04`."""
    year, of_year = text.split("-")
    return int(year) * 12 + int(of_year) - 1


def number(row: Row, column: str, otherwise: float = 0.0) -> float:
    """A number, or `otherwise` where the cell is blank."""
    value = row.get(column)
    return otherwise if value is None else float(value)
