"""The plan's tables as pandas frames, for notebooks: one row a thing and period, plain numbers.

tables = frames(result)
tables["cash"].groupby("term")["amount"].sum()
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from models.activities import KIND
from models.results import PlanResult

if TYPE_CHECKING:
    import pandas as pd


def frames(result: PlanResult) -> dict[str, pd.DataFrame]:
    """activities, cash, purchases and capacity of a plan.

    activities: kind, index, unit, period, value · cash: term, item, location, period, amount (signed,
    undiscounted, plan currency) · purchases: one row an order · capacity: location, resource, unit, period,
    limit, use. Rows without a value are left out.
    """
    import pandas as pd

    label = result.calendar.label
    activities = [
        (key.kind, "/".join(map(str, key.parts)), KIND[key.kind].unit, label(t), float(value))
        for key, values in result.activities.items()
        for t, value in enumerate(values)
        if value
    ]
    cash = [
        (row.line.term, row.line.item, row.line.location, label(t), float(amount))
        for row in result.lines
        for t, amount in enumerate(row.amounts)
        if amount
    ]
    purchases = [
        (
            row.what,
            row.location,
            row.quantity,
            row.unit,
            label(row.order_period),
            label(row.in_service_period),
            row.amount,
            row.present_value,
        )
        for row in result.purchases
    ]
    capacity = [
        (
            row.location,
            row.resource,
            row.unit,
            label(t),
            None if row.limit is None else float(row.limit[t]),
            float(use),
        )
        for row in result.capacity
        for t, use in enumerate(row.use)
        if use
    ]
    return {
        "activities": pd.DataFrame(activities, columns=["kind", "index", "unit", "period", "value"]),
        "cash": pd.DataFrame(cash, columns=["term", "item", "location", "period", "amount"]),
        "purchases": pd.DataFrame(
            purchases,
            columns=[
                "what",
                "location",
                "quantity",
                "unit",
                "order",
                "in_service",
                "amount",
                "present_value",
            ],
        ),
        "capacity": pd.DataFrame(
            capacity, columns=["location", "resource", "unit", "period", "limit", "use"]
        ),
    }
