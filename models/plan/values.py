"""Small value types shared by every record of the plan."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple, NewType

Month = NewType("Month", int)
"""A calendar month as one integer: year * 12 + (month - 1)."""

SiteId = NewType("SiteId", str)
SystemId = NewType("SystemId", str)
FabricId = NewType("FabricId", str)
CoolingId = NewType("CoolingId", str)
LevelId = NewType("LevelId", str)
OfferId = NewType("OfferId", str)
WorkloadId = NewType("WorkloadId", str)
BlockId = NewType("BlockId", str)
TierId = NewType("TierId", str)

Confidence = Literal["high", "medium", "low", "estimate"]


def month(year: int, month_of_year: int) -> Month:
    """The month `year`-`month_of_year` (1..12)."""
    return Month(year * 12 + month_of_year - 1)


def month_text(value: Month) -> str:
    """`2027-04` for display."""
    return f"{value // 12:04d}-{value % 12 + 1:02d}"


class FieldRef(NamedTuple):
    """One figure of the input: table, record key (key columns joined by "|") and column name."""

    table: str
    key: str
    field: str

    def __str__(self) -> str:
        return f"{self.table}[{self.key}].{self.field}"


OLD_MONTHS = 12
"""A price older than this at the plan's first month is told. The plan's start counts, not the day of the
check: the same workbook always gives the same findings."""
WEAK: tuple[Confidence, ...] = ("low", "estimate")
"""Confidence that is told."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Provenance:
    """Where a row's figures come from, as its author stated."""

    source: str | None = None
    as_of: Month | None = None
    confidence: Confidence | None = None
    note: str | None = None
