"""Price changes over time."""

from __future__ import annotations


def price_index(change_per_year: float, months: float) -> float:
    """Price relative to the base month after `months`: (1+g)^(months/12); months may be negative.

    Raises ValueError when prices would fall by 100 % a year or more.
    """
    if change_per_year <= -1.0:
        raise ValueError(f"a price cannot fall by {-change_per_year:.0%} a year")
    return float((1.0 + change_per_year) ** (months / 12.0))
