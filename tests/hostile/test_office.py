"""Workbooks that LibreOffice has saved, by way of .ods and of .xls: its dialect is read like the others."""

from __future__ import annotations

import io
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import openpyxl
import pytest

Read = Callable[..., list[tuple[str, str, str]]]
Expected = list[tuple[str, str, str]]
pytestmark = [pytest.mark.office, pytest.mark.timeout(600)]


def put(sheet: str, cell: str, value: object, number_format: str | None = None) -> Callable[[Any], None]:
    """A change of one cell."""
    def change(book: Any) -> None:
        book[sheet][cell] = value
        if number_format is not None:
            book[sheet][cell].number_format = number_format
    return change


def merge(book: Any) -> None:
    """Two projects in one cell."""
    book["Workloads"]["C6"] = None
    book["Workloads"].merge_cells("C5:C6")


def hide(book: Any) -> None:
    """A hidden sheet that is read."""
    book["Overheads"].sheet_state = "hidden"


def strip(book: Any) -> None:
    """Leave the values alone: drop-downs and comments cost LibreOffice seconds a file."""
    for sheet in book.worksheets:
        sheet.data_validations.dataValidation.clear()
        sheet.conditional_formatting = type(sheet.conditional_formatting)()
        sheet.column_dimensions.clear()
        sheet.tables.clear()
        for row in sheet.iter_rows():
            for cell in row:
                cell.comment = None


RECIPES: dict[str, tuple[str, Callable[[Any], None], Expected]] = {
    "nothing": ("ods", lambda _book: None, []),
    "nothing-old": ("xls", lambda _book: None, []),
    "number-text": ("xls", put("Sites", "D5", "2,5", "@"), [("repair", "cell.number_text", "Sites!D5")]),
    "two-readings": ("ods", put("Sites", "D5", "1.000", "@"),
                     [("error", "cell.ambiguous_number", "Sites!D5")]),
    "full-width": ("ods", put("Sites", "D5", "２．５", "@"), [("repair", "cell.number_text", "Sites!D5")]),
    "formula": ("xls", put("Sites", "D5", "=1+1.5"), []),
    "empty-formula": ("ods", put("Sites", "G5", '=""'), []),
    "reference-error": ("ods", put("Sites", "D5", "=1/0"), [("error", "cell.error", "Sites!D5")]),
    "date-in-number": ("xls", put("Sites", "D5", 46388, "yyyy-mm-dd"),
                       [("error", "cell.date_in_number", "Sites!D5")]),
    "truth-value": ("ods", put("Sites", "F5", True, "General"), []),
    # 2026-11-30: told as 800 %, as without the format; it was a bare cell.bounds
    "percent": ("xls", put("Settings", "B10", 8, "0%"), [("error", "cell.over_one", "Settings!B10")]),
    "dangling": ("ods", put("Demand", "A5", "chta"), [("error", "ref.unknown", "Demand!A5")]),
    "merged": ("xls", merge,
               [("error", "sheet.merged", "Workloads!C5"), ("error", "cell.blank", "Workloads!C6")]),
    "hidden": ("ods", hide, [("warning", "sheet.hidden", "Overheads")]),
}
"""Route, change and findings by name: LibreOffice needs about a second a file, so each goes one way."""

ROUTES = ("ods", "xls")


def convert(kind: str, sources: list[Path], folder: Path) -> None:
    """One LibreOffice run that saves all sources as `kind` in the folder."""
    program = shutil.which("soffice") or shutil.which("libreoffice") or "soffice"
    profile = folder.parent / "profile"
    subprocess.run([program, f"-env:UserInstallation={profile.as_uri()}", "--headless", "--convert-to", kind,
                    "--outdir", str(folder), *map(str, sources)], check=True, capture_output=True,
                   timeout=500)


@pytest.fixture(scope="session")
def saved(good: bytes, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with every recipe saved as .ods and .xls and, from there, as .xlsx."""
    top = tmp_path_factory.mktemp("office")
    made = top / "made"
    made.mkdir()
    for name, (_, change, _) in RECIPES.items():
        book = openpyxl.load_workbook(io.BytesIO(good))
        strip(book)
        change(book)
        book.save(made / f"{name}.xlsx")
    for route in ROUTES:
        sources = [made / f"{name}.xlsx" for name, (way, _, _) in RECIPES.items() if way == route]
        convert(route, sources, top / f"as-{route}")
        convert("xlsx", sorted((top / f"as-{route}").iterdir()), top / route)
    return top


@pytest.mark.parametrize("name", list(RECIPES))
def test_saved_by_libreoffice(read: Read, saved: Path, name: str) -> None:
    route, _, expected = RECIPES[name]
    assert read((saved / route / f"{name}.xlsx").read_bytes()) == expected


@pytest.mark.parametrize("route", ROUTES)
def test_its_own_formats_are_named(read: Read, saved: Path, route: str) -> None:
    first = min((saved / f"as-{route}").iterdir())
    assert read(first.read_bytes()) == [("error", "file.type", "file")]
