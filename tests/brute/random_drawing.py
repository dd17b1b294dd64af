"""Figures drawn from a seed, for random small plans."""

from __future__ import annotations

import random
from typing import Any

Tables = dict[str, list[dict[str, Any]]]

THEMES = (
    "serve",
    "train",
    "power",
    "liquid",
    "reserve",
    "spares",
    "availability",
    "mixed",
    "pace",
    "replica",
)
START = 2027 * 12


def month_text(months: int) -> str:
    at = START + months
    return f"{at // 12}-{at % 12 + 1:02d}"


class Drawing:
    """Draws figures from a seed; the theme says which feature the plan is about."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.random = random.Random(seed)
        self.theme = THEMES[seed % len(THEMES)]
        self.length = self.random.choice((6, 12, 12))
        self.periods = 3 if self.theme in ("train", "reserve", "replica") and self.chance(0.25) else 2
        self.months = self.length * self.periods

    def chance(self, share: float) -> bool:
        return self.random.random() < share

    def pick(self, *values: Any) -> Any:
        return self.random.choice(values)

    def between(self, low: float, high: float, digits: int = 2) -> float:
        return round(self.random.uniform(low, high), digits)
