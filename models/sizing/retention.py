"""Retention: stages of storage, how long data stays in each, how many checkpoint versions are kept."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, get_args

from models.engineering.goodput import young_interval_s
from models.engineering.lifecycle import stay_of_batch, stay_of_stream, versions_written
from models.plan import Plan, StoragePolicy, Workload
from models.sizing.calendar import Calendar
from models.sizing.places import STAGES, Stage
from models.sizing.rates import Pool, mtbf_hours

DataKind = Literal["dataset", "processed", "checkpoint", "weights", "evaluation", "log", "backup"]
DATA_KINDS: tuple[DataKind, ...] = get_args(DataKind)
HOURS_PER_DAY = 24.0
Days = dict[Stage, float]


@dataclass(frozen=True, slots=True)
class Stay:
    """Share of a TB in a stage, by periods since its event; `days` that it stays there (0: no end)."""

    stage: Stage
    share: tuple[float, ...]
    days: float


@dataclass(frozen=True, slots=True)
class Versions:
    """Checkpoint versions that a run keeps while it goes, by stage."""

    by_stage: Mapping[Stage, float]

    @property
    def total(self) -> float:
        """Versions kept in all."""
        return math.fsum(self.by_stage.values())


def policy_of(plan: Plan, kind: DataKind) -> StoragePolicy | None:
    """The row of StoragePolicy for a kind of data."""
    return next((row for row in plan.storage_policy if row.data_kind == kind), None)


def wire_share(policy: StoragePolicy | None) -> float:
    """TB on the wire for a TB of data: one copy, without duplicates, compressed."""
    return 1.0 if policy is None else 1.0 / (policy.dedup_ratio * policy.compression_ratio)


def stored_share(policy: StoragePolicy | None) -> float:
    """TB stored for a TB of data, with all copies."""
    return wire_share(policy) * (1 if policy is None else policy.copies)


def stage_days(policy: StoragePolicy | None) -> Days:
    """Days in each stage; none without a policy."""
    if policy is None:
        return dict.fromkeys(STAGES, 0.0)
    return {"hot": policy.hot_days, "warm": policy.warm_days, "archive": policy.archive_days}


def first_stage(days: Days) -> Stage | None:
    """The first stage that data stays in; None where it is not kept."""
    return next((stage for stage in STAGES if days[stage] > 0), None)


def last_stage(days: Days) -> Stage:
    """The stage that data stays in last; hot where none is stated."""
    return next((stage for stage in reversed(STAGES) if days[stage] > 0), "hot")


def without_hot(days: Days) -> Days:
    """Away from the work, hot days are spent warm; where nothing is warm but archived, archived."""
    if days["warm"] > 0 or days["archive"] == 0:
        return {"hot": 0.0, "warm": days["hot"] + days["warm"], "archive": days["archive"]}
    return {"hot": 0.0, "warm": 0.0, "archive": days["hot"] + days["archive"]}


def stays(days: Days, calendar: Calendar, *, stream: bool) -> tuple[Stay, ...]:
    """Stays of a batch from the start of a period on, or of what is made evenly over it (stream)."""
    length = calendar.hours_per_period / HOURS_PER_DAY
    share = stay_of_stream if stream else stay_of_batch
    made = []
    age = 0.0
    for stage in STAGES:
        upto = age + days[stage]
        if days[stage] > 0:
            by_period = tuple(share(age / length, upto / length, j) for j in range(calendar.periods))
            made.append(Stay(stage, by_period, days[stage]))
        age = upto
    return tuple(made)


def for_good(days: Days, calendar: Calendar) -> Stay:
    """The stay of what is never deleted, after its days, in the last stage."""
    length = calendar.hours_per_period / HOURS_PER_DAY
    age = math.fsum(days.values()) / length
    share = tuple(stay_of_batch(age, math.inf, j) for j in range(calendar.periods))
    return Stay(last_stage(days), share, 0.0)


def checkpoint_versions(
    plan: Plan, workload: Workload, pool: Pool, accelerators: int, run_hours: float
) -> Versions:
    """Versions kept while a run of `run_hours` goes.

    At most checkpoints_kept, no more than are written in the time that StoragePolicy keeps them, at least
    min_checkpoints_kept. They are written at Young's interval; the newest are hot, those past hot_days warm,
    then archived. Where nothing ever fails the interval has no end and does not limit their number.
    """
    policy = policy_of(plan, "checkpoint")
    interval = young_interval_s(workload.checkpoint_write_s, mtbf_hours(pool, accelerators) * 3600.0)
    days = stage_days(policy)
    hours = run_hours if policy is None else min(run_hours, math.fsum(days.values()) * HOURS_PER_DAY)
    written = versions_written(hours, interval)
    most = workload.checkpoints_kept
    kept = most if math.isinf(written) else min(most, math.ceil(written - 1e-9))
    left = float(max(workload.min_checkpoints_kept, kept))
    by_stage: dict[Stage, float] = {}
    for stage in STAGES:
        if days[stage] > 0:
            fit = versions_written(days[stage] * HOURS_PER_DAY, interval)
            by_stage[stage] = left if math.isinf(fit) else min(left, float(math.ceil(fit - 1e-9)))
            left -= by_stage[stage]
    if left:
        last = last_stage(days)
        by_stage[last] = by_stage.get(last, 0.0) + left
    return Versions(by_stage)
