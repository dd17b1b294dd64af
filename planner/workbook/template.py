"""Write an input workbook from the schema: blank, or filled with the rows of a plan."""

from __future__ import annotations

import datetime as dt
import io
import re
from collections.abc import Mapping, Sequence
from pathlib import Path

import xlsxwriter
from xlsxwriter.worksheet import Worksheet

from planner.messages import fill, term, tr
from planner.workbook.addresses import FIRST_DATA_ROW, HEADER_ROW, letters
from planner.workbook.catalogue import markets
from planner.workbook.files import WorkbookExistsError, replace_file
from planner.workbook.guide import write_start
from planner.workbook.raw import CellError
from planner.workbook.schema import (
    BY_NAME,
    SCHEMA_VERSION,
    START_SHEET,
    TABLES,
    VERSION_PROPERTY,
    Column,
    Table,
    sentence,
    shown,
)
from planner.workbook.styles import Styles
from planner.workbook.validation import MARKETS_NAME, rule

Rows = Sequence[Mapping[str, object]]
Tables = Mapping[str, Rows]

BLANK_ROWS = 15
"""Empty rows that an empty table is drawn with; Excel lengthens the table as rows are typed."""
VALIDATED_ROWS = 500
"""Rows below the header that carry drop-downs and input messages, at least."""
_HEADER = HEADER_ROW - 1
_FIRST = FIRST_DATA_ROW - 1


def write_workbook(
    path: Path | str, tables: Tables | None = None, *, full: bool = False, force: bool = False,
    market_ids: Sequence[str] | None = None,
) -> None:
    """Write an input workbook to `path`.

    `tables` maps a sheet name to its rows (column name -> value; yes/no as bool, months as "2027-04" or a
    date, lists as tuples or comma-separated text, shares as fractions). Settings may be rows of key and value
    or one row of keys. `full` opens the advanced columns; `market_ids` are listed on Start and offered on
    Sites (all of the price book unless given). Names and texts are in the language in use. Raises
    WorkbookExistsError if the file exists and `force` is not set, OSError if it cannot be written, KeyError
    for a sheet or column that the schema does not have.
    """
    target = Path(path)
    if target.exists() and not force:
        raise WorkbookExistsError(
            fill("{file} exists already; choose another name or say --force", {"file": target}))
    given = dict(tables or {})
    for name, rows in given.items():
        _check_names(BY_NAME[name], rows)
    buffer = io.BytesIO()
    book = xlsxwriter.Workbook(
        buffer,
        {"in_memory": True, "strings_to_formulas": False, "strings_to_urls": False,
         "strings_to_numbers": False},
    )
    released = dt.datetime(2026, 1, 1)
    book.set_properties({"title": tr("Capacity plan input"), "created": released})
    book.set_custom_property(VERSION_PROPERTY, SCHEMA_VERSION, "text")
    styles = Styles(book)
    listed = list(markets()) if market_ids is None else market_ids
    first, last = write_start(book.add_worksheet(START_SHEET), styles, listed)
    book.define_name(MARKETS_NAME.lstrip("="), f"={START_SHEET}!$A${first}:$A${last}")
    for table in TABLES:
        sheet = book.add_worksheet(table.name)
        rows = given.get(table.name, ())
        if table.key_value:
            _write_settings(sheet, table, settings_row(rows), styles, full)
        else:
            _write_table(sheet, table, rows, styles, full)
    book.close()
    replace_file(target, buffer.getvalue())


def settings_row(rows: Rows) -> dict[str, object]:
    """Settings as one mapping, from rows of key and value or from one row of keys."""
    if any("key" in row for row in rows):
        return {str(row["key"]): row.get("value") for row in rows}
    return {name: value for row in rows for name, value in row.items()}


def _check_names(table: Table, rows: Rows) -> None:
    names = {c.name for c in table.all_columns}
    given = set(settings_row(rows)) if table.key_value else {name for row in rows for name in row}
    if given - names:
        raise KeyError(f"{table.name} has no column {', '.join(sorted(given - names))}")


def _write_heading(sheet: Worksheet, table: Table, styles: Styles) -> None:
    sheet.write_string(0, 0, f"{term('sheet', table.name)}: {tr(table.purpose)}", styles.title)
    sheet.write_string(1, 0, tr(table.guidance), styles.guidance)
    sheet.hide_gridlines(2)
    sheet.set_landscape()
    sheet.fit_to_pages(1, 0)
    sheet.repeat_rows(_HEADER)
    sheet.set_paper(9)
    sheet.set_footer("&L&F&C&A&R&P / &N")
    if table.view == "advanced":
        sheet.set_tab_color("#A6A6A6")
    elif table.view == "catalogue":
        sheet.set_tab_color("#70AD47")
    else:
        sheet.set_tab_color("#4472C4")


