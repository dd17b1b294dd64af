"""The same workbook in the dialects of other writers: raw XML as they put it, and XlsxWriter's options."""

from __future__ import annotations

import io
import re
import runpy
from collections.abc import Callable
from pathlib import Path

import pytest
import xlsxwriter

Read = Callable[..., list[tuple[str, str, str]]]
WithParts = Callable[..., bytes]
Change = Callable[[str, bytes], bytes | None]
SITES = "xl/worksheets/sheet3.xml"
_EXAMPLE = Path(__file__).parents[1] / "planner" / "workbook" / "example_tables.py"
MAIN = b"http://schemas.openxmlformats.org/spreadsheetml/2006/main"
STRICT = b"http://purl.oclc.org/ooxml/spreadsheetml/main"


def is_sheet(name: str) -> bool:
    return name.startswith("xl/worksheets/sheet")


def in_sheets(change: Callable[[bytes], bytes]) -> Change:
    return lambda name, data: change(data) if is_sheet(name) else data


def prefixed(data: bytes) -> bytes:
    """Every element with a prefix, as some report generators write."""
    data = data.replace(b'xmlns="' + MAIN + b'"', b'xmlns:x="' + MAIN + b'"')
    return re.sub(rb"<(/?)([A-Za-z])", rb"<\1x:\2", data)


def inline(name: str, data: bytes, texts: list[bytes]) -> bytes:
    """Texts inside the cells instead of in the shared table."""
    if not is_sheet(name):
        return data
    return re.sub(rb't="s"><v>(\d+)</v>', lambda m: b't="inlineStr"><is>' + texts[int(m[1])] + b"</is>", data)


@pytest.mark.parametrize("change", [
    in_sheets(lambda data: re.sub(rb'<c r="[A-Z]+4"', b"<c", data)),
    in_sheets(lambda data: re.sub(rb'<row r="[0-9]+"', b"<row", data)),
    in_sheets(lambda data: re.sub(rb' spans="[0-9:]+"', b"", data)),
    in_sheets(lambda data: data.replace(b"<sheetData>", b"<sheetData>\n  ").replace(b"<row", b"\n    <row")),
    in_sheets(prefixed),
    in_sheets(lambda data: data.replace(MAIN, STRICT)),
    in_sheets(lambda data: data.decode().replace('encoding="UTF-8"', 'encoding="UTF-16"').encode("utf-16")),
    in_sheets(lambda data: b"\xef\xbb\xbf" + data),
    in_sheets(lambda data: re.sub(rb"<v>2</v>", b"<v>2.0</v>", data)),
    in_sheets(lambda data: re.sub(rb"<v>2</v>", b"<v>2E0</v>", data)),
    in_sheets(lambda data: re.sub(rb"<sheetView.*?</sheetViews>", b"", data, flags=re.DOTALL)),
    in_sheets(lambda data: re.sub(rb"<tableParts.*?</tableParts>", b"", data, flags=re.DOTALL)),
    lambda name, data: None if name.startswith("xl/tables/") else data,
    lambda name, data: None if name.startswith("docProps/") else data,
    lambda name, data: None if name == "[Content_Types].xml" else data,
    lambda name, data: None if "comments" in name or "vmlDrawing" in name else data,
    lambda name, data: data.replace(b'Target="worksheets/', b'Target="/xl/worksheets/')
    if name == "xl/_rels/workbook.xml.rels" else data,
    lambda name, data: re.sub(rb"<t( [^>]*)?>([^<]+)</t>", rb"<r><t>\2</t></r><rPh sb='0' eb='1'><t>x</t>"
                              rb"</rPh>", data) if name == "xl/sharedStrings.xml" else data,
    lambda name, data: re.sub(rb"<calcPr[^>]*/>", b"", data) if name == "xl/workbook.xml" else data,
], ids=["no-references", "no-row-numbers", "no-spans", "line-breaks", "prefixes", "strict", "utf-16",
        "byte-order-mark",
        "decimal-point", "exponent", "no-views", "no-tables", "lost-tables", "no-properties",
        "no-content-types", "no-comments", "absolute-targets", "phonetic", "no-calculation"])
