"""Brute force: the least cost of a small plan by trying every whole-number decision.

Systems ordered, blocks reserved, runs, power blocks, presence and replicas are enumerated; fabrics, modules,
plants and opening dates, which only cover a need, are enumerated apart (standing.py); the continuous rest is
a linear program (operation.py). Combinations are tried in the order of a lower bound, and the search ends
when no bound is below the best plan, so the answer is exact. Nothing of the program is used.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

import numpy as np

from tests.brute.cells import EPS, Tables, number
from tests.brute.choices import Choices
from tests.brute.costs import Cost, Ways, together
from tests.brute.data import Data
from tests.brute.money import Money
from tests.brute.operation import Operation
from tests.brute.reading import Reading
from tests.brute.standing import Standing
from tests.brute.states import Fleet, Run, State
from tests.brute.work import Work

Blocks = list[tuple[tuple[str, str, float], ...]]
"""Usable MW of new power blocks by period: (site, level, MW)."""


@dataclass(frozen=True)
class Answer:
    """Least present value of cost (None: infeasible), whether its plan owns and rents, programs solved."""

    cost: float | None
    owns: bool = False
    rents: bool = False
    solved: int = 0


@dataclass(frozen=True)
class _Plan:
    """One choice of systems, commitments, runs and power blocks, with the cost of what stands."""

    cost: Cost
    bound: float
    fleets: tuple[Fleet, ...]
    states: tuple[State, ...]


def least_cost(tables: Tables) -> Answer:
    """The optimum of a plan given as plain tables."""
    return _Search(Reading(tables)).answer()


class _Search:
    def __init__(self, reading: Reading) -> None:
        self.r = reading
        self.work = Work(reading)
        self.money = Money(reading)
        self.standing = Standing(reading, self.money)
        self.data = Data(reading, self.work)
        self.operation = Operation(reading, self.work, self.money, self.standing, self.data)
        self.choices = Choices(reading, self.work, self.money, self.standing)
        self.together = any(row["interruptible"] for row in self.work.campaigns) or bool(
            self.money.tallies or self.data.rows
        )
        self.periods = range(reading.periods)
        self.floor = cache(self._floor)

    def answer(self) -> Answer:
        best, found = math.inf, None
        for plan in sorted(self._plans(), key=lambda plan: plan.bound):
            if plan.bound >= best:
                break
            cost = float(plan.cost[0])
            rooms = tuple(room - spent for room, spent in zip(self.money.rooms, plan.cost[1:], strict=True))
            for group in self._groups(plan.states):
                below = best - cost
                cost += (
                    self.operation.below(group, rooms, below) if self.together else self.operation.cost(group)
                )
                if cost >= best:
                    break
            if cost < best:
                best, found = cost, plan
        if found is None:
            return Answer(None, solved=self.operation.solved)
        owns = any(any(fleet.there) for fleet in found.fleets)
        rents = any(any(state.reserved) for state in found.states) or any(
            self.operation.rented[group] for group in self._groups(found.states)
        )
        return Answer(best, owns, rents, self.operation.solved)

    def _groups(self, states: tuple[State, ...]) -> list[tuple[State, ...]]:
        """Periods that must be operated together: all where runs pace themselves, else each alone."""
        return [states] if self.together else [(state,) for state in states]

    def _plans(self) -> Iterator[_Plan]:
        runs = [(cost, chosen) for cost, chosen in self.choices.runs()]
        commits = list(self.choices.commits())
        base = self.standing.plan_wide()
        for kept_cost, kept in self.standing.on_order.ways():
            choices = [self.standing.systems.fleets(design, kept) for design in self.r.designs]
            powers = list(self.choices.powers(kept))
            for fleets in itertools.product(*choices):
                if not self.standing.systems.taken(fleets):
                    continue
                bought = base + kept_cost + self._bought(fleets)
                for power_cost, ready, blocks in powers:
                    if not self._powered(fleets, blocks):
                        continue
                    stood = together([bought + power_cost], *self._sites(fleets, ready))
                    for run_cost, starts in runs if stood else ():
                        whole = together(stood, *self._fabrics(fleets, starts))
                        if whole:
                            yield from self._operated(fleets, blocks, starts, commits, whole, run_cost)

    def _operated(
        self,
        fleets: tuple[Fleet, ...],
        blocks: Blocks,
        starts: tuple[Run, ...],
        commits: list[tuple[Cost, list[tuple[float, ...]]]],
        whole: Ways,
        run_cost: Cost,
    ) -> Iterator[_Plan]:
        """Plans with what stands and runs, for every way to sign commitments."""
        alone = [-1] if self.together else self.periods
        floor = sum(self.floor(t, starts) for t in alone)
        if math.isinf(floor):
            return
        grows = self.money.grows
        rooms = np.array(self.money.rooms)[grows]
        for commit_cost, reserved in commits:
            states = tuple(
                State(
                    t,
                    tuple(fleet.there[t] for fleet in fleets),
                    reserved[t],
                    self._touching(starts, t),
                    blocks[t],
                    tuple(fleet.late[t] for fleet in fleets),
                    tuple(fleet.absent[t] for fleet in fleets),
                )
                for t in self.periods
            )
            for way in whole:
                cost = way + run_cost + commit_cost
                if all(cost[1:][grows] <= rooms * (1 + EPS) + EPS):
                    yield _Plan(cost, float(cost[0]) + floor, fleets, states)

    def _bought(self, fleets: tuple[Fleet, ...]) -> Cost:
        """Systems of every design."""
        costs = (
            self.standing.orders(design, fleet.vintages, fleet.there, fleet.absent)
            for design, fleet in zip(self.r.designs, fleets, strict=True)
        )
        return sum(costs, self.money.nothing)

    def _touching(self, starts: tuple[Run, ...], t: int) -> tuple[Run, ...]:
        """Runs that matter in period t; those that pace themselves may stretch over their whole window."""
        return tuple(
            run
            for run in starts
            if self.work.named(run[0])["interruptible"] or run[2] <= t < run[2] + len(run[1].held)
        )

    def _floor(self, t: int, starts: tuple[Run, ...]) -> float:
        """A bound on operating: everything there that could ever be."""
        most = tuple(10**3 for _ in self.r.designs)
        reserved = tuple(1e6 if cloud.holds else 0.0 for cloud in self.r.clouds)
        span = self.periods if t < 0 else [t]
        none = tuple(0 for _ in most)
        states = tuple(
            State(at, most, reserved, self._touching(starts, at), (), none, none, True) for at in span
        )
        return self.operation.cost(states)

    def _sites(self, fleets: tuple[Fleet, ...], ready: dict[str, frozenset[int]]) -> Iterator[Ways]:
        for name in self.r.sites:
            placed = tuple(
                (d.name, fleet.there)
                for d, fleet in zip(self.r.designs, fleets, strict=True)
                if d.location == name
            )
            yield self.standing.site(name, placed, ready.get(name, frozenset()))

    def _fabrics(self, fleets: tuple[Fleet, ...], starts: tuple[Run, ...]) -> Iterator[Ways]:
        """Fabrics for systems and gangs; none where runs and their spares do not fit the systems."""
        for design, fleet in zip(self.r.designs, fleets, strict=True):
            gangs = []
            for t in self.periods:
                here = [
                    w for _, w, start in starts if w.pool == design.name and start <= t < start + len(w.held)
                ]
                needed = sum(w.accelerators // design.accelerators + w.spares for w in here)
                if needed > fleet.there[t] - fleet.late[t]:
                    yield []
                packed = sum(1 / (design.planned * design.accelerators // w.accelerators) for w in here)
                gangs.append(math.ceil(packed - EPS) if design.copies > 1 else 0)
            yield self.standing.fabric(design, fleet.there, tuple(gangs), fleet.fabrics)

    def _powered(self, fleets: tuple[Fleet, ...], blocks: Blocks) -> bool:
        """Whether all feeds together could carry the systems (the split is the linear program's)."""
        for site in self.r.rows("Sites"):
            name = site["site_id"]
            for t in self.periods:
                here = [
                    (d, fleet.there[t])
                    for d, fleet in zip(self.r.designs, fleets, strict=True)
                    if d.location == name
                ]
                new = sum(mw for at, _, mw in blocks[t] if at == name)
                it_basis = site["mw_basis"] == "it"
                drawn = sum(n * (d.it_kw / 1000 if it_basis else d.facility_mw) for d, n in here)
                # a facility MW carries at most one IT MW, so this never refuses too much
                if drawn > number(site, "usable_mw") + new + EPS:
                    return False
        return True
