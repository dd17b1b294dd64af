"""How long data stays in each storage stage: shares of periods, from ages in days.

A stage holds data of ages from `first` to `last`, in periods (days over the days of a period).
"""

from __future__ import annotations

ROUNDING = 1e-12
"""Less than this is the difference of equal numbers."""


def stay_of_batch(first: float, last: float, period: int) -> float:
    """Share of `period` in which a batch that is made at the start of period 0 has an age in [first, last).

    `first`, `last` in periods, last >= first >= 0; `period` counts from 0.
    """
    return max(0.0, min(last, period + 1.0) - max(first, float(period)))


def _spread(age: float) -> float:
    """Integral over u in [0, 1] of max(0, age - u)."""
    return float((max(0.0, age) ** 2 - max(0.0, age - 1.0) ** 2) / 2.0)


def stay_of_stream(first: float, last: float, period: int) -> float:
    """Mean over `period` of the amount of age [first, last), of one unit made evenly over period 0.

    The integral over the moment of making u in [0, 1] and the time s in the period, of first <= s - u < last.
    Summed over all periods it is last - first.
    """

    def reached(age: float) -> float:
        return _spread(period + 1.0 - age) - _spread(period - age)

    mean = reached(first) - reached(last)
    return mean if mean > ROUNDING else 0.0


def versions_written(hours: float, interval_s: float) -> float:
    """Checkpoints written in `hours` at an interval [s]; unlimited where the interval is not finite or 0."""
    if interval_s <= 0.0 or interval_s == float("inf"):
        return float("inf")
    return hours * 3600.0 / interval_s


def durability_of_copies(durability: float, copies: int) -> float:
    """Chance that at least one of independent copies survives a year."""
    return float(1.0 - (1.0 - durability) ** copies)