def test_dialects_that_mean_the_same(read: Read, with_parts: WithParts, change: Change) -> None:
    assert read(with_parts(change)) == []


def test_texts_in_the_cells(read: Read, with_parts: WithParts) -> None:
    texts: list[bytes] = []

    def collect(name: str, data: bytes) -> bytes:
        if name == "xl/sharedStrings.xml":
            texts.extend(re.findall(rb"<si>(.*?)</si>", data, flags=re.DOTALL))
        return data

    with_parts(collect)
    assert read(with_parts(lambda name, data: inline(name, data, texts))) == []


def test_dates_counted_from_1904(read: Read, with_parts: WithParts) -> None:
    def change(name: str, data: bytes) -> bytes:
        if name == "xl/workbook.xml":
            return data.replace(b"<workbookPr", b'<workbookPr date1904="1"')
        days = re.sub(rb"<v>(4[5-9]\d\d\d)</v>", lambda m: b"<v>%d</v>" % (int(m[1]) - 1462), data)
        return days if is_sheet(name) else data

    assert read(with_parts(change)) == []


@pytest.mark.parametrize(("cell", "expected"), [
    (b'<c r="D5" t="d"><v>2027-01-01T00:00:00</v></c>', [("error", "cell.date_in_number", "Sites!D5")]),
    (b'<c r="D5" t="str"><f>A1</f><v>2.5</v></c>', [("error", "cell.formula_uncached", "Sites!D5")]),
    (b'<c r="D5" t="e"><v>#N/A</v></c>', [("error", "cell.error", "Sites!D5")]),
    (b'<c r="D5" t="e"><f>1/0</f><v>#DIV/0!</v></c>', [("error", "cell.error", "Sites!D5")]),
    (b'<c r="D5"><f>[1]Prices!A1</f></c>', [("error", "cell.formula_uncached", "Sites!D5")]),
    (b'<c r="D5" t="b"><v>1</v></c>', [("error", "cell.bool_in_number", "Sites!D5")]),
    (b'<c r="D5" t="inlineStr"><is><r><t>2</t></r><r><t>.5</t></r></is></c>',
     [("repair", "cell.number_text", "Sites!D5")]),
    (b'<c r="D5"><v>NaN</v></c>', [("error", "cell.bounds", "Sites!D5")]),
    (b'<c r="D5"><v>1e999</v></c>', [("error", "cell.bounds", "Sites!D5")]),
    (b'<c r="D5"><v> 2 </v></c>', []),
    (b'<c r="D5"><v>two</v></c>', [("error", "cell.error", "Sites!D5")]),  # 2026-11-30: told at its cell
    (b'<c r="D5"><v>1_0</v></c>', [("error", "cell.error", "Sites!D5")]),
    ('<c r="D5"><v>２</v></c>'.encode(), [("error", "cell.error", "Sites!D5")]),
    (b'<c r="D5" t="b"><v>maybe</v></c>', [("error", "cell.error", "Sites!D5")]),
    (b'<c r="D5" t="d"><v>soon</v></c>', [("error", "cell.error", "Sites!D5")]),
    (b'<c r="D5" t="e"><v></v></c>', [("error", "cell.error", "Sites!D5")]),
    (b'<c r="D5"><v>2</v></c><c r="D5"><v>3</v></c>', [("error", "file.part", "file")]),
    (b'<c r="D5" t="str"><v>2_xD800_</v></c>', [("error", "cell.not_number", "Sites!D5")]),
    (b'<c r="D5" t="s"><v>999999</v></c>', [("error", "file.part", "file")]),
    (b'<c r="D5" t="s"><v>-1</v></c>', [("error", "file.part", "file")]),
    (b'<c r="5D"><v>2</v></c>', [("error", "file.part", "file")]),
    (b'<c r="D5" s="99999"><v>2</v></c>', []),
    (b'<c r="D5" s="-1"><v>2</v></c>', []),
], ids=lambda value: value.decode().replace("/", "|") if isinstance(value, bytes) else "")
def test_one_raw_cell(read: Read, with_parts: WithParts, cell: bytes,
                      expected: list[tuple[str, str, str]]) -> None:
    def change(name: str, data: bytes) -> bytes:
        return re.sub(rb'<c r="D5"[^>]*>.*?</c>', cell, data, count=1) if name == SITES else data

    assert read(with_parts(change)) == expected


