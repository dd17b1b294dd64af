"""BuyVsCloud: what each pool costs and delivers, and from when on an own accelerator is cheaper than rent."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from models.costing.basis import UNMET, VALUATIONS
from models.results import PlanResult
from planner.messages import spoken, tr
from planner.report import styles
from planner.report.books import PREPAID
from planner.report.cells import ZERO, Formula, added, ratio, sumproduct, total
from planner.report.context import Constants, Context
from planner.report.grid import HEADER_ROWS, PeriodRow, Sheet
from planner.report.own_options import Offer, OwnOption
from planner.report.sheets.costcalc import CostCells
from planner.report.sheets.npv import NpvCells

WIDTHS = (33, 14, 20, 15, 13, 16, 16, 16, 13, 13, 13, 13)
"""Together no wider than a page at the least scale."""
_LONGEST_FORMULA = 8_000
POOLS = (
    "Pool", "Where", "", "Upfront", "Payments", "Valuations, PV", "Present value", "Accelerator-hours used",
    "Cash per hour", "PV per discounted hour",
)  # fmt: skip
OPTIONS = (
    "Own: pool at the site", "Where", "Rent: offer", "Provider and region", "Term, months",
    "Own, upfront per accelerator", "Own, running per hour", "Rent per hour", "Break-even, hours",
    "Break-even, months", "Break-even utilisation", "Rent less own, over its life",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class _Pool:
    label: str
    location: str
    lines: tuple[int, ...]


def write(ctx: Context, constants: Constants, costs: CostCells, npv: NpvCells) -> None:
    """Write the plan's pools, then own accelerators beside offers."""
    sheet = ctx.book["BuyVsCloud"]
    for column, width in enumerate(WIDTHS):
        sheet.width(column, column, width)
    row = _pools(ctx, sheet, HEADER_ROWS, costs, npv)
    _options(ctx, sheet, row + 1, constants)
    sheet.print_columns = len(WIDTHS) - 1


def _pools(ctx: Context, sheet: Sheet, row: int, costs: CostCells, npv: NpvCells) -> int:
    sheet.section(
        row,
        spoken(
            "Pools of the plan, {currency} (what the place as a whole costs: Attribution)",
            currency=ctx.result.currency,
        ),
        11,
    )
    _heads(sheet, row + 1, POOLS, 3)
    top = row + 2
    cells = []
    for row, pool in enumerate(_found(ctx), top):
        cells.append(_pool(ctx, sheet, row, pool, costs, npv))
    row = top + len(cells)
    sheet.text(row, 0, "All pools", "total")
    for column in range(3, 8):
        values = np.array([[own[column - 3].value] for own in cells])
        figure = total(sheet.block(top, column, values)) if cells else ZERO
        sheet.put(row, column, figure, "total")
    return row + 1


def _heads(sheet: Sheet, row: int, headings: Sequence[str], first_number: int) -> None:
    for column, words in enumerate(headings):
        sheet.text(row, column, words, "heading_right" if column >= first_number else "heading")
    sheet.height(row, 28)


def _beside(sheet: Sheet, row: int, headings: Sequence[str]) -> None:
    """Headings of the columns right of the print area."""
    for column, words in enumerate(headings, len(WIDTHS)):
        sheet.width(column, column, 13)
        sheet.text(row, column, words, "heading_right")


def _found(ctx: Context) -> list[_Pool]:
    """Pools that cost something, with the lines that only they cause."""
    labels = {label for work in ctx.result.workloads for label in work.served_by}
    lines: dict[str, list[int]] = {}
    for number, bearers in ctx.books.bearers.items():
        priced = ctx.result.lines[number]
        if priced.line.term != UNMET and priced.amounts.any():
            lines.setdefault(bearers.where, []).append(number)
    pools = []
    for where, numbers in lines.items():
        location = ctx.result.lines[numbers[0]].line.location
        if where in labels or where != location:
            pools.append(_Pool(where, location, tuple(numbers)))
    return pools


def _pool(
    ctx: Context, sheet: Sheet, row: int, pool: _Pool, costs: CostCells, npv: NpvCells
) -> tuple[Formula, ...]:
    sheet.text(row, 0, pool.label, "wrap")
    sheet.text(row, 1, pool.location, "wrap")
    terms = {number: ctx.result.lines[number].line.cost_term for number in pool.lines}

    def sums(chosen: Sequence[int]) -> Formula:
        return added(costs.totals[number] for number in chosen)

    upfront = [n for n, t in terms.items() if t.nature == "capex" or t.name == PREPAID]
    valued = [n for n, t in terms.items() if t.name in VALUATIONS]
    paid = [n for n in pool.lines if n not in upfront and n not in valued]
    figures = (
        sums(upfront),
        sums(paid),
        _value(ctx, valued, costs, npv),
        _value(ctx, pool.lines, costs, npv),
    )
    cells = [_put(sheet, row, 3 + n, figure, styles.MONEY) for n, figure in enumerate(figures)]
    used = sum(
        float(work.served_by[pool.label].sum())
        for work in ctx.result.workloads
        if pool.label in work.served_by
    )
    hours = sheet.number(row, 7, used, "solved", styles.COUNT)
    sheet.put(row, 8, ratio(cells[0] + cells[1], hours), "formula", styles.FINE)
    discounted = _discounted_hours(ctx, sheet, row, pool.label, npv)
    sheet.put(row, 9, ratio(cells[3], discounted), "formula", styles.FINE)
    return (*cells, hours)


