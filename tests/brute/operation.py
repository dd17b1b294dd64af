"""Running what stands, for the enumerator: the continuous rest as linear programs over few periods.

Given systems, commitments, runs and power in each period, work is split, capacity rented and power fed at
least cost. Where each workload runs at all, and how many replicas serve it, is enumerated here.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Sequence
from functools import cache

from tests.brute.cells import EPS, number
from tests.brute.data import Data
from tests.brute.money import Money
from tests.brute.periods import Periods
from tests.brute.reading import Reading
from tests.brute.spread import Spread
from tests.brute.standing import Standing
from tests.brute.states import Loads, Presence, Replicas, State
from tests.brute.storing import Storing
from tests.brute.work import Work


class Operation:
    """Least cost of operating given states."""

    def __init__(
        self, reading: Reading, work: Work, money: Money, standing: Standing, data: Data
    ) -> None:
        self.r, self.work, self.money = reading, work, money
        self.spread = Spread(reading, work, data)
        storing = Storing(reading, money, standing.running)
        self.periods = Periods(reading, work, money, standing, data, storing)
        self.cost = cache(self._cost)
        self.rented: dict[tuple[State, ...], bool] = {}
        self.solved = 0

    def _cost(self, states: tuple[State, ...]) -> float:
        return self.below(states, (), math.inf)

    def below(self, states: tuple[State, ...], rooms: tuple[float, ...], best: float) -> float:
        """Least present value of operating within what is left of hard budgets; infinite: none below best."""
        self.rented.setdefault(states, False)
        lowest = math.inf
        for replicas in self._replica_counts(states):
            lowest = min(lowest, self._placed(states, replicas, rooms, min(best, lowest)))
        return lowest

    def _replica_counts(self, states: Sequence[State]) -> Iterator[Replicas]:
        """Whole replicas that can serve the demand of every block."""
        choices: list[list[Replicas]] = []
        for name in dict.fromkeys(name for name, _ in self.work.replica):
            for state in states:
                pools = [
                    label
                    for (other, label) in self.work.replica
                    if other == name
                    and label in self.work.hours_per_unit[name]
                    and self.r.first_open(self.r.pools[label], state.t)
                ]
                if self.work.demand[name][state.t] <= 0 or not pools:
                    continue
                for block in self.r.blocks:
                    choices.append(
                        [
                            {(name, p, state.t, block): c for p, c in zip(pools, counts, strict=True)}
                            for counts in self._enough(name, state.t, block, pools)
                        ]
                    )
        for picked in itertools.product(*choices):
            yield {key: n for part in picked for key, n in part.items()}

    def _enough(self, name: str, t: int, block: str, pools: list[str]) -> list[tuple[int, ...]]:
        """Replica counts by pool that can serve a block; without a least share only the smallest of them."""
        work = self.work.named(name)
        asked = self.work.demand[name][t] * self.r.level(work.get("load_profile"), block)
        able = self.work.hours_per_unit[name]
        each = [self.r.limit(work) * self.work.replica[name, p] / able[p] for p in pools]
        needed = asked - EPS * max(1.0, asked)
        found = []
        for counts in itertools.product(*(range(math.ceil(asked / e - EPS) + 1) for e in each)):
            served = sum(c * e for c, e in zip(counts, each, strict=True))
            spare = any(c and served - e >= needed for c, e in zip(counts, each, strict=True))
            if served >= needed and not (spare and not number(self.r.set, "min_share")):
                found.append(counts)
        return found

    def _placed(
        self, states: tuple[State, ...], replicas: Replicas, rooms: tuple[float, ...], best: float
    ) -> float:
        """Least cost below `best` over where divisible work is present: tried for one workload and period
        after another, wherever the program without that choice splits the work too thin or too wide."""
        open_choices: list[Presence] = [{}]
        lowest = math.inf
        while open_choices:
            presence = open_choices.pop()
            program, loads, rents = self.periods.program(states, replicas, presence)
            for state in states:
                self.spread.survive(program, state, presence, loads)
            self.money.settle(program)
            program.within(rooms)
            found = program.solve()
            self.solved += 1
            if found is None or found[0] >= min(best, lowest):
                continue
            split = self._badly_split(states, loads, found[1], presence)
            if split is None:
                lowest = found[0]
                self.rented[states] = any(found[1][at] > EPS for at in rents)
            else:
                open_choices += [{**presence, split: there} for there in self._presences(*split)]
        return lowest

    def _presences(self, name: str, t: int) -> Iterator[frozenset[str]]:
        """Every set of locations at which a workload may be present in a period."""
        there = sorted(
            {
                self.r.pools[label].location
                for label in self.work.hours_per_unit[name]
                if self.r.first_open(self.r.pools[label], t)
            }
        )
        for count in range(min(int(number(self.r.set, "max_locations")), len(there)) + 1):
            yield from map(frozenset, itertools.combinations(there, count))

    def _badly_split(
        self,
        states: Sequence[State],
        loads: Loads,
        x: Sequence[float],
        presence: Presence,
    ) -> tuple[str, int] | None:
        """A workload and period without a choice of its places that is split too thin or too wide, or whose
        places matter."""
        least, most = number(self.r.set, "min_share"), number(self.r.set, "max_locations")
        for work in self.work.divisible:
            name = work["workload_id"]
            for state in states:
                if (name, state.t) in presence:
                    continue
                asked = self.work.demand[name][state.t]
                if name in self.spread.chosen and asked > 0:
                    return name, state.t
                shares = [
                    total.value(x)
                    for (w, t, place), total in loads.items()
                    if (w, t) == (name, state.t) and not place.startswith("in ")
                ]
                present = [share for share in shares if share > 1e-9 * max(1.0, asked)]
                if len(present) > most or any(share < least * asked * (1 - 1e-9) for share in present):
                    return name, state.t
        return None
