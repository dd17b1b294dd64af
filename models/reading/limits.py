"""What the plan takes of its limits, and what survives the loss of a location."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import numpy as np

from models.costing.evaluate import PricedLine
from models.costing.line import CostLine
from models.limits import bounds
from models.limits.bound import FloatArray
from models.limits.budgets import WORK_SCOPES, budget_ref, counts, members
from models.matrix import Key
from models.plan import Budget, Plan
from models.reading.attribution import Attribution
from models.results import LimitRow, LossRow
from models.sizing import Sizing
from models.sizing.critical import CriticalWork, critical_work
from models.sizing.fiscal import cash_periods_in

Activities = Mapping[Key, FloatArray]


def limit_rows(
    plan: Plan,
    sizing: Sizing,
    lines: Sequence[CostLine],
    priced: Sequence[PricedLine],
    activities: Activities,
) -> tuple[LimitRow, ...]:
    """Every budget, limit and override with its value, hard and soft.

    A soft budget of work counts all that its work bears; a hard one bounds what it causes directly.
    """
    by_work = {budget_ref(row): row for row in plan.budgets if row.scope in WORK_SCOPES and not row.hard}
    shares = Attribution(plan, sizing, activities)
    rows = []
    for bound in bounds(plan, sizing, lines, activities):
        budget = by_work.get(bound.ref)
        borne = None if budget is None else _borne(plan, sizing, priced, shares, budget)
        rows.append(
            LimitRow(
                code=bound.code,
                ref=bound.ref,
                what=bound.what,
                span=bound.span,
                unit=bound.unit,
                value=bound.value(activities) if borne is None else borne,
                lower=bound.lower,
                upper=bound.upper,
                hard=bound.hard,
                warn_share=bound.warn_share,
                weights=bound.weights if borne is None else {},
            )
        )
    return tuple(rows)


def _borne(
    plan: Plan, sizing: Sizing, priced: Sequence[PricedLine], shares: Attribution, budget: Budget
) -> float:
    """Money paid in the budget's span for its work: what it causes, and its share of what all use."""
    names = set(members(plan.workloads, budget))
    inside = list(cash_periods_in(sizing.calendar, plan.settings, budget.period))
    return float(
        sum(
            row.amounts[inside].sum() * sum(v for name, v in shares.shares(row.line).items() if name in names)
            for row in priced
            if counts(row.line)
        )
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


def _undone(sizing: Sizing, activities: Activities, work: CriticalWork) -> FloatArray:
    """Share of each period's demand that is left undone."""
    of = next(row for row in sizing.divisible if row.workload is work.workload)
    demand = np.array(of.rate) * sizing.calendar.hours_per_period
    short = activities.get(Key("short", (str(work.workload.workload_id),)), np.zeros(len(demand)))
    return np.divide(short, demand, out=np.zeros(len(demand)), where=demand > 0)


def _peak(sizing: Sizing, activities: Activities, work: CriticalWork) -> FloatArray:
    """Peak of each period in units of work per hour."""
    if work.peak:
        peak = np.array(work.peak)
        return peak * (1.0 - _undone(sizing, activities, work))
    campaign = next(row for row in sizing.campaigns if row.workload is work.workload)
    peak = np.zeros(sizing.calendar.periods)
    for key, starts in activities.items():
        if key.kind == "run" and key.parts[2] == work.workload.workload_id:
            menu = campaign.widths[str(key.parts[1])]
            width = next(run for run in menu if run.accelerators == key.parts[3])
            for k in range(width.periods):
                peak[k:] += starts[: len(starts) - k] * campaign.eflop_per_run / width.hours
    return peak
