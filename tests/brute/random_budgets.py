"""Random plans with hard budgets of all money, capex (paid) or opex, for the plan or a fiscal year."""

from __future__ import annotations

import random

from tests.brute.random_drawing import Tables
from tests.brute.random_plans import plan_tables

THEMES = (0, 2, 3, 4, 5, 7, 8)
"""serve, power, liquid, reserve, spares, mixed, pace: the plans that these start from."""


def budget_tables(seed: int) -> Tables:
    """Plan `seed` of those with budgets."""
    draw = random.Random(f"budget {seed}")
    tables = plan_tables(10 * seed + draw.choice(THEMES))
    system = tables["Systems"][0]["price_per_system"]
    scopes = draw.choice((("capex",), ("capex",), ("total",), ("opex",), ("capex", "total")))
    for work in tables["Workloads"]:
        if work["kind"] != "inference" and draw.random() < 0.5:
            work["shortfall_penalty_per_eflop"] = draw.choice((1.6, 3.0))
    tables["Budgets"] = [
        {
            "scope": scope,
            "key": None,
            "period": draw.choice(("all", "FY2027", "FY2028")),
            "amount": round(
                system * draw.choice((0.3, 1.2, 1.7, 2.3) if scope == "capex" else (1.5, 2.5, 4))
            ),
            "basis": "paid" if scope == "capex" else None,
            "hard": True,
        }
        for scope in scopes
    ]
    months = tables["Settings"][0]["period_months"] * tables["Settings"][0]["periods"]
    for row in tables["Budgets"]:
        if months < 24 and row["period"] == "FY2028":
            row["period"] = "FY2027"
    return tables
