"""Running what stands, for the enumerator: the continuous rest as linear programs over few periods.

Given systems, commitments, runs and power in each period, work is split, capacity rented and power fed at
least cost. Where each workload runs at all, and how many replicas serve it, is enumerated here.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from tests.brute.linear import Linear, Sum
from tests.brute.money import Money
from tests.brute.reading import EPS, Cloud, Design, Reading, Row, Width, number
from tests.brute.standing import Standing
from tests.brute.work import Work

Run = tuple[str, Width, int]
"""Campaign, width and period of start."""


@dataclass(frozen=True)
class State:
    """What stands and runs in period t: systems by design, reserved accelerators by pool, runs, and usable
    facility MW of new blocks by (site, level)."""

    t: int
    systems: tuple[int, ...]
    reserved: tuple[float, ...]
    runs: tuple[Run, ...]
    blocks: tuple[tuple[str, str, float], ...]
    unlimited_power: bool = False


class Operation:
    """Least cost of operating given states."""

    def __init__(self, reading: Reading, work: Work, money: Money, standing: Standing) -> None:
        self.r, self.work, self.money, self.standing = reading, work, money, standing
        self.cost = cache(self._cost)
        self.rented: dict[tuple[State, ...], bool] = {}
        self.solved = 0

    def _cost(self, states: tuple[State, ...]) -> float:
        best = math.inf
        self.rented[states] = False
        for replicas in self._replica_counts(states):
            best = min(best, self._placed(states, replicas, best))
        return best

    def _replica_counts(self, states: Sequence[State]) -> Iterator[dict[tuple[str, str, int, str], int]]:
        """Smallest sets of whole replicas that can serve the demand of every block."""
        choices: list[list[dict[tuple[str, str, int, str], int]]] = []
        for name in dict.fromkeys(name for name, _ in self.work.replica):
            work = self.work.named(name)
            able = self.work.hours_per_unit[name]
            for state in states:
                pools = [label for (other, label) in self.work.replica
                         if other == name and label in able and self.r.first_open(self.r.pools[label], state.t)]
                if self.work.demand[name][state.t] <= 0 or not pools:
                    continue
                for block in self.r.blocks:
                    asked = self.work.demand[name][state.t] * self.r.level(work.get("load_profile"), block)
                    each = [self.r.limit(work) * self.work.replica[name, p] / able[p] for p in pools]
                    enough = [
                        counts for counts in itertools.product(*(range(math.ceil(asked / e - EPS) + 1) for e in each))
                        if sum(c * e for c, e in zip(counts, each, strict=True)) >= asked - EPS * max(1.0, asked)
                        and all(not c or sum(c * e for c, e in zip(counts, each, strict=True)) - each[i]
                                < asked - EPS * max(1.0, asked) for i, c in enumerate(counts))
                    ]
                    choices.append([{(name, p, state.t, block): c for p, c in zip(pools, counts, strict=True)}
                                    for counts in enough])
        for picked in itertools.product(*choices):
            yield {key: n for part in picked for key, n in part.items()}

    def _placed(
        self, states: tuple[State, ...], replicas: dict[tuple[str, str, int, str], int], best: float
    ) -> float:
        """Least cost below `best` over where divisible work is present: tried for one workload and period
        after another, wherever the program without that choice splits the work too thin or too wide."""
        open_choices: list[dict[tuple[str, int], frozenset[str]]] = [{}]
        lowest = math.inf
        while open_choices:
            presence = open_choices.pop()
            program, loads, rents = self._program(states, replicas, presence)
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
        there = sorted({self.r.pools[label].location for label in self.work.hours_per_unit[name]
                        if self.r.first_open(self.r.pools[label], t)})
        for count in range(min(int(number(self.r.set, "max_locations")), len(there)) + 1):
            yield from map(frozenset, itertools.combinations(there, count))

    def _badly_split(
        self, states: Sequence[State], loads: dict[tuple[str, int, str], Sum], x: Sequence[float],
        presence: dict[tuple[str, int], frozenset[str]],
    ) -> tuple[str, int] | None:
        """A workload and period that is split too thin or too wide without a choice of its places."""
        least, most = number(self.r.set, "min_share"), number(self.r.set, "max_locations")
        for work in self.work.divisible:
            name = work["workload_id"]
            for state in states:
                if (name, state.t) in presence:
                    continue
                asked = self.work.demand[name][state.t]
                shares = [total.value(x) for (w, t, place), total in loads.items()
                          if (w, t) == (name, state.t) and not place.startswith("in ")]
                present = [share for share in shares if share > 1e-9 * max(1.0, asked)]
                if len(present) > most or any(share < least * asked * (1 - 1e-9) for share in present):
                    return name, state.t
        return None

    def _program(
        self, states: Sequence[State], replicas: dict[tuple[str, str, int, str], int],
        presence: dict[tuple[str, int], frozenset[str]],
    ) -> tuple[Linear, dict[tuple[str, int, str], Sum], list[int]]:
        lp = Linear()
        rents: list[int] = []
        loads: dict[tuple[str, int, str], Sum] = {}
        paced = self._pace(lp, states)
        for state in states:
            self._period(lp, state, replicas, presence, loads, paced, rents)
        return lp, loads, rents

    def _pace(self, lp: Linear, states: Sequence[State]) -> dict[tuple[str, str, int, str], int]:
        """Mean accelerators of interruptible runs, by campaign, pool, period and block."""
        paced: dict[tuple[str, str, int, str], int] = {}
        runs = {run for state in states for run in state.runs if self.work.named(run[0])["interruptible"]}
        for name, label in {(run[0], run[1].pool) for run in runs}:
            work = self.work.named(name)
            here = [run for run in runs if (run[0], run[1].pool) == (name, label)]
            first, last = self.work.window(work)
            days = work.get("max_run_days")
            allowed = self.r.periods if days is None else max(1, math.ceil(24 * float(days) / self.r.hours))
            done = Sum()
            for t in range(first, last + 1):
                width = sum(run[1].accelerators for run in here
                            if run[2] <= t < run[2] + max(allowed, len(run[1].held)))
                if width and self.r.first_open(self.r.pools[label], t):
                    for block, phi in self.r.blocks.items():
                        paced[name, label, t, block] = lp.variable(0.0, width)
                        done.add(phi * self.r.hours, paced[name, label, t, block])
            hours = sum(run[1].accelerators * run[1].hours for run in here)
            lp.equal(done, hours)
        return paced

    def _held(
        self, lp: Linear, state: State, label: str, replicas: dict[tuple[str, str, int, str], int],
        loads: dict[tuple[str, int, str], Sum], paced: dict[tuple[str, str, int, str], int],
    ) -> dict[str, list[tuple[Row, Sum, bool, bool]]]:
        """By block: (workload, accelerators held, whether it must run in the block, whole replicas)."""
        pool = self.r.pools[label]
        held: dict[str, list[tuple[Row, Sum, bool, bool]]] = {block: [] for block in self.r.blocks}
        for work in self.work.divisible:
            name = work["workload_id"]
            per_unit = self.work.hours_per_unit[name].get(label)
            if per_unit is None or self.work.demand[name][state.t] <= 0 or not self.r.first_open(pool, state.t):
                continue
            for block, phi in self.r.blocks.items():
                whole = self.work.replica.get((name, label))
                load = lp.variable(0.0, math.inf)
                mean = loads.setdefault((name, state.t, pool.location), Sum())
                mean.add(phi / per_unit, load)
                loads.setdefault((name, state.t, "in " + block), Sum()).add(1 / per_unit, load)
                taken = Sum().add(1.0, load)
                if whole:
                    count = replicas.get((name, label, state.t, block), 0)
                    lp.at_most(taken, self.r.limit(work) * whole * count)
                    taken = Sum(whole * count)
                held[block].append((work, taken, self.work.in_every_block(work), bool(whole)))
        for name, width, start in state.runs:
            work = self.work.named(name)
            if width.pool == label and not work["interruptible"] and 0 <= state.t - start < len(width.held):
                for block in self.r.blocks:
                    mean = Sum(width.accelerators * width.held[state.t - start])
                    held[block].append((work, mean, False, False))
        for (name, at, t, block), variable in paced.items():
            if (at, t) == (label, state.t):
                held[block].append((self.work.named(name), Sum().add(1.0, variable), False, False))
        return held

    def _period(
        self, lp: Linear, state: State, replicas: dict[tuple[str, str, int, str], int],
        presence: dict[tuple[str, int], frozenset[str]], loads: dict[tuple[str, int, str], Sum],
        paced: dict[tuple[str, str, int, str], int], rents: list[int],
    ) -> None:
        peaks = {row["site_id"]: {block: Sum() for block in self.r.blocks} for row in self.r.rows("Sites")}
        fed = self._feeds(lp, state)
        for design, systems in zip(self.r.designs, state.systems, strict=True):
            held = self._held(lp, state, design.name, replicas, loads, paced)
            usable = systems * design.accelerators * design.up_share
            gangs = self._gangs(state, design.name)
            system = design.system
            kw = number(system, "max_kw_per_system") * number(design.cooling, "it_power_factor") * (
                number(system, "average_load_share") - number(system, "idle_share")) / design.accelerators
            energy = self.standing.energy_price(design, state.t)
            for block, uses in held.items():
                full, fixed = Sum(), Sum(gangs)
                for work, taken, must, whole in uses:
                    full.include(taken, 1 / (1.0 if whole else self.r.limit(work)))
                    fixed.include(taken, 1.0 if must else 0.0)
                    lp.charge(taken, kw * energy * self.r.blocks[block])
                    peaks[design.location][block].include(taken, kw * number(design.place, "pue_annual"))
                lp.at_most(full, usable)
                lp.at_most(fixed, usable)
                for asked, good in self._classes(design, uses, fed):
                    good.include(asked, -1.0)
                    lp.at_least(good, 0.0)
            self._paced_gangs(lp, state, design.name, usable)
        for site in self.r.rows("Sites"):
            if number(site, "demand_charge_kw_month"):
                peak = lp.variable(self.standing.charge(site, state.t), math.inf)
                for load in peaks[site["site_id"]].values():
                    lp.at_most(load.add(-1.0, peak), 0.0)
        for cloud, reserved in zip(self.r.clouds, state.reserved, strict=True):
            held = self._held(lp, state, cloud.name, replicas, loads, paced)
            self._rented(lp, state, cloud, reserved, held, rents)
        self._demand(lp, state, presence, loads)

    def _gangs(self, state: State, label: str) -> float:
        return sum(width.accelerators for name, width, start in state.runs
                   if width.pool == label and not self.work.named(name)["interruptible"]
                   and 0 <= state.t - start < len(width.held))

    def _paced_gangs(self, lp: Linear, state: State, label: str, room: float) -> None:
        for name in {run[0] for run in state.runs if self.work.named(run[0])["interruptible"]}:
            width = sum(w.accelerators for other, w, start in state.runs if other == name and w.pool == label
                        and 0 <= state.t - start < len(w.held))
            lp.at_most(Sum(width), room)

    def _feeds(self, lp: Linear, state: State) -> dict[str, list[tuple[float, Sum]]]:
        """Systems fed by design: (availability of the feed, systems)."""
        fed: dict[str, list[tuple[float, Sum]]] = {}
        for site in self.r.rows("Sites"):
            here = [(d, n) for d, n in zip(self.r.designs, state.systems, strict=True)
                    if d.location == site["site_id"]]
            level = site.get("present_level")
            present = number(self.r.levels[level], "availability") if level else 1.0
            feeds = [(present, number(site, "usable_mw"), site["mw_basis"] == "it")]
            if self.r.expansions(site["site_id"]):
                for name, row in self.r.levels.items():
                    mw = sum(m for s, at, m in state.blocks if (s, at) == (site["site_id"], name))
                    feeds.append((number(row, "availability"), mw, False))
            sums = {d.name: Sum() for d, _ in here}
            for availability, mw, it_basis in feeds:
                drawn = Sum()
                for design, systems in here:
                    if not systems:
                        continue
                    share = lp.variable(0.0, systems)
                    sums[design.name].add(1.0, share)
                    fed.setdefault(design.name, []).append((availability, Sum().add(1.0, share)))
                    drawn.add(design.it_kw / 1000 if it_basis else design.facility_mw, share)
                if not state.unlimited_power:
                    lp.at_most(drawn, mw)
            for design, systems in here:
                if systems:
                    lp.equal(sums[design.name], systems)
        return fed

    def _classes(
        self, design: Design, uses: list[tuple[Row, Sum, bool, bool]], fed: dict[str, list[tuple[float, Sum]]]
    ) -> Iterator[tuple[Sum, Sum]]:
        """For each availability asked for: (accelerators that ask for it, those fed at least so well)."""
        for least in {work.get("min_availability") for work, _, _, _ in uses} - {None}:
            asked, good = Sum(), Sum()
            for work, taken, _, whole in uses:
                if (work.get("min_availability") or 0.0) >= least:
                    asked.include(taken, 1 / (1.0 if whole else self.r.limit(work)))
            for availability, systems in fed.get(design.name, []):
                if availability >= least:
                    good.include(systems, design.accelerators * design.up_share)
            yield asked, good

    def _rented(
        self, lp: Linear, state: State, cloud: Cloud, reserved: float,
        held: dict[str, list[tuple[Row, Sum, bool, bool]]], rents: list[int],
    ) -> None:
        m, r, t = self.money, self.r, state.t
        gangs = self._gangs(state, cloud.name)
        most = sum(number(offer, "max_accelerators") for offer in cloud.by_hour)
        self._paced_gangs(lp, state, cloud.name, reserved + most)
        lengths = {w.held[t - start] for name, w, start in state.runs if w.pool == cloud.name
                   and not self.work.named(name)["interruptible"] and 0 <= t - start < len(w.held)} | {1.0}
        a_year = sum(self.standing.overhead_price(row, None, t) for row in r.rows("Overheads")
                     if row["driver"] == "per_accelerator" and row["scope"] in ("all", "cloud", cloud.location))
        for block, phi in r.blocks.items():
            rented = Sum()
            for offer in cloud.by_hour:
                on = r.share(t, offer.get("available_from"), offer.get("available_to"))
                price = number(offer, "price_per_accelerator_hour") * (1 + number(offer, "support_share"))
                price = m.running(price * phi * r.hours, number(offer, "price_change_per_year"), t)
                rents.append(lp.variable(price * (1 + m.on_cloud) + phi * a_year,
                                         on * number(offer, "max_accelerators")))
                rented.add(1.0, rents[-1])
            fixed, above, everything = Sum(gangs), Sum(), Sum()
            by_hour = Sum()
            for work, taken, must, whole in held[block]:
                limit = 1.0 if whole else r.limit(work)
                fixed.include(taken, 1.0 if must else 0.0)
                above.include(taken, 1 / limit)
                everything.include(taken, 1.0)
                if cloud.reserved and cloud.by_hour:
                    metered = lp.variable(0.0, math.inf)
                    lp.at_most(Sum().add(1.0, metered).include(taken, -1.0), 0.0)
                    above.add(-1 / limit, metered)
                    by_hour.add(1.0, metered)
            lp.at_most(fixed, reserved + most)
            if not cloud.reserved:
                lp.equal(everything.include(rented, -1.0), 0.0)
                continue
            lp.at_most(above, reserved)
            lp.equal(Sum().include(by_hour, 1.0).include(rented, -1.0), 0.0)
            if cloud.by_hour:
                self._beyond(lp, state, cloud, reserved, held[block], by_hour, lengths)

    def _beyond(
        self, lp: Linear, state: State, cloud: Cloud, reserved: float, uses: list[tuple[Row, Sum, bool, bool]],
        by_hour: Sum, lengths: set[float],
    ) -> None:
        """While runs hold their width, what exceeds the reserved part is paid by the hour."""
        runs = [(self.work.named(name), w, w.held[state.t - start]) for name, w, start in state.runs
                if w.pool == cloud.name and not self.work.named(name)["interruptible"]
                and 0 <= state.t - start < len(w.held)]
        if not runs:
            return
        limit = max(self.r.limit(work) for work, _, _ in runs)
        for length in lengths - {1.0}:
            needed = Sum(sum(min(held, length) * w.accelerators for _, w, held in runs))
            for _, taken, must, _ in uses:
                needed.include(taken, length if must else 0.0)
            needed.include(by_hour, -1.0)
            lp.at_most(needed, length * limit * reserved)

    def _demand(
        self, lp: Linear, state: State, presence: dict[tuple[str, int], frozenset[str]],
        loads: dict[tuple[str, int, str], Sum],
    ) -> None:
        r, t = self.r, state.t
        for work in self.work.divisible:
            name = work["workload_id"]
            asked = self.work.demand[name][t]
            if asked <= 0:
                continue
            penalty = work.get("shortfall_penalty_per_eflop")
            total = Sum()
            for block, phi in r.blocks.items():
                served = Sum().include(loads.get((name, t, "in " + block), Sum()), 1.0)
                if penalty is not None and work["kind"] != "inference":
                    served.add(1.0, lp.variable(
                        self.money.running(float(penalty) * phi * r.hours, 0.0, t), math.inf))
                if self.work.in_every_block(work):
                    lp.equal(served, asked * r.level(work.get("load_profile"), block))
                total.include(served, phi)
            if not self.work.in_every_block(work):
                lp.equal(total, asked)
            if (name, t) not in presence:
                continue
            for location in {key[2] for key in loads if key[:2] == (name, t) and not key[2].startswith("in ")}:
                here = loads[name, t, location]
                if location not in presence[name, t]:
                    lp.at_most(here, 0.0)
                else:
                    lp.at_least(here, number(r.set, "min_share") * asked)
