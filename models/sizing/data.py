"""Data of each workload: what it keeps where it runs, what stays afterwards, what moves, how fast it is read.

In use: for every period that the work touches, whole. Afterwards: from the next period on, by the days of
StoragePolicy, hot, then warm, then archived, then deleted. At home, away from the place where the work ran,
nothing is hot: the hot days are spent warm.

Sizes [TB, decimal]
    dataset     dataset_tb, grown from the workload's start (or the plan's, if later) to the period's end
    processed, evaluation   of the data set, as far as StoragePolicy names them; its ratios give their size
    checkpoint  parameters * bytes_per_param_checkpoint a version
    weights     parameters * 2 bytes (bf16) or 1 (fp8), as far as StoragePolicy names them
    backup      the data set and one checkpoint, as far as StoragePolicy names it
    log         log_gb_per_accelerator_day while accelerators are used
each times copies / (dedup ratio * compression ratio); on the wire one copy.
Without a row of StoragePolicy data sets and checkpoints are kept while in use, logs for min_log_days, hot.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

from models.engineering.memory import BYTES_OF_PRECISION
from models.engineering.storage import checkpoint_bytes, write_bandwidth
from models.plan import Plan, Workload
from models.sizing.calendar import Calendar
from models.sizing.campaigns import Campaign
from models.sizing.data_rules import dataset_sizes, has_data, keeps_checkpoints, parameters
from models.sizing.demand import DivisibleWork
from models.sizing.places import Stage
from models.sizing.rates import Pool, job_width
from models.sizing.retention import (
    DATA_KINDS,
    HOURS_PER_DAY,
    DataKind,
    Stay,
    Versions,
    checkpoint_versions,
    first_stage,
    for_good,
    last_stage,
    policy_of,
    stage_days,
    stays,
    stored_share,
    wire_share,
    without_hot,
)

GB_PER_TB = 1000.0
BYTES_PER_TB = 1e12
OF_DATASET: tuple[DataKind, ...] = ("dataset", "processed", "evaluation")


@dataclass(frozen=True, slots=True)
class Kept:
    """TB of a kind of data in a stage, by period (length T)."""

    kind: DataKind
    stage: Stage
    tb: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Afterwards:
    """What remains of work that ended in a period t: tb[t] (length T), and the stays from t + 1 on.

    here: where it ran · away: at home, None where it is not brought there · count: versions of a checkpoint
    (None: those that the run kept) · per_run: of each run of a campaign, else of the whole workload once ·
    wire_tb: TB moved to bring one home
    """

    kind: DataKind
    tb: tuple[float, ...]
    here: tuple[Stay, ...]
    away: tuple[Stay, ...] | None
    count: float | None = 1.0
    per_run: bool = False
    wire_tb: float = 0.0


@dataclass(frozen=True, slots=True)
class WorkloadData:
    """All data of a workload. TB as stored unless said otherwise; arrays have length T.

    first, last: periods of its window · in_use: beside the work, checkpoints apart · waiting: the data set at
    home while no work uses it there · resting: at home for the whole window, work or not · at_rest: what
    remains of both after the window · afterwards: what remains after the work · versions[pool label, width]
    (width 0 for continuous work) · checkpoint_tb: a version · log_tb: written per accelerator-hour ·
    wire_tb, grown_wire_tb: TB moved when work arrives away from home, and what the set grows by in a period ·
    read_gb_per_s: past the cache · write_gb_per_s: of one run that writes a checkpoint
    """

    workload: Workload
    home: str | None
    first: int
    last: int
    in_use: tuple[Kept, ...]
    waiting: Kept | None
    resting: tuple[Kept, ...]
    at_rest: tuple[Afterwards, ...]
    afterwards: tuple[Afterwards, ...]
    versions: Mapping[tuple[str, int], Versions]
    checkpoint_tb: float
    log_tb: float
    log_wire_tb: float
    logs_here: tuple[Stay, ...]
    logs_away: tuple[Stay, ...]
    wire_tb: tuple[float, ...]
    grown_wire_tb: tuple[float, ...]
    read_gb_per_s: float
    write_gb_per_s: float

    @property
    def name(self) -> str:
        """The workload's id."""
        return str(self.workload.workload_id)


