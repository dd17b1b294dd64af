"""Months and periods as people write them."""

from __future__ import annotations

import calendar
import datetime as dt
import re
import unicodedata
from dataclasses import dataclass

from models.plan import Month, month
from planner.workbook.text import DASHES, clean

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

    Day and month that could be swapped (01/07/2027) give two readings; no month, or a day that the month does
    not have, gives none.
    """
    body = clean(unicodedata.normalize("NFKC", text)).lower()
    if re.fullmatch(r"\d{4}-\d{2}", body):
        return _one(int(body[:4]), int(body[5:]), exact=True)
    body = body.translate(DASHES)
    for pattern in _PATTERNS:
        match = pattern.fullmatch(body)
        if match:
            parts = match.groupdict()
            word = parts["month"]
            number = int(word) if word.isdigit() else _NAMES.get(word, 0)
            return _one(int(parts["year"]), number, int(parts.get("day") or 1))
    return _day_and_month(body)


_PATTERNS = tuple(map(re.compile, (
    r"(?P<year>\d{4})[-/.](?P<month>\d{1,2})",
    r"(?P<year>\d{4})[-/.](?P<month>\d{1,2})[-/.](?P<day>\d{1,2})([t ].*)?",
    r"(?P<year>\d{4})(?P<month>0[1-9]|1[0-2])",
    r"(?P<month>\d{1,2})[-/.](?P<year>\d{4})",
    r"(?P<year>\d{4}) ?年 ?(?P<month>\d{1,2}) ?月?((?P<day>\d{1,2})日)?",
    r"((?P<day>\d{1,2})[. -]+)?(?P<month>[a-z]+)\.?[ ,'-]*(?P<year>\d{4})",
    r"(?P<year>\d{4})[ -]+(?P<month>[a-z]+)\.?",
)))


def _one(year: int, number: int, day: int = 1, exact: bool = False) -> MonthText:
    if not 1 <= number <= 12 or not 1 <= day <= _days(year, number):
        return MonthText()
    return MonthText(month(year, number), exact=exact)


def _days(year: int, number: int) -> int:
    """Days of a month; a year outside the calendar is told elsewhere."""
    return calendar.monthrange(year, number)[1] if dt.MINYEAR <= year <= dt.MAXYEAR else 31


def _day_and_month(body: str) -> MonthText:
    match = re.fullmatch(r"(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})", body)
    if match is None:
        return MonthText()
    first, second, year = (int(part) for part in match.groups())
    readings = [m for m, d in ((first, second), (second, first))
                if 1 <= m <= 12 and 1 <= d <= _days(year, m)]
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
