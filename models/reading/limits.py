"""What the plan takes of its limits, and what survives the loss of a location."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import numpy as np

from models.costing.line import CostLine
from models.limits import bounds
from models.limits.bound import FloatArray
from models.matrix import Key
from models.plan import Plan
from models.results import LimitRow, LossRow
from models.sizing import Sizing
from models.sizing.critical import CriticalWork, critical_work

Activities = Mapping[Key, FloatArray]


def limit_rows(
    plan: Plan, sizing: Sizing, lines: Sequence[CostLine], activities: Activities
) -> tuple[LimitRow, ...]:
    """Every budget, limit and override with its value, hard and soft."""
    return tuple(
        LimitRow(
            code=bound.code,
            ref=bound.ref,
            what=bound.what,
            span=bound.span,
            unit=bound.unit,
            value=bound.value(activities),
            lower=bound.lower,
            upper=bound.upper,
            hard=bound.hard,
            warn_share=bound.warn_share,
            weights=bound.weights,
        )
        for bound in bounds(plan, sizing, lines, activities)
    )


def loss_rows(sizing: Sizing, activities: Activities) -> tuple[LossRow, ...]:
    """A row for each critical workload and each location that it could lose."""
    return tuple(
        LossRow(str(work.workload.workload_id), lost, work.share, left)
        for work in critical_work(sizing.campaigns, sizing.divisible, sizing.blocks, sizing.pools)
        for lost, left in _left(sizing, activities, work)
    )


def _left(sizing: Sizing, activities: Activities, work: CriticalWork) -> Iterator[tuple[str, FloatArray]]:
    w = str(work.workload.workload_id)
    peak = _peak(sizing, activities, work)
    by_location: dict[str, FloatArray] = {}
    for label, hours in work.hours_per_unit.items():
        location = sizing.pool(label).location
        standby = activities.get(Key("standby", (location, label, w)), np.zeros(len(peak)))
        by_location[location] = by_location.get(location, np.zeros(len(peak))) + standby / hours
    everything = sum(by_location.values(), np.zeros(len(peak)))
    for lost, there in by_location.items():
        with np.errstate(divide="ignore", invalid="ignore"):
            yield lost, np.where(peak > 0, np.minimum(1.0, (everything - there) / peak), np.nan)


def _peak(sizing: Sizing, activities: Activities, work: CriticalWork) -> FloatArray:
    """Peak of each period in units of work per hour."""
    if work.peak:
        return np.array(work.peak)
    campaign = next(row for row in sizing.campaigns if row.workload is work.workload)
    peak = np.zeros(sizing.calendar.periods)
    for key, starts in activities.items():
        if key.kind == "run" and key.parts[2] == work.workload.workload_id:
            menu = campaign.widths[str(key.parts[1])]
            width = next(run for run in menu if run.accelerators == key.parts[3])
            for k in range(width.periods):
                peak[k:] += starts[: len(starts) - k] * campaign.eflop_per_run / width.hours
    return peak
