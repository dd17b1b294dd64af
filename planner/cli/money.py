"""Money, dates and counts in words for the terminal."""

from __future__ import annotations

import math

from planner.messages import fill, tr

UNITS = ((1e9, "{currency} {amount} bn"), (1e6, "{currency} {amount} M"))
"""Sizes and how amounts of them are written."""


def money(amount: float, currency: str) -> str:
    """`USD 41.2 M`: four significant digits in bn or M, whole units below a million."""
    if not math.isfinite(amount):
        return tr("none yet")
    for size, form in UNITS:
        if abs(amount) >= size:
            return fill(form, {"currency": currency, "amount": f"{amount / size:,.4g}"})
    return f"{currency} {amount:,.0f}"


def percent(share: float) -> str:
    """`0.42 %`; a gap of nothing is `0 %`, an unknown one "unknown"."""
    if not math.isfinite(share):
        return tr("unknown")
    return f"{share * 100:.3g} %" if share else "0 %"


def count(number: float) -> str:
    """`1,024`, or with one decimal where it is not whole."""
    return f"{number:,.0f}" if abs(number - round(number)) < 1e-6 else f"{number:,.1f}"
