"""Open orders: what they bring and when, what is still due, whether they can still be cancelled."""

from __future__ import annotations

from typing import Literal

from models.plan import OpenOrder, Plan, System
from models.sizing.calendar import Calendar

OrderKind = Literal["systems", "power", "fabric"]


def order_kind(row: OpenOrder) -> OrderKind:
    """What is on order: systems (perhaps with their fabric), power blocks, or fabrics alone."""
    if row.system_id is not None:
        return "systems"
    return "power" if row.expansion_id is not None else "fabric"


def arrival(calendar: Calendar, row: OpenOrder) -> int:
    """The period that holds the month of service; what was due before the plan comes in the first one."""
    return max(0, calendar.period_of(row.in_service))


def arrives(calendar: Calendar, row: OpenOrder) -> bool:
    """Whether it is in service before the horizon's end."""
    return arrival(calendar, row) < calendar.periods


def cancellable(calendar: Calendar, row: OpenOrder) -> bool:
    """Whether this plan may cancel it: still allowed at its start, and in service within the horizon.

    What arrives later is for a later plan to judge: here it would be all cost and no use.
    """
    return (
        row.cancellable_until is not None
        and row.cancellable_until >= calendar.start
        and arrives(calendar, row)
    )


def _system(plan: Plan, row: OpenOrder) -> System | None:
    return next((system for system in plan.systems if system.system_id == row.system_id), None)


def payments(plan: Plan, calendar: Calendar, row: OpenOrder) -> tuple[tuple[int, float], ...]:
    """(period, money) still due within the horizon: on delivery, and on acceptance when service begins.

    Delivery is acceptance_months of the system earlier. Without a profile all that is unpaid is due on
    delivery; with one figure given the other is the rest. Dates before the plan fall into its first period.
    """
    unpaid = max(0.0, row.total_price - row.paid_to_date)
    if row.pay_on_delivery is not None:
        delivery = min(unpaid, row.pay_on_delivery)
    else:
        delivery = max(0.0, unpaid - (row.pay_on_acceptance or 0.0))
    acceptance = unpaid - delivery
    system = _system(plan, row)
    months = 0 if system is None else system.acceptance_months
    delivered = max(0, (row.in_service - months - calendar.start) // calendar.period_months)
    due: dict[int, float] = {}
    for t, money in ((delivered, delivery), (arrival(calendar, row), acceptance)):
        if money > 0 and t < calendar.periods:
            due[t] = due.get(t, 0.0) + money
    return tuple(sorted(due.items()))
