"""Data of workloads, for the enumerator: where it is needed in which stage, and what moves."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property

from tests.brute.cells import Row, month, number
from tests.brute.linear import Linear, Sum
from tests.brute.reading import Reading
from tests.brute.retention import Retention, Stay, first_stage, last_stage, without_hot
from tests.brute.states import Loads, Presence, Run
from tests.brute.work import Work

OF_DATASET = ("dataset", "processed", "evaluation")
BYTES = {"bf16": 2, "fp8": 1}


@dataclass
class Needs:
    """TB to keep by (place, stage, days where a tier may bill more, period); TB that leave a place and TB
    that are read there by (place, stage, period); GB/s by (way, place, period)."""

    kept: dict[tuple[str, str, float, int], Sum] = field(default_factory=lambda: defaultdict(Sum))
    out: dict[tuple[str, str, int], Sum] = field(default_factory=lambda: defaultdict(Sum))
    back: dict[tuple[str, str, int], Sum] = field(default_factory=lambda: defaultdict(Sum))
    rates: dict[tuple[str, str, int], float] = field(default_factory=lambda: defaultdict(float))


@dataclass(frozen=True)
class _End:
    """Work that ended: where, in which period, versions of its checkpoint, share of the whole workload."""

    place: str
    t: int
    versions: int
    share: float


class Data:
    """Needs of one plan's workloads, given runs and presence as far as it is chosen."""

    def __init__(self, reading: Reading, work: Work) -> None:
        self.r, self.work = reading, work
        self.rules = Retention(reading)

    @cached_property
    def rows(self) -> list[Row]:
        """Workloads with data that touch the horizon."""
        return [row for row in self.r.rows("Workloads") if self.work.has_data(row) and any(self._span(row))]

    def needs(self, lp: Linear, runs: list[Run], presence: Presence, loads: Loads) -> Needs:
        """Everything that must be kept and moved; work whose places are not chosen yet needs nothing."""
        needs = Needs()
        for row in self.rows:
            _One(self, row, lp, runs, presence, loads, needs).add()
        return needs

    def _span(self, row: Row) -> list[bool]:
        return [self.r.share(t, row["start"], row["end"]) > 0 for t in range(self.r.periods)]


