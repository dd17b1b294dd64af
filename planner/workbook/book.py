"""All rows of an input, by sheet, and the findings met so far."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from planner.workbook.findings import Finding
from planner.workbook.rows import Row
from planner.workbook.text import Suggestions


@dataclass(slots=True)
class Book:
    """Rows by table name. `off` holds rows that are switched off, or left out with a row they belong to."""

    rows: dict[str, list[Row]] = field(default_factory=dict)
    off: dict[str, list[Row]] = field(default_factory=dict)
    findings: list[Finding] = field(default_factory=list)
    suggest: Suggestions = field(default_factory=Suggestions)

    @property
    def settings(self) -> Row | None:
        """The one row of Settings, if the sheet was there."""
        rows = self.rows.get("Settings", [])
        return rows[0] if rows else None

    def on(self, table: str) -> list[Row]:
        """Rows of a table that count."""
        return self.rows.get(table, [])

    def by_id(self, table: str, name: str | None = None) -> dict[str, Row]:
        """Rows that count, by a text column (the first key column unless named); the first one wins."""
        result: dict[str, Row] = {}
        for row in self.on(table):
            value = row.text(name or row.table.key[0])
            if value is not None:
                result.setdefault(value, row)
        return result

    def unread(self, table: str) -> bool:
        """Whether an error has told why a sheet gave no rows."""
        return table not in self.rows and any(
            item.severity == "error" and (item.sheet == table or item.params.get("seen") == table)
            for item in self.findings)

    def all_rows(self) -> Iterator[Row]:
        """Every row that counts, in sheet order."""
        for rows in self.rows.values():
            yield from rows
