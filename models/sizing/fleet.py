"""What already stands or is on order as a cluster of its own, by period: when it comes, when it leaves."""

from __future__ import annotations

import math
from dataclasses import dataclass

from models.finance.residual import ResaleShares, implied_price, resale_share
from models.plan import ExistingFleet, Month, OpenOrder, System
from models.sizing.calendar import Calendar
from models.sizing.designs import Design


@dataclass(frozen=True, slots=True)
class Span:
    """Presence of one row. counted[t]: systems that power and racks must carry; weighted[t]: systems times
    the share of the period in which they are there; both of length T. gone: first period wholly without."""

    counted: tuple[float, ...]
    weighted: tuple[float, ...]
    gone: int


def remaining_months(calendar: Calendar, system: System, row: ExistingFleet) -> int:
    """Months that the row can still run from the plan's start, as stated or by the system's life."""
    if row.remaining_life_months is not None:
        return row.remaining_life_months
    return system.life_months - max(0, calendar.start - row.in_service)


def last_month(row: ExistingFleet) -> Month | None:
    """Last month before a lease ends or the row leaves for certain; None where neither is stated."""
    ends = []
    if row.tenure == "leased" and row.lease_end is not None:
        ends.append(row.lease_end)
    if row.retire_on is not None:
        ends.append(Month(row.retire_on - 1))
    return min(ends, default=None)


def _span(calendar: Calendar, systems: int, first: Month, last: Month | None, life_end: int) -> Span:
    counted, weighted = [], []
    for t in range(calendar.periods):
        share = 0.0 if t >= life_end else calendar.coverage(t, first, last)
        counted.append(float(systems) if share > 0 else 0.0)
        weighted.append(systems * share)
    gone = life_end
    if last is not None:
        gone = min(gone, math.ceil((last + 1 - calendar.start) / calendar.period_months))
    return Span(tuple(counted), tuple(weighted), max(0, gone))


def fleet_span(calendar: Calendar, system: System, row: ExistingFleet) -> Span:
    """From its first month to the end of its life (rounded down to periods), its lease or its retirement."""
    life = calendar.life(max(1, remaining_months(calendar, system, row)))
    life_end = life + max(0, calendar.period_of(row.in_service))
    return _span(calendar, row.systems, row.in_service, last_month(row), life_end)


def sold_on_date(calendar: Calendar, row: ExistingFleet, span: Span) -> bool:
    """Whether owned systems are sold on their retire_on date: at the start of the first period wholly without
    them; a date inside the last period leaves the sale to the horizon's end."""
    if row.retire_on is None or row.retire_on < calendar.start or row.tenure != "owned":
        return False
    leaves = math.ceil((row.retire_on - calendar.start) / calendar.period_months)
    return span.gone == leaves < calendar.periods


def order_span(calendar: Calendar, system: System, row: OpenOrder) -> Span:
    """From the month of service to the end of its life, rounded down to periods."""
    first = max(0, calendar.period_of(row.in_service))
    return _span(calendar, row.quantity, row.in_service, None, first + calendar.life(system.life_months))


def existing_systems(calendar: Calendar, design: Design, t: int) -> tuple[float, float]:
    """Existing systems in period t before any are sold: (counted, weighted), see `Span`.

    A cluster on order counts in `order_span`, as far as the order is kept.
    """
    spans = [fleet_span(calendar, design.system, row) for row in design.fleet]
    return sum(span.counted[t] for span in spans), sum(span.weighted[t] for span in spans)


def shares_of(system: System) -> ResaleShares:
    """The system's resale curve at 12, 24, 36, 48 and 60 months."""
    return (
        system.resale_share_12,
        system.resale_share_24,
        system.resale_share_36,
        system.resale_share_48,
        system.resale_share_60,
    )


def fleet_resale(
    calendar: Calendar, system: System, row: ExistingFleet, new_price: tuple[float, ...]
) -> tuple[float, ...]:
    """Gross resale of one system of the row at the start of each period 0..T (T: the horizon's end).

    new_price[t] is what a new one costs then. min(price paid, new_price[t]) * curve(age); the curve ends with
    the row's own life. Price paid: what a stated resale value of today implies, else the original cost, else
    the price of a new one today. Leased systems bring nothing.
    """
    if row.tenure == "leased":
        return (0.0,) * (calendar.periods + 1)
    age = max(0, calendar.start - row.in_service)
    life = age + max(0, remaining_months(calendar, system, row))
    shares = shares_of(system)

    def curve(months: int) -> float:
        return resale_share(months, shares, life) if months < life else 0.0

    if row.resale_now is not None:
        paid = implied_price(row.resale_now / row.systems, curve(age))
    elif row.cost_original is not None:
        paid = row.cost_original / row.systems
    else:
        paid = new_price[0]
    return tuple(min(paid, new) * curve(age + t * calendar.period_months) for t, new in enumerate(new_price))
