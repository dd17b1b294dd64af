"""Months and periods as people write them."""

from __future__ import annotations

import datetime as dt
import re
import unicodedata
from dataclasses import dataclass

from models.plan import Month, month
from planner.workbook.text import clean

_EPOCH_1900, _EPOCH_1904 = dt.datetime(1899, 12, 30), dt.datetime(1904, 1, 1)
SERIALS = (30_000, 80_000)
"""Excel day numbers taken for a date in a month column: the years 1982 to 2119."""

_NAMES = {
    name: number
    for number, names in enumerate(
        ("jan january", "feb february", "mar march", "apr april", "may", "jun june", "jul july",
         "aug august", "sep sept september", "oct october", "nov november", "dec december"), start=1)
    for name in names.split()
}


@dataclass(frozen=True, slots=True)
class MonthText:
    """What a text can mean: one month (`exact` when written as yyyy-mm), or two readings."""

    value: Month | None = None
    exact: bool = False
    readings: tuple[Month, Month] | None = None


def from_serial(serial: float, date1904: bool = False) -> dt.datetime:
    """The date of an Excel day number. OverflowError outside the calendar."""
    return (_EPOCH_1904 if date1904 else _EPOCH_1900) + dt.timedelta(days=serial)


def read_month(text: str) -> MonthText:
    """The month in a text: 2027-04, 2027/4, 2027-04-15, 202704, Apr 2027, 04/2027, 2027年4月, 15.04.2027.

    Day and month that could be swapped (01/07/2027) give two readings; no month gives none.
    """
    body = clean(unicodedata.normalize("NFKC", text)).lower()
    if re.fullmatch(r"\d{4}-\d{2}", body):
        return _one(int(body[:4]), int(body[5:]), exact=True)
    patterns = (
        (r"(\d{4})[-/.](\d{1,2})", (1, 2)), (r"(\d{4})[-/.](\d{1,2})[-/.]\d{1,2}([t ].*)?", (1, 2)),
        (r"(\d{4})(0[1-9]|1[0-2])", (1, 2)), (r"(\d{1,2})[-/.](\d{4})", (2, 1)),
        (r"(\d{4}) ?年 ?(\d{1,2}) ?月?(\d{1,2}日)?", (1, 2)),
    )
    for pattern, (year, number) in patterns:
        match = re.fullmatch(pattern, body)
        if match:
            return _one(int(match[year]), int(match[number]))
    named = re.fullmatch(r"(?:\d{1,2}[. -]+)?([a-z]+)\.?[ ,'-]*(\d{4})", body)
    if named and named[1] in _NAMES:
        return _one(int(named[2]), _NAMES[named[1]])
    named = re.fullmatch(r"(\d{4})[ -]+([a-z]+)\.?", body)
    if named and named[2] in _NAMES:
        return _one(int(named[1]), _NAMES[named[2]])
    return _day_and_month(body)


def _one(year: int, number: int, exact: bool = False) -> MonthText:
    if not 1 <= number <= 12:
        return MonthText()
    return MonthText(month(year, number), exact=exact)


def _day_and_month(body: str) -> MonthText:
    match = re.fullmatch(r"(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})", body)
    if match is None:
        return MonthText()
    first, second, year = (int(part) for part in match.groups())
    readings = [m for m, d in ((first, second), (second, first)) if 1 <= m <= 12 and 1 <= d <= 31]
    if len(readings) == 2 and first != second:
        return MonthText(readings=(month(year, readings[0]), month(year, readings[1])))
    return _one(year, readings[0]) if readings else MonthText()


def read_period(text: str) -> tuple[str, bool] | None:
    """A period in its canonical form and whether it was written that way; None if it is none.

    FY27 and a bare year become FY2027, `2027H1`, `H1 2027` become 2027-H1, months become yyyy-mm.
    """
    body = clean(unicodedata.normalize("NFKC", text))
    canonical = _period_form(body.upper())
    if canonical is None:
        found = read_month(body)
        if found.value is None:
            return None
        canonical = f"{found.value // 12:04d}-{found.value % 12 + 1:02d}"
    return canonical, canonical == text


def _period_form(body: str) -> str | None:
    if body == "ALL":
        return "all"
    fiscal = re.fullmatch(r"(?:FY)?[ ']?(\d{4})", body) or re.fullmatch(r"FY[ ']?(\d{2})", body)
    if fiscal:
        return f"FY{fiscal[1]}" if len(fiscal[1]) == 4 else f"FY20{fiscal[1]}"
    part = re.fullmatch(r"(\d{4})[- ]?(H[12]|Q[1-4])", body)
    if part:
        return f"{part[1]}-{part[2]}"
    part = re.fullmatch(r"(H[12]|Q[1-4])[- ]?(\d{4})", body)
    return f"{part[2]}-{part[1]}" if part else None
