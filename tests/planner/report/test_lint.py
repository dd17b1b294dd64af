"""What no formula and no text of a report may contain, and what makes Excel repair a file."""

from __future__ import annotations

import re
import zipfile
from pathlib import Path

import openpyxl
import pytest

from planner.report.book import SHEETS

FUNCTIONS = {
    "ABS",
    "AND",
    "COUNT",
    "COUNTA",
    "COUNTIF",
    "EDATE",
    "IF",
    "INDEX",
    "INT",
    "ISERROR",
    "MATCH",
    "MAX",
    "MIN",
    "MOD",
    "MONTH",
    "ROUND",
    "ROW",
    "SUM",
    "SUMIF",
    "SUMPRODUCT",
    "TEXT",
    "YEAR",
}
"""All older than Excel 2016, none volatile: whatever is not listed must be thought about first."""


@pytest.fixture(scope="module")
def book(report: Path) -> openpyxl.Workbook:
    return openpyxl.load_workbook(report)


def _formulas(book: openpyxl.Workbook) -> list[tuple[str, str]]:
    return [
        (f"{sheet.title}!{cell.coordinate}", cell.value)
        for sheet in book
        for row in sheet.iter_rows()
        for cell in row
        if cell.data_type == "f"
    ]


def test_only_listed_functions(book: openpyxl.Workbook) -> None:
    used = {name for _, text in _formulas(book) for name in re.findall(r"([A-Z][A-Z0-9.]*)\(", text)}
    assert used <= FUNCTIONS


def test_no_literals_but_0_1_12(book: openpyxl.Workbook) -> None:
    wrong = []
    for at, text in _formulas(book):
        bare = re.sub(r'"[^"]*"', "", text)
        bare = re.sub(r"\$?[A-Z]{1,3}\$?\d+", "", bare)
        if set(re.findall(r"\d+(?:\.\d+)?(?:[eE]-?\d+)?", bare)) - {"0", "1", "12"}:
            wrong.append((at, text))
    assert wrong == []


def test_lengths_names_and_no_outside_links(book: openpyxl.Workbook, report: Path) -> None:
    assert max(len(text) for _, text in _formulas(book)) <= 8_192
    assert all(len(sheet.title) <= 31 for sheet in book)
    assert not [at for at, text in _formulas(book) if "[" in text or "://" in text]
    names = zipfile.ZipFile(report).namelist()
    assert not [n for n in names if "externalLink" in n or "vba" in n.lower() or "table" in n.lower()]


def test_no_merged_or_hidden_cells_and_no_array_formulas(book: openpyxl.Workbook) -> None:
    for sheet in book:
        assert not sheet.merged_cells.ranges
        assert sheet.sheet_state == "visible"
        assert not [r for r, d in sheet.row_dimensions.items() if d.hidden]
        assert not [c for c, d in sheet.column_dimensions.items() if d.hidden]
        assert all(isinstance(c.value, str) for row in sheet.iter_rows() for c in row if c.data_type == "f")


def test_sheets_in_order(book: openpyxl.Workbook) -> None:
    assert book.sheetnames == [name for name, _ in SHEETS]


def test_user_text_is_text(book: openpyxl.Workbook, report: Path) -> None:
    """Ids and sources that look like formulas or links come back as plain strings."""
    texts = {
        c.value: c.data_type for sheet in book for row in sheet.iter_rows() for c in row if c.data_type == "s"
    }
    assert texts["@plan.xlsx"] == "s"
    assert texts["=cmd|' /C calc'!A1"] == "s"
    assert any(str(text).startswith("=SUM(A1:A9)") for text in texts)
    assert any("https://evil.example" in str(text) for text in texts)
    with zipfile.ZipFile(report) as parts:
        links = [n for n in parts.namelist() if n.endswith(".rels") and b"evil.example" in parts.read(n)]
    assert links == []


def test_every_figure_outside_assumptions_and_decisions_is_a_formula_or_marked(
    book: openpyxl.Workbook,
) -> None:
    """Numbers that are not formulas carry the optimiser's style, or count rows."""
    from planner.report.styles import SOLVED_PURPLE

    bare = [
        f"{sheet.title}!{cell.coordinate}"
        for sheet in book
        if sheet.title != "Assumptions"
        for row in sheet.iter_rows()
        for cell in row
        if cell.data_type == "n"
        and cell.value is not None
        and (cell.font.color is None or not str(cell.font.color.rgb).endswith(SOLVED_PURPLE[1:]))
        and cell.column != 1
    ]
    assert bare == []


def test_cost_rows_are_one_formula_copied_right(book: openpyxl.Workbook) -> None:
    """In relative notation the formulas of a CostCalc row are equal once its payments have begun."""
    from openpyxl.formula.translate import Translator

    sheet = book["CostCalc"]
    checked = 0
    for row in sheet.iter_rows(min_row=6):
        if not str(row[0].value).startswith("L0"):
            continue
        texts = [(c.coordinate, c.value) for c in row[7:] if c.data_type == "f" and c.value != "=0"]
        if not texts or "SUM" in texts[-1][1]:
            continue  # windows grow until the whole term has begun
        at, text = texts[-1]
        alike = [t for a, t in texts if Translator(text, origin=at).translate_formula(a) == t]
        assert len(alike) >= len(texts) - 1  # the first periods lack the later payments of a profile
        checked += 1
    assert checked >= 6


def test_charts_have_titles_units_descriptions_and_six_colours_at_most(report: Path) -> None:
    with zipfile.ZipFile(report) as parts:
        charts = [parts.read(n).decode() for n in parts.namelist() if n.startswith("xl/charts/chart")]
        drawings = [parts.read(n).decode() for n in parts.namelist() if n.startswith("xl/drawings/drawing")]
    titles = []
    for chart in charts:
        texts = re.findall(r"<a:t>([^<]+)</a:t>", chart)
        titles.append(texts[0])
        assert len(texts) >= 2  # title of the chart and of its axis of values
        assert 1 <= chart.count("<c:ser>") <= 6
    described = [text for drawing in drawings for text in re.findall(r'descr="([^"]+)"', drawing)]
    assert len(described) == len(charts)
    assert sorted(titles) == sorted([
        "Accelerators there and needed, by period end",
        "Cash by category and fiscal year",
        "Change of cost, frozen plan",
        "From do-minimum to the plan, present value",
        "Planned cash by workload",  # by project where a workload names one
        "Power used against its limit, by site",
    ])  # fmt: skip
