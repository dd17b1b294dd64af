"""What to do, dated, in words: approvals, rents, campaign starts.

Quantities are the plan's and stay as solved; amounts are cells.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from models.results import Purchase
from planner.messages import spoken, tr
from planner.report.cells import Formula
from planner.report.context import Context
from planner.report.sheets.costcalc import CostCells
from planner.report.sheets.orderbook import OrderCells

RENTS = {"cloud_on_demand": "on demand", "cloud_spot": "on spot"}
_LEAST_HOURS = 1e-6


@dataclass(frozen=True, slots=True)
class Action:
    """One thing to do from a period on; `amount` is undiscounted, None where starting itself is free.

    short: the same without the reason, where there is one
    """

    period: int
    words: str
    amount: Formula | None
    short: str = ""


def actions(ctx: Context, costs: CostCells, orders: OrderCells) -> list[Action]:
    """All actions, those of the largest amounts first, campaign starts last."""
    paid = [*_approvals(ctx, orders), *_rents(ctx, costs)]
    paid.sort(key=lambda action: -(action.amount.value if action.amount else 0.0))
    return paid + list(_starts(ctx))


def _count(value: float) -> str:
    return f"{value:,.0f}" if value == round(value) else f"{value:,.1f}"


def approval(purchase: Purchase) -> str:
    """`Order 5 H100X8 systems for dallas`."""
    unit = tr(purchase.unit)
    if purchase.quantity == 1 and unit == purchase.unit:  # English
        unit = unit.removesuffix("s")
    parts = {"number": _count(purchase.quantity), "unit": unit, "place": purchase.location}
    match purchase.kind:
        case "commitment":
            return spoken("Sign {number} {unit} of {item} at {place}", item=purchase.item, **parts)
        case "systems":
            system = purchase.item.partition(",")[0]
            return spoken("Order {number} {system} {unit} for {place}", system=system, **parts)
        case "site":
            return spoken("Open {place}", **parts)
        case _:
            return spoken("Order {number} {unit} ({item}) for {place}", item=purchase.item, **parts)


def runs_of(workload: str, runs: int) -> str:
    """What is started: the workload, or several runs of it."""
    return workload if runs == 1 else spoken("{number} runs of {workload}", number=runs, workload=workload)


def _approvals(ctx: Context, orders: OrderCells) -> Iterator[Action]:
    calendar = ctx.result.calendar
    for purchase, amount, _ in orders.rows:
        label = calendar.label(purchase.in_service_period)
        words = spoken(
            "{approval}, in service {period}. {why}",
            approval=approval(purchase),
            period=label,
            why=purchase.why,
        )
        short = spoken("{approval}, in service {period}.", approval=approval(purchase), period=label)
        yield Action(purchase.order_period, words, amount, short)


def _rents(ctx: Context, costs: CostCells) -> Iterator[Action]:
    """Hours paid by use: the most accelerators of any period, on average over it."""
    calendar = ctx.result.calendar
    for i, priced in enumerate(ctx.result.lines):
        how = RENTS.get(priced.line.term)
        if how is None or priced.line.activity not in ctx.result.activities:
            continue
        hours = ctx.result.activities[priced.line.activity]
        used = np.flatnonzero(hours > _LEAST_HOURS)
        if not used.size:
            continue
        first, last = int(used[0]), int(used[-1])
        span = calendar.label(first)
        if first != last:
            span = spoken("{first} to {last}", first=span, last=calendar.label(last))
        most = _count(np.ceil(float(hours.max()) / calendar.hours_per_period))
        words = spoken(
            "Rent up to {most} accelerators {how}: {item}, {place}, {span}.",
            most=most,
            how=tr(how),
            item=priced.line.item,
            place=priced.line.location,
            span=span,
        )
        yield Action(first, words, costs.totals[i])


def _starts(ctx: Context) -> Iterator[Action]:
    for work in ctx.result.workloads:
        for start in work.starts:
            yield Action(
                start.period,
                spoken(
                    "Start {work} on {width} accelerators at {place} for {days} days (owned)."
                    if start.owned
                    else "Start {work} on {width} accelerators at {place} for {days} days (rented).",
                    work=runs_of(work.workload, start.runs),
                    width=f"{start.width:,}",
                    place=start.location,
                    days=f"{start.hours / 24:,.0f}",
                ),
                None,
            )
