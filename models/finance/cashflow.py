"""Net present value of dated amounts and level payments."""

from __future__ import annotations

import math
from collections.abc import Iterable

from models.finance.discounting import discount_factor


def net_present_value(flows: Iterable[tuple[float, float]], rate_per_year: float) -> float:
    """Sum of the present values of (months from start, amount); a cost and a credit differ in sign."""
    return math.fsum(amount * discount_factor(rate_per_year, months) for months, amount in flows)


def annuity_payment(present_value: float, rate_per_year: float, months: int) -> float:
    """Level payment at each month's end that repays `present_value` in `months` (F5.1).

    The yearly rate is nominal: a month bears r/12, as loans and Barroso et al., The Datacenter as a
    Computer, chapter 6, have it. At r = 0 it is the straight line. Raises ValueError without a term.
    """
    if months <= 0:
        raise ValueError(f"a payment term has at least one month, not {months}")
    monthly = rate_per_year / 12.0
    if monthly == 0.0:
        return present_value / months
    return present_value * monthly / -math.expm1(-months * math.log1p(monthly))
