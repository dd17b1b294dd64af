"""A waterfall from one cost to another: its table and the stacked columns on an unseen foot."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from planner.messages import spoken, tr
from planner.report import charts
from planner.report.cells import ZERO, Formula, largest, smallest
from planner.report.charts import Categories, Chart, Series
from planner.report.context import Check, Constants, Context
from planner.report.grid import Sheet

_CHART_ROWS, _CHART_WIDTH = 19, 980
_HEADINGS = ("Step", "Change", "Reached", "Foot (unseen)", "Cost", "More", "Less")


@dataclass(frozen=True, slots=True)
class Ends:
    """Names and costs where the steps begin and end; title: of the chart."""

    title: str
    start: str
    start_cost: Formula
    end: str
    end_cost: Formula


def height(steps: int) -> int:
    """Rows that a waterfall takes, its chart included."""
    return 3 + steps + _CHART_ROWS


def waterfall(
    ctx: Context,
    sheet: Sheet,
    row: int,
    title: str,
    ends: Ends,
    changes: Mapping[str, Formula],
    constants: Constants,
    proves: str,
) -> tuple[tuple[tuple[str, Formula], ...], int]:
    """Write table, chart and check. Returns its figures, and the row after."""
    sheet.section(row, title, len(_HEADINGS) - 1)
    for column, words in enumerate(_HEADINGS):
        sheet.text(row + 1, column, words, "heading_right" if column else "heading")
    row += 2
    first = row
    reached = _bar(sheet, row, ends.start, None, ends.start_cost, ends.start_cost)
    shown = [(ends.start, reached)]
    tops = [reached.value]
    for name, figure in changes.items():
        row += 1
        before = reached
        change = sheet.put(row, 1, figure)
        shown.append((name, change))
        reached = _bar(sheet, row, name, change, before, before + change)
        tops.append(reached.value)
    row += 1
    shown.append((ends.end, _bar(sheet, row, ends.end, None, ends.end_cost, ends.end_cost)))
    ctx.checks.append(
        Check(
            spoken("Bridge: {start} + steps = {end}", start=tr(ends.start), end=tr(ends.end)),
            reached,
            ends.end_cost,
            constants.money_tolerance,
            sheet.name,
            proves,
        )
    )
    unit, number = charts.scaled(ctx.result.currency, max(tops))
    charts.insert(
        sheet,
        row + 2,
        0,
        Chart(
            spoken("{title}, present value", title=tr(ends.title)),
            unit,
            number,
            Categories(sheet.name, (first, 0, row, 0)),
            [
                Series("Foot", sheet.name, (first, 3, row, 3), hidden=True),
                Series("Cost", sheet.name, (first, 4, row, 4)),
                Series("More", sheet.name, (first, 5, row, 5)),
                Series("Less", sheet.name, (first, 6, row, 6)),
            ],
            spoken(
                "Waterfall: cost of {start}, changes, cost of {end}; figures above.",
                start=tr(ends.start),
                end=tr(ends.end),
            ),
            _CHART_WIDTH,
        ),
    )
    sheet.kept.append((first - 2, row + _CHART_ROWS))
    return tuple(shown), row + _CHART_ROWS


def _bar(
    sheet: Sheet, row: int, title: str, change: Formula | None, before: Formula, after: Formula
) -> Formula:
    sheet.text(row, 0, title)
    reached = sheet.put(row, 2, after)
    if change is None:
        sheet.put(row, 4, reached)
        return reached
    sheet.put(row, 3, smallest(before, reached))
    sheet.put(row, 5, largest(ZERO, change))
    sheet.put(row, 6, largest(ZERO, 0 - change))
    return reached
