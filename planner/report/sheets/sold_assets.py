"""Systems bought in the plan and sold in it: depreciation to the sale, book value sold, gain or loss."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from planner.messages import spoken, tr
from planner.report import styles
from planner.report.books import Sale
from planner.report.cells import ZERO, Formula, added, largest, ratio, total
from planner.report.formulas import LineCells
from planner.report.grid import D, E, F, PeriodRow
from planner.report.roll import AssetPage, Roll, sum_rows
from planner.report.sheets.costcalc import CostCells
from planner.report.write_off import charge


@dataclass(frozen=True, slots=True)
class SoldRows:
    """By period of the horizon: what was bought of it by entry, depreciation to the sale, book value sold."""

    entered: PeriodRow
    charges: PeriodRow
    disposals: PeriodRow


def sold_rows(
    page: AssetPage, row: int, cells: LineCells, ordered: PeriodRow, lag: int, sale: Sale, life: Formula
) -> tuple[SoldRows, int]:
    """Rows of a line's systems that are sold at one age; returns the row after them."""
    ctx, sheet = page.ctx, page.sheet
    bought, sold = cells.decision, ctx.decisions[sale.activity]
    age = sheet.number(row, E, float(sale.months), "solved", styles.COUNT)
    sheet.text(row, D, "months")
    entered = page.row(
        row,
        spoken("{item}: of it to be sold at the age in column E", item=tr(cells.line.item)),
        [
            ordered.at(t - lag) * ratio(sold.at(t - lag), bought.at(t - lag))
            if t >= lag and sold.values[t - lag]
            else ZERO
            for t in range(ctx.periods)
        ],
    )
    periods = int(sale.months // page.constants.period_months.value)
    charges = page.row(
        row + 1,
        "Depreciation of it, to the sale",
        [charge(entered, page.numbers, life, t, page.constants, until=age) for t in range(ctx.periods)],
    )
    left = largest(ZERO, 1 - age / life)
    disposals = page.row(
        row + 2,
        "Book value sold",
        [entered.at(t - periods) * left if t >= periods else ZERO for t in range(ctx.periods)],
    )
    for at, figures in enumerate((entered, charges, disposals), row):
        sheet.put(at, F, total(figures.block()), "label")
    return SoldRows(entered, charges, disposals), row + 3


def sales_block(
    page: AssetPage, row: int, costs: CostCells, classes: Mapping[str, Roll], sales: Sequence[Sale]
) -> int:
    """Proceeds of what was bought in the plan, less its book value; returns the row after it."""
    if not sales:
        return row
    ctx, sheet, periods = page.ctx, page.sheet, range(page.ctx.periods)
    sheet.section(row, "Systems bought in the plan and sold before its end")
    activities = {sale.activity for sale in sales}
    lines = [
        PeriodRow("CostCalc", at, ctx.result.lines[number].amounts)
        for number, at in costs.rows.items()
        if ctx.result.lines[number].line.term == "resale"
        and ctx.result.lines[number].line.activity in activities
    ]
    proceeds = page.row(row + 1, "Proceeds of sales", [0 - sum_rows(lines, t) for t in periods])
    disposed = page.row(
        row + 2,
        "Book value sold, all classes",
        [added(roll.rows["disposals"].at(t) for roll in classes.values()) for t in periods],
    )
    gain = page.row(
        row + 3,
        "Gain (loss) on sales of what was bought",
        [proceeds.at(t) - disposed.at(t) for t in periods],
        "total",
    )
    for at, figures in enumerate((proceeds, disposed, gain), row + 1):
        sheet.put(at, F, total(figures.block()), "total" if figures is gain else "label")
    return row + 5
