"""Demand of continuous, batch and inference work in each period, and its mean load on each pool."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from models.plan import Demand, Plan, System, Workload
from models.sizing.calendar import Calendar
from models.sizing.rates import Pool, job_width, peak_tflops, serving_rate, throughput, utilisation

ACCELERATORS_OF = "accelerators_of:"
MILLION = 1e6


@dataclass(frozen=True, slots=True)
class DivisibleWork:
    """Work that may be split over pools.

    unit: EFLOP, requests or tokens · rate[t]: units per hour, mean over the whole period ·
    hours_per_unit[pool label]: accelerator-hours per unit; pools that cannot serve it are absent ·
    replica[pool label]: accelerators of one whole replica, where it is larger than one system
    """

    workload: Workload
    unit: str
    rate: tuple[float, ...]
    hours_per_unit: dict[str, float]
    replica: dict[str, int]

    @property
    def penalty(self) -> float | None:
        """Money a unit at which work may be left undone; None: it must be done in full."""
        if self.unit == "EFLOP":
            return self.workload.shortfall_penalty_per_eflop
        million = self.workload.shortfall_penalty_per_million
        return None if million is None else million / MILLION

    def reference(self) -> float:
        """A typical accelerator-hours per unit, for scaling: the least of all pools."""
        return min(self.hours_per_unit.values(), default=1.0)


def _amount(row: Demand, months_since: float) -> float:
    return float(row.amount * (1.0 + row.growth_per_year) ** (months_since / 12.0))


def _mean_amount(rows: list[Demand], workload: Workload, calendar: Calendar, t: int) -> float:
    """Mean of the stated amount over period t: each month counts the row then in force, 0 outside the window.

    Growth runs from the row's own month. `sized_for` period_end takes the amount at the period's end for
    every month of it, mean the amount at each month's middle.
    """
    total = 0.0
    for step in range(calendar.period_months):
        month = calendar.first_month(t) + step
        if not workload.start <= month <= workload.end:
            continue
        current = None
        for row in rows:
            if row.from_ <= month:
                current = row
        if current is None:
            continue
        at_end = current.sized_for == "period_end"
        since = float(calendar.first_month(t + 1)) if at_end else month + 0.5
        total += _amount(current, since - current.from_)
    return total / calendar.period_months


def eflop_per_hour_of(workload: Workload, system: System, accelerators: float) -> float:
    """Useful EFLOP per hour of so many accelerators of a system while running."""
    tflops = peak_tflops(system, workload.precision) * utilisation(workload, system)
    return accelerators * tflops * 3600.0 / 1e6


def _per_hour(plan: Plan, workload: Workload, unit: str, amount: float, calendar: Calendar) -> float:
    """The stated amount as work units per hour."""
    if unit == "eflop_per_month":
        return amount / calendar.hours_per_month
    if unit.startswith(ACCELERATORS_OF):
        name = unit.removeprefix(ACCELERATORS_OF)
        system = next(row for row in plan.systems if row.system_id == name)
        return eflop_per_hour_of(workload, system, amount)
    return amount * 3600.0


def _hours_per_unit(plan: Plan, workload: Workload, pool: Pool) -> tuple[float, int] | None:
    """Accelerator-hours per unit and accelerators of a whole replica (0: any split); None if unable."""
    if workload.kind == "inference":
        found = serving_rate(plan, workload, pool.system)
        if found is None:
            return None
        rate, row = found
        replica = row.accelerators_per_replica
        return 1.0 / (rate * 3600.0), replica if replica > pool.accelerators else 0
    width = job_width(plan, workload, pool)
    speed = throughput(plan, workload, pool, width)
    if speed.memory_floor > pool.max_gang:
        return None
    return speed.hours_per_eflop, 0


def divisible_work(
    plan: Plan, workload: Workload, demand: Iterable[Demand], pools: tuple[Pool, ...], calendar: Calendar
) -> DivisibleWork:
    """Demand and rates of one continuous, batch or inference workload; `demand` are its own rows."""
    rows = sorted(demand, key=lambda row: row.from_)
    unit = rows[0].unit if rows else "eflop_per_month"
    overhead = 1.0 if workload.kind == "inference" else 1.0 + workload.experiment_overhead
    rate = tuple(
        overhead * _per_hour(plan, workload, unit, _mean_amount(rows, workload, calendar, t), calendar)
        for t in range(calendar.periods)
    )
    hours: dict[str, float] = {}
    replica: dict[str, int] = {}
    for pool in pools:
        found = _hours_per_unit(plan, workload, pool)
        if found is not None:
            hours[pool.label] = found[0]
            if found[1]:
                replica[pool.label] = found[1]
    name = {"requests_per_s": "requests", "tokens_per_s": "tokens"}.get(unit, "EFLOP")
    return DivisibleWork(workload, name, rate, hours, replica)
