from __future__ import annotations

from planner.report.pages import Rows, breaks

HEAD = (0, 4)
"""Five rows of 15 points: a page of 300 points holds 20 rows, a later one 15 below its head."""
PAGE = 300.0


def _rows(last: int, sections: tuple[int, ...] = (), kept: tuple[tuple[int, int], ...] = ()) -> Rows:
    return Rows(last, {}, sections, kept, HEAD)


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
    tall = Rows(30, dict.fromkeys(range(5, 31), 30.0), (), (), HEAD)
    assert breaks(tall, PAGE) == [12, 19, 26]
    below = Rows(50, {}, (), (), (30, 31))
    assert breaks(below, PAGE) == [20, 40]