class _Maker:
    """Data of one workload, kind by kind."""

    def __init__(self, plan: Plan, workload: Workload, calendar: Calendar) -> None:
        self.plan, self.workload, self.calendar = plan, workload, calendar
        self.sizes = dataset_sizes(workload, calendar)
        params = parameters(workload)
        each = checkpoint_bytes(params, workload.bytes_per_param_checkpoint) / BYTES_PER_TB
        self.checkpoint = each if keeps_checkpoints(workload) else 0.0
        self.weights = params * BYTES_OF_PRECISION[workload.precision] / BYTES_PER_TB
        self.home = workload.dataset_home is not None

    def days(self, kind: DataKind) -> dict[Stage, float]:
        """Days that data of the kind stays in each stage."""
        return stage_days(policy_of(self.plan, kind))

    def raw(self, kind: DataKind) -> tuple[float, ...]:
        """TB of one plain copy, by period; checkpoints: of one version."""
        if kind in OF_DATASET:
            return self.sizes
        if kind == "backup":
            return tuple(size + self.checkpoint for size in self.sizes)
        return (self.checkpoint if kind == "checkpoint" else self.weights,) * self.calendar.periods

    def stored(self, kind: DataKind) -> tuple[float, ...]:
        """TB that one copy takes as it is stored, by period."""
        factor = stored_share(policy_of(self.plan, kind))
        return tuple(factor * tb for tb in self.raw(kind))

    def has(self, kind: DataKind) -> bool:
        """Whether there is data of the kind that is kept."""
        always = kind in ("dataset", "checkpoint")
        return (always or policy_of(self.plan, kind) is not None) and any(self.raw(kind))

    def beside(self) -> tuple[Kept, ...]:
        """What is kept beside the work, without checkpoints: their number depends on pool and width."""
        kinds: list[DataKind] = ["dataset", "processed", "evaluation"]
        if self.workload.kind != "training":
            kinds.append("weights")  # a training run makes them, other work uses them
        kept = [Kept(kind, "hot", self.stored(kind)) for kind in kinds if self.has(kind)]
        stage = first_stage(self.days("backup"))
        if self.has("backup") and stage is not None and not self.home:
            kept.append(Kept("backup", stage, self.stored("backup")))
        return tuple(kept)

    def waiting(self) -> Kept | None:
        """The data set at home: warm, or in the last stage that the policy has."""
        if not self.home or not self.has("dataset"):
            return None
        days = self.days("dataset")
        stage: Stage = "warm" if days["warm"] > 0 else last_stage(days)
        return Kept("dataset", stage, self.stored("dataset"))

    def resting(self) -> tuple[Kept, ...]:
        """The backup at home."""
        stage = first_stage(without_hot(self.days("backup")))
        if not self.home or not self.has("backup") or stage is None:
            return ()
        return (Kept("backup", stage, self.stored("backup")),)

    def batch(self, days: dict[Stage, float]) -> tuple[Stay, ...]:
        return stays(days, self.calendar, stream=False)

    def afterwards(self, *, at_rest: bool) -> tuple[Afterwards, ...]:
        """What remains: of data set and backup at home after the window (at_rest), of the rest after the
        work."""
        made: list[Afterwards] = []
        for kind in DATA_KINDS:
            resting = self.home and kind in ("dataset", "backup")
            if kind == "log" or not self.has(kind) or resting != at_rest:
                continue
            days = self.days(kind)
            made_by_run = kind in ("checkpoint", "weights")
            brought = self.home and (made_by_run or resting)
            wire = wire_share(policy_of(self.plan, kind)) * self.raw(kind)[0] if made_by_run else 0.0
            here = self.batch(days)
            if here:
                away = self.batch(without_hot(days)) if brought else None
                count = None if kind == "checkpoint" else 1.0
                made.append(Afterwards(kind, self.stored(kind), here, away, count, made_by_run, wire))
            least = self.workload.min_checkpoints_kept
            if kind == "checkpoint" and least:
                away = (for_good(without_hot(days), self.calendar),) if brought else None
                stay = (for_good(days, self.calendar),)
                moved = 0.0 if here else wire
                made.append(Afterwards(kind, self.stored(kind), stay, away, float(least), True, moved))
        return tuple(made)

    def logs(self) -> tuple[tuple[Stay, ...], tuple[Stay, ...]]:
        """Stays of logs where they are written, and at home once they are no longer hot."""
        days = self.days("log")
        missing = self.workload.min_log_days - math.fsum(days.values())
        if missing > 0:
            days[last_stage(days)] += missing
        all_stays = stays(days, self.calendar, stream=True)
        if not self.home:
            return all_stays, ()
        hot = tuple(stay for stay in all_stays if stay.stage == "hot")
        return hot, tuple(stay for stay in all_stays if stay.stage != "hot")


