"""A marked copy of a workbook: the values read, in a fresh file, each faulty cell coloured with a comment.

The user's file is never opened for writing. Formulas are not copied, their stored values are; what a copy
must not pass off as a value (a formula that was never calculated) is left blank.
"""

from __future__ import annotations

import datetime as dt
import io
from collections.abc import Iterable, Sequence
from pathlib import Path

import xlsxwriter
from xlsxwriter.format import Format
from xlsxwriter.worksheet import Worksheet

from planner.messages import fill, tr
from planner.workbook.addresses import split
from planner.workbook.container import RefusedError, open_container
from planner.workbook.files import WorkbookExistsError, place_file
from planner.workbook.findings import Finding, Group, Severity, grouped, severity_word
from planner.workbook.package import open_package
from planner.workbook.raw import CellError, RawCell
from planner.workbook.schema import FINDINGS_SHEET
from planner.workbook.sheet import SheetCells, read_sheet

MARKED_PROPERTY = "planner_marked_copy"
"""Custom property of a marked copy: a file that carries it may be replaced by the next one."""

COLOURS: dict[Severity, str] = {
    "error": "#FF9999", "repair": "#9DC3E6", "warning": "#FFE699", "notice": "#E2EFDA"}
"""Fill colour by severity."""

_MOST_COMMENTS = 2_000
_COMMENT_LENGTH = 1_000
_TEXT_LENGTH = 32_767
_ROWS, _COLUMNS = 1_048_576, 16_384
_Marks = dict[tuple[int, int], list[Finding]]


def write_marked(target: Path, source: Path, findings: Sequence[Finding]) -> Path:
    """Write the marked copy of `source` to `target`; returns the path written.

    Where another program holds `target` open, a free name beside it is taken. Raises WorkbookExistsError
    where `target` is the source or a file that is no marked copy, RefusedError where `source` cannot be
    read, OSError where nothing can be written.
    """
    if target.exists() and (target.samefile(source) or not _is_marked_copy(target)):
        raise WorkbookExistsError(fill("{file} exists already and is not a marked copy; choose another name",
                                       {"file": target}))
    package = open_package(open_container(source))
    buffer = io.BytesIO()
    book = xlsxwriter.Workbook(buffer, {"in_memory": True, "nan_inf_to_errors": True})
    book.set_properties({"created": dt.datetime(2026, 1, 1)})
    book.set_custom_property(MARKED_PROPERTY, "1", "text")
    _list_findings(book, grouped(findings))
    writer = _Writer(book)
    for entry in package.sheets:
        if entry.cells and entry.name.casefold() != FINDINGS_SHEET.casefold():
            marks = _marks(entry.name, findings)
            writer.sheet(entry.name, read_sheet(package, entry), marks)
    book.close()
    return place_file(target, buffer.getvalue())


def _is_marked_copy(path: Path) -> bool:
    try:
        container = open_container(path)
        return "docProps/custom.xml" in container.names and MARKED_PROPERTY.encode() in b"".join(
            container.chunks("docProps/custom.xml"))
    except RefusedError:
        return False


def _marks(sheet: str, findings: Iterable[Finding]) -> _Marks:
    """Findings by (row, column) of the sheet, both from 1; a range marks its first cell."""
    marks: _Marks = {}
    for item in findings:
        if item.sheet == sheet and item.cell:
            column, row = split(item.cell.partition(":")[0])
            marks.setdefault((row, column), []).append(item)
    return marks


