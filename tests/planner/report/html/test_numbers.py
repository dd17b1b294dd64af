from __future__ import annotations

import pytest

from planner.report import styles
from planner.report.html.numbers import shown


@pytest.mark.parametrize(
    ("value", "number", "expected"),
    [
        (1_234_567.5, styles.MONEY, "1,234,568"),
        (-1_234_567.5, styles.MONEY, "(1,234,568)"),
        (0.0, styles.MONEY, "–"),
        (-0.0, styles.MONEY, "–"),
        (0.4, styles.MONEY, "0"),
        (-0.4, styles.MONEY, "0"),
        (2.5, styles.MONEY, "3"),
        (2.125, styles.RATE, "2.13"),
        (-2.125, styles.RATE, "(2.13)"),
        (0.12345, styles.FINE, "0.1235"),
        (-7.0, styles.COUNT, "-7"),
        (0.1234, styles.SHARE, "12.3%"),
        (-1.455, styles.SHARE, "-145.5%"),
        (0.0, styles.FINE_SHARE, "0.00%"),
        (0.004, styles.FINE_SHARE, "0.40%"),
    ],
)
def test_numbers_look_as_in_the_workbook(value: float, number: str, expected: str) -> None:
    assert shown(value, number) == expected


def test_an_unknown_format_is_a_fault() -> None:
    with pytest.raises(KeyError):
        shown(1.0, "yyyy")
