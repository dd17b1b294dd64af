"""What binds, in words: resources at their limit, runs that end at the last moment, unmet work."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from models.results import CapacityRow, WorkloadRow
from models.sizing import Sizing
from models.sizing.calendar import Calendar

FULL = 0.999
"""Share of a limit from which a resource counts as full."""

PHYSICAL = ("C5", "C10", "C11")
"""Families whose limits come from outside the plan."""


def spans(calendar: Calendar, periods: Sequence[int]) -> str:
    """Periods in words: 2027-H1, 2028-H1 to 2029-H2."""
    words = []
    run: list[int] = []
    for t in [*periods, -1]:
        if run and t != run[-1] + 1:
            first, last = calendar.label(run[0]), calendar.label(run[-1])
            words.append(first if len(run) == 1 else f"{first} to {last}")
            run = []
        run.append(t)
    return ", ".join(words)


def binding(
    sizing: Sizing, capacity: Sequence[CapacityRow], workloads: Sequence[WorkloadRow]
) -> tuple[str, ...]:
    """Sentences, limits first."""
    calendar = sizing.calendar
    words = []
    for row in capacity:
        if row.limit is None or row.code not in PHYSICAL:
            continue
        full = [int(t) for t in np.nonzero((row.use > 0) & (row.use >= FULL * row.limit))[0]]
        if full:
            t = full[0]
            words.append(
                f"{row.resource} at {row.location} is full in {spans(calendar, full)} "
                f"({row.use[t]:,.1f} of {row.limit[t]:,.1f} {row.unit})."
            )
    for campaign in sizing.campaigns:
        name = str(campaign.workload.workload_id)
        starts = next(row.starts for row in workloads if row.workload == name)
        for start in starts:
            end = start.period + start.hours / calendar.hours_per_period
            if end > campaign.last + 0.9:
                words.append(
                    f"{name} ends in the last {calendar.label(campaign.last)} that its window allows "
                    f"({start.hours / 24:,.0f} days on {start.width:,} accelerators)."
                )
    for work in workloads:
        if work.short.sum() > 0:
            words.append(
                f"{work.workload} leaves {work.short.sum():,.0f} of {work.demand.sum():,.0f} "
                f"{work.unit} unmet."
            )
    return tuple(words)