def _write_table(sheet: Worksheet, table: Table, rows: Rows, styles: Styles, full: bool) -> None:
    columns = table.all_columns
    _write_heading(sheet, table, styles)
    last_row = _FIRST + max(len(rows), BLANK_ROWS) - 1
    validated = max(last_row, _FIRST + VALIDATED_ROWS - 1)
    sheet.add_table(_HEADER, 0, last_row, len(columns) - 1, {
        "name": f"t{table.name}", "style": "Table Style Light 9",
        "columns": [{"header": term("column", c.name), "header_format": styles.header(c)} for c in columns],
    })
    for index, column in enumerate(columns):
        hidden = column.advanced and not full
        sheet.set_column(index, index, _width(column), styles.body(column),
                         {"level": 1, "hidden": hidden} if column.advanced else {})
        sheet.write_string(_HEADER - 1, index, tr(column.unit), styles.unit)
        sheet.write_comment(_HEADER, index, help_text(column), {"x_scale": 2, "y_scale": 1.5})
        sheet.data_validation(_FIRST, index, validated, index, rule(column))
        for offset, row in enumerate(rows):
            write_value(sheet, _FIRST + offset, index, column, row.get(column.name), styles)
        if column.required:
            _colour_missing(sheet, table, index, validated, styles)
    _grey_switched_off(sheet, table, validated, styles)
    if any(c.advanced for c in columns):
        sheet.set_column(len(columns), len(columns), 3, None, {"collapsed": not full})
    sheet.outline_settings(True, False, True, False)
    sheet.freeze_panes(_FIRST, len(table.key))


def _colour_missing(sheet: Worksheet, table: Table, index: int, last: int, styles: Styles) -> None:
    """A required cell is coloured while it is blank in a row that has any value."""
    row = f"$A{FIRST_DATA_ROW}:${letters(len(table.all_columns))}{FIRST_DATA_ROW}"
    cell = f"{letters(index + 1)}{FIRST_DATA_ROW}"
    sheet.conditional_format(_FIRST, index, last, index, {
        "type": "formula", "criteria": f'=AND(COUNTA({row})>0,{cell}="")', "format": styles.missing})


def _grey_switched_off(sheet: Worksheet, table: Table, last: int, styles: Styles) -> None:
    names = [c.name for c in table.all_columns]
    switch = f"${letters(names.index('enabled') + 1)}{FIRST_DATA_ROW}"
    words = ",".join(f'{switch}="{word}"' for word in dict.fromkeys(("no", tr("no"))))
    sheet.conditional_format(_FIRST, 0, last, len(names) - 1, {
        "type": "formula", "criteria": f"=OR({words})", "format": styles.switched_off})


def _write_settings(
    sheet: Worksheet, table: Table, values: Mapping[str, object], styles: Styles, full: bool
) -> None:
    _write_heading(sheet, table, styles)
    headers = tuple(term("column", name) for name in ("key", "value", "unit", "note"))
    sheet.add_table(_HEADER, 0, _FIRST + len(table.columns) - 1, len(headers) - 1, {
        "name": f"t{table.name}", "style": "Table Style Light 9",
        "columns": [{"header": name, "header_format": styles.plain_header} for name in headers],
    })
    sheet.set_column(0, 0, 26)
    sheet.set_column(1, 1, 22)
    sheet.set_column(2, 2, 14)
    sheet.set_column(3, 3, 95)
    ordered = sorted(table.columns, key=lambda c: c.advanced)
    for row, column in enumerate(ordered, start=_FIRST):
        sheet.write_string(row, 0, term("column", column.name), styles.header(column))
        sheet.write_blank(row, 1, None, styles.body(column))
        write_value(sheet, row, 1, column, values.get(column.name), styles)
        sheet.write_string(row, 2, tr(column.unit))
        sheet.write_string(row, 3, f"{tr(column.description)} {sentence(column.blank.wording())}")
        sheet.data_validation(row, 1, row, 1, rule(column))
        if column.required:
            sheet.conditional_format(row, 1, row, 1, {
                "type": "blanks", "format": styles.missing})
        if column.advanced:
            sheet.set_row(row, None, None, {"level": 1, "hidden": not full})
    if not full:
        sheet.set_row(_FIRST + len(ordered), None, None, {"collapsed": True})
    sheet.freeze_panes(_FIRST, 1)


def write_value(
    sheet: Worksheet, row: int, index: int, column: Column, value: object, styles: Styles
) -> None:
    """Write one value the way the reader expects it; None and empty text leave the cell blank."""
    style = styles.body(column)
    if value is None or value == "" or value == ():
        return
    if column.kind == "month" and (date := _date(value)) is not None:
        sheet.write_datetime(row, index, date, style)
    elif isinstance(value, CellError):
        sheet.write_formula(row, index, f"={value.code}", style, value.code)
    elif isinstance(value, bool):
        sheet.write_string(row, index, tr("yes") if value else tr("no"), style)
    elif isinstance(value, tuple | list):
        sheet.write_string(row, index, shown(value), style)
    elif isinstance(value, int | float) and column.kind not in ("id", "text"):
        sheet.write_number(row, index, value, style)
    else:
        sheet.write_string(row, index, shown(value), style)


def _date(value: object) -> dt.datetime | None:
    if isinstance(value, dt.date):
        return dt.datetime(value.year, value.month, 1)
    match = re.fullmatch(r"([0-9]{4})-(0[1-9]|1[0-2])", str(value))
    return dt.datetime(int(match[1]), int(match[2]), 1) if match else None


def _width(column: Column) -> float:
    return max(len(term("column", column.name).encode("gbk", "replace")) + 4.0, 12.0)


def help_text(column: Column) -> str:
    """What the column means, its unit, its choices, its bounds and what a blank means."""
    parts = [tr(column.description)]
    if column.unit:
        parts.append(fill("Unit: {unit}.", {"unit": tr(column.unit)}))
    if column.choices:
        parts.append(fill("One of: {choices}.", {"choices": ", ".join(column.choices)}))
    parts.append(f"{sentence(column.blank.wording())}")
    if not column.priced:
        parts.append(tr("Read, not yet priced."))
    return "\n".join(parts)
