from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType

import openpyxl
import pytest

from planner.report import write_report
from planner.report.pages import Rows, breaks

HEAD = (0, 4)
"""Five rows of 15 points: a page of 300 points holds 20 rows, a later one 15 below its head."""
PAGE = 300.0


def _rows(last: int, sections: tuple[int, ...] = (), kept: tuple[tuple[int, int], ...] = ()) -> Rows:
    return Rows(last, {}, sections, kept, HEAD, 15.0, 0.5)


def test_a_sheet_that_fits_has_no_break() -> None:
    assert breaks(_rows(19), PAGE) == []


def test_later_pages_leave_room_for_the_repeated_head() -> None:
    assert breaks(_rows(50), PAGE) == [20, 35, 50]


def test_a_title_moves_on_with_its_first_rows() -> None:
    assert breaks(_rows(45, sections=(5, 18)), PAGE) == [18, 33]


def test_a_short_table_is_not_split_and_a_long_one_is() -> None:
    assert breaks(_rows(34, sections=(5, 16, 23)), PAGE) == [16, 31]
    assert breaks(_rows(34, sections=(5, 16)), PAGE) == [20]


def test_a_chart_is_not_cut_and_takes_its_table_along() -> None:
    assert breaks(_rows(34, kept=((18, 30),)), PAGE) == [18, 33]
    assert breaks(_rows(34, kept=((16, 22), (18, 25))), PAGE) == [16, 31]


def test_what_is_longer_than_a_page_is_cut() -> None:
    assert breaks(_rows(40, kept=((6, 36),)), PAGE) == [20, 35]


def test_heights_count_and_a_head_repeats_only_after_it_was_printed() -> None:
    tall = Rows(30, dict.fromkeys(range(5, 31), 30.0), (), (), HEAD, 15.0, 0.5)
    assert breaks(tall, PAGE) == [12, 19, 26]
    below = Rows(50, {}, (), (), (30, 31), 15.0, 0.5)
    assert breaks(below, PAGE) == [20, 40]


@pytest.fixture(scope="module")
def long(maker: ModuleType, tmp_path_factory: pytest.TempPathFactory) -> openpyxl.Workbook:
    """The report of a plan at 12 places over 10 years."""
    spec = importlib.util.spec_from_file_location("report_large", Path(__file__).with_name("large.py"))
    assert spec is not None and spec.loader is not None
    large = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(large)
    result, books = large.large(maker, 12, 40)
    plan = maker.plan(periods=40, period_months=3)
    path = tmp_path_factory.mktemp("long") / "long.xlsx"
    others = maker.baselines(result)
    write_report(path, result, plan, maker.meta(), origin=maker.origin(), books=books, baselines=others)
    return openpyxl.load_workbook(path)


def test_the_summary_of_a_long_plan_is_one_page_at_seven_points(long: openpyxl.Workbook) -> None:
    sheet = long["Summary"]
    usual = sheet.sheet_format.defaultRowHeight
    points = sum(sheet.row_dimensions[row].height or usual for row in range(1, sheet.max_row + 1))
    assert points * 0.7 <= (11 - 0.5 - 0.6) * 72  # a Letter page between its margins
    assert sheet.sheet_properties.pageSetUpPr.fitToPage
    assert any("more: see OrderBook and Workloads" in str(cell.value) for cell in sheet["B"])


def test_no_sheet_prints_below_seven_points(long: openpyxl.Workbook) -> None:
    for sheet in long.worksheets[2:]:
        printed = sheet.title not in ("Decisions", "CostCalc")
        assert sheet.page_setup.scale in range(70, 101) or not printed, sheet.title
        assert not sheet.sheet_properties.pageSetUpPr or not sheet.sheet_properties.pageSetUpPr.fitToPage


def test_heads_of_the_charges_repeat(long: openpyxl.Workbook) -> None:
    sheet = long["Attribution"]
    first = int(sheet.print_title_rows.split(":")[0].strip("$"))
    assert sheet.cell(first, 1).value == "Charges under FOCUS column names"
    assert sheet.cell(first + 1, 1).value == "ResourceName"
