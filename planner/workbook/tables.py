"""Raw tables from plain mappings: the same pipeline as a workbook, without a file."""

from __future__ import annotations

import datetime as dt
import hashlib
import json
from collections.abc import Mapping, Sequence

from planner.workbook.addresses import FIRST_DATA_ROW, HEADER_ROW
from planner.workbook.assemble import ReadResult, assemble
from planner.workbook.findings import Finding, finding
from planner.workbook.raw import CellError, RawCell, RawRow, RawTable, RawValue
from planner.workbook.schema import BY_NAME, TABLES, Table, shown
from planner.workbook.template import settings_row
from planner.workbook.text import did_you_mean

Tables = Mapping[str, Sequence[Mapping[str, object]]]


def plan_from_tables(tables: Tables) -> ReadResult:
    """The plan of tables {sheet: [{column: value}]}; a missing column or None is a blank cell.

    Values as in a workbook: text, numbers, bool for yes/no, "2027-04" or a date for months, tuples or
    comma-separated text for lists. Settings are rows of key and value, or one row of keys. Findings name the
    cells that `write_workbook` would fill. Unknown sheets and columns are findings.
    """
    findings = [finding("sheet.unknown", name, nearest=did_you_mean(name, BY_NAME))
                for name in tables if name not in BY_NAME]
    raw = []
    for table in TABLES:
        if table.name in tables:
            raw.append(_raw_table(table, tables[table.name], findings))
    text = json.dumps(tables, default=str, sort_keys=True)
    return assemble(raw, findings, sha256=hashlib.sha256(text.encode()).hexdigest())


def _raw_table(table: Table, rows: Sequence[Mapping[str, object]], findings: list[Finding]) -> RawTable:
    if table.key_value:
        return _raw_settings(table, settings_row(rows), findings)
    header = {c.name: i for i, c in enumerate(table.all_columns, start=1)}
    result = RawTable(table, table.name, header, HEADER_ROW)
    for name in dict.fromkeys(name for row in rows for name in row):
        if name not in header:
            findings.append(finding("header.unknown", table.name, seen=f'"{name}"',
                                    nearest=did_you_mean(name, header)))
    for offset, row in enumerate(rows):
        number = FIRST_DATA_ROW + offset
        cells = {name: RawCell(header[name], number, _raw_value(value))
                 for name, value in row.items() if name in header and value is not None}
        result.rows.append(RawRow(number, cells))
    return result


def _raw_settings(table: Table, values: Mapping[str, object], findings: list[Finding]) -> RawTable:
    ordered = sorted(table.columns, key=lambda c: c.advanced)
    places = {c.name: FIRST_DATA_ROW + i for i, c in enumerate(ordered)}
    for name in values:
        if name not in places:
            findings.append(finding("setting.unknown", table.name, seen=f'"{name}"',
                                    nearest=did_you_mean(name, places)))
    cells = {name: RawCell(2, row, _raw_value(values.get(name))) for name, row in places.items()}
    return RawTable(table, table.name, {}, HEADER_ROW, [RawRow(FIRST_DATA_ROW, cells)])


def _raw_value(value: object) -> RawValue:
    if value is None or isinstance(value, str | int | float | bool | dt.datetime | CellError):
        return value
    if isinstance(value, dt.date):
        return dt.datetime(value.year, value.month, value.day)
    return shown(value) if value != () else None
