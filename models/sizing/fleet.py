"""Systems already there, by period."""

from __future__ import annotations

from models.sizing.calendar import Calendar
from models.sizing.designs import Design


def existing_systems(calendar: Calendar, design: Design, t: int) -> tuple[float, float]:
    """Existing systems in period t: (counted for power and racks, weighted by the share of the period).

    They count from their first month to the end of their remaining life, which is rounded down to periods.
    """
    counted = weighted = 0.0
    for row in design.fleet:
        remaining = row.remaining_life_months
        if remaining is None:
            remaining = design.system.life_months - max(0, calendar.start - row.in_service)
        if t >= calendar.life(max(1, remaining)) + max(0, calendar.period_of(row.in_service)):
            continue
        share = calendar.coverage(t, row.in_service, None)
        if share > 0:
            counted += row.systems
            weighted += row.systems * share
    return counted, weighted
