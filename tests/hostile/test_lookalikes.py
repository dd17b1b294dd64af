"""Texts that look right and are not, names that look alike, archives that are nearly a workbook."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable
from typing import Any

import pytest

from planner.workbook import read_workbook
from planner.workbook.marked import write_marked
from planner.workbook.package import unescape
from planner.workbook.text import clean

Read = Callable[..., list[tuple[str, str, str]]]
Edit = Callable[[Callable[[Any], None]], bytes]
WithParts = Callable[..., bytes]
Expected = list[tuple[str, str, str]]
SITES = "xl/worksheets/sheet3.xml"


def put(book: Any, sheet: str, row: int, **values: object) -> None:
    """Set cells of a row by column name."""
    columns = {cell.value: cell.column for cell in book[sheet][4]}
    for name, value in values.items():
        book[sheet].cell(row, columns[name]).value = value


def again(book: Any, name: str) -> None:
    """A second training workload, the same but for its name."""
    for cell in list(book["Workloads"][5]):
        book["Workloads"].cell(7, cell.column).value = cell.value
    put(book, "Workloads", 7, workload_id=name)


@pytest.mark.parametrize("text", ["10²", "²", "½", "2①", "20 MW", "5k", "1.2M", "10-12", "1/2", "5-", "~5"])
def test_a_text_that_is_no_number(read: Read, with_openpyxl: Edit, text: str) -> None:
    data = with_openpyxl(lambda book: put(book, "Sites", 5, usable_mw=text))
    assert read(data) == [("error", "cell.not_number", "Sites!D5")]


def test_more_digits_than_a_number_has(read: Read, with_openpyxl: Edit) -> None:
    data = with_openpyxl(lambda book: put(book, "Sites", 5, usable_mw="9" * 400))
    assert read(data) == [("error", "cell.bounds", "Sites!D5")]


@pytest.mark.parametrize("text", ["2027-02-30", "2027-07-99", "31/06/2027", "30 Feb 2027", "2027年2月30日"])
def test_a_day_that_the_month_does_not_have(read: Read, with_openpyxl: Edit, text: str) -> None:
    data = with_openpyxl(lambda book: put(book, "Workloads", 5, start=text))
    assert read(data) == [("error", "cell.not_month", "Workloads!D5")]


@pytest.mark.parametrize("text", ["2027–07", "2027-07-31", "31/07/2027", "31 July 2027", "2027年7月31日"])
def test_a_day_that_the_month_has(read: Read, with_openpyxl: Edit, text: str) -> None:
    data = with_openpyxl(lambda book: put(book, "Workloads", 5, start=text))
    assert read(data) == [("repair", "cell.month_repaired", "Workloads!D5")]


@pytest.mark.parametrize("text", [",", " ; ", "、，"])
def test_a_list_without_names_is_not_a_blank_cell(read: Read, with_openpyxl: Edit, text: str) -> None:
    data = with_openpyxl(lambda book: put(book, "Workloads", 5, allowed_locations=text))
    assert [(severity, code) for severity, code, _ in read(data)] == [("error", "cell.no_names")]


@pytest.mark.parametrize(("name", "code"), [
    ("ｌｌｍ-8b", "key.alike"), ("llm‐8b", "key.alike"), ("LLM-8B", "key.case"),
    ("llm\u200b-8b", "key.twice"),
    ("\u202allm-8b\u202c", "key.twice"), ("llm_8b", None)])
def test_two_names_that_look_alike(read: Read, with_openpyxl: Edit, name: str, code: str | None) -> None:
    found = [item for item in read(with_openpyxl(lambda book: again(book, name))) if item[0] == "error"]
    assert found == ([("error", code, "Workloads!A7")] if code else [])


def test_names_in_composed_and_decomposed_form(read: Read, with_openpyxl: Edit) -> None:
    def change(book: Any) -> None:
        put(book, "Workloads", 5, workload_id="caf\u00e9")
        again(book, "cafe\u0301")

    assert read(with_openpyxl(change)) == [("error", "key.alike", "Workloads!A7")]


@pytest.mark.parametrize("text", ["h100x8", "Ｈ100X8", "H100X８"])
def test_a_reference_in_other_characters_is_mended(read: Read, with_openpyxl: Edit, text: str) -> None:
    data = with_openpyxl(lambda book: put(book, "CloudOffers", 5, system_id=text))
    assert read(data) == [("repair", "ref.case", "CloudOffers!D5")]


def test_the_scope_of_a_site_that_is_switched_off(read: Read, with_openpyxl: Edit) -> None:
    def change(book: Any) -> None:
        put(book, "Sites", 5, enabled="no")
        put(book, "Overheads", 5, scope="ash")

    found = [item for item in read(with_openpyxl(change)) if item[0] == "error"]
    assert [code for _, code, place in found if place.startswith("Overheads")] == ["ref.off"]


def test_a_plain_day_number_where_days_count_from_1904(tmp_path: Any, with_parts: WithParts) -> None:
    number = b'<c r="D5"><v>44741</v></c>'

    def change(name: str, data: bytes) -> bytes:
        if name == "xl/workbook.xml":
            return data.replace(b"<workbookPr", b'<workbookPr date1904="1"')
        if name == "xl/worksheets/sheet5.xml":
            start = data.index(b'<c r="D5"')
            return data[:start] + number + data[data.index(b"</c>", start) + 4:]
        return data

    path = tmp_path / "in.xlsx"
    path.write_bytes(with_parts(change))
    told = [f for f in read_workbook(path).findings if f.place == "Workloads!D5" and f.severity == "repair"]
    assert [(f.code, f.seen) for f in told] == [("cell.month_repaired", "44741 is read as the month 2026-06")]


def test_half_a_surrogate_pair(tmp_path: Any, with_parts: WithParts) -> None:
    assert unescape("_xD83D__xDE00_ _x0041_") == "\U0001f600 A"
    assert unescape("a_xD800_b") == "a\ufffdb"
    cell = b'<c r="D5" t="str"><v>2_xD800_</v></c>'

    def change(name: str, data: bytes) -> bytes:
        start = data.find(b'<c r="D5"')
        return data[:start] + cell + data[data.index(b"</c>", start) + 4:] if name == SITES else data

    path, target = tmp_path / "in.xlsx", tmp_path / "marked.xlsx"
    path.write_bytes(with_parts(change))
    assert write_marked(target, path, read_workbook(path).findings) == target


def renamed(data: bytes, spelling: Callable[[str], str]) -> bytes:
    """The archive with its parts' names spelt otherwise."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as source, zipfile.ZipFile(buffer, "w") as target:
        for name in source.namelist():
            target.writestr(spelling(name), source.read(name))
    return buffer.getvalue()


