"""What a cost line is worth: amounts by cash period, present values, weights for the objective.

Shapes: T periods, C cash periods (C >= T). Money in the plan's currency.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from models.costing.line import CostLine
from models.finance.discounting import Timing, discount_factor, months_until
from models.finance.escalation import price_index
from models.matrix import Key
from models.sizing.calendar import Calendar

FloatArray = npt.NDArray[np.float64]


def months_from_base(calendar: Calendar, period: float) -> float:
    """Months from the price base month to `period` (in periods from the plan's start, may be fractional)."""
    return calendar.base_offset_months + period * calendar.period_months


def discount_factors(calendar: Calendar, timing: Timing, rate: float) -> FloatArray:
    """(1 + r) ** -years for each cash period (length C), dated by the timing class."""
    return np.array(
        [
            discount_factor(rate, months_until(t, timing, calendar.period_months))
            for t in range(calendar.cash_periods)
        ]
    )


def end_factor(calendar: Calendar, rate: float) -> float:
    """Discount factor of the horizon's end."""
    return discount_factor(rate, calendar.periods * calendar.period_months)


def index(line: CostLine, calendar: Calendar, activity_period: int, cash_period: int) -> float:
    """Price index of a payment in `cash_period` for an activity of `activity_period` (negative: before)."""
    if line.growth is None:
        return 1.0
    growth = line.growth.amount
    if line.priced_at == "payment":
        return price_index(growth, months_from_base(calendar, cash_period + line.cost_term.timing.offset))
    signed = price_index(growth, months_from_base(calendar, activity_period))
    if line.priced_at == "activity":
        return signed
    return min(signed, price_index(growth, months_from_base(calendar, calendar.periods)))


def weights(line: CostLine, calendar: Calendar) -> FloatArray:
    """Money in cash period tau for one unit of activity in period t, as an array (T, C)."""
    out = np.zeros((calendar.periods, calendar.cash_periods))
    rate = line.rate
    for tap in line.taps:
        share = tap.weight
        for t in range(calendar.periods):
            tau = t + tap.lag
            if line.within_horizon and tau >= calendar.periods:
                continue
            if tau >= calendar.cash_periods:
                continue  # nothing is ordered that late; `amounts` checks it
            profile = 1.0 if line.profile is None else line.profile[tau]
            out[t, tau] += rate * share * profile * index(line, calendar, t, tau)
    return out


def present_value_weights(line: CostLine, calendar: Calendar, rate: float) -> FloatArray:
    """Present value of one unit of activity in each period (length T), signed: credits are negative."""
    by_cash = weights(line, calendar)
    if line.settled_at_end:
        return np.asarray(line.sign * by_cash.sum(axis=1) * end_factor(calendar, rate))
    return np.asarray(line.sign * by_cash @ discount_factors(calendar, line.cost_term.timing, rate))


def amounts(line: CostLine, calendar: Calendar, values: FloatArray) -> FloatArray:
    """Amounts by cash period (length C), unsigned and undiscounted.

    Raises ValueError for an activity whose payments lie past the last cash period.
    """
    if not line.within_horizon:
        longest = max((tap.lag for tap in line.taps), default=0)
        late = [t for t in range(calendar.periods) if t + longest >= calendar.cash_periods and values[t]]
        if late:
            raise ValueError(
                f"{line.term} of {line.item}: a payment {longest} periods after period {late[0]} lies past "
                f"the last cash period {calendar.cash_periods - 1}"
            )
    return np.asarray(values @ weights(line, calendar))


@dataclass(frozen=True, slots=True)
class PricedLine:
    """A line with its amounts by cash period (C, signed: credits negative) and its present value."""

    line: CostLine
    amounts: FloatArray
    present_value: float


def price(
    lines: Iterable[CostLine], calendar: Calendar, rate: float, activities: Mapping[Key, FloatArray]
) -> tuple[PricedLine, ...]:
    """Every line's amounts and present value for given activities; an absent activity counts as zero.

    The present value is taken from the amounts, not from the objective's weights: the two ways must agree.
    """
    priced = []
    factors = {timing: discount_factors(calendar, timing, rate) for timing in Timing}
    end = end_factor(calendar, rate)
    zero = np.zeros(calendar.periods)
    for line in lines:
        cash = line.sign * amounts(line, calendar, activities.get(line.activity, zero))
        if line.settled_at_end:
            value = float(cash.sum() * end)
        else:
            value = float(cash @ factors[line.cost_term.timing])
        priced.append(PricedLine(line, cash, value))
    return tuple(priced)
