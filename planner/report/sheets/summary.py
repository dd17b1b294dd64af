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

_MOST_LINES = 5
_MOST_ACTIONS, _LEAST_ACTION_LINES = 12, 5
_ACTION_WIDTH, _LINE_WIDTH = 132, 150
_PAGE_ROWS = 74
"""Tight rows on an upright Letter page (A4 is longer) at the least scale, less what heads are higher."""
_CHART_ROWS, _CHART_HEIGHT = 15, 230
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
    approval: tuple[Formula, Formula],
    protection: Formula | None,
    todo: Sequence[Action],
) -> Summary:
    """Write the page; gives back what it says (approval: cash committed before the plan, and to approve)."""
    sheet = ctx.book["Summary"]
    sheet.width(0, 0, 25)
    sheet.width(1, LAST_COLUMN, 12.3)
    sheet.tight()
    figures, row = headline.write(ctx, sheet, 4, cash, npv, work, capacity, years, approval, protection)
    others, row = compared_with(ctx, sheet, row + 1, bridged, work.short_total.value)
    binds = list(ctx.result.binding) or ["Nothing is at its limit."]
    uncertain, left_out = caveats.uncertain(ctx), caveats.not_included(ctx)
    said = [
        (title, _lines(sentences))
        for title, sentences in (
            ("What binds", binds),
            ("What is uncertain", uncertain),
            ("What is not included", left_out),
        )
    ]
    below = cash_by_year.height(cash) + _CHART_ROWS + sum(len(lines) + 2 for _, lines in said)
    tasks, row = _actions(ctx, sheet, row + 1, todo, _PAGE_ROWS - row - below)
    (headings, by_year, all_years), row = cash_by_year.write(
        ctx, sheet, row + 1, cash, constants, _CHART_HEIGHT
    )
    row = _charts(ctx, sheet, row, capacity)
    for title, lines in said:
        row = _paragraph(sheet, row, title, lines) + 1
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


def _actions(
    ctx: Context, sheet: Sheet, row: int, todo: Sequence[Action], rows: int
) -> tuple[list[Task], int]:
    """The actions that matter most, by date, in about `rows` rows; gives back all."""
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
    shown = _fitting(todo[:_MOST_ACTIONS], max(_LEAST_ACTION_LINES, rows - 5))
    for action, lines in sorted(shown, key=lambda one: one[0].period):
        row += 1
        sheet.text(row, 0, _by(ctx, action))
        if action.amount is not None:
            sheet.put(row, 9, action.amount, "linked")
        for number, line in enumerate(lines):
            row += bool(number)
            sheet.text(row, 1, line)
    if not todo:
        row += 1
        sheet.text(row, 1, "Nothing to order, sign, rent or start.")
    if len(todo) > len(shown):
        row += 1
        words = spoken("and {number} more: see OrderBook and Workloads", number=len(todo) - len(shown))
        sheet.text(row, 1, words, "note")
    return tasks, row + 1


def _fitting(todo: Sequence[Action], rows: int) -> list[tuple[Action, list[str]]]:
    """As many of the actions, with their lines, as the rows hold; reasons beyond one line are left out."""
    shown: list[tuple[Action, list[str]]] = []
    for action in todo:
        lines = broken(action.words, _ACTION_WIDTH)[:2]
        if len(lines) > 1 and action.short:
            lines = [action.short]
        if len(lines) > rows:
            break
        rows -= len(lines)
        shown.append((action, lines))
    return shown


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
            height=_CHART_HEIGHT,
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


def _lines(sentences: Sequence[str]) -> list[str]:
    """Lines of a paragraph; where they are too many, the last tells how many more there are."""
    lines = [line for sentence in sentences for line in broken(tr(sentence), _LINE_WIDTH)]
    if len(lines) <= _MOST_LINES:
        return lines
    return [*lines[:_MOST_LINES], spoken("and {number} more lines", number=len(lines) - _MOST_LINES)]


def _paragraph(sheet: Sheet, row: int, title: str, lines: Sequence[str]) -> int:
    sheet.section(row, title, LAST_COLUMN)
    for number, line in enumerate(lines):
        sheet.text(row + 1 + number, 0, line, "plain" if number < _MOST_LINES else "note")
    return row + 1 + len(lines)
