"""Spare systems: exact binomial availability of k out of n independent units (F6.1–F6.3)."""

from __future__ import annotations

import math

_NEGLIGIBLE = 1e-18


def unit_availability(mtbf_hours: float, repair_hours: float) -> float:
    """Share of time a unit is up, MTBF/(MTBF + MTTR) (F6.3); 1 when it never fails.

    Both in hours; raises ValueError where the MTBF is not positive or the repair negative.
    """
    if mtbf_hours <= 0.0 or repair_hours < 0.0:
        raise ValueError(f"MTBF must be positive and repair not negative: {mtbf_hours} h, {repair_hours} h")
    return 1.0 if math.isinf(mtbf_hours) else mtbf_hours / (mtbf_hours + repair_hours)


def probability_at_least(needed: int, units: int, availability: float) -> float:
    """P(at least `needed` of `units` are up), each up with probability `availability` (F6.1).

    Sums the tail whose terms fall from its first one on, so it is exact to rounding and takes a few
    hundred terms even for 30,000 units. Raises ValueError for a probability outside [0, 1].
    """
    if not 0.0 <= availability <= 1.0:
        raise ValueError(f"availability is a probability, not {availability}")
    if needed <= 0:
        return 1.0
    if needed > units or availability == 0.0:
        return 0.0
    if availability == 1.0:
        return 1.0
    if needed > units * availability:
        return min(1.0, _upper_tail(needed, units, availability))
    # "at most needed − 1 up" is the upper tail of units that are down.
    return max(0.0, 1.0 - _upper_tail(units - needed + 1, units, 1.0 - availability))


def spares_needed(needed: int, availability: float, target: float) -> int:
    """Fewest spares s with P(at least `needed` of `needed` + s up) ≥ `target` (F6.2).

    Raises ValueError when the target cannot be met: it is not below 1, or the units are never up.
    """
    if needed <= 0 or target <= 0.0 or availability == 1.0:
        return 0
    if target >= 1.0 or availability <= 0.0:
        raise ValueError(f"no number of spares reaches {target} with units up {availability} of the time")
    if probability_at_least(needed, needed, availability) >= target:
        return 0
    short, enough = 0, 1
    while probability_at_least(needed, needed + enough, availability) < target:
        short, enough = enough, enough * 2
    while enough - short > 1:
        middle = (short + enough) // 2
        if probability_at_least(needed, needed + middle, availability) >= target:
            enough = middle
        else:
            short = middle
    return enough


def _upper_tail(first: int, n: int, p: float) -> float:
    """Sum of the binomial terms first … n; `first` lies above the mean, so the terms only fall."""
    log_term = math.log(math.comb(n, first)) + first * math.log(p) + (n - first) * math.log1p(-p)
    term = math.exp(log_term)
    total = term
    odds = p / (1.0 - p)
    for up in range(first, n):
        term *= (n - up) / (up + 1) * odds
        total += term
        if term <= _NEGLIGIBLE * total:
            break
    return total
