"""From a workbook file to raw tables: sheets and columns found by name, wherever they stand."""

from __future__ import annotations

import gc
import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from planner.messages import other_languages
from planner.workbook.addresses import address, ranges, split
from planner.workbook.assemble import ReadResult, assemble
from planner.workbook.container import RefusedError, open_container
from planner.workbook.date1904 import dated
from planner.workbook.findings import Finding, finding
from planner.workbook.header import all_names, find_header, header_columns, lookup, match_header, note_name
from planner.workbook.package import Package, SheetEntry, open_package
from planner.workbook.raw import RawCell, RawRow, RawTable
from planner.workbook.schema import BY_NAME, FINDINGS_SHEET, SCHEMA_VERSION, START_SHEET, Table
from planner.workbook.sheet import SheetCells, read_sheet
from planner.workbook.text import Suggestions, clean, did_you_mean, name_form, quoted
from planner.workbook.units import stated_units

_NOT_READ = {name_form(START_SHEET), name_form(FINDINGS_SHEET)}
_TOLD_SCRIBBLES = 200


def read_workbook(path: Path | str) -> ReadResult:
    """The plan of an .xlsx file with all findings. Never raises for anything the file holds.

    The file is read once, never written to; macros and links are not followed.
    """
    with _collector_paused():
        try:
            package = open_package(open_container(Path(path)))
            raw, findings, version = read_tables(package)
        except RefusedError as refusal:
            return ReadResult(plan=None, findings=(refusal.finding,))
        return assemble(raw, findings, sha256=package.container.sha256, schema_version=version)


@contextmanager
def _collector_paused() -> Iterator[None]:
    """No garbage collection while many small objects are made that all stay: it would double the time."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def read_tables(package: Package) -> tuple[list[RawTable], list[Finding], str]:
    """Raw tables of the sheets read, what was found on the way, the schema version stated. RefusedError."""
    findings: list[Finding] = []
    if package.macros:
        findings.append(finding("file.macros"))
    if package.links:
        findings.append(finding("file.links", seen=", ".join(map(quoted, package.links))))
    chosen = _choose_sheets(package.sheets, findings)
    version = package.version or _start_version(package)
    findings.extend(_version_findings(version))
    raw: list[RawTable] = []
    count = 0
    for name, entry in chosen.items():
        cells = read_sheet(package, entry, count)
        count += sum(len(row) for row in cells.rows.values())
        if entry.hidden:
            findings.append(finding("sheet.hidden", entry.name))
        table = _read_table(BY_NAME[name], entry.name, cells, findings)
        if table is not None:
            raw.append(table)
            if package.date1904:
                findings.extend(dated(table))
    return raw, findings, version


def _choose_sheets(sheets: Iterable[SheetEntry], findings: list[Finding]) -> dict[str, SheetEntry]:
    """The sheet to read for each table, by exact name first, then by its loose form."""
    forms = {name_form(n): t.name for t in BY_NAME.values()
             for n in (t.name, *t.aliases, *other_languages("sheet", t.name))}
    exact = {s.name for s in sheets if s.name in BY_NAME}
    chosen: dict[str, SheetEntry] = {}
    unknown: list[str] = []
    for sheet in sheets:
        name = sheet.name if sheet.name in exact else forms.get(name_form(sheet.name), "")
        if not sheet.cells or name_form(sheet.name) in _NOT_READ:
            continue
        if not name:
            unknown.append(sheet.name)
        elif name in chosen or (name in exact and sheet.name not in exact):
            other = chosen[name].name if name in chosen else name
            both = f"{quoted(other)} and {quoted(sheet.name)}"
            findings.append(finding("sheet.twice", sheet.name, seen=both, name=name))
        else:
            chosen[name] = sheet
            if sheet.name != name and sheet.name not in other_languages("sheet", name):
                findings.append(finding("sheet.renamed", sheet.name, seen=quoted(sheet.name), name=name))
    absent = [name for name in BY_NAME if name not in chosen]
    for name in unknown:
        findings.append(finding("sheet.unknown", name, nearest=did_you_mean(name, absent)))
    for name in absent:
        if BY_NAME[name].required:
            findings.append(finding("sheet.missing", seen=name, nearest=did_you_mean(name, unknown)))
    return chosen


def _start_version(package: Package) -> str:
    for entry in package.sheets:
        if entry.cells and name_form(entry.name) == name_form(START_SHEET):
            rows = read_sheet(package, entry).rows
            for cells in rows.values():
                if len(cells) > 1 and isinstance(cells[0].value, str) and (
                        name_form(cells[0].value) == "schemaversion"):
                    return str(cells[1].value)
    return ""


def _version_findings(version: str) -> list[Finding]:
    numbers = [int(part) for part in re.findall(r"\d+", version)][:2]
    current = [int(part) for part in SCHEMA_VERSION.split(".")]
    if not numbers or numbers == current:
        return []
    code = "file.version_new" if numbers > current else "file.version_old"
    return [finding(code, seen=version, current=SCHEMA_VERSION)]


# ---- one table


def _read_table(table: Table, sheet: str, cells: SheetCells, findings: list[Finding]) -> RawTable | None:
    if not cells.rows:
        return None
    header_row = find_header(table, cells)
    if header_row is None:
        names = ", ".join(c.name for c in header_columns(table) if c.required)
        findings.append(finding("header.missing", sheet, names=names))
        return None
    raw = RawTable(table, sheet, header_row=header_row)
    body = {number: row for number, row in sorted(cells.rows.items()) if number > header_row}
    match_header(raw, cells.rows[header_row], findings, has_rows=bool(body))
    findings.extend(stated_units(raw, cells.rows))
    _check_merged(raw, cells, findings)
    if table.key_value:
        _settings_rows(raw, body, findings)
        return raw
    by_column = {column: name for name, column in raw.header.items()}
    for number, row in body.items():
        known = {by_column[cell.column]: cell for cell in row if cell.column in by_column}
        if known:
            raw.rows.append(RawRow(number, known))
    _tell_scribbles(raw, cells.rows[header_row], body, findings)
    hidden = [(1, row.number) for row in raw.rows if row.number in cells.hidden_rows]
    if hidden:
        spans = ", ".join(span.replace("A", "") for span in ranges(hidden))
        findings.append(finding("sheet.hidden_rows", sheet, seen=spans))
    return raw


def _check_merged(raw: RawTable, cells: SheetCells, findings: list[Finding]) -> None:
    """Merged cells that touch the header or the rows below it, within the table's columns."""
    columns = set(raw.header.values())
    last = max(cells.rows)
    for span in cells.merged:
        start, _, end = span.partition(":")
        try:
            (left, top), (right, bottom) = split(start), split(end or start)
        except ValueError:
            continue
        if bottom >= raw.header_row and top <= last and any(left <= c <= right for c in columns):
            name = next((n for n, c in raw.header.items() if left <= c <= right), "")
            findings.append(finding("sheet.merged", raw.sheet, start, name, seen=span))


