"""What a plan's cost pays for: accelerator-hours there, used and useful, EFLOP, runs, requests, terabytes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy.typing as npt
from numpy import float64

from models.matrix import Key
from models.plan import Plan, Workload
from models.results import WorkloadRow
from models.sizing import Sizing
from models.sizing.demand import DivisibleWork
from models.sizing.designs import Design
from models.sizing.rates import job_width, throughput

Activities = Mapping[Key, npt.NDArray[float64]]


@dataclass(frozen=True, slots=True)
class Hours:
    """Accelerator-hours over the whole plan: there (installed or paid), used, and useful after goodput."""

    there: float
    used: float
    useful: float


def hours(
    plan: Plan, sizing: Sizing, activities: Activities, workloads: Sequence[WorkloadRow]
) -> dict[bool, Hours]:
    """Owned (True) and rented (False) accelerator-hours."""
    owned = {pool.label: isinstance(pool, Design) for pool in sizing.pools}
    there = {True: _installed(sizing, activities), False: _paid(plan, sizing, activities)}
    used = dict.fromkeys((True, False), 0.0)
    useful = dict.fromkeys((True, False), 0.0)
    divisible = {str(work.workload.workload_id): work for work in sizing.divisible}
    for row in workloads:
        for label, by_period in row.served_by.items():
            used[owned[label]] += float(by_period.sum())
        if row.workload in divisible:
            for label, amount in _useful(plan, sizing, divisible[row.workload], activities).items():
                useful[owned[label]] += amount
        for start in row.starts:
            useful[start.owned] += start.runs * start.accelerator_hours * start.goodput
    return {side: Hours(there[side], used[side], useful[side]) for side in (True, False)}


def _installed(sizing: Sizing, activities: Activities) -> float:
    accelerators = {design.label: design.accelerators for design in sizing.designs}
    return float(
        sum(
            values.sum() * accelerators[str(key.parts[1])]
            for key, values in activities.items()
            if key.kind in ("busy", "idle")
        )
    )


def _paid(plan: Plan, sizing: Sizing, activities: Activities) -> float:
    total = 0.0
    blocks = {str(row.offer_id): row.block_accelerators for row in plan.cloud_offers}
    signed = {row.commitment_id: blocks.get(str(row.offer_id), 0) for row in plan.commitments}
    for key, values in activities.items():
        if key.kind in ("on_demand", "spot"):
            total += float(values.sum())
        elif key.kind in ("active_commitment", "active_signed"):
            block = (blocks | signed)[str(key.parts[1])]
            total += float(values.sum()) * block * sizing.calendar.hours_per_period
    return total


def _useful(plan: Plan, sizing: Sizing, work: DivisibleWork, activities: Activities) -> dict[str, float]:
    """Hours that make progress: of what is served, without idle parts of replicas and lost time."""
    found: dict[str, float] = {}
    for key, values in activities.items():
        if key.kind != "served" or key.parts[2] != work.workload.workload_id:
            continue
        label = str(key.parts[1])
        goodput = 1.0
        if work.workload.kind != "inference":
            pool = sizing.pool(label)
            width = job_width(plan, work.workload, pool)
            goodput = throughput(plan, work.workload, pool, width).goodput
        found[label] = float(values.sum()) * work.hours_per_unit[label] * goodput
    return found


def terabytes(sizing: Sizing, workload: Workload, row: WorkloadRow) -> float:
    """TB that a workload reads: at its stated rate while it runs, else its data set once a run."""
    runs = sum(start.runs for start in row.starts)
    if workload.read_gb_per_s:
        if row.starts:
            running = sum(start.runs * start.hours for start in row.starts)
        else:
            running = float((row.hours > 0).sum()) * sizing.calendar.hours_per_period
        return workload.read_gb_per_s * 3600.0 * running / 1000.0
    done = runs if workload.kind == "training" else float(row.hours.sum() > 0)
    return workload.dataset_tb * done
