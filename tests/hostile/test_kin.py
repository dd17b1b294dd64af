"""Kin of the failures above: the same kinds on other sheets, columns and values."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from typing import Any

import openpyxl
import pytest
from openpyxl.styles import Font

from planner.workbook.schema import TABLES

Read = Callable[..., list[tuple[str, str, str]]]
Edit = Callable[[Callable[[Any], None]], bytes]
Expected = list[tuple[str, str, str]]
Recipe = Callable[[Any], None]


def error(code: str, place: str) -> tuple[str, str, str]:
    return ("error", code, place)


def repair(code: str, place: str) -> tuple[str, str, str]:
    return ("repair", code, place)


def warning(code: str, place: str) -> tuple[str, str, str]:
    return ("warning", code, place)


CELLS: list[tuple[str, str, object, str | None, Expected]] = [
    # numbers as text
    ("Systems", "D5", "255 000,50", None, [repair("cell.number_text", "Systems!D5")]),
    ("Systems", "D5", "255'000", None, [repair("cell.number_text", "Systems!D5")]),
    ("Systems", "D5", "1,250,000.00", None, [repair("cell.number_text", "Systems!D5")]),
    ("Systems", "D5", "255.000", None, [error("cell.ambiguous_number", "Systems!D5")]),
    ("Systems", "D5", "$255000", None, [error("cell.not_number", "Systems!D5")]),
    ("Systems", "D5", "(5)", None, [error("cell.bounds", "Systems!D5"),
                                    repair("cell.number_text", "Systems!D5")]),
    ("Systems", "D5", "2.55E+05", None, [repair("cell.number_text", "Systems!D5")]),
    ("Systems", "D5", "２５５０００", None, [repair("cell.number_text", "Systems!D5")]),
    ("Systems", "D5", "25万", None, [error("cell.not_number", "Systems!D5")]),
    ("Systems", "D5", "TBD", None, [error("cell.not_number", "Systems!D5")]),
    ("Systems", "D5", "null", None, [error("cell.not_number", "Systems!D5")]),
    ("Systems", "D5", "inf", None, [error("cell.not_number", "Systems!D5")]),
    ("Systems", "D5", -255000, None, [error("cell.bounds", "Systems!D5")]),
    ("Systems", "D5", "#DIV/0!", None, [error("cell.error", "Systems!D5")]),
    ("Systems", "D5", "#NAME?", None, [error("cell.error", "Systems!D5")]),
    # percent
    ("Settings", "B10", "８％", None, [repair("cell.percent_text", "Settings!B10")]),
    ("Settings", "B10", "8,5 %", None, [repair("cell.percent_text", "Settings!B10")]),
    ("Settings", "B10", 0.08, "0.00", []),
    ("Settings", "B10", 800, "General", [error("cell.bounds", "Settings!B10")]),
    ("Demand", "E5", 8, "General", [warning("cell.above_one", "Demand!E5")]),
    ("Demand", "E5", 8, "0%", []),
    # months
    ("Workloads", "D5", "2027年7月", "@", [repair("cell.month_repaired", "Workloads!D5")]),
    ("Workloads", "D5", "２０２７年７月", "@", [repair("cell.month_repaired", "Workloads!D5")]),
    ("Workloads", "D5", "2027.7", "@", [repair("cell.month_repaired", "Workloads!D5")]),
    ("Workloads", "D5", "Jul 2027", "@", [repair("cell.month_repaired", "Workloads!D5")]),
    ("Workloads", "D5", "07/2027", "@", [repair("cell.month_repaired", "Workloads!D5")]),
    ("Workloads", "D5", "07/13/2027", "@", [repair("cell.month_repaired", "Workloads!D5")]),
    ("Workloads", "D5", "07/08/2027", "@", [error("cell.ambiguous_month", "Workloads!D5")]),
    ("Workloads", "D5", "7/27", "@", [error("cell.not_month", "Workloads!D5")]),
    ("Workloads", "D5", "2027-13", "@", [error("cell.not_month", "Workloads!D5")]),
    ("Workloads", "D5", "Q3 2027", "@", [error("cell.not_month", "Workloads!D5")]),
    ("Workloads", "D5", dt.datetime(1987, 7, 1), None, [error("cell.month_range", "Workloads!D5")]),
    ("Workloads", "D5", 46569, "General", [repair("cell.month_repaired", "Workloads!D5")]),
    ("Workloads", "D5", 7, "General", [error("cell.not_month", "Workloads!D5")]),
    ("Workloads", "D5", True, None, [error("cell.not_month", "Workloads!D5")]),
    # choices and yes or no
    ("Workloads", "B5", "TRAINING", None, [repair("cell.choice_case", "Workloads!B5")]),
    ("CloudOffers", "E5", "on demand", None, [repair("cell.choice_case", "CloudOffers!E5")]),
    ("CloudOffers", "E5", "On-Demand", None, [repair("cell.choice_case", "CloudOffers!E5")]),
    ("Sites", "F5", "否", None, []),
    ("Systems", "M5", "1", None, [repair("cell.choice_case", "Systems!M5")]),
    # names
    ("Overheads", "A5", "NA", None, []),
    ("Overheads", "A5", "None", None, []),
    ("Overheads", "A5", "1E5", None, []),
    ("Overheads", "A5", 1.0, "General", []),
    ("Overheads", "A5", "ops\u00a0", None, [repair("cell.text_trimmed", "Overheads!A5")]),
    ("Overheads", "A5", "ops\nteam", None, [repair("cell.text_trimmed", "Overheads!A5")]),
    ("Overheads", "A5", "a|b", None, [error("cell.id_text", "Overheads!A5")]),
    ("Demand", "A5", "Chat", None, [repair("ref.case", "Demand!A5")]),
    ("Demand", "A5", "chatt", None, [error("ref.unknown", "Demand!A5")]),
    ("Sites", "B5", "northern-virgina", None, [warning("market.unknown", "Sites!B5"),
                                               error("market.no_value", "SiteCooling!C5")]),
]


@pytest.mark.parametrize(("sheet", "cell", "value", "number_format", "expected"), CELLS,
                         ids=[f"{c[0]}-{c[1]}-{str(c[2])[:20]}-{c[3]}" for c in CELLS])
def test_one_cell(read: Read, with_openpyxl: Edit, sheet: str, cell: str, value: object,
                  number_format: str | None, expected: Expected) -> None:
    def change(book: Any) -> None:
        book[sheet][cell].value = value
        if number_format is not None:
            book[sheet][cell].number_format = number_format

    assert read(with_openpyxl(change)) == expected


RECIPES: dict[str, tuple[Recipe, Expected]] = {}


def recipe(*expected: tuple[str, str, str]) -> Callable[[Recipe], Recipe]:
    """Register a change to the good workbook and the findings it must give."""
    def register(change: Recipe) -> Recipe:
        RECIPES[change.__name__] = (change, list(expected))
        return change
    return register


def add_row(book: Any, sheet: str, row: dict[str, object], number: int | None = None) -> None:
    """Fill a row by the names in row 4, below the last one unless its number is given."""
    target = book[sheet]
    names = {cell.value: cell.column for cell in target[4]}
    number = number or 1 + max(r for r in range(4, 60) if target.cell(r, 1).value is not None)
    for name, value in row.items():
        target.cell(number, names[name]).value = value


BUDGET: dict[str, object] = {"scope": "total", "period": "all", "amount": 1e9}


@recipe(("repair", "cell.period_repaired", "Budgets!C5"), ("repair", "cell.period_repaired", "Budgets!C6"),
        ("repair", "cell.period_repaired", "Budgets!C7"), ("error", "cell.not_period", "Budgets!C8"),
        ("error", "cell.not_period", "Budgets!C9"))
def years_in_many_forms(book: Any) -> None:
    for offset, period in enumerate([2027, "2027", "FY27", 2027.5, "27"]):
        add_row(book, "Budgets", BUDGET | {"period": period, "key": f"k{offset}"}, 5 + offset)


@recipe(("repair", "cell.period_repaired", "Budgets!C5"))
def a_date_as_a_period(book: Any) -> None:
    add_row(book, "Budgets", BUDGET | {"period": dt.datetime(2027, 1, 1)}, 5)
    add_row(book, "Budgets", BUDGET | {"period": "2027-H2"}, 6)
    book["Settings"]["B8"] = 1
    book["Settings"]["B9"] = 24


@recipe(("error", "header.column_missing", "Sites!A4"), ("error", "sheet.merged", "Sites!C4"),
        ("warning", "sheet.scribbles", "Sites!D5"))
def merged_header(book: Any) -> None:
    book["Sites"].merge_cells("C4:D4")


@recipe(("error", "sheet.merged", "Sites!A4"), ("error", "row.no_key", "Sites!A5"),
        *(("error", "cell.blank", f"Sites!{column}5") for column in "BCDE"),
        ("warning", "check.market_old", "Sites!B6"), ("warning", "default.used", "Sites!I6"))
def merged_header_and_row(book: Any) -> None:
    book["Sites"].merge_cells("A4:A5")
    book["Sites"]["A6"] = "ash"
    for column in range(2, 9):
        book["Sites"].cell(6, column).value = book["Sites"].cell(5, column).value
        book["Sites"].cell(5, column).value = None


@recipe(("warning", "sheet.hidden", "Settings"))
def settings_hidden(book: Any) -> None:
    book["Settings"].sheet_state = "hidden"


@recipe()
def hidden_columns(book: Any) -> None:
    book["Sites"].column_dimensions["C"].hidden = True


@recipe(("warning", "sheet.hidden_rows", "Demand"))
def a_filter_that_hides(book: Any) -> None:
    book["Demand"].auto_filter.ref = "A4:E5"
    book["Demand"].row_dimensions[5].hidden = True


@recipe(("repair", "sheet.renamed", "DEMAND"))
def sheet_in_capitals(book: Any) -> None:
    book["Demand"].title = "demand1"
    book["demand1"].title = "DEMAND"


@recipe(("repair", "sheet.renamed", "Site_Cooling"))
def sheet_with_underscore(book: Any) -> None:
    book["SiteCooling"].title = "Site_Cooling"


@recipe(("error", "sheet.missing", "file"))
def workloads_removed(book: Any) -> None:
    book.remove(book["Workloads"])
    book.remove(book["Demand"])
    book.remove(book["ServingRates"])


@recipe(("error", "header.twice", "Demand!F4"))
def header_twice_in_other_spelling(book: Any) -> None:
    book["Demand"]["F4"] = "Workload ID"


@recipe(("error", "header.column_missing", "Demand!A4"), ("warning", "header.unknown", "Demand!A4"))
def key_column_renamed(book: Any) -> None:
    book["Demand"]["A4"] = "wl"


@recipe(("error", "header.column_missing", "Demand!A4"))
def required_header_cleared(book: Any) -> None:
    book["Demand"]["C4"] = None
    book["Demand"]["C5"] = None


@recipe()
def a_number_as_a_header(book: Any) -> None:
    book["Sites"]["A4"] = "site_id"


@recipe(("error", "row.not_data", "Workloads!A7"))
def sum_in_chinese(book: Any) -> None:
    book["Workloads"]["A7"] = "合计"
    book["Workloads"]["F7"] = 16


@recipe(("error", "row.not_data", "CloudOffers!A6"))
def subtotal(book: Any) -> None:
    book["CloudOffers"]["A6"] = "Sub total"
    book["CloudOffers"]["G6"] = 3.9


@recipe(("error", "cell.blank", "Sites!B6"), ("error", "cell.blank", "Sites!C6"),
        ("error", "cell.blank", "Sites!D6"), ("error", "cell.blank", "Sites!E6"),
        ("warning", "default.used", "Sites!I6"))
def a_key_alone(book: Any) -> None:
    book["Sites"]["A6"] = "fra"


@recipe(("error", "row.no_key", "Demand!A7"), ("error", "cell.blank", "Demand!B7"),
        ("error", "cell.blank", "Demand!D7"))
def a_row_without_key(book: Any) -> None:
    book["Demand"]["C7"] = 5


@recipe()
def rows_of_styles_only(book: Any) -> None:
    for row in range(6, 400):
        for column in range(1, 9):
            book["Sites"].cell(row, column).font = Font(italic=True)


@recipe(("error", "key.twice", "Sites!A6"))
def site_twice(book: Any) -> None:
    for column in range(1, 30):
        book["Sites"].cell(6, column).value = book["Sites"].cell(5, column).value


@recipe(("error", "key.case", "Sites!A6"))
def site_twice_in_other_case(book: Any) -> None:
    site_twice(book)
    book["Sites"]["A6"] = "ASH"


@recipe(("error", "key.twice", "Demand!A6"))
def demand_of_one_month_twice(book: Any) -> None:
    add_row(book, "Demand", {"workload_id": "chat", "from": "2027/01", "amount": 5, "unit": "requests_per_s"})
    book["Demand"]["B6"] = book["Demand"]["B5"].value
    book["Demand"]["B6"].number_format = "yyyy-mm"


@recipe(("error", "ref.cycle", "Workloads!AL5"))
def predecessors_in_a_circle(book: Any) -> None:
    names = [cell.value for cell in book["Workloads"][4]]
    column = names.index("after") + 1
    book["Workloads"].cell(5, column).value = "chat"
    book["Workloads"].cell(6, column).value = "llm-8b"


@recipe(("warning", "check.no_site_cooling", "Sites!A5"))
def a_cooling_switched_off(book: Any) -> None:
    names = [cell.value for cell in book["Cooling"][4]]
    book["Cooling"].cell(5, names.index("enabled") + 1).value = "no"


@pytest.mark.parametrize("name", list(RECIPES))
def test_recipe(read: Read, with_openpyxl: Edit, name: str) -> None:
    change, expected = RECIPES[name]
    assert read(with_openpyxl(change)) == expected


def test_every_sheet_may_be_saved_alone_with_its_rows_in_any_order(read: Read, with_openpyxl: Edit) -> None:
    def reverse(book: Any) -> None:
        book._sheets.reverse()

    assert read(with_openpyxl(reverse)) == []


def test_sheet_names_are_never_cut() -> None:
    assert [table.name for table in TABLES if len(table.name) > 25] == []


def test_headers_may_stand_as_low_as_row_30(read: Read, with_openpyxl: Edit) -> None:
    def lower(rows: int) -> Callable[[Any], None]:
        def change(book: openpyxl.Workbook) -> None:
            book["Overheads"].tables.clear()
            book["Overheads"].insert_rows(1, rows)
        return change

    assert read(with_openpyxl(lower(26))) == []
    assert read(with_openpyxl(lower(27))) == [("error", "header.missing", "Overheads")]
