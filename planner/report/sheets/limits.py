"""Limits and budgets of the input on sheet Audit: left side from the decisions, bound, slack."""

from __future__ import annotations

import numpy as np

from models.activities import KIND
from models.results import LimitRow
from planner.messages import tr
from planner.report import styles
from planner.report.cells import ONE, ZERO, Formula, absolute, largest, smallest, sumproduct, total
from planner.report.context import Check, Constants, Context
from planner.report.grid import Sheet
from planner.report.sheets.decisions import item_of, where_of
from planner.report.traced import agrees

HEADINGS = (
    "Cell", "Limit", "Span and unit", "At least", "Planned", "At most", "Slack", "Status", "Slack, share",
)  # fmt: skip
_LAST = len(HEADINGS) - 1
_PLANNED, _NUMBERS = 4, (3, 4, 5, 6, 8)
_FIRST_WEIGHT = 10
"""Column of the first period's coefficient, right of what is printed."""


def height(ctx: Context) -> int:
    """Rows that the table takes, with a blank row after it."""
    return len(ctx.result.limits) + 3


def write(ctx: Context, sheet: Sheet, row: int, below: int, constants: Constants) -> None:
    """The table at `row`; the coefficients behind it at `below`, out of print."""
    title = "Limits and budgets of the input: planned (coefficients as solved x decisions), bound, slack"
    sheet.section(row, title, _LAST)
    if not ctx.result.limits:
        sheet.text(row + 1, 0, "None is stated.")
        return
    for column, words in enumerate(HEADINGS):
        kind = "heading_right" if column in _NUMBERS else "heading_beside" if column == 7 else "heading"
        sheet.text(row + 1, column, words, kind)
    sheet.section(below, "Coefficients of the limits by period, from column K on; not printed", _LAST)
    first = row + 2
    below += 1
    hard = []
    for row, limit in enumerate(ctx.result.limits, first):
        planned, below = _left_side(ctx, sheet, below, limit)
        share = _limit(ctx, sheet, row, limit, planned)
        if limit.hard:
            hard.append(sheet.put(row, 8, share, "formula", styles.SHARE).value)
    if hard:
        shares = sheet.block(first, 8, np.zeros((len(ctx.result.limits), 1)))
        ctx.checks.append(
            Check(
                "Hard limits of the input are kept",
                Formula(f"MIN({shares.text})", min(hard)),
                ZERO,
                constants.count_tolerance,
                sheet.name,
                "no hard budget, limit or override is exceeded (least slack as a share of the bound)",
                at_least=True,
            )
        )


def _left_side(ctx: Context, sheet: Sheet, row: int, limit: LimitRow) -> tuple[Formula | None, int]:
    """Sum of coefficients times decisions, None where they do not make up the value; the row after them."""
    used = {
        key: float(weights @ ctx.decisions[key].values)
        for key, weights in limit.weights.items()
        if key in ctx.decisions and (weights * ctx.decisions[key].values).any()
    }
    if not used or not agrees(np.array([sum(used.values())]), np.array([limit.value])):
        return None, row
    first = row
    for row, (key, product) in enumerate(used.items(), first):
        sheet.text(row, 0, limit.what)
        sheet.text(row, 1, f"{tr(KIND[key.kind].title)}: {where_of(key)}, {item_of(key)}")
        weights = np.asarray(limit.weights[key], dtype=np.float64)
        for column, weight in enumerate(weights, _FIRST_WEIGHT):
            sheet.number(row, column, float(weight), "solved", styles.FINE)
        coefficients = sheet.block(row, _FIRST_WEIGHT, weights.reshape(1, -1))
        text = sumproduct(coefficients, ctx.decisions[key].block()).text
        sheet.put(row, _PLANNED, Formula(text, product), "linked", styles.RATE)
    return total(sheet.block(first, _PLANNED, np.array([*used.values()]).reshape(-1, 1))), row + 1


def _limit(ctx: Context, sheet: Sheet, row: int, limit: LimitRow, planned: Formula | None) -> Formula:
    """A row; gives back the least slack as a share of its bound (at least 1 unit)."""
    sheet.text(row, 0, ctx.origin.get(limit.ref, limit.ref.table), "wrap")
    sheet.text(row, 1, limit.what, "wrap")
    sheet.text(row, 2, f"{tr(limit.span)}, {tr(limit.unit)}", "wrap")
    if planned is None:
        value = sheet.number(row, _PLANNED, limit.value, "solved", styles.RATE)
    else:
        value = sheet.put(row, _PLANNED, planned, "formula", styles.RATE)
    slacks, bounds = [], []
    for column, bound, sign in ((3, limit.lower, -1), (5, limit.upper, 1)):
        if bound is not None:
            cell = sheet.number(row, column, bound, "solved", styles.RATE)
            slacks.append(cell - value if sign > 0 else value - cell)
            bounds.append(absolute(cell))
    slack = sheet.put(row, 6, smallest(*slacks) if slacks else ZERO, "label", styles.RATE)
    sheet.text(row, 7, limit.status, "beside")
    return slack / largest(ONE, *bounds)
