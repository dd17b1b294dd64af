"""Sensitivity: the frozen plan at other prices, live; what only a new solve can tell is named as such."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from models.finance.discounting import Timing
from planner.messages import spoken
from planner.report import charts, styles
from planner.report.cells import Block, Formula, added
from planner.report.charts import Categories, Chart, Series
from planner.report.context import Axis, Check, Constants, Context
from planner.report.drivers import Driver, drivers, moved_by_demand
from planner.report.grid import HEADER_ROWS, PeriodRow, Sheet
from planner.report.method import DEMAND_STEP, own_ref
from planner.report.sheets import unit_cost_steps
from planner.report.sheets.cashflow import CashCells, TermRow
from planner.report.sheets.costcalc import CostCells
from planner.report.sheets.npv import NpvCells

WIDTHS = (42, 18, 12, 18, 18, 18, 18)
_LONGEST_FORMULA = 8_000
_RESIDUAL = "residual_value"
LATER = (
    "Utilisation and MFU ± 10 points, demand ± 20 %, with a new plan",
    "Delivery or power 3, 6 or 12 months late",
    "Price steps with a new plan; scenarios",
)


def write(
    ctx: Context, axis: Axis, constants: Constants, costs: CostCells, cash: CashCells, npv: NpvCells
) -> None:
    """Write the table of price steps, the discount rate, the residual value, and what comes later."""
    sheet = ctx.book["Sensitivity"]
    for column, width in enumerate(WIDTHS):
        sheet.width(column, column, width)
    row = HEADER_ROWS
    sheet.section(
        row,
        spoken("Frozen plan at other prices, present value, {currency} (live)", currency=ctx.result.currency),
        6,
    )
    heads = (
        "Driver",
        "Cost that moves with it",
        "Step",
        "Down: change",
        "Up: change",
        "Down: cost",
        "Up: cost",
    )
    for column, words in enumerate(heads):
        sheet.text(row + 1, column, words, "heading_right" if column else "heading")
    first = row + 2
    row = first
    changes = []
    step = ctx.live[own_ref("sensitivity_step")]
    for driver in drivers(ctx):
        changes.append(_driver(ctx, sheet, row, driver, step, costs, npv))
        row += 1
    demand = moved_by_demand(ctx)
    if demand.lines:
        changes.append(_driver(ctx, sheet, row, demand, ctx.live[own_ref(DEMAND_STEP)], costs, npv))
        row += 1
    changes.append(_discount(ctx, sheet, row, axis, constants, cash, npv))
    changes.append(_no_residual(sheet, row + 1, npv))
    last = row + 1
    _tornado(ctx, sheet, last + 2, (first, last), changes)
    row = unit_cost_steps.write(ctx, sheet, last + 20, npv)
    sheet.section(row, "Re-optimised: another plan at other prices, dates or demand", 6)
    for at, words in enumerate(LATER, row + 1):
        sheet.text(at, 0, words)
        sheet.text(at, 2, "needs new solves: comes with a later version", "note")
    _names(sheet, row + len(LATER) + 2)
    ctx.checks.append(
        Check(
            "Sensitivity: discounting at the rate itself = NPV",
            _at_rate(axis, constants, cash, constants.discount_rate),
            npv.live,
            constants.money_tolerance,
            sheet.name,
            "the formula behind the steps of the discount rate gives the live cost without a step",
        )
    )


def _names(sheet: Sheet, row: int) -> None:
    for words in (
        "Frozen: quantities, dates and places stay. A price step moves every cost line proportional to it,",
        "residual value and shares of price (maintenance) too. PUE moves energy only, never power limits.",
        "Demand: only what moves with use; capacity stays. Amounts in other currencies were converted when",
        "the input was read: a step of an exchange rate is the same step of the prices stated in it.",
    ):
        sheet.text(row, 0, words, "note")
        row += 1


def _put(
    sheet: Sheet, row: int, title: str, changes: tuple[Formula, Formula], base: Formula
) -> tuple[float, float]:
    sheet.text(row, 0, title, "wrap")
    low, high = (sheet.put(row, 3 + n, change, "linked") for n, change in enumerate(changes))
    sheet.put(row, 5, base + low, "linked")
    sheet.put(row, 6, base + high, "linked")
    return low.value, high.value


def _driver(
    ctx: Context, sheet: Sheet, row: int, driver: Driver, step: Formula, costs: CostCells, npv: NpvCells
) -> tuple[float, float]:
    """Cost proportional to the driver times the step, down and up."""
    value = _value(ctx, driver.lines, costs, npv)
    if len(value.text) > _LONGEST_FORMULA:
        moved = sheet.number(row, 1, value.value)
    else:
        moved = sheet.put(row, 1, value, "linked")
    share = sheet.put(row, 2, step, "linked", styles.SHARE)
    return _put(sheet, row, driver.title, (0 - moved * share, moved * share), npv.live)


def _value(ctx: Context, numbers: Sequence[int], costs: CostCells, npv: NpvCells) -> Formula:
    """Present value of lines: one SUMPRODUCT over each run of neighbouring rows of a term."""
    runs: list[list[int]] = []
    for number in sorted(numbers, key=lambda n: costs.rows[n]):
        neighbour = runs and costs.rows[runs[-1][-1]] + 1 == costs.rows[number]
        if neighbour and ctx.result.lines[runs[-1][-1]].line.term == ctx.result.lines[number].line.term:
            runs[-1].append(number)
        else:
            runs.append([number])
    return added(_run(ctx, run, costs, npv) for run in runs)


def _run(ctx: Context, run: Sequence[int], costs: CostCells, npv: NpvCells) -> Formula:
    line = ctx.result.lines[run[0]].line
    n = ctx.cash_periods - 1
    left, right = PeriodRow.letters(0), PeriodRow.letters(n)
    block = f"CostCalc!{left}{costs.rows[run[0]] + 1}:{right}{costs.rows[run[-1]] + 1}"
    amounts = np.sum([ctx.result.lines[number].amounts for number in run], axis=0)
    if line.settled_at_end:
        return Formula(f"SUM({block})", float(amounts.sum())) * npv.at_end
    factors = npv.factors[line.cost_term.timing.value]
    return Formula(f"SUMPRODUCT({block}*{factors.block().text})", float(amounts @ factors.values))


def _discount(
    ctx: Context, sheet: Sheet, row: int, axis: Axis, constants: Constants, cash: CashCells, npv: NpvCells
) -> tuple[float, float]:
    """Discount rate one step down and up."""
    step = sheet.put(row, 2, ctx.live[own_ref("discount_step")], "linked", styles.FINE_SHARE)
    rate = constants.discount_rate
    low, high = (_at_rate(axis, constants, cash, moved) - npv.live for moved in (rate - step, rate + step))
    return _put(sheet, row, "Discount rate (step in points)", (low, high), npv.live)


def _at_rate(axis: Axis, constants: Constants, cash: CashCells, rate: Formula) -> Formula:
    """Present value of all terms at another rate."""
    months, numbers = constants.period_months, axis.numbers.block()
    parts = []
    for timing in Timing:
        members = [r for r in cash.terms.values() if r.term.timing is timing and r.term.name != _RESIDUAL]
        if members:
            parts.append(_class(members, rate, numbers, constants.offsets[timing.value], months))
    if _RESIDUAL in cash.terms:
        worth = cash.terms[_RESIDUAL].total
        parts.append(worth * (1 + rate) ** (0 - constants.periods * months / 12))
    return added(parts)


def _class(
    members: Sequence[TermRow], rate: Formula, numbers: Block, offset: Formula, months: Formula
) -> Formula:
    sums = "+".join(r.row.block().text for r in members)
    years = f"({numbers.text}-1+{offset.text})*{months.text}/12"
    factors = (1.0 + rate.value) ** (-(numbers.values - 1 + offset.value) * months.value / 12)
    value = float(np.sum([r.row.values for r in members], axis=0) @ factors)
    return Formula(f"SUMPRODUCT(({sums})*(1+{rate.as_factor()})^(0-{years}))", value)


def _no_residual(sheet: Sheet, row: int, npv: NpvCells) -> tuple[float, float]:
    """Systems worth nothing at the horizon's end."""
    worth = npv.terms.get(_RESIDUAL, Formula("0", 0.0))
    sheet.put(row, 1, worth, "linked")
    return _put(sheet, row, "Residual value 0", (Formula("0", 0.0), 0 - worth), npv.live)


def _tornado(
    ctx: Context, sheet: Sheet, row: int, rows: tuple[int, int], changes: Sequence[tuple[float, float]]
) -> None:
    first, last = rows
    most = max((abs(change) for pair in changes for change in pair), default=0.0)
    unit, number = charts.scaled(ctx.result.currency, most)
    charts.insert(
        sheet,
        row,
        0,
        Chart(
            "Change of cost, frozen plan",
            unit,
            number,
            Categories(sheet.name, (first, 0, last, 0)),
            [
                Series("Low", sheet.name, (first, 3, last, 3)),
                Series("High", sheet.name, (first, 4, last, 4)),
            ],
            "Bars: change of the plan's cost when a price moves down or up; figures in the table above.",
            980,
            "bar",
        ),
    )
