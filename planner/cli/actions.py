"""What to do, in sentences: item, number, place, date and amount of the plan's largest decisions."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from models.plan import month_text
from models.results import PlanResult
from planner.cli.money import count, money
from planner.messages import spoken, tr
from planner.report.actions import RENTS, approval, runs_of
from planner.report.sheets.orderbook import ORDERED_BEFORE

SENTENCES = 3


@dataclass(frozen=True, slots=True)
class Action:
    """One decision. `month`: by when to act · amount: undiscounted money of the decision."""

    sentence: str
    item: str
    quantity: float
    unit: str
    location: str
    month: str
    amount: float

    def order(self) -> tuple[str, float]:
        """Earliest first, then largest."""
        return self.month, -self.amount


def actions(result: PlanResult, most: int = SENTENCES) -> list[Action]:
    """The decisions with the largest amounts, in order of their dates.

    Campaign starts fill up where less is bought, signed and rented.
    """
    paid = sorted([*_purchases(result), *_rents(result)], key=lambda action: -action.amount)[:most]
    return sorted(paid, key=Action.order) + list(_starts(result))[: most - len(paid)]


def _purchases(result: PlanResult) -> Iterator[Action]:
    calendar = result.calendar
    for row in result.purchases:
        if row.amount <= 0 or row.activity.kind == ORDERED_BEFORE:
            continue
        month = month_text(calendar.first_month(row.order_period))
        sentence = spoken(
            "{approval} by {month}, in service {period}: {money}.",
            approval=approval(row),
            month=month,
            period=calendar.label(row.in_service_period),
            money=money(row.amount, result.currency),
        )
        yield Action(sentence, row.item, row.quantity, row.unit, row.location, month, row.amount)


def _rents(result: PlanResult) -> Iterator[Action]:
    """Capacity rented by the hour: the mean number of accelerators from first to last period of use."""
    calendar = result.calendar
    for priced in result.lines:
        how = RENTS.get(priced.line.term)
        hours = result.activities[priced.line.activity]
        amount = float(priced.amounts.sum())
        used = np.flatnonzero(hours > 1e-6)
        if how is None or not used.size:
            continue
        first, last = int(used[0]), int(used[-1])
        mean = float(hours.sum()) / ((last - first + 1) * calendar.hours_per_period)
        month, end = month_text(calendar.first_month(first)), month_text(calendar.last_month(last))
        offer = str(priced.line.activity.parts[1])
        sentence = spoken(
            "Rent {number} accelerators on average {how} ({offer}) at {place} from {month} to {end}: "
            "{money}.",
            number=count(mean),
            how=tr(how),
            offer=offer,
            place=priced.line.location,
            month=month,
            end=end,
            money=money(amount, result.currency),
        )
        yield Action(sentence, offer, mean, "accelerators", priced.line.location, month, amount)


def _starts(result: PlanResult) -> Iterator[Action]:
    calendar = result.calendar
    rows = [(start, row.workload) for row in result.workloads for start in row.starts]
    for start, workload in sorted(rows, key=lambda pair: pair[0].period):
        month = month_text(calendar.first_month(start.period))
        sentence = spoken(
            "Start {work} on {width} accelerators at {place} in {month}, for {days} days: {hours} "
            "accelerator-hours.",
            work=runs_of(workload, start.runs),
            width=f"{start.width:,}",
            place=start.location,
            month=month,
            days=f"{start.hours / 24:,.0f}",
            hours=f"{start.accelerator_hours * start.runs:,.0f}",
        )
        yield Action(sentence, workload, float(start.width), "accelerators", start.location, month, 0.0)