def _versions(
    plan: Plan, work: Campaign | DivisibleWork, calendar: Calendar, pools: Mapping[str, Pool]
) -> dict[tuple[str, int], Versions]:
    if isinstance(work, Campaign):
        return {
            (label, run.accelerators): checkpoint_versions(
                plan, work.workload, pools[label], run.accelerators, run.hours
            )
            for label, menu in work.widths.items()
            for run in menu
        }
    hours = calendar.hours_per_period * calendar.periods
    return {
        (label, 0): checkpoint_versions(
            plan,
            work.workload,
            pools[label],
            job_width(plan, work.workload, pools[label]),
            hours,
        )
        for label in work.hours_per_unit
    }


def workload_data(
    plan: Plan, work: Campaign | DivisibleWork, calendar: Calendar, pools: Mapping[str, Pool]
) -> WorkloadData | None:
    """The data of a workload; None where it has none or does not touch the horizon. `pools` by label."""
    workload = work.workload
    window = [t for t in range(calendar.periods) if calendar.coverage(t, workload.start, workload.end) > 0]
    if not window or not has_data(plan, workload):
        return None
    maker = _Maker(plan, workload, calendar)
    logs_here, logs_away = maker.logs()
    log_policy = policy_of(plan, "log")
    per_hour = workload.log_gb_per_accelerator_day / GB_PER_TB / HOURS_PER_DAY
    wire = tuple(wire_share(policy_of(plan, "dataset")) * tb for tb in maker.sizes)
    grown = tuple(max(0.0, now - old) for now, old in zip(wire, (wire[0], *wire[:-1]), strict=True))
    writes = maker.checkpoint > 0 and workload.checkpoint_write_s > 0
    return WorkloadData(
        workload=workload,
        home=workload.dataset_home,
        first=window[0],
        last=window[-1],
        in_use=maker.beside(),
        waiting=maker.waiting(),
        resting=maker.resting(),
        at_rest=maker.afterwards(at_rest=True),
        afterwards=maker.afterwards(at_rest=False),
        versions=_versions(plan, work, calendar, pools) if maker.checkpoint else {},
        checkpoint_tb=maker.checkpoint * stored_share(policy_of(plan, "checkpoint")),
        log_tb=per_hour * stored_share(log_policy),
        log_wire_tb=per_hour * wire_share(log_policy),
        logs_here=logs_here,
        logs_away=logs_away,
        wire_tb=wire,
        grown_wire_tb=grown,
        read_gb_per_s=workload.read_gb_per_s * (1.0 - workload.cache_hit_share),
        write_gb_per_s=(
            write_bandwidth(maker.checkpoint * GB_PER_TB, workload.checkpoint_write_s) if writes else 0.0
        ),
    )
