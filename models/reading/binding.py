"""What binds, in words: resources at their limit, runs that end at the last moment, unmet work."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from models.results import CapacityRow, WorkloadRow
from models.sizing import Sizing
from models.sizing.calendar import Calendar
from models.words import joined, said

FULL = 0.999
"""Share of a limit from which a resource counts as full."""

PHYSICAL = ("C5", "C10", "C11")
"""Families whose limits come from outside the plan."""


def spans(calendar: Calendar, periods: Sequence[int]) -> str:
    """Periods in words: 2027-H1, 2028-H1 to 2029-H2."""
    words: list[str] = []
    run: list[int] = []
    for t in [*periods, -1]:
        if run and t != run[-1] + 1:
            first, last = calendar.label(run[0]), calendar.label(run[-1])
            words.append(first if len(run) == 1 else said("{first} to {last}", first=first, last=last))
            run = []
        run.append(t)
    return joined(words)


def binding(
    sizing: Sizing, capacity: Sequence[CapacityRow], workloads: Sequence[WorkloadRow]
) -> tuple[str, ...]:
    """Sentences, limits first."""
    calendar = sizing.calendar
    words: list[str] = []
    for row in capacity:
        if row.limit is None or row.code not in PHYSICAL:
            continue
        full = [int(t) for t in np.nonzero((row.use > 0) & (row.use >= FULL * row.limit))[0]]
        if full:
            t = full[0]
            words.append(
                said(
                    "{what} at {place} is full in {spans} ({use} of {limit} {unit}).",
                    what=row.resource,
                    place=row.location,
                    spans=spans(calendar, full),
                    use=f"{row.use[t]:,.1f}",
                    limit=f"{row.limit[t]:,.1f}",
                    unit=said(row.unit),
                )
            )
    for campaign in sizing.campaigns:
        name = str(campaign.workload.workload_id)
        starts = next(row.starts for row in workloads if row.workload == name)
        for start in starts:
            end = start.period + start.hours / calendar.hours_per_period
            if end > campaign.last + 0.9:
                words.append(
                    said(
                        "{workload} ends in {period}, the last period that its window allows ({days} days on "
                        "{width} accelerators).",
                        workload=name,
                        period=calendar.label(campaign.last),
                        days=f"{start.hours / 24:,.0f}",
                        width=f"{start.width:,}",
                    )
                )
    for work in workloads:
        if work.short.sum() > 0:
            words.append(
                said(
                    "{workload} leaves {short} of {demand} {unit} unmet.",
                    workload=work.workload,
                    short=f"{work.short.sum():,.0f}",
                    demand=f"{work.demand.sum():,.0f}",
                    unit=said(work.unit),
                )
            )
    return tuple(words)