@pytest.mark.parametrize("spelling", [str.upper, lambda name: name.replace("/", "\\"), str.title],
                         ids=["upper", "backslash", "title"])
def test_parts_spelt_otherwise(read: Read, good: bytes, spelling: Callable[[str], str]) -> None:
    assert read(renamed(good, spelling)) == []


@pytest.mark.filterwarnings("ignore:Duplicate name")
@pytest.mark.parametrize(("data", "code"), [
    (lambda good: renamed(good, lambda name: "xl/" if name.startswith("docProps") else name), None),
    (lambda good: renamed(good, lambda name: SITES if "core" in name else name), "file.part"),
    (lambda good: renamed(good, lambda name: f"book/{name}"), "file.type"),
], ids=["folder twice", "part twice", "packed folder"])
def test_archives(read: Read, good: bytes, data: Callable[[bytes], bytes], code: str | None) -> None:
    assert read(data(good)) == ([("error", code, "file")] if code else [])


def test_a_workbook_in_an_archive(read: Read, good: bytes) -> None:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as target:
        target.writestr("plans/my plan.xlsx", good)
    assert read(buffer.getvalue()) == [("error", "file.packed", "file")]


def test_a_sheet_whose_part_is_not_named(read: Read, with_parts: WithParts) -> None:
    """It was left out without a word: a plan without its overheads."""
    def change(name: str, data: bytes) -> bytes:
        return data.replace(b'Id="rId3"', b'Id="rId333"') if name == "xl/_rels/workbook.xml.rels" else data

    assert read(with_parts(change)) == [("error", "file.part", "file")]


def test_clean_keeps_what_can_be_seen() -> None:
    assert clean("\u2066a\u2069 \u061cb") == "a b"


@pytest.mark.parametrize(("sheet", "name", "written", "told"), [
    ("Sites", "usable_mw", "usable_mw (kW)", True), ("Sites", "usable_mw", "usable_mw [MW]", False),
    ("Sites", "usable_mw", "Usable MW (IT)", False),
    ("Systems", "price_per_system", "price_per_system (k$)", True),
    ("Systems", "price_per_system", "price_per_system (million USD)", True),
    ("Systems", "price_per_system", "price_per_system (USD)", False),
    ("Sites", "energy_price_kwh", "energy_price_kwh (USD/MWh)", True),
    ("Systems", "life_months", "life_months (years)", True),
    ("Systems", "life_months", "Life months*", False)])
def test_a_unit_stated_in_the_name_of_a_column(read: Read, with_openpyxl: Edit, sheet: str, name: str,
                                               written: str, told: bool) -> None:
    places = []

    def change(book: Any) -> None:
        cell = next(cell for cell in book[sheet][4] if cell.value == name)
        cell.value = written
        places.append(f"{sheet}!{cell.coordinate}")

    found = read(with_openpyxl(change))
    assert [item for item in found if item[0] == "error"] == (
        [("error", "header.unit", places[0])] if told else [])


@pytest.mark.parametrize(("unit", "told"), [("kW", True), ("megawatts", False), ("GW", True), ("", False)])
def test_a_unit_changed_above_the_name_of_a_column(read: Read, with_openpyxl: Edit, unit: str,
                                                   told: bool) -> None:
    def change(book: Any) -> None:
        book["Sites"]["D3"] = unit

    assert read(with_openpyxl(change)) == ([("error", "header.unit", "Sites!D3")] if told else [])
