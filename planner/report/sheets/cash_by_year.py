"""Cash by fiscal year, a block of sheet Summary: table and chart."""

from __future__ import annotations

import numpy as np

from planner.messages import spoken
from planner.report import charts
from planner.report.cells import added, total
from planner.report.charts import Categories, Chart, Series
from planner.report.context import Check, Constants, Context
from planner.report.grid import Sheet
from planner.report.paper import YearRow
from planner.report.sheets.cashflow import GROUPS, CashCells
from planner.report.sheets.headline import LAST_COLUMN

_CHART_WIDTH = 448
"""Pixels from column F to the page's edge."""


def height(cash: CashCells) -> int:
    """Rows of the table, with the empty one under it."""
    return len(cash.years) + 4


def write(
    ctx: Context, sheet: Sheet, row: int, cash: CashCells, constants: Constants, chart_height: int
) -> tuple[tuple[list[str], list[YearRow], YearRow], int]:
    """Cash by fiscal year: capex, opex, and the categories that the chart shows (its height in pixels)."""
    sheet.section(row, spoken("Cash by fiscal year, {currency}", currency=ctx.result.currency), LAST_COLUMN)
    row += 1
    headings = ["Fiscal year", "Capex", "Opex less receipts", "Cash", *(title for title, _ in GROUPS)]
    for column, words in enumerate(headings):
        sheet.text(row, column, words, "heading_right" if column else "heading")
    sheet.height(row, 42)
    first = row + 1
    shown = []
    for row, year in enumerate(cash.years, first):
        sheet.put_words(row, 0, year.label)
        capex = sheet.put(row, 1, year.of(cash.capex), "linked")
        opex = sheet.put(row, 2, year.of(cash.opex) + year.of(cash.receipts), "linked")
        paid = sheet.put(row, 3, capex + opex, "label")
        by_group = [
            sheet.put(row, column, year.of(dated), "linked")
            for column, dated in enumerate(cash.groups.values(), 4)
        ]
        shown.append(YearRow(year.label.value, (capex, opex, paid, *by_group)))
    table = np.array([[cell.value for cell in year.cells] for year in shown])
    last = row
    row += 1
    sheet.text(row, 0, "All years", "total")
    sums = [
        sheet.put(row, column, total(sheet.block(first, column, table[:, [column - 1]])), "total")
        for column in range(1, len(headings))
    ]
    ctx.checks.append(
        Check(
            "Cash by fiscal year = cash by period",
            sums[2],
            cash.cash_total,
            constants.money_tolerance,
            sheet.name,
            "each payment falls into one fiscal year",
        )
    )
    ctx.checks.append(
        Check(
            "Cash by category and year = cash",
            added(sums[3:]),
            cash.cash_total,
            constants.money_tolerance,
            sheet.name,
            "the chart's figures add up to the cash flow",
        )
    )
    _chart(ctx, sheet, row + 2, (first, last), float(table[:, 2].max()), chart_height)
    return (headings, shown, YearRow("All years", tuple(sums))), row + 2


def _chart(
    ctx: Context, sheet: Sheet, row: int, years: tuple[int, int], most: float, chart_height: int
) -> None:
    first, last = years
    unit, number = charts.scaled(ctx.result.currency, most)
    series = [
        Series(title, sheet.name, (first, column, last, column))
        for column, (title, _) in enumerate(GROUPS, 4)
    ]
    charts.insert(
        sheet,
        row,
        5,
        Chart(
            "Cash by category and fiscal year",
            unit,
            number,
            Categories(sheet.name, (first, 0, last, 0)),
            series,
            "Stacked columns: cash by category in each fiscal year; the figures stand in the table above.",
            _CHART_WIDTH,
            height=chart_height,
        ),
    )
