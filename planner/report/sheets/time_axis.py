"""The common time axis, first block of sheet CostCalc: dates and years of the periods."""

from __future__ import annotations

import numpy as np

from models.finance.discounting import Timing
from planner.messages import spoken, tr
from planner.report import heads, styles
from planner.report.cells import Formula
from planner.report.context import Axis, Constants, Context
from planner.report.grid import HEADER_ROWS, E, PeriodRow, Sheet
from planner.report.register import serial

WIDTHS = (9, 62, 20, 20, 16, 17, 12)


def write(ctx: Context, constants: Constants) -> Axis:
    """Write heads and axis; gives back its rows."""
    sheet = ctx.book["CostCalc"]
    calendar, n = ctx.result.calendar, ctx.cash_periods
    heads.columns(sheet, WIDTHS, n, heads.money_width(ctx))
    months = constants.period_months

    numbers = PeriodRow(sheet.name, 4, np.arange(1.0, n + 1))
    counted = [Formula("1", 1.0)] + [numbers.at(t) + 1 for t in range(n - 1)]
    sheet.put_periods(4, counted, "heading_right", "0")

    row = HEADER_ROWS
    sheet.section(row, "Time")
    starts_values = [serial(calendar.first_month(t)) for t in range(n)]
    starts = [
        Formula(f"EDATE({constants.start.text},({numbers.at(t).text}-1)*{months.text})", starts_values[t])
        for t in range(n)
    ]
    heads.item(sheet, row + 1, "First day of the period", "date", "calc")
    start_row = sheet.put_periods(row + 1, starts, "formula", styles.MONTH)
    ends = [
        Formula(f"EDATE({start_row.at(t).text},{months.text})-1", serial(calendar.first_month(t + 1)) - 1)
        for t in range(n)
    ]
    end_row = sheet.put_periods(3, ends, "heading_right", styles.MONTH)
    heads.item(sheet, row + 2, "Month number of the first month (12 a year)", "months", "calc")
    month_numbers = [
        Formula(
            f"12*YEAR({start_row.at(t).text})+MONTH({start_row.at(t).text})", calendar.first_month(t) + 1.0
        )
        for t in range(n)
    ]
    month_row = sheet.put_periods(row + 2, month_numbers, "formula", "0")
    years, end_years, row = _years(ctx, sheet, row + 3, constants, numbers)
    sheet.last_row = row
    return Axis(numbers, end_row, start_row, month_row, years, end_years)


def _years(
    ctx: Context, sheet: Sheet, row: int, constants: Constants, numbers: PeriodRow
) -> tuple[dict[str, PeriodRow], Formula, int]:
    """Years from the price base month, by timing class, and those of the horizon's end."""
    start, base = constants.start.text, constants.base.text
    heads.item(sheet, row, "Months from the price base month to the plan's start", "months", "calc")
    offset = sheet.put(
        row,
        E,
        Formula(
            f"12*(YEAR({start})-YEAR({base}))+MONTH({start})-MONTH({base})",
            float(ctx.result.calendar.base_offset_months),
        ),
        "formula",
        "0",
    )
    rows = {}
    for timing in Timing:
        row += 1
        heads.item(
            sheet,
            row,
            spoken("Years from the price base, {timing} class", timing=tr(timing.value)),
            "years",
            "calc",
        )
        share = sheet.put(row, E, constants.offsets[timing.value], "linked", styles.FINE)
        figures = [
            (offset + (numbers.at(t) - 1 + share) * constants.period_months) / 12
            for t in range(ctx.cash_periods)
        ]
        rows[timing.value] = sheet.put_periods(row, figures, "formula", styles.FINE)
    row += 1
    heads.item(sheet, row, "Years from the price base, end of the horizon", "years", "calc")
    figure = (offset + constants.periods * constants.period_months) / 12
    return rows, sheet.put(row, E, figure, "formula", styles.FINE), row
