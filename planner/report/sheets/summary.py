"""Summary: one printed page that reads like a decision paper."""

from __future__ import annotations

from collections.abc import Sequence

from models.plan.values import month_text
from planner.messages import spoken, tr
from planner.report import caveats, charts
from planner.report.actions import Action
from planner.report.breaking import broken
from planner.report.cells import Formula
from planner.report.charts import Categories, Chart, Series
from planner.report.context import Constants, Context
from planner.report.grid import FIRST_PERIOD, Sheet
from planner.report.paper import Summary, Task
from planner.report.sheets import cash_by_year, headline
from planner.report.sheets.accelerators import TENURES
from planner.report.sheets.bridge import BridgeCells
from planner.report.sheets.capacity import CapacityCells
from planner.report.sheets.cashflow import CashCells
from planner.report.sheets.compared import compared_with
from planner.report.sheets.fiscalyears import YearCells
from planner.report.sheets.headline import LAST_COLUMN
from planner.report.sheets.npv import NpvCells
from planner.report.sheets.workloads import WorkCells

_MOST_ACTIONS, _MOST_LINES = 12, 7
_ACTION_WIDTH, _LINE_WIDTH = 122, 150
_CHART_ROWS = 16
_FLEET_CHART_WIDTH = 530
"""Pixels left of column F."""


def write(
    ctx: Context,
    constants: Constants,
    cash: CashCells,
    npv: NpvCells,
    work: WorkCells,
    capacity: CapacityCells,
    years: YearCells,
    bridged: BridgeCells,
    protection: Formula | None,
    todo: Sequence[Action],
) -> Summary:
    """Write the page; gives back what it says."""
    sheet = ctx.book["Summary"]
    sheet.width(0, 0, 25)
    sheet.width(1, LAST_COLUMN, 12.3)
    figures, row = headline.write(ctx, sheet, 4, cash, npv, work, capacity, years, protection)
    others, row = compared_with(ctx, sheet, row + 1, bridged, work.short_total.value)
    tasks, row = _actions(ctx, sheet, row + 1, todo)
    (headings, by_year, all_years), row = cash_by_year.write(ctx, sheet, row + 1, cash, constants)
    row = _charts(ctx, sheet, row, capacity)
    binds = list(ctx.result.binding) or ["Nothing is at its limit."]
    uncertain, left_out = caveats.uncertain(ctx), caveats.not_included(ctx)
    row = _lines(sheet, row, "What binds", binds)
    row = _lines(sheet, row + 1, "What is uncertain", uncertain)
    _lines(sheet, row + 1, "What is not included", left_out)
    return Summary(
        figures=tuple(figures),
        plan=bridged.plan if bridged.compared else None,
        against=tuple(others),
        tasks=tuple(tasks),
        headings=tuple(headings),
        years=tuple(by_year),
        all_years=all_years,
        binds=tuple(binds),
        uncertain=tuple(uncertain),
        not_included=tuple(left_out),
    )


def _actions(ctx: Context, sheet: Sheet, row: int, todo: Sequence[Action]) -> tuple[list[Task], int]:
    """The actions that matter most, by date; gives back all."""
    by_date = sorted(todo, key=lambda action: action.period)
    tasks = [Task(_by(ctx, action), action.words, action.amount) for action in by_date]
    sheet.section(row, "What to do", LAST_COLUMN)
    row += 1
    for column, words, kind in (
        (0, "By", "label"),
        (1, "What, where and why", "label"),
        (9, "Amount", "label_right"),
    ):
        sheet.text(row, column, words, kind)
    for action in sorted(todo[:_MOST_ACTIONS], key=lambda action: action.period):
        row += 1
        sheet.text(row, 0, _by(ctx, action))
        if action.amount is not None:
            sheet.put(row, 9, action.amount, "linked")
        for number, line in enumerate(broken(action.words, _ACTION_WIDTH)[:2]):
            row += bool(number)
            sheet.text(row, 1, line)
    if not todo:
        row += 1
        sheet.text(row, 1, "Nothing to order, sign, rent or start.")
    if len(todo) > _MOST_ACTIONS:
        row += 1
        words = spoken("and {number} more: see OrderBook and Workloads", number=len(todo) - _MOST_ACTIONS)
        sheet.text(row, 1, words, "note")
    return tasks, row + 1


def _by(ctx: Context, action: Action) -> str:
    return month_text(ctx.result.calendar.first_month(action.period))


def _charts(ctx: Context, sheet: Sheet, row: int, capacity: CapacityCells) -> int:
    last = FIRST_PERIOD + ctx.periods - 1
    shown = [one for one in TENURES if capacity.tenures[one[0]].values.any()]
    series = [
        Series(
            title,
            "Capacity",
            (capacity.tenures[tenure].row, FIRST_PERIOD, capacity.tenures[tenure].row, last),
        )
        for tenure, title in shown or TENURES
    ]
    needed = capacity.needed.row
    series.append(Series("Needed", "Capacity", (needed, FIRST_PERIOD, needed, last), line=True))
    charts.insert(
        sheet,
        row,
        0,
        Chart(
            "Accelerators there and needed, by period end",
            "accelerators",
            "#,##0",
            Categories("Capacity", (3, FIRST_PERIOD, 3, last), "yyyy-mm"),
            series,
            "Columns: accelerators owned, leased, rented by period; line: needed; figures on Capacity.",
            _FLEET_CHART_WIDTH,
        ),
    )
    rows = [capacity.tenures[tenure].row + 1 for tenure, _ in TENURES]
    end = row + _CHART_ROWS
    words = spoken(
        "Figures: Capacity, rows {first} to {last} and {other}",
        first=rows[0], last=rows[-1], other=needed + 1
    )
    sheet.text(end - 1, 0, words, "note")
    sheet.text(end - 1, 5, "Figures: table above", "note")
    return end


def _lines(sheet: Sheet, row: int, title: str, sentences: list[str]) -> int:
    sheet.section(row, title, LAST_COLUMN)
    lines = [line for sentence in sentences for line in broken(tr(sentence), _LINE_WIDTH)]
    for line in lines[:_MOST_LINES]:
        row += 1
        sheet.text(row, 0, line)
    if len(lines) > _MOST_LINES:
        row += 1
        sheet.text(row, 0, spoken("and {number} more lines", number=len(lines) - _MOST_LINES), "note")
    return row + 1
