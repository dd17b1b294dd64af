"""Named spans of months: all, FY2028, 2027-H1, 2027-Q3, 2027-04, on the plan's fiscal calendar."""

from __future__ import annotations

from models.plan.settings import Settings
from models.plan.values import Month, month
from models.sizing.calendar import Calendar

ALL = "all"
_PART_MONTHS = {"H": 6, "Q": 3}


def month_span(period: str, start_month: int = 1, named_by: str = "end") -> tuple[Month, Month] | None:
    """First and last month of a period name in its canonical form; None for all.

    A fiscal year begins in month `start_month` (1..12) and is named by the calendar year it starts or ends
    in. Raises ValueError for what is no period name.
    """
    if period == ALL:
        return None
    if period.startswith("FY"):
        ends_later = named_by == "end" and start_month > 1
        first = month(int(period[2:]) - ends_later, start_month)
        return first, Month(first + 11)
    year, _, part = period.partition("-")
    if part[:1] in _PART_MONTHS:
        length = _PART_MONTHS[part[0]]
        first = month(int(year), (int(part[1:]) - 1) * length + 1)
        return first, Month(first + length - 1)
    first = month(int(year), int(part))
    return first, first


def periods_in(calendar: Calendar, settings: Settings, period: str) -> tuple[int, ...]:
    """The plan's periods wholly inside a named span."""
    return tuple(t for t in cash_periods_in(calendar, settings, period) if t < calendar.periods)


def cash_periods_in(calendar: Calendar, settings: Settings, period: str) -> tuple[int, ...]:
    """Cash periods wholly inside a named span: those past the horizon too, where commitments are still paid.

    A span that does not fall on the plan's periods is refused when the input is read.
    """
    span = month_span(period, settings.fiscal_year_start_month, settings.fiscal_year_named_by)
    if span is None:
        return tuple(range(calendar.cash_periods))
    first, last = span
    return tuple(
        t
        for t in range(calendar.cash_periods)
        if first <= calendar.first_month(t) and calendar.last_month(t) <= last
    )
