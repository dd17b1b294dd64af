"""Brute force: the least cost of a small plan by trying every whole-number decision.

Systems ordered, blocks reserved, runs, power blocks, presence and replicas are enumerated; fabrics, modules,
plants and opening dates, which only cover a need, are enumerated apart (standing.py); the continuous rest is a
linear program (operation.py). Combinations are tried in the order of a lower bound, and the search ends when
no bound is below the best plan, so the answer is exact. Nothing of the program is used.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from tests.brute.money import Money
from tests.brute.operation import Operation, Run, State
from tests.brute.reading import EPS, Reading, Row, Tables, number
from tests.brute.standing import Counts, Standing
from tests.brute.work import Work


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

    cost: float
    bound: float
    there: tuple[Counts, ...]
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
        self.operation = Operation(reading, self.work, self.money, self.standing)
        self.together = any(row["interruptible"] for row in self.work.campaigns)
        self.periods = range(reading.periods)
        self.floor = cache(self._floor)

    def answer(self) -> Answer:
        best, found = math.inf, None
        for plan in sorted(self._plans(), key=lambda plan: plan.bound):
            if plan.bound >= best:
                break
            cost = plan.cost
            for group in self._groups(plan.states):
                cost += self.operation.cost(group)
                if cost >= best:
                    break
            if cost < best:
                best, found = cost, plan
        if found is None:
            return Answer(None, solved=self.operation.solved)
        owns = any(any(systems) for systems in found.there)
        rents = any(any(state.reserved) for state in found.states) or any(
            self.operation.rented[group] for group in self._groups(found.states))
        return Answer(best, owns, rents, self.operation.solved)

    def _groups(self, states: tuple[State, ...]) -> list[tuple[State, ...]]:
        """Periods that must be operated together: all where runs pace themselves, else each alone."""
        return [states] if self.together else [(state,) for state in states]

    def _plans(self) -> Iterator[_Plan]:
        runs = [(cost, chosen) for cost, chosen in self._runs()]
        fleets = [self.standing.fleets(design) for design in self.r.designs]
        powers = list(self._powers())
        commits = list(self._commits())
        base = self.standing.plan_wide()
        for chosen in itertools.product(*fleets):
            orders = tuple(each for each, _ in chosen)
            there = tuple(each for _, each in chosen)
            bought = base + sum(self.standing.orders(d, o, n)
                                for d, o, n in zip(self.r.designs, orders, there, strict=True))
            for power_cost, ready, blocks in powers:
                if not self._powered(there, blocks):
                    continue
                stood = bought + power_cost + self._sites(there, ready)
                if math.isinf(stood):
                    continue
                for run_cost, starts in runs:
                    gangs = self._fabrics(there, starts)
                    if math.isinf(gangs):
                        continue
                    floor = sum(self.floor(t, starts) for t in self.periods) if not self.together else (
                        self.floor(-1, starts))
                    for commit_cost, reserved in commits:
                        cost = stood + run_cost + gangs + commit_cost
                        states = tuple(
                            State(t, tuple(n[t] for n in there), reserved[t], self._touching(starts, t), blocks[t])
                            for t in self.periods)
                        yield _Plan(cost, cost + floor, there, states)

    def _touching(self, starts: tuple[Run, ...], t: int) -> tuple[Run, ...]:
        """Runs that matter in period t; those that pace themselves may stretch over their whole window."""
        return tuple(run for run in starts if self.work.named(run[0])["interruptible"]
                     or run[2] <= t < run[2] + len(run[1].held))

    def _floor(self, t: int, starts: tuple[Run, ...]) -> float:
        """A bound on operating: everything there that could ever be."""
        most = tuple(10**3 for _ in self.r.designs)
        reserved = tuple(1e6 if cloud.reserved else 0.0 for cloud in self.r.clouds)
        span = self.periods if t < 0 else [t]
        states = tuple(State(at, most, reserved, self._touching(starts, at), (), True) for at in span)
        return self.operation.cost(states)

    def _sites(self, there: tuple[Counts, ...], ready: dict[str, int]) -> float:
        cost = 0.0
        for site in self.r.rows("Sites"):
            name = site["site_id"]
            fleet = tuple((d.name, n) for d, n in zip(self.r.designs, there, strict=True) if d.location == name)
            cost += self.standing.site(name, fleet, ready.get(name, self.r.periods))
        return cost

    def _fabrics(self, there: tuple[Counts, ...], starts: tuple[Run, ...]) -> float:
        """Fabrics for systems and gangs; infinite where runs and their spares do not fit the systems."""
        cost = 0.0
        for design, systems in zip(self.r.designs, there, strict=True):
            gangs = []
            for t in self.periods:
                here = [w for _, w, start in starts
                        if w.pool == design.name and start <= t < start + len(w.held)]
                needed = sum(w.accelerators // design.accelerators + w.spares for w in here)
                if needed > systems[t]:
                    return math.inf
                packed = sum(1 / (design.planned * design.accelerators // w.accelerators) for w in here)
                gangs.append(math.ceil(packed - EPS) if design.copies > 1 else 0)
            cost += self.standing.fabric(design, systems, tuple(gangs))
        return cost

    def _runs(self) -> Iterator[tuple[float, tuple[Run, ...]]]:
        """Every way to start the campaigns' runs, with the penalty for those left out."""
        menus = []
        for work in self.work.campaigns:
            name, count = work["workload_id"], int(work["runs"])
            first, last = self.work.window(work)
            starts = [
                (name, width, t) for width in self.work.widths[name] for t in range(first, last + 1)
                if t + len(width.held) - 1 <= last and all(
                    self.r.first_open(self.r.pools[width.pool], t + k) for k in range(len(width.held)))]
            penalty = work.get("shortfall_penalty_per_eflop")
            options = []
            for dropped in range(count + 1 if penalty is not None else 1):
                lost = float(penalty or 0.0) * self.work.eflop(work) * dropped
                cost = self.money.running(lost, 0.0, min(max(last, 0), self.r.periods - 1))
                options += [(cost, chosen) for chosen in
                            itertools.combinations_with_replacement(starts, count - dropped)]
            menus.append(options)
        for picked in itertools.product(*menus):
            yield sum(cost for cost, _ in picked), tuple(run for _, chosen in picked for run in chosen)

    def _commits(self) -> Iterator[tuple[float, list[tuple[float, ...]]]]:
        """Every way to sign reserved blocks: cost, and accelerators by period and pool."""
        ways: list[list[tuple[float, int, tuple[float, ...]]]] = []
        for number_of, cloud in enumerate(self.r.clouds):
            for offer in cloud.reserved:
                ways.append([(cost, number_of, load) for cost, load in self._signed(offer)])
        for picked in itertools.product(*ways):
            reserved = [tuple(sum(load[t] for _, pool, load in picked if pool == number_of)
                              for number_of in range(len(self.r.clouds))) for t in self.periods]
            yield sum(cost for cost, _, _ in picked), reserved

    def _signed(self, offer: Row) -> Iterator[tuple[float, tuple[float, ...]]]:
        r, m = self.r, self.money
        block = number(offer, "block_accelerators")
        most = int(number(offer, "max_accelerators") // block)
        shares = []
        while (share := r.term_share(offer, len(shares))) > 0:
            shares.append(share)
        price = number(offer, "price_per_accelerator_hour") * (1 + number(offer, "support_share")) * block
        growth, upfront = number(offer, "price_change_per_year"), number(offer, "upfront_share")
        reuse = number(r.set, "commitment_reuse")
        a_year = [sum(self.standing.overhead_price(row, None, t) for row in r.rows("Overheads")
                      if row["driver"] == "per_accelerator" and row["scope"] in ("all", "cloud"))
                  for t in self.periods]

        def cost(t: int) -> float:
            full = price * r.hours
            paid = sum(share * m.worth(t + k + 0.5) for k, share in enumerate(shares))
            signed = full * m.index(growth, t) * (1 - upfront) * paid * (1 + m.on_cloud)
            at_start = full * sum(shares) * upfront * m.index(growth, t)
            signed += at_start * (m.worth(t) + m.on_cloud * m.worth(t + 0.5))
            lower = min(m.index(growth, t), m.index(growth, r.periods))
            signed -= reuse * full * lower * sum(
                share * m.worth(t + k + 0.5) for k, share in enumerate(shares) if t + k >= r.periods)
            return signed + sum(block * share * a_year[t + k] for k, share in enumerate(shares)
                                if t + k < r.periods)

        costs = [cost(t) for t in self.periods]
        for signed in self.standing.vectors(most, 0, r.periods - 1):
            in_force = self.standing.in_service(signed, 0, len(shares))
            if max(in_force) <= most:
                load = tuple(sum(signed[t - k] * share * block for k, share in enumerate(shares) if t >= k)
                             for t in self.periods)
                yield sum(n * costs[t] for t, n in enumerate(signed)), load

    def _powers(self) -> Iterator[tuple[float, dict[str, int], list[tuple[tuple[str, str, float], ...]]]]:
        """Every way to order power blocks: cost, first period a site must be in use, usable MW by period."""
        r = self.r
        sites = {row["site_id"]: row for row in r.rows("Sites")}
        ways = []
        for row in r.rows("PowerExpansions"):
            lag, life = r.up(number(row, "lead_months")), r.down(number(row, "life_months"))
            most = int(row["max_blocks"])
            options = []
            choices = [list(self.standing.vectors(most, 0, r.periods - 1 - lag)) for _ in r.levels]
            for orders in itertools.product(*choices):
                if sum(map(sum, orders)) > most:
                    continue
                cost = sum(n * self.standing.block(row, level, sites[row["site_id"]], t)
                           for level, each in zip(r.levels.values(), orders, strict=True)
                           for t, n in enumerate(each) if n)
                there = [self.standing.in_service(each, lag, life) for each in orders]
                ready = min((t + lag for each in orders for t, n in enumerate(each) if n), default=r.periods)
                options.append((cost, row, ready, there))
            ways.append(options)
        for picked in itertools.product(*ways):
            first: dict[str, int] = {}
            for _, row, ready, _ in picked:
                first[row["site_id"]] = min(ready, first.get(row["site_id"], r.periods))
            usable = [tuple(
                (site, name, self._usable(level, [(number(row, "block_mw"), there[i][t])
                                                  for _, row, _, there in picked if row["site_id"] == site]))
                for site in first for i, (name, level) in enumerate(r.levels.items())) for t in self.periods]
            yield sum(option[0] for option in picked), first, usable

    @staticmethod
    def _usable(level: Row, blocks: list[tuple[float, int]]) -> float:
        """MW of blocks that may be loaded at a level: its share, less the largest blocks kept spare."""
        spare = int(number(level, "spare_blocks")) * max((mw for mw, n in blocks if n), default=0.0)
        return max(0.0, sum(mw * n for mw, n in blocks) * number(level, "usable_share") - spare)

    def _powered(self, there: tuple[Counts, ...], blocks: list[tuple[tuple[str, str, float], ...]]) -> bool:
        """Whether all feeds together could carry the systems (the split is the linear program's)."""
        for site in self.r.rows("Sites"):
            name = site["site_id"]
            for t in self.periods:
                here = [(d, n[t]) for d, n in zip(self.r.designs, there, strict=True) if d.location == name]
                new = sum(mw for at, _, mw in blocks[t] if at == name)
                it_basis = site["mw_basis"] == "it"
                drawn = sum(n * (d.it_kw / 1000 if it_basis else d.facility_mw) for d, n in here)
                # a facility MW carries at most one IT MW, so this never refuses too much
                if drawn > number(site, "usable_mw") + new + EPS:
                    return False
        return True
