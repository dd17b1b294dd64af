"""Straight-line depreciation as formulas over a row of what enters service in each period."""

from __future__ import annotations

import numpy as np

from models.finance.assets import straight_line_charges
from planner.report.cells import FloatArray, Formula, smallest
from planner.report.context import Constants
from planner.report.grid import PeriodRow


def charge(
    entered: PeriodRow,
    numbers: PeriodRow,
    life: Formula,
    period: int,
    constants: Constants,
    until: Formula | None = None,
) -> Formula:
    """Depreciation in a period: months of it that lie in each entry's life, over the life in months.

    until: age in months at which all is sold
    """
    months, end = constants.period_months, life if until is None else smallest(life, until)
    age = f"({numbers.at(period).text}-{numbers.block(0, period).text})*{months.text}"
    whole = f"({age}+{months.text}<={end.text})*{months.text}"
    last = f"({age}+{months.text}>{end.text})*({age}<{end.text})*({end.text}-{age})"
    text = f"SUMPRODUCT({entered.block(0, period).text}*({whole}+{last}))/{life.text}"
    charged = _charges(entered.values, end.value, int(months.value))[period] * end.value / life.value
    return Formula(text, float(charged), 1)


def left_at_end(entered: PeriodRow, numbers: PeriodRow, life: Formula, constants: Constants) -> Formula:
    """Book value at the horizon's end, from each entry's age: a second way to the roll-forward's figure."""
    age = f"({constants.periods.text}+1-{numbers.block().text})*{constants.period_months.text}"
    text = f"SUMPRODUCT({entered.block().text}*({age}<{life.text})*(1-{age}/{life.text}))"
    ages = (len(entered.values) - np.arange(len(entered.values))) * constants.period_months.value
    return Formula(text, float(entered.values @ np.maximum(0.0, 1.0 - ages / life.value)))


def _charges(entered: FloatArray, life_months: float, period_months: int) -> FloatArray:
    out = np.zeros(len(entered))
    for t, cost in enumerate(entered):
        if cost:
            out += straight_line_charges(float(cost), t, life_months, len(entered), period_months)
    return out
