"""Training campaigns: how much work a run is, and at which widths it may run on each pool."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

from models.engineering.spares import spares_needed
from models.engineering.throughput import accelerator_hours, run_hours, training_flop
from models.plan import Plan, Workload
from models.sizing.calendar import Calendar
from models.sizing.designs import Design
from models.sizing.rates import Pool, Throughput, stated_width, throughput
from models.words import said

MAX_WIDTHS = 3


@dataclass(frozen=True, slots=True)
class RunWidth:
    """One width of a campaign on a pool.

    accelerators: G, held by the run · spare_systems: kept beside it, exact binomial · hours: duration of
    one run · periods: periods it touches · held[k]: share of its k-th period in which it holds G
    """

    speed: Throughput
    spare_systems: int
    hours: float
    held: tuple[float, ...]

    @property
    def accelerators(self) -> int:
        """Accelerators held."""
        return self.speed.accelerators

    @property
    def periods(self) -> int:
        """Periods the run touches."""
        return len(self.held)

    @property
    def accelerator_hours(self) -> float:
        """Accelerator-hours of one run."""
        return accelerator_hours(self.accelerators, self.hours)


@dataclass(frozen=True, slots=True)
class Campaign:
    """A training workload. `first`/`last` are the periods wholly inside its window; empty if last < first.

    widths[pool label]: the menu of that pool, narrow to wide; pools that cannot run it are absent, their
    reason stands in `excuses`
    """

    workload: Workload
    eflop_per_run: float
    first: int
    last: int
    widths: Mapping[str, tuple[RunWidth, ...]]
    excuses: Mapping[str, str]


def eflop_per_run(workload: Workload) -> float:
    """Useful EFLOP of one run, experiment overhead included; total_eflop is for all runs together."""
    if workload.total_eflop is not None:
        total = workload.total_eflop / workload.runs
    elif workload.active_params_billion is not None and workload.tokens_trillion is not None:
        total = training_flop(workload.active_params_billion * 1e9, workload.tokens_trillion * 1e12) / 1e18
    else:
        total = 0.0
    return total * (1.0 + workload.experiment_overhead)


def window(workload: Workload, calendar: Calendar) -> tuple[int, int]:
    """First and last period that lie wholly inside the workload's months."""
    first = max(0, math.ceil((workload.start - calendar.start) / calendar.period_months))
    last = min(calendar.periods, (workload.end + 1 - calendar.start) // calendar.period_months) - 1
    return first, last



def _whole_systems(accelerators: float, step: int) -> int:
    return max(step, math.ceil(accelerators / step - 1e-9) * step)


class _Widths:
    """Durations of one campaign on one pool, by width."""

    def __init__(self, plan: Plan, workload: Workload, pool: Pool, eflop: float) -> None:
        self.plan, self.workload, self.pool, self.eflop = plan, workload, pool, eflop

    def speed(self, accelerators: int) -> Throughput:
        return throughput(self.plan, self.workload, self.pool, accelerators)

    def hours(self, accelerators: int) -> float:
        """Duration of one run in hours."""
        return run_hours(self.eflop * self.speed(accelerators).hours_per_eflop, accelerators)

    def least_for(self, limit_hours: float, low: int, high: int) -> int | None:
        """Least width in whole systems that runs within `limit_hours`; None if none up to `high` does."""
        step = self.pool.accelerators
        bottom, top = _whole_systems(low, step) // step, high // step
        if top < bottom or self.hours(top * step) > limit_hours:
            return None
        while bottom < top:
            middle = (bottom + top) // 2
            if self.hours(middle * step) <= limit_hours:
                top = middle
            else:
                bottom = middle + 1
        return bottom * step



def _menu(
    plan: Plan, workload: Workload, pool: Pool, calendar: Calendar, eflop: float, periods: int
) -> list[int] | str:
    """Widths worth offering on a pool, or the reason why there is none."""
    sizes = _Widths(plan, workload, pool, eflop)
    step = pool.accelerators
    floor = sizes.speed(step).memory_floor
    limit = periods * calendar.hours_per_period
    if workload.max_run_days is not None:
        limit = min(limit, workload.max_run_days * 24.0)
    gang = pool.max_gang if workload.single_cluster else math.inf
    most = min(gang, workload.max_accelerators or math.inf, 2_000_000)
    if isinstance(pool, Design):
        most = min(most, pool.max_systems * step)
    high = int(most) // step * step
    if high < max(floor, step):
        return said("its state needs {floor} accelerators, one cluster of {pool} joins {high}", floor=floor,
                    pool=pool.label, high=high)
    least = sizes.least_for(limit, max(floor, step), high)
    if least is None:
        return said("even on {high} accelerators a run takes {days} days, {allowed} are allowed", high=high,
                    days=f"{sizes.hours(high) / 24:.0f}", allowed=f"{limit / 24:.0f}")
    menu = [least]
    stated = stated_width(plan, workload, pool.system)
    if stated is not None:
        menu.append(min(high, _whole_systems(max(stated, least), step)))
    if workload.max_accelerators is not None:
        menu.append(high)
    for whole in (1, 2, 3):
        if len(set(menu)) < MAX_WIDTHS and whole < periods:
            fitted = sizes.least_for(whole * calendar.hours_per_period, least, high)
            if fitted is not None:
                menu.append(fitted)
    return sorted(set(menu))[:MAX_WIDTHS]


def _run_width(
    plan: Plan, workload: Workload, pool: Pool, eflop: float, accelerators: int, calendar: Calendar
) -> RunWidth:
    speed = throughput(plan, workload, pool, accelerators)
    hours = run_hours(eflop * speed.hours_per_eflop, accelerators)
    length = calendar.hours_per_period
    touched = max(1, math.ceil(hours / length - 1e-9))
    held = tuple(min(1.0, hours / length - k) for k in range(touched))
    spares = 0
    if isinstance(pool, Design) and plan.settings.spare_target > 0 and pool.repair_share > 0:
        spares = spares_needed(
            math.ceil(accelerators / pool.accelerators), 1.0 - pool.repair_share, plan.settings.spare_target
        )
    return RunWidth(speed, spares, hours, held)


def campaign(plan: Plan, workload: Workload, pools: tuple[Pool, ...], calendar: Calendar) -> Campaign:
    """Widths, durations and spares of a training workload on every pool that may run it."""
    eflop = eflop_per_run(workload)
    first, last = window(workload, calendar)
    widths: dict[str, tuple[RunWidth, ...]] = {}
    excuses: dict[str, str] = {}
    for pool in pools:
        if last < first:
            excuses[pool.label] = said("no whole period lies inside its window")
            continue
        menu = _menu(plan, workload, pool, calendar, eflop, last - first + 1)
        if isinstance(menu, str):
            excuses[pool.label] = menu
            continue
        runs = [_run_width(plan, workload, pool, eflop, size, calendar) for size in menu]
        if isinstance(pool, Design):
            fit = [
                run
                for run in runs
                if math.ceil(run.accelerators / pool.accelerators) + run.spare_systems <= pool.planned_systems
            ]
            if not fit:
                run = runs[0]
                excuses[pool.label] = said(
                    "{systems} systems and {spares} spares, {fabric} is planned for {planned}",
                    systems=math.ceil(run.accelerators / pool.accelerators), spares=run.spare_systems,
                    fabric=pool.fabric.fabric_id, planned=pool.planned_systems)
                continue
            runs = fit
        widths[pool.label] = tuple(runs)
    return Campaign(workload, eflop, first, last, widths, excuses)
