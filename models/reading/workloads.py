"""What each workload got: demand, what served it, starts of runs, what stayed unmet."""

from __future__ import annotations

import math
from collections.abc import Mapping

import numpy as np
import numpy.typing as npt

from models.engineering.spares import probability_at_least
from models.matrix import Key
from models.plan import Plan
from models.reading.amortised import amortised_run
from models.reading.run_figures import run_figures
from models.results import RunStart, WorkloadRow
from models.sizing import Sizing
from models.sizing.campaigns import Campaign, RunWidth
from models.sizing.demand import DivisibleWork
from models.sizing.designs import Design

FloatArray = npt.NDArray[np.float64]
Activities = Mapping[Key, FloatArray]


def _of(activities: Activities, kind: str, workload: str) -> dict[str, FloatArray]:
    return {
        str(key.parts[1]): values
        for key, values in activities.items()
        if key.kind == kind and key.parts[2] == workload
    }


def _total(parts: Mapping[str, FloatArray], periods: int) -> FloatArray:
    total = np.zeros(periods)
    for values in parts.values():
        total += values
    return total


def _availability(design: Design, width: RunWidth) -> float:
    """Exact binomial: enough of the run's systems and its spares are up."""
    needed = math.ceil(width.accelerators / design.accelerators)
    return probability_at_least(needed, needed + width.spare_systems, 1.0 - design.repair_share)


def _starts(plan: Plan, sizing: Sizing, campaign: Campaign, activities: Activities) -> tuple[RunStart, ...]:
    starts = []
    w = str(campaign.workload.workload_id)
    for key, values in activities.items():
        if key.kind != "run" or key.parts[2] != w:
            continue
        pool = sizing.pool(str(key.parts[1]))
        width = next(run for run in campaign.widths[pool.label] if run.accelerators == key.parts[3])
        starts += [
            RunStart(
                pool=pool.label,
                location=pool.location,
                period=t,
                runs=round(runs),
                width=width.accelerators,
                spares=width.spare_systems,
                hours=width.hours,
                accelerator_hours=width.accelerator_hours,
                mfu=width.speed.mfu,
                goodput=width.speed.goodput,
                memory_share=width.speed.memory_share,
                owned=isinstance(pool, Design),
                availability=_availability(pool, width) if isinstance(pool, Design) else 1.0,
                availability_target=plan.settings.spare_target if isinstance(pool, Design) else 0.0,
                figures=run_figures(campaign, pool, width),
                amortised=amortised_run(sizing.calendar, pool, activities, t, width.accelerator_hours)
                if isinstance(pool, Design)
                else None,
            )
            for t, runs in enumerate(values)
            if runs
        ]
    return tuple(sorted(starts, key=lambda start: (start.period, start.pool)))


def _campaign_row(plan: Plan, sizing: Sizing, campaign: Campaign, activities: Activities) -> WorkloadRow:
    workload = campaign.workload
    w = str(workload.workload_id)
    periods = sizing.calendar.periods
    demand = np.zeros(periods)
    # all of a campaign's work is due in the last period of its window
    demand[min(max(campaign.last, 0), periods - 1)] = campaign.eflop_per_run * workload.runs
    hours = _of(activities, "hours", w)
    return WorkloadRow(
        workload=w,
        kind=workload.kind,
        project=workload.project,
        unit="EFLOP",
        demand=demand,
        served=_total(_of(activities, "served", w), periods),
        short=activities.get(Key("short", (w,)), np.zeros(periods)),
        hours=_total(hours, periods),
        served_by=hours,
        starts=_starts(plan, sizing, campaign, activities),
        eflop=campaign.eflop_per_run * workload.runs,
    )


def _divisible_row(sizing: Sizing, work: DivisibleWork, activities: Activities) -> WorkloadRow:
    w = str(work.workload.workload_id)
    periods = sizing.calendar.periods
    demand = np.array(work.rate) * sizing.calendar.hours_per_period
    hours = _of(activities, "hours", w)
    short = activities.get(Key("short", (w,)), np.zeros(periods))
    served = _total(_of(activities, "served", w), periods)
    eflop = math.fsum(demand) if work.unit == "EFLOP" else 0.0
    return WorkloadRow(
        workload=w,
        kind=work.workload.kind,
        project=work.workload.project,
        unit=work.unit,
        demand=demand,
        served=served,
        short=short,
        hours=_total(hours, periods),
        served_by=hours,
        starts=(),
        eflop=eflop,
    )


def workload_rows(plan: Plan, sizing: Sizing, activities: Activities) -> tuple[WorkloadRow, ...]:
    """One row a workload: campaigns, then divisible work."""
    return (
        *(_campaign_row(plan, sizing, campaign, activities) for campaign in sizing.campaigns),
        *(_divisible_row(sizing, work, activities) for work in sizing.divisible),
    )
