"""The continuous rest of given states as one linear program, for the enumerator."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from tests.brute.cells import number
from tests.brute.data import Data
from tests.brute.linear import Linear, Sum
from tests.brute.money import Money
from tests.brute.pools import Design, fan_factor
from tests.brute.reading import Reading
from tests.brute.renting import Renting
from tests.brute.standing import Standing
from tests.brute.states import Loads, Paced, Presence, Replicas, State, Uses
from tests.brute.storing import Storing
from tests.brute.work import Work


class Periods(Renting):
    """Writes the program of states."""

    def __init__(
        self, reading: Reading, work: Work, money: Money, standing: Standing, data: Data, storing: Storing
    ) -> None:
        super().__init__(reading, work, money, standing)
        self.data, self.storing = data, storing

    def program(
        self, states: Sequence[State], replicas: Replicas, presence: Presence
    ) -> tuple[Linear, Loads, list[int]]:
        """The program, the loads it serves, and its variables for what is paid by the hour."""
        lp = Linear(self.money.nothing)
        rents: list[int] = []
        loads: Loads = {}
        paced = self._pace(lp, states)
        held = {
            (state.t, label): self._held(lp, state, label, replicas, loads, paced)
            for state in states
            for label in self.r.pools
        }
        runs = [run for state in states for run in state.runs if run[2] == state.t]
        needs = self.data.needs(lp, runs, presence, loads)
        stored = self.storing.write(lp, needs)
        for state in states:
            self._period(lp, state, presence, loads, held, stored, rents)
        return lp, loads, rents

    def _pace(self, lp: Linear, states: Sequence[State]) -> Paced:
        """Mean accelerators of interruptible runs, by campaign, pool, period and block."""
        paced: Paced = {}
        runs = {run for state in states for run in state.runs if self.work.named(run[0])["interruptible"]}
        for name, label in {(run[0], run[1].pool) for run in runs}:
            work = self.work.named(name)
            here = [run for run in runs if (run[0], run[1].pool) == (name, label)]
            first, last = self.work.window(work)
            days = work.get("max_run_days")
            allowed = self.r.periods if days is None else max(1, math.ceil(24 * float(days) / self.r.hours))
            done = Sum()
            for t in range(first, last + 1):
                width = sum(
                    run[1].accelerators
                    for run in here
                    if run[2] <= t < run[2] + max(allowed, len(run[1].held))
                )
                if width and self.r.first_open(self.r.pools[label], t):
                    for block, phi in self.r.blocks.items():
                        paced[name, label, t, block] = lp.variable(None, width)
                        done.add(phi * self.r.hours, paced[name, label, t, block])
            hours = sum(run[1].accelerators * run[1].hours for run in here)
            lp.equal(done, hours)
        return paced

    def _held(
        self,
        lp: Linear,
        state: State,
        label: str,
        replicas: Replicas,
        loads: Loads,
        paced: Paced,
    ) -> dict[str, Uses]:
        """By block: (workload, accelerators held, whether it must run in the block, whole replicas)."""
        pool = self.r.pools[label]
        held: dict[str, Uses] = {block: [] for block in self.r.blocks}

        def used(name: str, taken: Sum, phi: float) -> None:
            loads.setdefault((name + " at", state.t, pool.location), Sum()).include(taken, phi)

        for work in self.work.divisible:
            name = work["workload_id"]
            per_unit = self.work.hours_per_unit[name].get(label)
            if (
                per_unit is None
                or self.work.demand[name][state.t] <= 0
                or not self.r.first_open(pool, state.t)
            ):
                continue
            for block, phi in self.r.blocks.items():
                whole = self.work.replica.get((name, label))
                load = lp.variable(None, math.inf)
                mean = loads.setdefault((name, state.t, pool.location), Sum())
                mean.add(phi / per_unit, load)
                loads.setdefault((name, state.t, "in " + block), Sum()).add(1 / per_unit, load)
                useful = self.money.count("useful", pool.location, pool.names, state.t)
                best = min(self.work.hours_per_unit[name].values())
                lp.charge(Sum().add(phi * self.r.hours * best / per_unit, load), useful)
                taken = Sum().add(1.0, load)
                if whole:
                    count = replicas.get((name, label, state.t, block), 0)
                    lp.at_most(taken, self.r.limit(work) * whole * count)
                    taken = Sum(whole * count)
                used(name, taken, phi)
                held[block].append((work, taken, self.work.in_every_block(work), bool(whole)))
        for name, width, start in state.runs:
            work = self.work.named(name)
            if width.pool == label and not work["interruptible"] and 0 <= state.t - start < len(width.held):
                for block, phi in self.r.blocks.items():
                    mean = Sum(width.accelerators * width.held[state.t - start])
                    used(name, mean, phi)
                    held[block].append((work, mean, False, False))
        for (name, at, t, block), variable in paced.items():
            if (at, t) == (label, state.t):
                used(name, Sum().add(1.0, variable), self.r.blocks[block])
                held[block].append((self.work.named(name), Sum().add(1.0, variable), False, False))
        return held

    def _period(
        self,
        lp: Linear,
        state: State,
        presence: Presence,
        loads: Loads,
        all_held: dict[tuple[int, str], dict[str, Uses]],
        stored: dict[tuple[str, int], Sum],
        rents: list[int],
    ) -> None:
        peaks = {
            site: {block: self._storage_peak(site, state.t, stored) for block in self.r.blocks}
            for site in self.r.sites
        }
        fed = self._feeds(lp, state, stored)
        for design, systems, late, absent in zip(
            self.r.designs, state.systems, state.late, state.absent, strict=True
        ):
            held = all_held[state.t, design.name]
            each = design.accelerators * design.up_share
            usable, lasting = (systems - absent) * each, (systems - late) * each
            gangs = self.gangs(state, design.name)
            system = design.system
            kw = (
                number(system, "max_kw_per_system")
                * fan_factor(system, design.cooling)
                * (number(system, "average_load_share") - number(system, "idle_share"))
                / design.accelerators
            )
            energy = self.standing.running.energy_price(design, state.t)
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
            lp.at_most(Sum(gangs), lasting)
            self.paced_gangs(lp, state, design.name, lasting)
        for site in self.r.rows("Sites"):
            if number(site, "demand_charge_kw_month"):
                peak = lp.variable(self.standing.running.charge(site, state.t), math.inf)
                for load in peaks[site["site_id"]].values():
                    lp.at_most(load.add(-1.0, peak), 0.0)
        for cloud, reserved in zip(self.r.clouds, state.reserved, strict=True):
            held = all_held[state.t, cloud.name]
            self.rented(lp, state, cloud, reserved, held, rents)
        self._demand(lp, state, presence, loads)

    def _storage_peak(self, site: str, t: int, stored: dict[tuple[str, int], Sum]) -> Sum:
        """Facility kW of storage, always on."""
        pue = number(self.r.storage_cooling(site), "pue_annual")
        return Sum().include(stored.get((site, t), Sum()), pue)

    def _feeds(
        self, lp: Linear, state: State, stored: dict[tuple[str, int], Sum]
    ) -> dict[str, list[tuple[float, Sum]]]:
        """Systems fed by design: (availability of the feed, systems)."""
        fed: dict[str, list[tuple[float, Sum]]] = {}
        for site in self.r.rows("Sites"):
            here = [
                (d, n)
                for d, n in zip(self.r.designs, state.systems, strict=True)
                if d.location == site["site_id"]
            ]
            level = site.get("present_level")
            present = number(self.r.levels[level], "availability") if level else 1.0
            feeds = [(present, number(site, "usable_mw"), site["mw_basis"] == "it")]
            if self.r.expansions(site["site_id"]):
                for name, row in self.r.levels.items():
                    mw = sum(m for s, at, m in state.blocks if (s, at) == (site["site_id"], name))
                    feeds.append((number(row, "availability"), mw, False))
            sums = {d.name: Sum() for d, _ in here}
            kw, fed_kw = stored.get((site["site_id"], state.t)), Sum()
            for availability, mw, it_basis in feeds:
                drawn = Sum()
                if kw is not None:
                    pue = 1.0 if it_basis else number(self.r.storage_cooling(site["site_id"]), "pue_peak")
                    part = lp.variable(None, math.inf)
                    fed_kw.add(1.0, part)
                    drawn.add(pue / 1000, part)
                for design, systems in here:
                    if not systems:
                        continue
                    share = lp.variable(None, systems)
                    sums[design.name].add(1.0, share)
                    fed.setdefault(design.name, []).append((availability, Sum().add(1.0, share)))
                    drawn.add(design.it_kw / 1000 if it_basis else design.facility_mw, share)
                if not state.unlimited_power:
                    lp.at_most(drawn, mw)
            for design, systems in here:
                if systems:
                    lp.equal(sums[design.name], systems)
            if kw is not None:
                lp.equal(fed_kw.include(kw, -1.0), 0.0)
        return fed

    def _classes(
        self, design: Design, uses: Uses, fed: dict[str, list[tuple[float, Sum]]]
    ) -> Iterator[tuple[Sum, Sum]]:
        """For each availability asked for: (accelerators that ask for it, those fed at least so well)."""
        for least in {number(work, "min_availability") for work, _, _, _ in uses} - {0.0}:
            asked, good = Sum(), Sum()
            for work, taken, _, whole in uses:
                if number(work, "min_availability") >= least:
                    asked.include(taken, 1 / (1.0 if whole else self.r.limit(work)))
            for availability, systems in fed.get(design.name, []):
                if availability >= least:
                    good.include(systems, design.accelerators * design.up_share)
            yield asked, good

    def _demand(
        self,
        lp: Linear,
        state: State,
        presence: Presence,
        loads: Loads,
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
                    undone = lp.variable(self.money.penalty(float(penalty) * phi * r.hours, t), math.inf)
                    served.add(1.0, undone)
                    loads.setdefault((name + " undone", t, "all"), Sum()).add(phi, undone)
                if self.work.in_every_block(work):
                    lp.equal(served, asked * r.level(work.get("load_profile"), block))
                total.include(served, phi)
            if not self.work.in_every_block(work):
                lp.equal(total, asked)
            if (name, t) not in presence:
                continue
            for location in {
                key[2] for key in loads if key[:2] == (name, t) and not key[2].startswith("in ")
            }:
                here = loads[name, t, location]
                if location not in presence[name, t]:
                    lp.at_most(here, 0.0)
                else:
                    lp.at_least(here, number(r.set, "min_share") * asked)
