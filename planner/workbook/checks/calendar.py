"""Months and periods: order, horizon, borders."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from models.plan import Month, month_text
from models.sizing.fiscal import month_span
from planner.messages import phrase
from planner.workbook.book import Book
from planner.workbook.findings import Finding
from planner.workbook.text import quoted

_SPANS = (
    ("Workloads", "start", "end"), ("Commitments", "start", "end"), ("Overheads", "from", "to"),
    ("CloudOffers", "available_from", "available_to"), ("Systems", "available_from", "last_order"),
)
_PERIOD_TABLES = ("Budgets", "Limits", "Overrides")


class Horizon(NamedTuple):
    """First and last month of the plan, period length in months."""

    first: int
    last: int
    months: int


def horizon(book: Book) -> Horizon | None:
    """The plan's calendar, None while Settings cannot be read."""
    settings = book.settings
    if settings is None:
        return None
    start, months, periods = (settings.num(name) for name in ("start", "period_months", "periods"))
    if start is None or months is None or periods is None:
        return None
    return Horizon(int(start), int(start + months * periods) - 1, int(months))


def shown(value: float) -> str:
    """A month index as yyyy-mm."""
    return month_text(Month(int(value)))


def period_length(book: Book) -> Iterator[Finding]:
    """period_months is 1, 3, 6 or 12."""
    settings = book.settings
    months = settings.num("period_months") if settings else None
    if settings is not None and months is not None and months not in (1, 3, 6, 12):
        yield settings.find("check.period_months", "period_months", seen=f"{months:g}")


def month_order(book: Book) -> Iterator[Finding]:
    """No span ends before it starts."""
    for table, first, last in _SPANS:
        for row in book.on(table):
            start, end = row.num(first), row.num(last)
            if start is not None and end is not None and end < start:
                yield row.find("check.end_before_start", last, seen=shown(end), start=shown(start))


def workloads_inside(book: Book) -> Iterator[Finding]:
    """Workloads overlap the plan; a campaign's window that leaves it is told."""
    calendar = horizon(book)
    if calendar is None:
        return
    first, last, _ = calendar
    for row in book.on("Workloads"):
        start, end = row.num("start"), row.num("end")
        if start is None or end is None or end < start:
            continue
        if end < first or start > last:
            name = "end" if end < first else "start"
            span = phrase("{start} to {end}", start=shown(start), end=shown(end))
            yield row.find("check.outside_horizon", name, seen=span, first=shown(first),
                           last=shown(last))
        elif end > last and row.text("kind") == "training":
            yield row.find("check.past_horizon", "end", seen=shown(end), last=shown(last))


def period_borders(book: Book) -> Iterator[Finding]:
    """Every named period is inside the plan and made of whole periods."""
    calendar = horizon(book)
    if calendar is None:
        return
    for table in _PERIOD_TABLES:
        for row in book.on(table):
            span = period_months(book, row.text("period") or "all")
            if span is None:
                continue
            start, end = span
            if end < calendar.first or start > calendar.last:
                yield row.find("check.outside_horizon", "period", seen=quoted(row.text("period")),
                               first=shown(calendar.first), last=shown(calendar.last))
            elif any((month - calendar.first) % calendar.months
                     for month in (max(start, calendar.first), min(end, calendar.last) + 1)):
                yield row.find("check.period_border", "period", seen=quoted(row.text("period")),
                               start=shown(start), end=shown(end), months=calendar.months,
                               first=shown(calendar.first))


def period_months(book: Book, period: str) -> tuple[int, int] | None:
    """First and last month of a canonical period name; None for "all"."""
    settings = book.settings
    start = int((settings.num("fiscal_year_start_month") if settings else None) or 1)
    return month_span(period, start, (settings.text("fiscal_year_named_by") if settings else None) or "end")


CALENDAR_CHECKS = (period_length, month_order, workloads_inside, period_borders)
