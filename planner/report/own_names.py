"""Words that the plan's author chose: ids, projects, owners. They are shown as typed, never translated."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields

from models.plan import Plan

_CHOSEN = frozenset({
    "plan_name", "project", "business_line", "owner", "environment", "provider", "region", "market", "vendor",
    "po_number", "residency", "asset_class", "key", "location", "item",
})  # fmt: skip
"""Fields other than ids that hold words of the author's own."""


def own_names(plan: Plan) -> frozenset[str]:
    """Every name that stands in the input."""
    return frozenset(_names(plan))


def _names(plan: Plan) -> Iterator[str]:
    for table in fields(plan):
        rows = getattr(plan, table.name)
        for row in rows if isinstance(rows, tuple) else (rows,):
            for field in fields(row):
                value = getattr(row, field.name)
                if isinstance(value, str) and (field.name.endswith("_id") or field.name in _CHOSEN):
                    yield str(value)
