"""Sheets, headers and rows as people leave them."""

from __future__ import annotations

import io
from collections.abc import Callable
from typing import Any

import openpyxl
import pytest
from openpyxl.styles import Font

Read = Callable[..., list[tuple[str, str, str]]]
Edit = Callable[[Callable[[Any], None]], bytes]
Recipe = Callable[[Any], None]
RECIPES: dict[str, tuple[Recipe, list[tuple[str, str, str]]]] = {}


def recipe(*expected: tuple[str, str, str]) -> Callable[[Recipe], Recipe]:
    """Register a change to the good workbook and the findings it must give."""
    def register(change: Recipe) -> Recipe:
        RECIPES[change.__name__] = (change, list(expected))
        return change
    return register


@recipe()
def saved_by_openpyxl(book: Any) -> None:
    """Nothing changed."""


@recipe(("repair", "sheet.renamed", "'sites '"))
def sheet_name_case_and_space(book: Any) -> None:
    book["Sites"].title = "sites "


@recipe(("repair", "sheet.renamed", "'Power Expansions'"))
def sheet_name_with_space(book: Any) -> None:
    book["PowerExpansions"].title = "Power Expansions"


@recipe(("error", "sheet.missing", "file"), ("warning", "sheet.unknown", "Workload"))
def sheet_name_typo(book: Any) -> None:
    book["Workloads"].title = "Workload"


@recipe(("error", "sheet.missing", "file"))
def settings_removed(book: Any) -> None:
    book.remove(book["Settings"])


@recipe()
def optional_sheet_removed(book: Any) -> None:
    book.remove(book["Storage"])


@recipe(("warning", "sheet.hidden", "Overheads"))
def sheet_very_hidden(book: Any) -> None:
    book["Overheads"].sheet_state = "veryHidden"


@recipe(("error", "sheet.twice", "'Si-tes'"))
def two_sheets_of_one_name(book: Any) -> None:
    book.create_sheet("Si-tes")["A1"] = "x"


@recipe(("warning", "sheet.unknown", "Scratch"))
def unknown_sheet(book: Any) -> None:
    book.create_sheet("Scratch")["A1"] = 1


@recipe(("warning", "sheet.hidden_rows", "Workloads"))
def filtered_rows(book: Any) -> None:
    book["Workloads"].row_dimensions[6].hidden = True


@recipe(("error", "header.column_missing", "Sites!A4"), ("warning", "header.unknown", "Sites!D4"))
def required_column_renamed(book: Any) -> None:
    book["Sites"]["D4"] = "usabel_mw"


@recipe(("repair", "header.repaired", "Sites!D4"))
def header_with_odd_spaces(book: Any) -> None:
    book["Sites"]["D4"] = " Usable\u00a0MW\n\u200b"


@recipe(("repair", "header.repaired", "Sites!D4"))
def header_with_unit(book: Any) -> None:
    book["Sites"]["D4"] = "usable_mw [MW]"


@recipe(("error", "header.twice", "Sites!H4"))
def header_twice(book: Any) -> None:
    book["Sites"]["H4"] = "kind"


@recipe(("warning", "header.unknown", "Sites!AE4"))
def extra_column(book: Any) -> None:
    book["Sites"]["AE4"] = "Notes by Anna"
    book["Sites"]["AE5"] = "check"


@recipe(("error", "header.formula", "Sites!AE4"))
def header_formula(book: Any) -> None:
    book["Sites"]["AE4"] = "=1+1"


@recipe(("warning", "sheet.scribbles", "Sites!AZ9"))
def scribbles_beside_the_table(book: Any) -> None:
    book["Sites"]["AZ9"] = "call Bob"


@recipe(("error", "sheet.merged", "Workloads!C5"), ("error", "cell.blank", "Workloads!C6"))
def merged_cells_in_data(book: Any) -> None:
    book["Workloads"]["C6"] = None
    book["Workloads"].merge_cells("C5:C6")


@recipe()
def merged_title(book: Any) -> None:
    book["Sites"].merge_cells("A1:D1")


@recipe()
def blank_rows_in_the_middle(book: Any) -> None:
    sheet = book["Workloads"]
    for column in range(1, 60):
        sheet.cell(12, column).value = sheet.cell(6, column).value
        sheet.cell(12, column).number_format = sheet.cell(6, column).number_format
        sheet.cell(6, column).value = None


@recipe()
def formatted_row_at_the_very_end(book: Any) -> None:
    book["Demand"].cell(1048576, 1).font = Font(bold=True)


@recipe(("error", "row.not_data", "Sites!A6"))
def total_row(book: Any) -> None:
    book["Sites"]["A6"] = "Total"
    book["Sites"]["D6"] = 2


@recipe(("error", "row.not_data", "Sites!A8"))
def note_under_the_table(book: Any) -> None:
    book["Sites"]["A8"] = "Note: figures from the facility team"


@recipe(("error", "row.no_key", "Sites!A5"), ("error", "ref.unknown", "PowerExpansions!A5"),
        ("error", "ref.unknown", "SiteCooling!A5"))
def key_cleared(book: Any) -> None:
    book["Sites"]["A5"] = None


@recipe(("error", "header.missing", "Sites"))
def header_row_deleted(book: Any) -> None:
    book["Sites"].delete_rows(4)


@recipe()
def rows_above_deleted(book: Any) -> None:
    sheet = book["Overheads"]
    sheet.tables.clear()
    sheet.delete_rows(1, 3)


@recipe(("warning", "setting.unknown", "Settings!A30"))
def unknown_setting(book: Any) -> None:
    row = next(r for r in range(5, 60) if book["Settings"].cell(r, 1).value == "mip_gap")
    book["Settings"].cell(row, 1).value = "mipgapp"
    book["Settings"].cell(row, 2).value = 0.01
    book["Settings"].move_range(f"A{row}:B{row}", rows=30 - row)


@recipe(("error", "key.twice", "Settings!A40"))
def setting_twice(book: Any) -> None:
    book["Settings"]["A40"] = "periods"
    book["Settings"]["B40"] = 8


@pytest.mark.parametrize("name", list(RECIPES))
def test_recipe(read: Read, with_openpyxl: Edit, name: str) -> None:
    change, expected = RECIPES[name]
    assert read(with_openpyxl(change)) == expected


def test_columns_in_any_order(read: Read, good: bytes) -> None:
    book = openpyxl.load_workbook(io.BytesIO(good))
    sheet = book["CloudOffers"]
    rows = [[cell.value for cell in row] for row in sheet.iter_rows(min_row=4, max_row=5)]
    order = sorted(range(len(rows[0])), key=lambda i: str(rows[0][i]), reverse=True)
    for number, row in enumerate(rows, start=4):
        for column, index in enumerate(order, start=1):
            sheet.cell(number, column).value = row[index]
    buffer = io.BytesIO()
    book.save(buffer)
    assert read(buffer.getvalue()) == []


def test_a_chart_sheet_first_does_not_shift_the_others(read: Read, with_openpyxl: Edit) -> None:
    assert read(with_openpyxl(lambda book: book.create_chartsheet("Chart", 0))) == []
