"""Where work is present, for the enumerator: the loss of a location (C14), whose places matter for data."""

from __future__ import annotations

import math

from tests.brute.cells import Row, number
from tests.brute.data import Data
from tests.brute.linear import Linear, Sum
from tests.brute.pools import Design
from tests.brute.reading import Reading
from tests.brute.states import Loads, Presence, State
from tests.brute.work import Work


class Spread:
    """Rows that depend on where a workload is present."""

    def __init__(self, reading: Reading, work: Work, data: Data) -> None:
        self.r, self.work = reading, work
        self.critical = [row for row in reading.rows("Workloads") if number(row, "critical_share")]
        divisible = [row for row in (*data.rows, *self.critical) if row["kind"] != "training"]
        self.chosen = {row["workload_id"] for row in divisible}
        """Divisible work whose places matter beyond the load they carry."""

    def survive(self, lp: Linear, state: State, presence: Presence, loads: Loads) -> None:
        """Rows of C14: what is critical and done fits elsewhere after the loss of any one location."""
        used: dict[str, Sum] = {}
        for work in self.critical:
            name = work["workload_id"]
            peak = self._peak(work, state)
            if peak <= 0:
                continue
            served: dict[str, Sum] = {}
            for label, hours in self._hours(work).items():
                pool = self.r.pools[label]
                if not isinstance(pool, Design) and pool.spot:
                    continue
                there = presence.get((name, state.t))
                here = served.setdefault(pool.location, Sum())
                if self.r.first_open(pool, state.t) and (there is None or pool.location in there):
                    whole = math.inf if work["kind"] == "training" else hours * peak
                    load = lp.variable(None, whole)
                    here.add(1 / hours, load)
                    used.setdefault(label, Sum()).add(1.0, load)
            for lost in served:
                left = Sum()
                for place, there_served in served.items():
                    left.include(there_served, 0.0 if place == lost else 1.0)
                asked = number(work, "critical_share") * peak
                undone = loads.get((name + " undone", state.t, "all"))
                if undone is not None:
                    left.include(undone, asked / self.work.demand[name][state.t])
                lp.at_least(left, asked)
        for label, total in used.items():
            lp.at_most(total, self._room(state, label))

    def _hours(self, work: Row) -> dict[str, float]:
        """Accelerator-hours a unit by pool; of a campaign those of its narrowest width."""
        name = work["workload_id"]
        if work["kind"] != "training":
            return self.work.hours_per_unit[name]
        found: dict[str, float] = {}
        for width in self.work.widths[name]:
            found.setdefault(width.pool, width.accelerators * width.hours / self.work.eflop(work))
        return found

    def _peak(self, work: Row, state: State) -> float:
        """Units an hour at the peak; of a campaign those of the runs then at work."""
        name = work["workload_id"]
        if work["kind"] == "training":
            return sum(
                self.work.eflop(work) / width.hours
                for other, width, start in state.runs
                if other == name and start <= state.t < start + len(width.held)
            )
        top = max(self.r.level(work.get("load_profile"), block) for block in self.r.blocks)
        return self.work.demand[name][state.t] * top

    def _room(self, state: State, label: str) -> float:
        """Accelerators of a pool that can take over."""
        for at, design in enumerate(self.r.designs):
            if design.name == label:
                there = state.systems[at] - state.absent[at]
                return there * design.accelerators * design.up_share
        for cloud, reserved in zip(self.r.clouds, state.reserved, strict=True):
            if cloud.name == label:
                return reserved + sum(
                    number(offer, "burst_share", 0.1)
                    * number(offer, "max_accelerators")
                    * self.r.share(state.t, offer.get("available_from"), offer.get("available_to"))
                    for offer in cloud.by_hour
                )
        return math.inf
