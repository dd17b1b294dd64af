"""Whole-number decisions of a plan with their costs, for the enumerator: runs, commitments, power."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

from tests.brute.cells import Row, number
from tests.brute.costs import Cost
from tests.brute.money import Money
from tests.brute.on_order import Kept
from tests.brute.pools import Cloud
from tests.brute.reading import Reading
from tests.brute.standing import Standing
from tests.brute.states import Run
from tests.brute.tallies import Tag, pieces
from tests.brute.work import Work


class Choices:
    """Ways to start runs, to sign commitments and to order power."""

    def __init__(self, reading: Reading, work: Work, money: Money, standing: Standing) -> None:
        self.r, self.work, self.money, self.standing = reading, work, money, standing
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
            costs = [cost for cost, _ in picked] + list(map(self._started, started))
            yield sum(costs, self.money.nothing), started

    def _started(self, run: Run) -> Cost:
        """What limits count when a run starts."""
        name, width, start = run
        pool, m = self.r.pools[width.pool], self.money
        cost = m.count("run", pool.location, (name, *pieces(width.pool)), start)
        least = min(each.accelerators * each.hours for each in self.work.widths[name])
        for k, held in enumerate(width.held):
            useful = m.count("useful", pool.location, pool.names, start + k)
            cost = cost + least * held / sum(width.held) * useful
        return cost

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
        running, place, name = self.standing.running, cloud.location, str(offer["offer_id"])
        kept = [
            running.per_rented_accelerator(cloud, t) + r.hours * running.rented_footprint(cloud, offer, t)
            for t in self.periods
        ]
        by_period, at_once = Tag("cloud_reserved", place), Tag("cloud_upfront", place)

        def cost(t: int) -> Cost:
            full = price * r.hours
            paid = sum((share * m.cloud(by_period, t + k + 0.5) for k, share in enumerate(shares)), m.nothing)
            signed = full * m.index(growth, t) * (1 - upfront) * paid
            at_start = full * sum(shares) * upfront * m.index(growth, t)
            signed = signed + at_start * m.cloud(at_once, t) + m.count("commit", place, (name,), t)
            lower = min(m.index(growth, t), m.index(growth, r.periods))
            for k, share in enumerate(shares):
                if t + k >= r.periods:
                    signed = signed - reuse * full * lower * share * m.credit(t + k + 0.5)
                else:
                    in_force = share * m.count("active_commitment", place, (name,), t + k)
                    signed = signed + block * share * kept[t + k] + in_force
            return signed

        costs = [cost(t) for t in self.periods]
        for signed in self.standing.stock.vectors(most, 0, r.periods - 1):
            if any(n and not r.may_sign(offer, t) for t, n in enumerate(signed)):
                continue
            in_force = self.standing.stock.in_service(signed, 0, len(shares))
            if max(in_force) <= most:
                load = tuple(
                    sum(signed[t - k] * share * block for k, share in enumerate(shares) if t >= k)
                    for t in self.periods
                )
                yield sum((n * costs[t] for t, n in enumerate(signed)), m.nothing), load

    def powers(
        self, kept: Kept
    ) -> Iterator[tuple[Cost, dict[str, frozenset[int]], list[tuple[tuple[str, str, float], ...]]]]:
        """Every way to order power blocks: cost, periods in which new ones arrive at a site, usable MW by
        period; blocks of kept orders count."""
        r, stock = self.r, self.standing.stock
        ways = []
        for row in r.rows("PowerExpansions"):
            lag, life = r.up(number(row, "lead_months")), r.down(number(row, "life_months"))
            signed, used = self.standing.on_order.signed_blocks(row, kept)
            most = max(int(row["max_blocks"]), signed) - used
            options = []
            upto = min(most, int(row["max_blocks"]))
            choices = [list(stock.vectors(upto, 0, r.periods - 1 - lag)) for _ in r.levels]
            for orders in itertools.product(*choices):
                if sum(map(sum, orders)) > most:
                    continue
                cost = self.money.nothing
                for level, each in zip(r.levels.values(), orders, strict=True):
                    for t, n in enumerate(each):
                        if n:
                            cost = cost + n * stock.block(row, level, r.sites[row["site_id"]], t)
                there = [stock.in_service(each, lag, life) for each in orders]
                ready = {t + lag for each in orders for t, n in enumerate(each) if n}
                options.append((cost, row, ready, self._with_orders(row, there, kept)))
            ways.append(options)
        for picked in itertools.product(*ways):
            arrive: dict[str, frozenset[int]] = {}
            for _, row, ready, _ in picked:
                arrive[row["site_id"]] = arrive.get(row["site_id"], frozenset()) | ready
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
                    for site in arrive
                    for i, (name, level) in enumerate(r.levels.items())
                )
                for t in self.periods
            ]
            yield sum((option[0] for option in picked), self.money.nothing), arrive, usable

    def _with_orders(self, row: Row, there: list[tuple[int, ...]], kept: Kept) -> list[tuple[int, ...]]:
        """Blocks in service by level, with those of open orders: at the present level, else the first."""
        level = self.r.sites[row["site_id"]].get("present_level") or next(iter(self.r.levels))
        at = list(self.r.levels).index(level)
        brought = self.standing.on_order.blocks(row, kept)
        there[at] = tuple(a + b for a, b in zip(there[at], brought, strict=True))
        return there

    @staticmethod
    def _usable(level: Row, blocks: list[tuple[float, int]]) -> float:
        """MW of blocks that may be loaded at a level: its share, less the largest blocks kept spare."""
        spare = int(number(level, "spare_blocks")) * max((mw for mw, n in blocks if n), default=0.0)
        return max(0.0, sum(mw * n for mw, n in blocks) * number(level, "usable_share") - spare)
