"""Physical figures as formulas: sums of factors times decisions, or pasted where they cannot be traced."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from models.matrix import Key
from models.results import Part
from planner.report import styles
from planner.report.cells import ZERO, FloatArray, Formula, added, multiplied
from planner.report.context import Context
from planner.report.formulas import factor_cell
from planner.report.grid import PeriodRow, Sheet

_AGREES = 1e-9


def part_formulas(ctx: Context, parts: Sequence[Part]) -> list[Formula]:
    """One formula a period of the horizon: the sum of the parts."""
    return [added(_part(ctx, part, t) for part in parts) for t in range(ctx.periods)]


def _part(ctx: Context, part: Part, period: int) -> Formula:
    if part.activity is None:
        return multiplied(factor_cell(f, ctx.live) for f in part.factors)
    if part.activity not in ctx.decisions:
        return ZERO
    product = [ctx.decisions[part.activity].at(period)]
    return multiplied(product + [factor_cell(f, ctx.live) for f in part.factors])


def put_traced(
    ctx: Context, sheet: Sheet, row: int, parts: Sequence[Part], values: FloatArray, number: str = styles.RATE
) -> PeriodRow:
    """Formulas where the parts add up to the values; else the values, pasted in the optimiser's style.

    A figure whose parts do not reproduce it would tell another story than the plan: it is pasted.
    """
    if parts:
        figures = part_formulas(ctx, parts)
        if agrees(np.array([f.value for f in figures]), values):
            return sheet.put_periods(row, figures, "linked", number)
    return sheet.numbers(row, values, "solved", number)


def agrees(left: FloatArray, right: FloatArray) -> bool:
    """Equal to rounding."""
    return bool(np.all(np.abs(left - right) <= _AGREES * np.maximum(1.0, np.abs(right))))


def activity_parts(keys: Sequence[Key]) -> tuple[Part, ...]:
    """Plain activities as parts."""
    return tuple(Part(key) for key in keys)
