"""Numbers, months and periods as people type them."""

from __future__ import annotations

import pytest

from models.plan import month
from planner.workbook.months import read_month, read_period
from planner.workbook.numbers import read_number


@pytest.mark.parametrize(("text", "value"), [
    ("20", 20.0), (" 20 ", 20.0), ("1,250.5", 1250.5), ("1.000,5", 1000.5), ("1 000,5", 1000.5),
    ("1\u00a0000", 1000.0), ("1\u202f000\u202f000", 1e6), ("1'000.5", 1000.5), ("0,125", 0.125), ("1,25",
                                                                                                  1.25),
    ("６２．５", 62.5), ("−5", -5.0), ("(500)", -500.0), ("1,250,000", 1.25e6), ("1.250.000", 1.25e6),
    ("1e6", 1e6), ("1234.567", 1234.567), (".5", 0.5), ("+3", 3.0),
])
def test_numbers_with_one_reading(text: str, value: float) -> None:
    assert read_number(text).value == value


@pytest.mark.parametrize(("text", "first", "second"), [
    ("1.000", 1000.0, 1.0), ("1,000", 1000.0, 1.0), ("12.345", 12345.0, 12.345), ("-1,500", -1500.0, -1.5),
])
def test_one_separator_before_three_digits_has_two_readings(text: str, first: float, second: float) -> None:
    found = read_number(text)
    assert found.value is None
    assert found.readings == (first, second)


@pytest.mark.parametrize("text", ["", "-", "n/a", "TBD", "20 MW", "inf", "nan", "12.345.67", "1,2345.6",
                                  "1_000",
                                  "0x10", "1e", "1,,2", "twenty", "1.2.3", "٣ x"])
def test_what_is_no_number(text: str) -> None:
    found = read_number(text)
    assert found.value is None
    assert found.readings is None


def test_percent_sign_is_told() -> None:
    assert read_number("8 %").percent
    assert read_number("8％").value == 8.0


@pytest.mark.parametrize("text", ["2027-04", "2027/4", "2027.04", "2027-04-15", "2027-04-15T00:00:00",
                                  "202704",
                                  "Apr 2027", "april 2027", "April, 2027", "15 April 2027", "2027 Apr",
                                  "04/2027",
                                  "15.04.2027", "04/15/2027", "2027年4月", "２０２７年４月",
                                  "04/04/2027"][:-1])
def test_months_with_one_reading(text: str) -> None:
    assert read_month(text).value == month(2027, 4)


def test_day_and_month_that_could_be_swapped() -> None:
    assert read_month("01/07/2027").readings == (month(2027, 1), month(2027, 7))
    assert read_month("04/04/2027").value == month(2027, 4)


@pytest.mark.parametrize("text", ["2027", "2027-13", "2027-00", "soon", "Q3 2027", "32/13/2027", "Foo 2027"])
def test_what_is_no_month(text: str) -> None:
    assert read_month(text).value is None
    assert read_month(text).readings is None


@pytest.mark.parametrize(("text", "period", "exact"), [
    ("all", "all", True), ("ALL", "all", False), ("FY2028", "FY2028", True), ("fy28", "FY2028", False),
    ("2027", "FY2027", False), ("2027-H1", "2027-H1", True), ("H1 2027", "2027-H1", False),
    ("2027Q3", "2027-Q3", False), ("2027-04", "2027-04", True), ("Apr 2027", "2027-04", False),
])
def test_periods(text: str, period: str, exact: bool) -> None:
    assert read_period(text) == (period, exact)


@pytest.mark.parametrize("text", ["2027-H3", "2027-Q5", "FY", "next year", "2027-13"])
def test_what_is_no_period(text: str) -> None:
    assert read_period(text) is None
