"""Fiscal years and their parts: how the cash of each period falls into them, by when in it it is paid."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from models.finance.discounting import Timing
from planner.messages import spoken, tr
from planner.report import styles
from planner.report.cells import (
    ZERO,
    Formula,
    Words,
    added,
    flag,
    largest,
    remainder,
    smallest,
    sumproduct,
    whole,
)
from planner.report.context import Axis, Constants, Context
from planner.report.grid import A, B, C, D, E, PeriodRow, Sheet

YEAR = "fiscal year"
QUARTER = 3
WHEN = {
    Timing.START: "paid at the period's start",
    Timing.RUNNING: "paid over the period",
    Timing.END: "paid at the period's end",
}
_SHARE = {
    Timing.START: "Share at the period's start",
    Timing.RUNNING: "Share over the period",
    Timing.END: "Share at the period's end",
}


Dated = Mapping[Timing, PeriodRow]
"""Cash by cash period, apart by when in a period it is paid."""


@dataclass(frozen=True, slots=True)
class FiscalYear:
    """A fiscal year or a part of one: label, month number of its first month (12 * year + month), and by
    timing class the share of each cash period that falls into it."""

    label: Words
    start: Formula
    shares: Mapping[Timing, PeriodRow]

    def of(self, dated: Dated) -> Formula:
        """What of dated cash falls into it."""
        return added(sumproduct(row.block(), self.shares[timing].block()) for timing, row in dated.items())


def fiscal_years(
    ctx: Context, sheet: Sheet, row: int, axis: Axis, constants: Constants, cash: PeriodRow
) -> tuple[FiscalYear, ...]:
    """Fiscal years up to the last payment, and how each timing class falls into them."""
    settings, calendar = ctx.plan.settings, ctx.result.calendar
    sheet.section(row, "Fiscal years: share of each period that falls into the year, by time of payment")
    first_month = axis.month_numbers.at(0)
    begin = first_month - remainder(first_month - constants.fiscal_start, 12)
    paid = np.flatnonzero(cash.values)
    until = max(int(paid[-1]) if len(paid) else 0, ctx.periods - 1)
    last = axis.month_numbers.values[until] + calendar.period_months - 1
    years = []
    while begin.value <= last:
        row += 1
        start = sheet.put(row, E, begin, "formula", "0")
        named_by = start - 1 if settings.fiscal_year_named_by == "start" else start + 12 - 1 - 1
        year = whole(named_by / 12)
        label = sheet.put_words(row, A, Words(f'"FY"&{year.text}', f"FY{year.value:.0f}"))
        shares = _shares(ctx, sheet, row, label, start, Formula("12", 12.0), axis, constants)
        years.append(FiscalYear(label, start, shares))
        row += len(Timing) - 1
        begin = start + 12
    return tuple(years)


def part_months(period_months: int) -> int | None:
    """Months of the finest part of a fiscal year that periods allow: a quarter, a half; None for neither."""
    return next((months for months in (3, 6) if period_months <= months), None)


def fiscal_parts(
    ctx: Context,
    sheet: Sheet,
    row: int,
    years: Sequence[FiscalYear],
    months: Formula,
    axis: Axis,
    constants: Constants,
) -> tuple[FiscalYear, ...]:
    """Quarters (or halves) of fiscal years, `months` long, written from `row`."""
    letter = "Q" if months.value == QUARTER else "H"
    parts = []
    for year in years:
        begin = year.start
        for number in range(1, round(12 / months.value) + 1):
            start = sheet.put(row, E, begin, "formula", "0")
            name = f" {letter}{number}"
            label = sheet.put_words(
                row, A, Words(f'{year.label.text}&"{name}"', f"{year.label.value}{name}"))
            shares = _shares(ctx, sheet, row, label, start, months, axis, constants)
            parts.append(FiscalYear(label, start, shares))
            row += len(Timing)
            begin = start + months
    return tuple(parts)


def _shares(
    ctx: Context,
    sheet: Sheet,
    row: int,
    label: Words,
    start: Formula,
    length: Formula,
    axis: Axis,
    constants: Constants,
) -> dict[Timing, PeriodRow]:
    """What of each period's payments falls into the `length` months from `start`."""
    months = constants.period_months
    firsts = [axis.month_numbers.at(t) for t in range(ctx.cash_periods)]
    figures = {
        Timing.START: [_inside(m, start, length) for m in firsts],
        Timing.RUNNING: [
            largest(ZERO, smallest(m + months, start + length) - largest(m, start)) / months for m in firsts
        ],
        Timing.END: [_inside(m + months - 1, start, length) for m in firsts],
    }
    shares = {}
    for at, (timing, cells) in enumerate(figures.items(), row):
        if at > row:
            sheet.put_words(at, A, label)
        sheet.text(at, B, _SHARE[timing])
        sheet.text(at, C, "share")
        sheet.text(at, D, "calc")
        shares[timing] = sheet.put_periods(at, cells, "formula", styles.FACTOR)
    return shares


def _inside(month: Formula, start: Formula, length: Formula) -> Formula:
    return flag(
        f"AND({month.text}>={start.text},{month.text}<{start.text}+{length.text})",
        start.value <= month.value < start.value + length.value,
    )


@dataclass(frozen=True, slots=True)
class Grain:
    """Spans of time, one row each: fiscal years, or their quarters or halves. name: of one span."""

    name: str
    spans: tuple[FiscalYear, ...]

    def of(self, title: str) -> str:
        """A table's title."""
        if self.name == YEAR:
            return tr(title)
        return spoken("{title}, by {span}", title=tr(title), span=tr(self.name))

    @property
    def plural(self) -> str:
        """Several spans, at the beginning of a sentence."""
        return tr(f"{self.name.capitalize()}s")


def finest(months: int, span: str) -> str:
    """That periods of so many months tell nothing finer than a span."""
    return spoken(
        "The plan's periods have {months} months: nothing finer than the {span} is known.",
        months=months,
        span=tr(span),
    )
