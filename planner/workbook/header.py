"""The header of a sheet: where it stands, and which column each of its names means."""

from __future__ import annotations

import re

from planner.messages import Phrase, other_languages
from planner.workbook.addresses import address
from planner.workbook.findings import Finding, finding
from planner.workbook.raw import CellError, RawCell, RawTable
from planner.workbook.schema import BY_NAME, Column, Table
from planner.workbook.sheet import SheetCells
from planner.workbook.text import Suggestions, clean, did_you_mean, name_form, quoted

HEADER_WITHIN = 30
"""The header is looked for in this many rows from the top."""

_UNIT_SUFFIX = re.compile(r"\s*(\[[^\]]*\]|\([^)]*\)|\*)\s*$")
_KEY = Column("key", "id", "", BY_NAME["Sites"].column("site_id").blank, "Name of the setting.")
_VALUE = Column("value", "any", "", BY_NAME["Sites"].column("note").blank, "Its value.")


def header_columns(table: Table) -> tuple[Column, ...]:
    """Columns that a header has: those of the table, key and value for Settings."""
    return (_KEY, _VALUE) if table.key_value else table.all_columns


def _known_names(table: Table) -> dict[str, str]:
    """Column name by the loose form of every name under which it is known."""
    return {
        name_form(name): column.name
        for column in header_columns(table) for name in all_names(column)
    }


def all_names(column: Column) -> tuple[str, ...]:
    """Every name under which a column is known: own, aliases, earlier ones, other languages."""
    return (column.name, *column.aliases, *column.renamed_from, *other_languages("column", column.name))


def note_name(raw: RawTable, name: str, text: str, cell: RawCell, findings: list[Finding]) -> None:
    """Tell a name that was read in another spelling; remember one of an earlier schema version."""
    column = next(c for c in _named_columns(raw.table) if c.name == name)
    if name_form(text) in map(name_form, column.renamed_from):
        raw.renamed[name] = text
    if text != name and text not in other_languages("column", name):
        findings.append(finding("header.repaired", raw.sheet, cell.address, name, seen=quoted(text),
                                name=name))


def _named_columns(table: Table) -> tuple[Column, ...]:
    return (*header_columns(table), *table.columns) if table.key_value else table.all_columns


def lookup(text: str, known: dict[str, str]) -> str | None:
    """The name that a text means, a unit behind it left out; None for none. `known`: by loose form."""
    return known.get(name_form(text)) or known.get(name_form(_UNIT_SUFFIX.sub("", clean(text))))


def find_header(table: Table, cells: SheetCells) -> int | None:
    """Row with the most known names, at least two; None where there is none."""
    known = _known_names(table)
    best, best_score = None, 0
    for number in sorted(n for n in cells.rows if n <= HEADER_WITHIN):
        names = {lookup(c.value, known) for c in cells.rows[number] if isinstance(c.value, str)} - {None}
        if len(names) > best_score:
            best, best_score = number, len(names)
    return best if best_score >= 2 else None


def match_header(raw: RawTable, row: list[RawCell], findings: list[Finding], has_rows: bool) -> None:
    """Fill `raw.header`; tell repaired, doubled, unknown and missing names."""
    known = _known_names(raw.table)
    first: dict[str, RawCell] = {}
    unknown: list[tuple[RawCell, str]] = []
    suggest = Suggestions()
    for cell in row:
        if isinstance(cell.value, CellError) or not cell.calculated:
            findings.append(finding("header.formula", raw.sheet, cell.address))
            continue
        text = cell.value if isinstance(cell.value, str) else quoted(cell.value)
        if not clean(text):
            continue
        name = lookup(text, known)
        if name is None:
            unknown.append((cell, text))
        elif name in first:
            findings.append(finding("header.twice", raw.sheet, cell.address, name, seen=name,
                                    cells=f"{first[name].address} and {cell.address}"))
        else:
            first[name] = cell
            note_name(raw, name, text, cell, findings)
    raw.header = {name: cell.column for name, cell in first.items()}
    absent = [c.name for c in header_columns(raw.table) if c.name not in first]
    if not raw.table.key_value:
        for cell, text in unknown:
            findings.append(_unknown_header(raw, cell, text, suggest(text, absent)))
    missing = [c for c in header_columns(raw.table) if c.required and c.name not in first
               and (raw.table.key_value or c.blank == _KEY.blank)]
    if has_rows:
        raw.missing = frozenset(c.name for c in missing)
        for column in missing:
            near = did_you_mean(column.name, [text for _, text in unknown])
            findings.append(finding("header.column_missing", raw.sheet, address(1, raw.header_row),
                                    column.name, seen=column.name, nearest=near))


def _unknown_header(raw: RawTable, cell: RawCell, text: str, nearest: Phrase) -> Finding:
    base = re.sub(r"_(low|high)$", "", text)
    if base != text and base in {c.name for c in header_columns(raw.table)}:
        return finding("header.spread", raw.sheet, cell.address, seen=quoted(text))
    return finding("header.unknown", raw.sheet, cell.address, seen=quoted(text), nearest=nearest)