def _list_findings(book: xlsxwriter.Workbook, groups: Sequence[Group]) -> None:
    """First sheet: every finding, grouped, with a link to its first cell."""
    sheet = book.add_worksheet(FINDINGS_SHEET)
    head = book.add_format({"bold": True, "font_color": "#FFFFFF", "bg_color": "#1F4E79"})
    wrap = book.add_format({"text_wrap": True, "valign": "top"})
    link = book.add_format({"font_color": "#0563C1", "underline": 1, "valign": "top", "text_wrap": True})
    fills = {name: book.add_format({"bg_color": colour, "valign": "top"}) for name, colour in COLOURS.items()}
    titles = (tr("severity"), tr("where"), tr("column"), tr("found"), tr("expected"), tr("fix"), tr("code"))
    for index, (title, width) in enumerate(zip(titles, (12, 28, 24, 60, 50, 50, 24), strict=True)):
        sheet.set_column(index, index, width)
        sheet.write_string(0, index, title, head)
    for row, group in enumerate(groups, start=1):
        first = group.first
        sheet.write_string(row, 0, severity_word(first.severity), fills[first.severity])
        if first.cell:
            sheet_name = first.sheet.replace("'", "''")
            sheet.write_url(row, 1, f"internal:'{sheet_name}'!{first.cell}", link, group.place)
        else:
            sheet.write_string(row, 1, group.place, wrap)
        words = (first.field, "; ".join(group.seen[:3]), first.expected, first.fix, first.code)
        for index, word in enumerate(words, start=2):
            sheet.write_string(row, index, word[:_TEXT_LENGTH], wrap)
    sheet.freeze_panes(1, 0)
    sheet.autofilter(0, 0, max(len(groups), 1), len(titles) - 1)


class _Writer:
    """Writes sheets with the values read; formats are made once each."""

    def __init__(self, book: xlsxwriter.Workbook) -> None:
        self._book = book
        self._formats: dict[tuple[str, str], Format] = {}
        self._comments = 0

    def sheet(self, name: str, cells: SheetCells, marks: _Marks) -> None:
        """One sheet: its values, then its marks; marked cells without a value are blank and coloured."""
        sheet = self._book.add_worksheet(name)
        sheet.set_column(0, 60, 18)
        written: set[tuple[int, int]] = set()
        for row in cells.rows.values():
            for cell in row:
                place = (cell.row, cell.column)
                if cell.row <= _ROWS and cell.column <= _COLUMNS:
                    written.add(place)
                    self._cell(sheet, cell, self._format(cell.number_format, marks.get(place, ())))
        for (number, column), found in sorted(marks.items()):
            if (number, column) not in written:
                sheet.write_blank(number - 1, column - 1, None, self._format("General", found))
            self._comment(sheet, number - 1, column - 1, found)

    def _cell(self, sheet: Worksheet, cell: RawCell, style: Format) -> None:
        row, column, value = cell.row - 1, cell.column - 1, cell.value
        if value is None or (cell.formula and not cell.calculated):
            sheet.write_blank(row, column, None, style)
        elif isinstance(value, CellError):
            sheet.write_formula(row, column, f"={value.code}", style, value.code)
        elif isinstance(value, bool):
            sheet.write_boolean(row, column, value, style)
        elif isinstance(value, dt.datetime):
            if value.year < 1900:
                sheet.write_string(row, column, f"{value:%Y-%m-%d}", style)
            else:
                sheet.write_datetime(row, column, value, style)
        elif isinstance(value, int | float):
            sheet.write_number(row, column, value, style)
        else:
            sheet.write_string(row, column, value[:_TEXT_LENGTH], style)

    def _format(self, number_format: str, found: Sequence[Finding]) -> Format:
        worst: Severity = next((n for n in COLOURS if any(item.severity == n for item in found)), "error")
        colour = COLOURS[worst] if found else ""
        key = (number_format, colour)
        if key not in self._formats:
            options: dict[str, object] = {"num_format": number_format}
            if colour:
                options["bg_color"] = colour
            self._formats[key] = self._book.add_format(options)
        return self._formats[key]

    def _comment(self, sheet: Worksheet, row: int, column: int, found: Sequence[Finding]) -> None:
        self._comments += 1
        if self._comments > _MOST_COMMENTS:
            return
        text = "\n\n".join(_words(item) for item in found)
        sheet.write_comment(row, column, text[:_COMMENT_LENGTH], {"x_scale": 2.2, "y_scale": 1.6})


def _words(item: Finding) -> str:
    parts = [f"{severity_word(item.severity)}: {item.seen}"]
    if item.expected:
        parts.append(fill("Expected: {expected}", {"expected": item.expected}))
    if item.fix:
        parts.append(fill("Fix: {fix}", {"fix": item.fix}))
    return "\n".join(parts)
