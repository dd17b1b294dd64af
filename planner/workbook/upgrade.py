"""An older workbook in a new template: its cells as they are, under the names of today."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from planner.messages import Phrase, phrase
from planner.workbook.container import open_container
from planner.workbook.package import open_package
from planner.workbook.raw import RawCell, RawTable
from planner.workbook.reader import read_tables
from planner.workbook.schema import SCHEMA_VERSION, TABLES, shown

_LOST = ("sheet.unknown", "header.unknown", "setting.unknown", "row.not_data", "sheet.scribbles",
         "header.missing")


@dataclass(frozen=True, slots=True)
class Upgrade:
    """The old cells by sheet, and what changed in words."""

    tables: dict[str, list[dict[str, object]]]
    changes: tuple[Phrase, ...]


def upgraded(path: Path) -> Upgrade:
    """Tables of an older workbook for the writer. Raises RefusedError where the file cannot be read.

    Cells are carried over as they stand, faulty ones too: `planner check` tells about them.
    """
    package = open_package(open_container(path))
    raw_tables, findings, version = read_tables(package)
    changes = [phrase("the workbook has the present schema version {new}", new=SCHEMA_VERSION)
               if version == SCHEMA_VERSION else
               phrase("schema version {old} becomes {new}", old=version or "?", new=SCHEMA_VERSION)]
    tables: dict[str, list[dict[str, object]]] = {}
    for raw in raw_tables:
        changes += _renamed(raw)
        changes += _new(raw)
        tables[raw.table.name] = [_cells(raw, row.cells, changes) for row in raw.rows]
    present = {raw.table.name for raw in raw_tables}
    changes += [phrase("new sheet: {sheet}", sheet=t.name) for t in TABLES if t.name not in present]
    changes += [phrase("not carried over: {place}: {seen}", place=f.place, seen=f.seen)
                for f in findings if f.code in _LOST]
    return Upgrade(tables, tuple(changes))


def _renamed(raw: RawTable) -> list[Phrase]:
    return [phrase("{sheet}: column {old} is now {new}", sheet=raw.sheet, old=old, new=name)
            for name, old in raw.renamed.items()]


def _new(raw: RawTable) -> list[Phrase]:
    known = set(raw.header) if not raw.table.key_value else {n for row in raw.rows for n in row.cells}
    new = [c.name for c in raw.table.all_columns if c.name not in known]
    if not new or not known:
        return []
    return [phrase("{sheet}: new columns {names}", sheet=raw.sheet, names=", ".join(new))]


def _cells(raw: RawTable, cells: Mapping[str, RawCell], changes: list[Phrase]) -> dict[str, object]:
    row: dict[str, object] = {}
    for name, cell in cells.items():
        if cell.formula and not cell.calculated:
            changes.append(phrase("not carried over: {place}: {seen}", place=f"{raw.sheet}!{cell.address}",
                                  seen=phrase("a formula that no spreadsheet program has calculated yet")))
        elif isinstance(cell.value, bool):
            row[name] = shown(cell.value)
        elif isinstance(cell.value, dt.datetime) and raw.table.column(name).kind != "month":
            row[name] = f"{cell.value:%Y-%m-%d}"
        elif cell.value is not None:
            row[name] = cell.value
    return row


