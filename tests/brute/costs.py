"""Costs with what they spend of each hard budget, and ways among which none is worse in every respect."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

Cost = NDArray[np.float64]
"""Present value, then money spent of each hard budget."""

Ways = list[Cost]
"""Costs to choose from; empty: impossible."""


def best(ways: Iterable[Cost]) -> Ways:
    """Ways that no other one beats in present value and every budget: without budgets the cheapest."""
    kept: Ways = []
    for way in sorted(ways, key=lambda each: tuple(each)):
        if not any((other <= way).all() for other in kept):
            kept.append(way)
    return kept


def together(*parts: Ways) -> Ways:
    """One way of each part, in all combinations worth having."""
    whole, *others = parts
    for part in others:
        if len(whole) == len(part) == 1:
            whole = [whole[0] + part[0]]
        else:
            whole = best(a + b for a in whole for b in part)
    return whole
