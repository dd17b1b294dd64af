"""Heads of the calculation sheets and of their rows: columns A to G, then the common time axis."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from planner.report import styles
from planner.report.context import Axis, Context
from planner.report.grid import FIRST_PERIOD, A, B, C, D, E, F, G, Sheet

HEADINGS = ("id", "item", "unit", "source", "constant", "total")
_LEAST_PERIOD_WIDTH = 12


def money_width(ctx: Context) -> float:
    """Width of a column that holds any amount of the plan, in brackets when negative."""
    most = sum(float(abs(p.amounts).sum()) for p in ctx.result.lines)
    return max(_LEAST_PERIOD_WIDTH, len(f"({most:,.0f})") + 1)


def columns(
    sheet: Sheet,
    widths: Sequence[float],
    periods: int,
    period_width: float,
    headings: Sequence[str] = HEADINGS,
) -> None:
    """Widths and headings of columns A to G; constant and total stand over numbers."""
    for column, width in enumerate(widths):
        sheet.width(column, column, width)
    sheet.width(FIRST_PERIOD, FIRST_PERIOD + periods - 1, period_width)
    sheet.last_column = FIRST_PERIOD + periods - 1
    for column in range(A, G):
        sheet.worksheet.write_blank(3, column, None, sheet.style.get("heading"))
    for column, words in enumerate(headings):
        sheet.text(4, column, words, "heading_right" if column in (E, F, G) else "heading")
    if len(headings) <= G:
        sheet.text(4, G, "period", "heading_right")
    sheet.text(3, G, "period end", "heading_right")


def item(sheet: Sheet, row: int, words: str, unit: str, source: str) -> None:
    """What a row is about, its unit and the sheet its figures come from: columns B to D."""
    sheet.text(row, B, words)
    sheet.text(row, C, unit)
    sheet.text(row, D, source)


def print_until_last_payment(ctx: Context, sheet: Sheet) -> None:
    """Leave periods past the horizon out of print as far as nothing is paid in them."""
    paid = [np.flatnonzero(priced.amounts) for priced in ctx.result.lines]
    last = max((int(periods[-1]) for periods in paid if len(periods)), default=0)
    sheet.print_columns = FIRST_PERIOD + max(last, ctx.periods - 1)


def time_axis(sheet: Sheet, axis: Axis, periods: int) -> None:
    """Rows 4 and 5 of a calculation sheet other than CostCalc: period ends and numbers."""
    ends = [axis.ends.at(t) for t in range(periods)]
    sheet.put_periods(3, ends, "heading_right", styles.MONTH)
    sheet.put_periods(4, [axis.numbers.at(t) for t in range(periods)], "heading_right", "0")
