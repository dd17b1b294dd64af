"""Present value of an amount, and when within a period an amount falls."""

from __future__ import annotations

from enum import Enum


class Timing(Enum):
    """When in its period an amount is paid; discounting and escalation share it."""

    START = "start"
    RUNNING = "running"
    END = "end"

    @property
    def offset(self) -> float:
        """Share of the period that has passed: start 0, spread over the period 0.5, end 1."""
        return _OFFSETS[self]


_OFFSETS = {Timing.START: 0.0, Timing.RUNNING: 0.5, Timing.END: 1.0}


def months_until(period: int, timing: Timing, period_months: int) -> float:
    """Months from the plan's start to an amount of the period numbered from 0."""
    return (period + timing.offset) * period_months


def discount_factor(rate_per_year: float, months: float) -> float:
    """Value today of 1 paid after `months`: (1+r)^(−months/12); r = 0 gives 1.

    Raises ValueError for a rate of −100 % or less.
    """
    if rate_per_year <= -1.0:
        raise ValueError(f"a discount rate must exceed -100 %, not {rate_per_year:.0%}")
    return float((1.0 + rate_per_year) ** (-months / 12.0))


def monthly_compounded(rate_per_year: float) -> float:
    """Nominal yearly rate whose twelve monthly steps make `rate_per_year`: 12·((1+r)^(1/12) − 1)."""
    return 12.0 * (1.0 / discount_factor(rate_per_year, 1.0) - 1.0)
