"""From raw tables to the plan: read cells, fill blanks, resolve references, build records, check."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from models.plan import FieldRef, Plan, Provenance
from planner.workbook.blanks import DefaultUsed, fill_blanks
from planner.workbook.book import Book
from planner.workbook.checks import cross_checks
from planner.workbook.currency import check_codes, convert, rates_at_start
from planner.workbook.findings import Finding, finding, has_errors, ordered
from planner.workbook.links import check_keys, check_references, drop_followers
from planner.workbook.origin import Origin
from planner.workbook.raw import RawTable
from planner.workbook.rows import Row, typed_rows
from planner.workbook.schema import NOT_IN_RECORD, SCHEMA_VERSION, TABLES
from planner.workbook.schema.blank import Default
from planner.workbook.site_cooling import add_site_cooling


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadResult:
    """What reading an input gives. `plan` is None if and only if a finding is an error.

    `origin` tells for each figure `Sheet!Cell`, "default" or the price book's file; `defaults` lists every
    blank cell with the value it took and why; `sha256` is the input's fingerprint; `language` is what the
    input asks for, "" if it does not.
    """

    plan: Plan | None
    findings: tuple[Finding, ...]
    origin: Mapping[FieldRef, str] = field(default_factory=Origin)
    defaults: tuple[DefaultUsed, ...] = ()
    sha256: str = ""
    schema_version: str = SCHEMA_VERSION
    language: str = ""


def assemble(
    raw_tables: Iterable[RawTable], findings: Iterable[Finding] = (), *, sha256: str = "",
    schema_version: str = SCHEMA_VERSION,
) -> ReadResult:
    """The plan of the raw tables, with `findings` of earlier steps put before its own."""
    book = Book(findings=list(findings))
    for raw in raw_tables:
        rows, found = typed_rows(raw)
        book.findings.extend(found)
        book.rows[raw.table.name] = [row for row in rows if row.enabled]
        book.off[raw.table.name] = [row for row in rows if not row.enabled]
    for table in TABLES:
        if table.required and table.name not in book.rows and not book.unread(table.name):
            book.findings.append(finding("sheet.missing", seen=table.name, nearest=""))
    drop_followers(book)
    assumed = add_site_cooling(book)
    check_codes(book)
    rates = rates_at_start(book)
    convert(book, rates)
    check_keys(book)
    check_references(book)
    language = (book.settings.text("language") if book.settings else None) or ""
    defaults = [*assumed, *fill_blanks(book, rates)]
    _tell_unpriced(book)
    book.findings.extend(cross_checks(book))
    plan = None if has_errors(book.findings) else _plan(book)
    origin = Origin({(row.table.name, row.key): row for row in book.all_rows()})
    return ReadResult(plan=plan, findings=tuple(ordered(book.findings)), origin=origin,
                      defaults=tuple(defaults), sha256=sha256, schema_version=schema_version,
                      language=language)


def _plan(book: Book) -> Plan:
    parts: dict[str, Any] = {}
    for table in TABLES:
        records = tuple(_record(row) for row in book.on(table.name))
        parts[table.attribute] = records[0] if table.key_value else records
    return Plan(**parts)


def _record(row: Row) -> object:
    values: dict[str, Any] = {
        column.attribute: row.values[column.name]
        for column in row.table.columns if column.name not in NOT_IN_RECORD or row.table.key_value
        or row.table.name == "FX"
    }
    if not row.table.key_value:
        values["provenance"] = Provenance(**{
            name: row.values.get(name) for name in ("source", "as_of", "confidence", "note")})  # type: ignore[arg-type]
    return row.table.record(**values)


def _tell_unpriced(book: Book) -> None:
    """Columns and sheets that were filled in although nothing prices them yet."""
    for table in TABLES:
        rows = book.on(table.name)
        if not table.priced:
            if rows:
                book.findings.append(finding("unpriced.sheet", rows[0].sheet, seen=len(rows)))
            continue
        for row in rows:
            for column in table.columns:
                if column.priced or column.name not in row.values or column.name in row.filled:
                    continue
                default = column.blank.value if isinstance(column.blank, Default) else None
                if row.values.get(column.name) != default:
                    book.findings.append(row.find("unpriced.column", column.name))
