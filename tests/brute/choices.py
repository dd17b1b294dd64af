"""Whole-number decisions of a plan with their costs, for the enumerator: runs, commitments, power."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

from tests.brute.cells import Row, number
from tests.brute.costs import Cost
from tests.brute.money import Money
from tests.brute.reading import Cloud, Reading
from tests.brute.spread import Spread
from tests.brute.standing import Standing
from tests.brute.states import Run
from tests.brute.work import Work


class Choices:
    """Ways to start runs, to sign commitments and to order power."""

    def __init__(
        self, reading: Reading, work: Work, money: Money, standing: Standing, spread: Spread
    ) -> None:
        self.r, self.work, self.money, self.standing = reading, work, money, standing
        self.spread = spread
        self.periods = range(reading.periods)

    def runs(self) -> Iterator[tuple[Cost, tuple[Run, ...]]]:
        """Every way to start the campaigns' runs, with the penalty for those left out."""
        menus = []
        for work in self.work.campaigns:
            name, count = work["workload_id"], int(work["runs"])
            first, last = self.work.window(work)
            starts = [
                (name, width, t)
                for width in self.work.widths[name]
                for t in range(first, last + 1)
                if t + len(width.held) - 1 <= last
                and all(self.r.first_open(self.r.pools[width.pool], t + k) for k in range(len(width.held)))
            ]
            penalty = work.get("shortfall_penalty_per_eflop")
            options = []
            for dropped in range(count + 1 if penalty is not None else 1):
                lost = float(penalty or 0.0) * self.work.eflop(work) * dropped
                cost = self.money.penalty(lost, min(max(last, 0), self.r.periods - 1))
                options += [
                    (cost, chosen)
                    for chosen in itertools.combinations_with_replacement(starts, count - dropped)
                ]
            menus.append(options)
        for picked in itertools.product(*menus):
            started = tuple(run for _, chosen in picked for run in chosen)
            costs = [cost for cost, _ in picked] + list(map(self.spread.of_run, started))
            yield sum(costs, self.money.nothing), started

    def commits(self) -> Iterator[tuple[Cost, list[tuple[float, ...]]]]:
        """Every way to sign reserved blocks: cost, and accelerators by period and pool."""
        ways: list[list[tuple[Cost, int, tuple[float, ...]]]] = []
        for number_of, cloud in enumerate(self.r.clouds):
            for offer in cloud.reserved:
                ways.append([(cost, number_of, load) for cost, load in self._signed(cloud, offer)])
        for picked in itertools.product(*ways):
            reserved = [
                tuple(
                    self.standing.held.in_force(cloud, t)
                    + sum(load[t] for _, pool, load in picked if pool == number_of)
                    for number_of, cloud in enumerate(self.r.clouds)
                )
                for t in self.periods
            ]
            yield sum((cost for cost, _, _ in picked), self.money.nothing), reserved

    def _signed(self, cloud: Cloud, offer: Row) -> Iterator[tuple[Cost, tuple[float, ...]]]:
        r, m = self.r, self.money
        block = number(offer, "block_accelerators")
        most = int(number(offer, "max_accelerators") // block)
        shares: list[float] = []
        while (share := r.term_share(offer, len(shares))) > 0:
            shares.append(share)
        price = number(offer, "price_per_accelerator_hour") * (1 + number(offer, "support_share")) * block
        growth, upfront = number(offer, "price_change_per_year"), number(offer, "upfront_share")
        reuse = number(r.set, "commitment_reuse")
        a_year = [self.standing.per_rented_accelerator(cloud, t) for t in self.periods]

        def cost(t: int) -> Cost:
            full = price * r.hours
            paid = sum((share * m.opex(t + k + 0.5) for k, share in enumerate(shares)), m.nothing)
            signed = full * m.index(growth, t) * (1 - upfront) * paid * (1 + m.on_cloud)
            at_start = full * sum(shares) * upfront * m.index(growth, t)
            signed = signed + at_start * (m.opex(t) + m.on_cloud * m.opex(t + 0.5))
            lower = min(m.index(growth, t), m.index(growth, r.periods))
            for k, share in enumerate(shares):
                if t + k >= r.periods:
                    signed = signed - reuse * full * lower * share * m.credit(t + k + 0.5)
                else:
                    signed = signed + block * share * a_year[t + k]
            return signed

        costs = [cost(t) for t in self.periods]
        for signed in self.standing.vectors(most, 0, r.periods - 1):
            if any(n and not r.may_sign(offer, t) for t, n in enumerate(signed)):
                continue
            in_force = self.standing.in_service(signed, 0, len(shares))
            if max(in_force) <= most:
                load = tuple(
                    sum(signed[t - k] * share * block for k, share in enumerate(shares) if t >= k)
                    for t in self.periods
                )
                yield sum((n * costs[t] for t, n in enumerate(signed)), m.nothing), load

    def powers(self) -> Iterator[tuple[Cost, dict[str, int], list[tuple[tuple[str, str, float], ...]]]]:
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
                cost = self.money.nothing
                for level, each in zip(r.levels.values(), orders, strict=True):
                    for t, n in enumerate(each):
                        if n:
                            cost = cost + n * self.standing.block(row, level, sites[row["site_id"]], t)
                there = [self.standing.in_service(each, lag, life) for each in orders]
                ready = min((t + lag for each in orders for t, n in enumerate(each) if n), default=r.periods)
                options.append((cost, row, ready, there))
            ways.append(options)
        for picked in itertools.product(*ways):
            first: dict[str, int] = {}
            for _, row, ready, _ in picked:
                first[row["site_id"]] = min(ready, first.get(row["site_id"], r.periods))
            usable = [
                tuple(
                    (
                        site,
                        name,
                        self._usable(
                            level,
                            [
                                (number(row, "block_mw"), there[i][t])
                                for _, row, _, there in picked
                                if row["site_id"] == site
                            ],
                        ),
                    )
                    for site in first
                    for i, (name, level) in enumerate(r.levels.items())
                )
                for t in self.periods
            ]
            yield sum((option[0] for option in picked), self.money.nothing), first, usable

    @staticmethod
    def _usable(level: Row, blocks: list[tuple[float, int]]) -> float:
        """MW of blocks that may be loaded at a level: its share, less the largest blocks kept spare."""
        spare = int(number(level, "spare_blocks")) * max((mw for mw, n in blocks if n), default=0.0)
        return max(0.0, sum(mw * n for mw, n in blocks) * number(level, "usable_share") - spare)
