"""C17 Money: budgets by scope, span and basis."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import numpy as np

from models.activities import KIND
from models.costing.evaluate import weights
from models.costing.holding import holding
from models.costing.line import CostLine
from models.costing.overheads import project_of
from models.limits.bound import Bound, FloatArray
from models.limits.environment import at_place
from models.matrix import Key
from models.plan import Budget, FieldRef, Plan, Workload
from models.sizing import Sizing
from models.sizing.fiscal import cash_periods_in
from models.words import said

WORK_SCOPES = ("project", "business_line", "owner", "environment", "workload")
"""Scopes that name work: what they cost includes a share of what all work uses."""

OWED = ("unspent", "drawn", "signed")
"""Activities of commitments: at a provider's region, or at the provider as a whole."""

METERED = ("on_demand", "spot")
"""Activities paid by use."""

PREPAID = "prepaid_drawn"
"""Term of what was paid before the plan: it lessens spending."""

DIRECT = "direct_rent"
"""Activity that tells which rented hours one group of work causes."""


def budget_ref(row: Budget) -> FieldRef:
    """Cell of a budget's amount."""
    return FieldRef("Budgets", "|".join((row.scope, row.key or "", row.period)), "amount")


def budget_bounds(plan: Plan, sizing: Sizing, lines: Sequence[CostLine]) -> Iterator[Bound]:
    """One bound a budget (C17); those that are not hard are evaluated after the solve."""
    for row in plan.budgets:
        sums: dict[Key, FloatArray] = {}
        for line in lines:
            key = _counted(plan, row, line) if counts(line) else None
            if key is not None:
                zero = np.zeros(sizing.calendar.periods)
                sums[key] = sums.get(key, zero) + _money(plan, sizing, row, line)
        yield Bound(
            "C17",
            budget_ref(row),
            said("budget of {scope}", scope=said(row.scope)) if row.key is None
            else said("budget of {scope} {key}", scope=said(row.scope), key=row.key),
            row.period,
            plan.settings.currency,
            sums,
            None,
            row.amount,
            scale=1e6,
            hard=row.hard,
            warn_share=row.warn_share,
        )


def counts(line: CostLine) -> bool:
    """Whether a line is spending: capex and opex, and the prepaid balance that pays a part of it."""
    return line.cost_term.nature in ("capex", "opex") or line.term == PREPAID


def members(workloads: Iterable[Workload], row: Budget) -> tuple[str, ...]:
    """Workloads that a budget of work is for."""
    field = "workload_id" if row.scope == "workload" else row.scope
    return tuple(str(work.workload_id) for work in workloads if getattr(work, field) == row.key)


def group_name(row: Budget) -> str:
    """Name of the work of a budget in the index of activities."""
    return f"{row.scope} {row.key}"


def _counted(plan: Plan, row: Budget, line: CostLine) -> Key | None:
    """The activity whose money counts for the budget, None where the line is not in its scope."""
    if row.scope in WORK_SCOPES:
        return _direct(plan, row, line)
    nature = line.cost_term.nature
    inside = {
        "total": True,
        "capex": nature == "capex",
        "opex": nature == "opex" or line.term == PREPAID,
        "cost_term": line.term == row.key,
        "site": line.location == row.key,
        "location": line.location == row.key,
        "provider": _at_provider(line) and at_place(line.location, row.key),
    }
    return line.activity if inside[row.scope] else None


def _at_provider(line: CostLine) -> bool:
    """Whether a provider is paid: at one of its regions, or for what was promised to it."""
    return ":" in line.location or line.activity.kind in OWED


def _direct(plan: Plan, row: Budget, line: CostLine) -> Key | None:
    kind, parts = line.activity
    index = KIND[kind].index
    if "workload" in index:
        mine = str(parts[index.index("workload")]) in members(plan.workloads, row)
        return line.activity if mine else None
    if kind in METERED:
        return Key(DIRECT, (*parts, group_name(row)))
    if kind == "overhead" and row.scope == "project":
        overhead = next(item for item in plan.overheads if item.overhead_id == parts[1])
        return line.activity if project_of(plan, overhead) == row.key else None
    return None


def _money(plan: Plan, sizing: Sizing, row: Budget, line: CostLine) -> FloatArray:
    """Money that counts in the budget's span for one unit of activity in each period (length T)."""
    calendar = sizing.calendar
    inside = cash_periods_in(calendar, plan.settings, row.period)
    by_cash = weights(line, calendar)
    if line.cost_term.nature != "capex" or row.basis in (None, "paid"):
        return np.asarray(line.sign * by_cash[:, list(inside)].sum(axis=1))
    lag = 0 if row.basis == "ordered" else holding(plan, sizing, line.activity).lag
    counted = np.array([t + lag in inside for t in range(calendar.periods)])
    return np.asarray(by_cash.sum(axis=1) * counted)