def _tell_scribbles(raw: RawTable, header: list[RawCell], body: dict[int, list[RawCell]],
                    findings: list[Finding]) -> None:
    """Values in columns without a name. Columns with an unknown name were told at their header."""
    named = {cell.column for cell in header}
    stray = [(cell.column, cell.row) for row in body.values() for cell in row if cell.column not in named]
    spans = ranges(stray)
    for span in spans[:_TOLD_SCRIBBLES]:
        findings.append(finding("sheet.scribbles", raw.sheet, span))


def _settings_rows(raw: RawTable, body: dict[int, list[RawCell]], findings: list[Finding]) -> None:
    """Settings: one row of cells by key."""
    known = {name_form(n): c.name for c in raw.table.columns for n in all_names(c)}
    suggest = Suggestions()
    key_column, value_column = raw.header.get("key", 0), raw.header.get("value", 0)
    cells: dict[str, RawCell] = {}
    for number, row in body.items():
        by_column = {cell.column: cell for cell in row}
        key, value = by_column.get(key_column), by_column.get(value_column)
        if key is None or not isinstance(key.value, str) or not clean(key.value):
            if value is not None and value.value is not None:
                findings.append(finding("row.no_key", raw.sheet, address(key_column or 1, number), "key",
                                        key="key"))
            continue
        name = lookup(key.value, known)
        if name is None:
            findings.append(finding("setting.unknown", raw.sheet, key.address, seen=quoted(key.value),
                                    nearest=suggest(key.value, known.values())))
            continue
        if name in cells:
            findings.append(finding("key.twice", raw.sheet, key.address, "key", seen=quoted(name),
                                    other=f"{raw.sheet}!{address(key_column, cells[name].row)}"))
            continue
        note_name(raw, name, key.value, key, findings)
        cells[name] = value or RawCell(value_column or 2, number, None)
    raw.header = {}
    raw.rows = [RawRow(raw.header_row + 1, cells)]
