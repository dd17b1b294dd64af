"""Assets in the books: straight-line depreciation over an accounting life, and what a sale writes off."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

FloatArray = npt.NDArray[np.float64]


def straight_line_charges(
    cost: float, first_period: int, life_months: float, periods: int, period_months: int
) -> FloatArray:
    """Depreciation by period (length `periods`) of a cost in service from the start of `first_period`.

    The life is counted in months, so its last period may bear part of a period's charge; what the life leaves
    past the last period is not charged. `first_period` may be negative: in service before the plan.
    Raises ValueError for a life that is not positive.
    """
    if life_months <= 0.0:
        raise ValueError(f"a life must be positive, not {life_months} months")
    starts = np.arange(periods) * float(period_months)
    begin = first_period * float(period_months)
    months = np.minimum(starts + period_months, begin + life_months) - np.maximum(starts, begin)
    return np.asarray(cost / life_months * np.maximum(0.0, months))


def charges_with_sale(whole: FloatArray, cost: float, period: int, share: float) -> FloatArray:
    """`whole` (depreciation of `cost` by period) changed by the sale of a share at the start of `period`.

    Depreciation of the share stops, and what the books still hold of it is charged in that period. May be
    applied once a sale, with shares of the same cost.
    """
    change = np.zeros_like(whole)
    change[period:] = -share * whole[period:]
    change[period] += share * (cost - float(whole[:period].sum()))
    return change
