"""What the planner may not exceed: supply, budgets, carbon, water, concentration, and the planner's own hand.

Every limit is a weighted sum of activities with bounds. The program writes it as a row, the reading of a
solution evaluates the same sum, the report shows it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from models.costing.line import CostLine
from models.limits.bound import Bound
from models.limits.budgets import budget_bounds
from models.limits.concentration import concentration_bounds
from models.limits.environment import environment_bounds
from models.limits.overrides import override_bounds
from models.limits.supply import supply_bounds
from models.matrix import Key
from models.plan import Plan
from models.sizing import Sizing


def bounds(
    plan: Plan, sizing: Sizing, lines: Sequence[CostLine], activities: Iterable[Key]
) -> tuple[Bound, ...]:
    """Every limit of sheets Limits, Budgets and Overrides, in that order.

    `lines` are the plan's cost lines, `activities` the keys (without period) that a sum may run over.
    """
    keys = tuple(activities)
    return (
        *supply_bounds(plan, sizing, frozenset(keys)),
        *environment_bounds(plan, sizing),
        *concentration_bounds(plan, sizing, keys),
        *budget_bounds(plan, sizing, lines),
        *override_bounds(plan, sizing, keys),
    )


__all__ = ["Bound", "bounds"]
