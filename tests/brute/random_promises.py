"""Random plans with promises to spend at a provider, some paid before, with short contract years."""

from __future__ import annotations

import random
from typing import Any

from tests.brute.random_drawing import Tables, month_text
from tests.brute.random_plans import plan_tables
from tests.brute.random_spread import keep_data

THEMES = (0, 4, 7, 8)
"""serve, reserve, mixed, pace: the plans that these start from."""


def promise_tables(seed: int) -> Tables:
    """Plan `seed` of those with spend commitments; some beside a budget or with rented storage."""
    draw = random.Random(f"promise {seed}")
    tables = plan_tables(10 * seed + draw.choice(THEMES))
    tables["Fabrics"] = tables["Fabrics"][:1]
    length = tables["Settings"][0]["period_months"]
    months = length * tables["Settings"][0]["periods"]
    row: dict[str, Any] = {
        "commitment_id": "PROMISE",
        "kind": "spend",
        "provider": "Cloud",
        "spend_per_year": draw.choice((60_000, 120_000, 200_000, 350_000)),
        "start": month_text(draw.choice((-6, 0, 0, length, 3))),
        "end": month_text(draw.choice((months - 1, months + 5, months // 2 + 2))),
        "shortfall_share": draw.choice((1, 1, 0.5, 0.2)),
        "prepaid_balance": draw.choice((0, 0, 40_000, 90_000)),
    }
    tables["Commitments"] = [row]
    if draw.random() < 0.2:
        tables["Commitments"].append(
            row | {"commitment_id": "SECOND", "spend_per_year": 50_000, "prepaid_balance": 0}
        )
    if draw.random() < 0.3:
        scope, key = draw.choice((("opex", None), ("provider", "Cloud"), ("total", None)))
        amount = draw.choice((100_000, 200_000, 300_000))
        tables["Budgets"] = [
            {
                "scope": scope,
                "key": key,
                "period": draw.choice(("all", "FY2027")),
                "amount": amount,
                "basis": None,
                "hard": True,
            }
        ]
    if draw.random() < 0.2:
        tables["Settings"][0]["min_share"] = 0.1
        keep_data(tables, draw)
    return tables
