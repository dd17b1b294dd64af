"""How long data stays in which stage, for the enumerator."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

from tests.brute.cells import EPS, Row, number
from tests.brute.reading import Reading

STAGES = ("hot", "warm", "archive")
Days = dict[str, float]


@dataclass(frozen=True)
class Stay:
    """Share of each period, counted from an event, in a stage; days there (0: no end)."""

    stage: str
    shares: tuple[float, ...]
    days: float


class Retention:
    """Rules of sheet StoragePolicy."""

    def __init__(self, reading: Reading) -> None:
        self.r = reading
        self.period = reading.hours / 24
        self.rows = {row["data_kind"]: row for row in reading.rows("StoragePolicy")}

    def days(self, kind: str) -> Days:
        row: Row = self.rows.get(kind, {})
        return {stage: number(row, f"{stage}_days") for stage in STAGES}

    def on_wire(self, kind: str) -> float:
        """TB sent for a TB of data."""
        row: Row = self.rows.get(kind, {})
        return 1 / (number(row, "dedup_ratio", 1.0) * number(row, "compression_ratio", 1.0))

    def stored(self, kind: str) -> float:
        """TB stored for a TB of data."""
        return self.on_wire(kind) * number(self.rows.get(kind, {}), "copies", 1.0)

    def batch(self, days: Days) -> list[Stay]:
        """Stays of what is made at the start of a period."""

        def share(low: float, high: float, j: int) -> float:
            return max(0.0, min(high, j + 1) - max(low, j))

        return self._stays(days, share)

    def stream(self, days: Days) -> list[Stay]:
        """Stays of what is made evenly over a period: ages spread as a triangle around each period."""

        def below(age: float) -> float:
            if age <= -1:
                return 0.0
            if age >= 1:
                return 1.0
            return (1 + age) ** 2 / 2 if age < 0 else 1 - (1 - age) ** 2 / 2

        return self._stays(days, lambda low, high, j: below(high - j) - below(low - j))

    def _stays(self, days: Days, share: Callable[[float, float, int], float]) -> list[Stay]:
        found, age = [], 0.0
        for stage in STAGES:
            if days[stage] > 0:
                low, high = age / self.period, (age + days[stage]) / self.period
                shares = tuple(share(low, high, j) for j in range(self.r.periods))
                found.append(Stay(stage, shares, days[stage]))
            age += days[stage]
        return found

    def for_good(self, days: Days) -> Stay:
        """After its days, without an end, in the last stage."""
        age = sum(days.values()) / self.period
        shares = tuple(max(0.0, j + 1 - max(age, j)) for j in range(self.r.periods))
        return Stay(last_stage(days), shares, 0.0)

    def versions(self, work: Row, interval_s: float, run_hours: float) -> dict[str, int]:
        """Checkpoints kept by stage while a run goes; an interval of 0 or without end does not limit them."""
        days, hours = self.days("checkpoint"), run_hours
        if "checkpoint" in self.rows:
            hours = min(hours, sum(days.values()) * 24)
        most = int(number(work, "checkpoints_kept", 3))
        left = max(int(number(work, "min_checkpoints_kept")), min(most, _written(hours, interval_s, most)))
        found: dict[str, int] = {}
        for stage in STAGES:
            if days[stage] > 0:
                found[stage] = min(left, _written(days[stage] * 24, interval_s, left))
                left -= found[stage]
        if left:
            last = last_stage(days)
            found[last] = found.get(last, 0) + left
        return found


def _written(hours: float, interval_s: float, most: int) -> int:
    if interval_s <= 0 or math.isinf(interval_s):
        return most
    return min(most, math.ceil(hours * 3600 / interval_s - EPS))


def first_stage(days: Days) -> str | None:
    """The stage that data stays in first."""
    return next((stage for stage in STAGES if days[stage] > 0), None)


def last_stage(days: Days) -> str:
    """The stage that data stays in last."""
    return next((stage for stage in reversed(STAGES) if days[stage] > 0), "hot")


def without_hot(days: Days) -> Days:
    """Away from the work nothing is hot: warm instead, or archived where nothing is warm but archived."""
    if days["warm"] > 0 or not days["archive"]:
        return {"hot": 0.0, "warm": days["hot"] + days["warm"], "archive": days["archive"]}
    return {"hot": 0.0, "warm": 0.0, "archive": days["hot"] + days["archive"]}
