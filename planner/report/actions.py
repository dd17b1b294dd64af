"""What to do, dated, in words: approvals, rents, campaign starts.

Quantities are the plan's and stay as solved; amounts are cells.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from models.results import Purchase
from planner.report.cells import Formula
from planner.report.context import Context
from planner.report.sheets.costcalc import CostCells
from planner.report.sheets.orderbook import OrderCells

_RENTS = {"cloud_on_demand": "on demand", "cloud_spot": "on spot"}
_LEAST_HOURS = 1e-6


@dataclass(frozen=True, slots=True)
class Action:
    """One thing to do from a period on; `amount` is undiscounted, None where starting itself is free."""

    period: int
    words: str
    amount: Formula | None


def actions(ctx: Context, costs: CostCells, orders: OrderCells) -> list[Action]:
    """All actions, those of the largest amounts first, campaign starts last."""
    paid = [*_approvals(ctx, orders), *_rents(ctx, costs)]
    paid.sort(key=lambda action: -(action.amount.value if action.amount else 0.0))
    return paid + list(_starts(ctx))


def _count(value: float) -> str:
    return f"{value:,.0f}" if value == round(value) else f"{value:,.1f}"


def approval(purchase: Purchase) -> str:
    """`Order 5 H100X8 systems for dallas`."""
    unit = purchase.unit[:-1] if purchase.quantity == 1 and purchase.unit.endswith("s") else purchase.unit
    number = _count(purchase.quantity)
    match purchase.kind:
        case "commitment":
            return f"Sign {number} {unit} of {purchase.item} at {purchase.location}"
        case "systems":
            return f"Order {number} {purchase.item.partition(',')[0]} {unit} for {purchase.location}"
        case "site":
            return f"Open {purchase.location}"
        case _:
            return f"Order {number} {unit} ({purchase.item}) for {purchase.location}"


def _approvals(ctx: Context, orders: OrderCells) -> Iterator[Action]:
    calendar = ctx.result.calendar
    for purchase, amount, _ in orders.rows:
        label = calendar.label(purchase.in_service_period)
        words = f"{approval(purchase)}, in service {label}. {purchase.why}"
        yield Action(purchase.order_period, words, amount)


def _rents(ctx: Context, costs: CostCells) -> Iterator[Action]:
    """Hours paid by use: the most accelerators of any period, on average over it."""
    calendar = ctx.result.calendar
    for i, priced in enumerate(ctx.result.lines):
        how = _RENTS.get(priced.line.term)
        if how is None or priced.line.activity not in ctx.result.activities:
            continue
        hours = ctx.result.activities[priced.line.activity]
        used = np.flatnonzero(hours > _LEAST_HOURS)
        if not used.size:
            continue
        first, last = int(used[0]), int(used[-1])
        span = (
            calendar.label(first) if first == last else f"{calendar.label(first)} to {calendar.label(last)}"
        )
        most = _count(np.ceil(float(hours.max()) / calendar.hours_per_period))
        words = f"Rent up to {most} accelerators {how}: {priced.line.item}, {priced.line.location}, {span}."
        yield Action(first, words, costs.totals[i])


def _starts(ctx: Context) -> Iterator[Action]:
    for work in ctx.result.workloads:
        for start in work.starts:
            many = f"{start.runs} runs of " if start.runs != 1 else ""
            yield Action(
                start.period,
                f"Start {many}{work.workload} on {start.width:,} accelerators at {start.location} for "
                f"{start.hours / 24:,.0f} days ({'owned' if start.owned else 'rented'}).",
                None,
            )