class _One:
    """Needs of one workload."""

    def __init__(
        self,
        data: Data,
        row: Row,
        lp: Linear,
        runs: list[Run],
        presence: Presence,
        loads: Loads,
        needs: Needs,
    ) -> None:
        self.r, self.work, self.rules, self.row = data.r, data.work, data.rules, row
        self.lp, self.loads, self.needs = lp, loads, needs
        self.name, self.home = row["workload_id"], row.get("dataset_home")
        self.campaign = row["kind"] == "training"
        self.runs = [run for run in runs if run[0] == self.name]
        self.presence = presence
        span = [self.r.share(t, row["start"], row["end"]) > 0 for t in range(self.r.periods)]
        self.first, self.last = span.index(True), self.r.periods - 1 - span[::-1].index(True)
        since = max(month(row["start"]), self.r.start)
        self.sizes: list[float] = [
            number(row, "dataset_tb")
            * (1 + number(row, "dataset_growth_per_year"))
            ** (max(0, self.r.start + (t + 1) * self.r.length - since) / 12)
            for t in range(self.r.periods)
        ]
        params = self.work.parameters(row)
        each = params * number(row, "bytes_per_param_checkpoint", 14) / 1e12
        self.checkpoint = each if self.work.keeps_checkpoints(row) else 0.0
        self.weights = params * BYTES[row["precision"]] / 1e12

    def add(self) -> None:
        for t in range(self.r.periods):
            here = self._here(t)
            if here is not None:
                self._in_period(t, here)
        self._resting()
        self._afterwards()
        self._logs()

    def _here(self, t: int) -> frozenset[str] | None:
        """Places where the work is in period t; None where that is not chosen yet."""
        if self.campaign:
            return frozenset(place for place, touched in self._touching(t) if touched)
        if self.work.demand[self.name][t] <= 0:
            return frozenset()
        return self.presence.get((self.name, t))

    def _touching(self, t: int) -> Iterator[tuple[str, int]]:
        for _, width, start in self.runs:
            if start <= t < start + len(width.held):
                yield self.r.pools[width.pool].location, 1

    def raw(self, kind: str, t: int) -> float:
        if kind in OF_DATASET:
            return self.sizes[t]
        if kind == "backup":
            return self.sizes[t] + self.checkpoint
        return self.checkpoint if kind == "checkpoint" else self.weights

    def has(self, kind: str) -> bool:
        return (kind in ("dataset", "checkpoint") or kind in self.rules.rows) and any(
            self.raw(kind, t) for t in range(self.r.periods)
        )

    def keep(self, place: str, stage: str, t: int, amount: Sum | float, days: float = 0.0) -> None:
        if t >= self.r.periods:
            return
        total = amount if isinstance(amount, Sum) else Sum(amount)
        dearer = days > 0 and any(
            number(tier, "min_storage_days") > days for tier in self.r.keepers(place, stage)
        )
        self.needs.kept[place, stage, days if dearer else 0.0, t].include(total, 1.0)

    def stay(self, place: str, stays: list[Stay], first: int, amount: Sum | float) -> None:
        for stay in stays:
            for j in range(self.r.periods - first):
                if stay.shares[j]:
                    total = amount if isinstance(amount, Sum) else Sum(amount)
                    self.keep(place, stay.stage, first + j, Sum().include(total, stay.shares[j]), stay.days)

    def _beside(self) -> list[tuple[str, str]]:
        """(kind, stage) of what is kept beside the work."""
        kinds = [*OF_DATASET, *([] if self.campaign else ["weights"])]
        found = [(kind, "hot") for kind in kinds if self.has(kind)]
        stage = first_stage(self.rules.days("backup"))
        if self.has("backup") and stage is not None and not self.home:
            found.append(("backup", stage))
        return found

    def _in_period(self, t: int, here: frozenset[str]) -> None:
        row, needs = self.row, self.needs
        read = number(row, "read_gb_per_s") * (1 - number(row, "cache_hit_share"))
        writes = self.checkpoint > 0 and number(row, "checkpoint_write_s") > 0
        write = self.checkpoint * 1000 / number(row, "checkpoint_write_s") if writes else 0.0
        for place in here:
            for kind, stage in self._beside():
                self.keep(place, stage, t, self.raw(kind, t) * self.rules.stored(kind))
            needs.rates["read", place, t] += read
            hours = self.r.hours * self.r.share(t, row["start"], row["end"])
            if not self.campaign:
                needs.back[place, "hot", t].constant += read * 3.6 * hours
                needs.rates["write", place, t] += write
                for stage, count in self._continuous_versions(place).items():
                    self.keep(place, stage, t, count * self.checkpoint * self.rules.stored("checkpoint"))
        for _, width, start in self.runs:
            if start <= t < start + len(width.held):
                place = self.r.pools[width.pool].location
                needs.rates["write", place, t] += write
                busy = width.held[t - start] * self.r.hours
                needs.back[place, "hot", t].constant += read * 3.6 * busy
                for stage, count in self._versions(width.pool, width.accelerators, width.hours).items():
                    self.keep(place, stage, t, count * self.checkpoint * self.rules.stored("checkpoint"))
        if self.has("dataset"):
            self._moved(t, here)

    def _waiting_stage(self) -> str:
        days = self.rules.days("dataset")
        return "warm" if days["warm"] > 0 else last_stage(days)

    def _moved(self, t: int, here: frozenset[str]) -> None:
        """The data set waits at home, goes where work arrives and grows there."""
        stage = self._waiting_stage()
        wire = [size * self.rules.on_wire("dataset") for size in self.sizes]
        if self.home and self.first <= t <= self.last and self.home not in here:
            self.keep(self.home, stage, t, self.sizes[t] * self.rules.stored("dataset"))
        before = self._here(t - 1) if t else frozenset()
        if before is None:
            return
        if self.campaign and len(self.runs) <= 1 and number(self.row, "runs") <= 1:
            before = frozenset() if any(start == t for _, _, start in self.runs) else here
        arrived = here - before
        if self.home:
            grown = max(0.0, wire[t] - wire[max(0, t - 1)])
            for place in here:
                moved = wire[t] if place in arrived else grown if place != self.home else 0.0
                if place != self.home:
                    self.needs.out[self.home, stage, t].constant += moved
                self.needs.back[self.home, stage, t].constant += moved
        elif not self.campaign and before:
            copied = Sum()
            for place in before:
                source = self.lp.variable(None, len(arrived))
                copied.add(1.0, source)
                self.needs.out[place, "hot", t].add(wire[t], source)
            self.lp.equal(copied, len(arrived))
        elif not self.campaign and arrived and self._was_somewhere(t):
            self.lp.impossible = True

    def _was_somewhere(self, t: int) -> bool:
        """Whether the work had a place in the period before (then a copy must come from it)."""
        return t > 0 and self.work.demand[self.name][t - 1] > 0

    def _resting(self) -> None:
        """The backup at home, and what stays there after the work's months."""
        if not self.home:
            return
        days = without_hot(self.rules.days("backup"))
        stage = first_stage(days)
        if self.has("backup") and stage is not None:
            for t in range(self.first, self.last + 1):
                self.keep(self.home, stage, t, self.raw("backup", t) * self.rules.stored("backup"))
        for kind in ("dataset", "backup"):
            if self.has(kind):
                amount = self.raw(kind, self.last) * self.rules.stored(kind)
                stays = self.rules.batch(without_hot(self.rules.days(kind)))
                self.stay(self.home, stays, self.last + 1, amount)

    def _ends(self) -> Iterator[_End]:
        if self.campaign:
            for _, width, start in self.runs:
                kept = self._versions(width.pool, width.accelerators, width.hours)
                place = self.r.pools[width.pool].location
                yield _End(place, start + len(width.held) - 1, sum(kept.values()), 1 / self.row["runs"])
            return
        for place in self._here(self.last) or ():
            yield _End(place, self.last, sum(self._continuous_versions(place).values()), 1.0)

    def _afterwards(self) -> None:
        """What remains of work that ended, there or at home."""
        for end in self._ends():
            for kind in ("dataset", "processed", "checkpoint", "weights", "evaluation", "backup"):
                if not self.has(kind) or (self.home and kind in ("dataset", "backup")):
                    continue
                of_run = kind in ("checkpoint", "weights")
                brought = bool(self.home) and of_run and end.place != self.home
                days = self.rules.days(kind)
                place = str(self.home) if brought else end.place
                where = without_hot(days) if brought else days
                here = self.rules.batch(days)
                amount = self.raw(kind, end.t) * self.rules.stored(kind) * (1.0 if of_run else end.share)
                wire = self.raw(kind, end.t) * self.rules.on_wire(kind)
                count = end.versions if kind == "checkpoint" else 1
                if here:
                    self.stay(place, self.rules.batch(where), end.t + 1, count * amount)
                    if brought:
                        self.needs.out[end.place, "hot", end.t].constant += count * wire
                least = int(number(self.row, "min_checkpoints_kept"))
                if kind == "checkpoint" and least:
                    self.stay(place, [self.rules.for_good(where)], end.t + 1, least * amount)
                    if brought and not here:
                        self.needs.out[end.place, "hot", end.t].constant += least * wire

    def _logs(self) -> None:
        """Logs by the accelerator-hour, where they are written while hot, then at home."""
        per_hour = number(self.row, "log_gb_per_accelerator_day") / 24 / 1000
        if not per_hour:
            return
        days = self.rules.days("log")
        missing = number(self.row, "min_log_days") - sum(days.values())
        if missing > 0:
            days[last_stage(days)] += missing
        stays = self.rules.stream(days)
        away = [stay for stay in stays if stay.stage != "hot" and self.home]
        beside = [stay for stay in stays if stay not in away]
        for (name, t, key), load in list(self.loads.items()):
            if name == self.name + " at":
                tb = Sum().include(load, self.r.hours * per_hour)
                self.stay(key, beside, t, Sum().include(tb, self.rules.stored("log")))
                self.stay(self.home or key, away, t, Sum().include(tb, self.rules.stored("log")))
                if away and key != self.home:
                    self.needs.out[key, "hot", t].include(tb, self.rules.on_wire("log"))

    def _versions(self, pool: str, accelerators: int, hours: float) -> dict[str, int]:
        if not self.checkpoint:
            return {}
        return self.rules.versions(self.row, self.work.interval_s(self.name, pool, accelerators), hours)

    def _continuous_versions(self, place: str) -> dict[str, int]:
        """Of the pool at a place that keeps most."""
        found: list[dict[str, int]] = []
        for label in self.work.hours_per_unit[self.name]:
            pool = self.r.pools[label]
            if pool.location == place:
                width = self.row.get("run_accelerators") or pool.system["accelerators_per_system"]
                found.append(self._versions(label, int(width), self.r.hours * self.r.periods))
        return max(found, key=lambda each: sum(each.values()))