def _discounted_hours(ctx: Context, sheet: Sheet, row: int, label: str, npv: NpvCells) -> Formula:
    """Accelerator-hours by period (right of the print area), discounted as running cost is."""
    by_period = _hours(ctx.result, label)
    left = len(WIDTHS) + 1
    for t, value in enumerate(by_period):
        sheet.number(row, left + t, float(value), "solved", styles.COUNT)
    block = sheet.block(row, left, by_period.reshape(1, -1))
    factors = npv.factors["running"].block(0, ctx.periods - 1)
    value = float((by_period * factors.values).sum())
    sheet.print_columns = len(WIDTHS) - 1
    return sheet.put(
        row, left - 1, Formula(f"SUMPRODUCT({block.text},{factors.text})", value), "formula", styles.COUNT
    )


def _hours(result: PlanResult, label: str) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
    found = np.zeros(result.calendar.periods)
    for work in result.workloads:
        found = found + work.served_by.get(label, np.zeros(len(found)))
    return found


def _value(ctx: Context, numbers: Sequence[int], costs: CostCells, npv: NpvCells) -> Formula:
    """Present value of lines."""
    parts = []
    for number in numbers:
        priced = ctx.result.lines[number]
        if priced.line.settled_at_end:
            parts.append(costs.totals[number] * npv.at_end)
        else:
            row = PeriodRow("CostCalc", costs.rows[number], priced.amounts)
            parts.append(sumproduct(row.block(), npv.factors[priced.line.cost_term.timing.value].block()))
    return added(parts)


def _put(sheet: Sheet, row: int, column: int, figure: Formula, number: str) -> Formula:
    """The formula, or its value where it would be too long for a cell."""
    if len(figure.text) > _LONGEST_FORMULA:
        return sheet.number(row, column, figure.value, "solved", number)
    return sheet.put(row, column, figure, "linked", number)


def _options(ctx: Context, sheet: Sheet, row: int, constants: Constants) -> None:
    """One row a pair of own system and offer: its figures as solved, what follows from them live."""
    options = ctx.books.options
    title = "Own or rent: one accelerator bought at the start and always busy, undiscounted, without resale"
    sheet.section(row, title, 11)
    if not options:
        sheet.text(row + 1, 0, "No system of this plan can be both bought and rented.", "note")
        return
    _heads(sheet, row + 1, OPTIONS, 4)
    sheet.repeated = (row, row + 1)  # the long table
    _beside(sheet, row + 1, ["Life, hours"])
    row += 2
    for option in options:
        for offer in option.offers:
            _pair(sheet, row, option, offer, constants)
            row += 1
    sheet.text(
        row, 0, "– in Break-even: rent costs no more an hour than an own accelerator does to run.", "note"
    )


def _pair(sheet: Sheet, row: int, option: OwnOption, offer: Offer, constants: Constants) -> None:
    sheet.text(row, 0, option.pool, "wrap")
    sheet.text(row, 1, option.location, "wrap")
    sheet.text(row, 2, offer.name, "wrap")
    sheet.text(row, 3, f"{offer.where}, {tr(offer.term)}", "wrap")
    if offer.months:
        sheet.number(row, 4, offer.months, "solved", styles.COUNT)
    upfront = sheet.number(row, 5, option.upfront, "solved", styles.RATE)
    running = sheet.number(row, 6, option.running, "solved", styles.FINE)
    rent = sheet.number(row, 7, offer.price, "solved", styles.FINE)
    life = sheet.number(row, len(WIDTHS), option.life_hours, "solved", styles.COUNT)
    saved = max(0.0, offer.price - option.running)
    value = option.upfront / saved if saved else 0.0
    text = f"IF({rent.text}>{running.text},{upfront.text}/({rent.text}-{running.text}),0)"
    hours = sheet.put(row, 8, Formula(text, value), "label", styles.COUNT)
    months = hours * constants.period_months / constants.hours_per_period
    sheet.put(row, 9, months, "formula", '#,##0.0;-#,##0.0;"–"')
    sheet.put(row, 10, ratio(hours, life), "formula", styles.SHARE)
    sheet.put(row, 11, (rent - running) * life - upfront, "formula")