def test_a_dialogue_sheet_is_passed_over(read: Read, with_parts: WithParts) -> None:
    relation = (b'<Relationship Id="rIdD" Type="http://schemas.openxmlformats.org/officeDocument/2006/'
                b'relationships/dialogsheet" Target="dialogsheets/sheet1.xml"/></Relationships>')

    def change(name: str, data: bytes) -> bytes:
        if name == "xl/workbook.xml":
            return data.replace(b"<sheets>", b'<sheets><sheet name="Dialog" sheetId="900" r:id="rIdD"/>')
        if name == "xl/_rels/workbook.xml.rels":
            return data.replace(b"</Relationships>", relation)
        return data

    assert read(with_parts(change, {"xl/dialogsheets/sheet1.xml": b"<dialogsheet/>"})) == []


@pytest.mark.parametrize("pieces", [
    (b"<row r=\"5\"", b"<row r=\"0\""), (b"<row r=\"5\"", b"<row r=\"x\""), (b"</row>", b""),
    (b"<sheetData>", b"<sheetData><c/>"),
], ids=["row-0", "row-x", "open-row", "cell-outside"])
def test_broken_rows_end_in_findings(read: Read, with_parts: WithParts, pieces: tuple[bytes, bytes]) -> None:
    found = read(with_parts(lambda name, data: data.replace(*pieces, 1) if name == SITES else data))
    assert {severity for severity, _, _ in found} <= {"error", "warning"}


# ---- XlsxWriter

SETTINGS = [("key", "value"), ("plan_name", "x"), ("currency", "USD"), ("start", "2027-01"), ("periods", 4),
            ("discount_rate", 0.08), ("inflation_default", 0)]


def written(options: dict[str, object], *, table: bool = False) -> bytes:
    """The example written by XlsxWriter with options, headers in row 1, nothing but values."""
    tables = runpy.run_path(str(_EXAMPLE))["small"]()
    buffer = io.BytesIO()
    book = xlsxwriter.Workbook(buffer, {"in_memory": True} | options)
    sheet = book.add_worksheet("Settings")
    for number, line in enumerate(SETTINGS):
        sheet.write_row(number, 0, line)
    for name, rows in tables.items():
        if name == "Settings":
            continue
        sheet = book.add_worksheet(name)
        names = list(dict.fromkeys(key for row in rows for key in row))
        sheet.write_row(0, 0, names)
        for number, row in enumerate(rows, start=1):
            for index, key in enumerate(names):
                value = row.get(key)
                sheet.write(number, index, ", ".join(value) if isinstance(value, tuple) else value)
        if table:
            sheet.add_table(0, 0, len(rows), len(names) - 1, {"columns": [{"header": n} for n in names]})
    book.close()
    return buffer.getvalue()


@pytest.mark.parametrize("options", [
    {}, {"constant_memory": True, "in_memory": False}, {"use_zip64": True}, {"use_future_functions": True},
    {"default_date_format": "dd/mm/yy"},
], ids=["plain", "row-by-row", "zip64", "future", "date-format"])
def test_options_of_xlsxwriter(read: Read, options: dict[str, object]) -> None:
    assert read(written(options)) == []


def test_values_written_as_an_excel_table(read: Read) -> None:
    assert read(written({}, table=True)) == []
