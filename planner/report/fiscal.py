"""Fiscal years: how the cash of each period falls into them, by when in a period it is paid."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from models.finance.discounting import Timing
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

WHEN = {
    Timing.START: "paid at the period's start",
    Timing.RUNNING: "paid over the period",
    Timing.END: "paid at the period's end",
}


Dated = Mapping[Timing, PeriodRow]
"""Cash by cash period, apart by when in a period it is paid."""


@dataclass(frozen=True, slots=True)
class FiscalYear:
    """A fiscal year: label, month number of its first month (12 * year + month), and by timing class the
    share of each cash period that falls into it."""

    label: Words
    start: Formula
    shares: Mapping[Timing, PeriodRow]

    def of(self, dated: Dated) -> Formula:
        """What of dated cash falls into the year."""
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
        years.append(FiscalYear(label, start, _year_shares(ctx, sheet, row, label, start, axis, constants)))
        row += len(Timing) - 1
        begin = start + 12
    return tuple(years)


def _year_shares(
    ctx: Context, sheet: Sheet, row: int, label: Words, start: Formula, axis: Axis, constants: Constants
) -> dict[Timing, PeriodRow]:
    """What of each period's payments falls into the twelve months from `start`."""
    months = constants.period_months
    firsts = [axis.month_numbers.at(t) for t in range(ctx.cash_periods)]
    figures = {
        Timing.START: [_inside(m, start) for m in firsts],
        Timing.RUNNING: [
            largest(ZERO, smallest(m + months, start + 12) - largest(m, start)) / months for m in firsts
        ],
        Timing.END: [_inside(m + months - 1, start) for m in firsts],
    }
    shares = {}
    for at, (timing, cells) in enumerate(figures.items(), row):
        if at > row:
            sheet.put_words(at, A, label)
        sheet.text(at, B, f"Share {WHEN[timing].removeprefix('paid ')}")
        sheet.text(at, C, "share")
        sheet.text(at, D, "calc")
        shares[timing] = sheet.put_periods(at, cells, "formula", styles.FACTOR)
    return shares


def _inside(month: Formula, start: Formula) -> Formula:
    return flag(
        f"AND({month.text}>={start.text},{month.text}<{start.text}+12)",
        start.value <= month.value < start.value + 12,
    )
