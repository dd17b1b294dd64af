"""Where each figure of the plan comes from."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from models.plan import FieldRef
from planner.workbook.rows import Row


class Origin(Mapping[FieldRef, str]):
    """(table, key, column) -> `Sheet!Cell`, "default" or the price book's file. Texts are made when asked."""

    def __init__(self, rows: Mapping[tuple[str, str], Row] | None = None) -> None:
        self._rows = rows or {}

    def __getitem__(self, ref: FieldRef) -> str:
        row = self._rows[(ref.table, ref.key)]
        if ref.field not in row.values:
            raise KeyError(ref)
        return row.origin(ref.field)

    def __iter__(self) -> Iterator[FieldRef]:
        for row in self._rows.values():
            for name in row.values:
                yield row.ref(name)

    def __len__(self) -> int:
        return sum(len(row.values) for row in self._rows.values())
