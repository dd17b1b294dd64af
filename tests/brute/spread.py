"""Where work is present, for the enumerator: data that follows it (C15), the loss of a location (C14).

One data set a workload, no StoragePolicy: kept hot where the work runs and at its home, if it has one.
"""

from __future__ import annotations

import math

from tests.brute.cells import Row, number
from tests.brute.costs import Cost
from tests.brute.linear import Linear, Sum
from tests.brute.money import Money
from tests.brute.reading import Design, Reading
from tests.brute.states import Presence, Run, State
from tests.brute.work import Work


class Spread:
    """Costs and rows that depend on where a workload is present."""

    def __init__(self, reading: Reading, work: Work, money: Money) -> None:
        self.r, self.work, self.money = reading, work, money
        self.data = [work for work in reading.rows("Workloads") if number(work, "dataset_tb")]
        self.critical = [work for work in self.work.divisible if number(work, "critical_share")]
        self.chosen = {work["workload_id"] for work in (*self.data, *self.critical)}
        """Workloads whose places matter beyond the load they carry."""

    def _rent(self, work: Row, place: str, t: int) -> Cost:
        """The data set in the cheapest tier of a place for period t."""
        each = [
            self.money.running(
                number(work, "dataset_tb") * number(tier, "price_per_tb_month") * self.r.length,
                number(tier, "price_change_per_year"),
                t,
            )
            for tier in self.r.tiers(place)
        ]
        return min(each, key=lambda cost: float(cost[0]))

    def _leaves(self, work: Row, place: str, t: int) -> Cost:
        """The data set leaves a place: what its first tier and its site take."""
        m, size = self.money, number(work, "dataset_tb")
        tier = self.r.tiers(place)[0]
        cost = m.running(size * number(tier, "egress_per_tb"), number(tier, "price_change_per_year"), t)
        for site in self.r.rows("Sites"):
            if site["site_id"] == place:
                growth = number(site, "price_change_per_year")
                cost = cost + m.running(size * number(site, "egress_per_tb"), growth, t)
        return cost

    def _read_back(self, work: Row, t: int) -> Cost:
        tier = self.r.tiers(work["dataset_home"])[0]
        price = number(work, "dataset_tb") * number(tier, "retrieval_per_tb")
        return self.money.running(price, number(tier, "price_change_per_year"), t)

    def _from_home(self, work: Row, place: str, t: int) -> Cost:
        cost = self._read_back(work, t)
        return cost if place == work["dataset_home"] else cost + self._leaves(work, work["dataset_home"], t)

    def at_home(self) -> Cost:
        """Data sets at their homes, while their work's months last."""
        cost = self.money.nothing
        for work in self.data:
            for t in range(self.r.periods):
                if work.get("dataset_home") and self.r.share(t, work["start"], work["end"]) > 0:
                    cost = cost + self._rent(work, work["dataset_home"], t)
        return cost

    def of_run(self, run: Run) -> Cost:
        """The data set beside a run, and its way there."""
        name, width, start = run
        work, cost = self.work.named(name), self.money.nothing
        if work not in self.data:
            return cost
        place, home = self.r.pools[width.pool].location, work.get("dataset_home")
        if home:
            cost = cost + self._from_home(work, place, start)
        for k in range(len(width.held)):
            if place != home:
                cost = cost + self._rent(work, place, start + k)
        return cost

    def of_presence(self, presence: Presence) -> Cost | None:
        """Data beside divisible work, as far as its places are chosen; None where no copy can come from."""
        cost = self.money.nothing
        for work in self.data:
            name, home = work["workload_id"], work.get("dataset_home")
            for t in range(self.r.periods):
                here = presence.get((name, t))
                if here is None:
                    continue
                for place in here - {home}:
                    cost = cost + self._rent(work, place, t)
                starts = t == 0 or self.work.demand[name][t - 1] <= 0
                before = frozenset() if starts else presence.get((name, t - 1))
                if before is None or (starts and not home):
                    continue
                for place in here - before:
                    if home:
                        cost = cost + self._from_home(work, place, t)
                    elif before:
                        ways = [self._leaves(work, other, t) for other in before]
                        cost = cost + min(ways, key=lambda way: float(way[0]))
                    else:
                        return None
        return cost

    def survive(self, lp: Linear, state: State, presence: Presence) -> None:
        """Rows of C14: what is critical fits elsewhere after the loss of any one location."""
        r, t = self.r, state.t
        used: dict[str, Sum] = {}
        for work in self.critical:
            name = work["workload_id"]
            top = max(r.level(work.get("load_profile"), block) for block in r.blocks)
            peak = self.work.demand[name][t] * top
            if peak <= 0:
                continue
            served: dict[str, Sum] = {}
            for label, hours in self.work.hours_per_unit[name].items():
                pool = r.pools[label]
                if not isinstance(pool, Design) and pool.spot:
                    continue
                there = presence.get((name, t))
                here = served.setdefault(pool.location, Sum())
                if r.first_open(pool, t) and (there is None or pool.location in there):
                    load = lp.variable(None, hours * peak)
                    here.add(1 / hours, load)
                    used.setdefault(label, Sum()).add(1.0, load)
            for lost in served:
                left = Sum()
                for place, there_served in served.items():
                    left.include(there_served, 0.0 if place == lost else 1.0)
                lp.at_least(left, number(work, "critical_share") * peak)
        for label, total in used.items():
            lp.at_most(total, self._room(state, label))

    def _room(self, state: State, label: str) -> float:
        """Accelerators of a pool that can take over."""
        for design, systems in zip(self.r.designs, state.systems, strict=True):
            if design.name == label:
                return systems * design.accelerators * design.up_share
        for cloud, reserved in zip(self.r.clouds, state.reserved, strict=True):
            if cloud.name == label:
                return reserved + sum(
                    number(offer, "burst_share", 0.1)
                    * number(offer, "max_accelerators")
                    * self.r.share(state.t, offer.get("available_from"), offer.get("available_to"))
                    for offer in cloud.by_hour
                )
        return math.inf
