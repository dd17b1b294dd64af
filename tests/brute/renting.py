"""Rented capacity in the linear program of the enumerator: by the hour, and beyond what is reserved."""

from __future__ import annotations

import math

from tests.brute.cells import number
from tests.brute.linear import Linear, Sum
from tests.brute.money import Money
from tests.brute.pools import Cloud
from tests.brute.reading import Reading
from tests.brute.standing import Standing
from tests.brute.states import State, Uses
from tests.brute.tallies import Tag
from tests.brute.work import Work


class Renting:
    """Rows and prices of cloud pools."""

    def __init__(self, reading: Reading, work: Work, money: Money, standing: Standing) -> None:
        self.r, self.work, self.money, self.standing = reading, work, money, standing

    def gangs(self, state: State, label: str) -> float:
        return sum(
            width.accelerators
            for name, width, start in state.runs
            if width.pool == label
            and not self.work.named(name)["interruptible"]
            and 0 <= state.t - start < len(width.held)
        )

    def paced_gangs(self, lp: Linear, state: State, label: str, room: float) -> None:
        for name in {run[0] for run in state.runs if self.work.named(run[0])["interruptible"]}:
            width = sum(
                w.accelerators
                for other, w, start in state.runs
                if other == name and w.pool == label and 0 <= state.t - start < len(w.held)
            )
            lp.at_most(Sum(width), room)

    def rented(
        self,
        lp: Linear,
        state: State,
        cloud: Cloud,
        reserved: float,
        held: dict[str, Uses],
        rents: list[int],
    ) -> None:
        m, r, t = self.money, self.r, state.t
        gangs = self.gangs(state, cloud.name)
        most = sum(number(offer, "max_accelerators") for offer in cloud.by_hour)
        self.paced_gangs(lp, state, cloud.name, reserved + most)
        lengths = {
            w.held[t - start]
            for name, w, start in state.runs
            if w.pool == cloud.name
            and not self.work.named(name)["interruptible"]
            and 0 <= t - start < len(w.held)
        } | {1.0}
        running = self.standing.running
        a_year = running.per_rented_accelerator(cloud, t)
        for block, phi in r.blocks.items():
            rented = Sum()
            for offer in cloud.by_hour:
                on = r.share(t, offer.get("available_from"), offer.get("available_to"))
                price = number(offer, "price_per_accelerator_hour") * (1 + number(offer, "support_share"))
                growth = number(offer, "price_change_per_year")
                kind = "spot" if cloud.spot else "on_demand"
                tag = Tag(f"cloud_{kind}", cloud.location)
                paid = price * m.index(growth, t + 0.5) * m.cloud(tag, t + 0.5)
                counted = m.count(kind, cloud.location, (str(offer["offer_id"]),), t)
                each = paid + counted + running.rented_footprint(cloud, offer, t)
                upper = on * number(offer, "max_accelerators")
                rents.append(lp.variable(phi * (r.hours * each + a_year), upper))
                rented.add(1.0, rents[-1])
            fixed, above, everything = Sum(gangs), Sum(), Sum()
            by_hour = Sum()
            for work, taken, must, whole in held[block]:
                limit = 1.0 if whole else r.limit(work)
                fixed.include(taken, 1.0 if must else 0.0)
                above.include(taken, 1 / limit)
                everything.include(taken, 1.0)
                if cloud.holds and cloud.by_hour:
                    metered = lp.variable(None, math.inf)
                    lp.at_most(Sum().add(1.0, metered).include(taken, -1.0), 0.0)
                    above.add(-1 / limit, metered)
                    by_hour.add(1.0, metered)
            lp.at_most(fixed, reserved + most)
            if not cloud.holds:
                lp.equal(everything.include(rented, -1.0), 0.0)
                continue
            lp.at_most(above, reserved)
            lp.equal(Sum().include(by_hour, 1.0).include(rented, -1.0), 0.0)
            if cloud.by_hour:
                self._beyond(lp, state, cloud, reserved, held[block], by_hour, lengths)

    def _beyond(
        self,
        lp: Linear,
        state: State,
        cloud: Cloud,
        reserved: float,
        uses: Uses,
        by_hour: Sum,
        lengths: set[float],
    ) -> None:
        """While runs hold their width, what exceeds the reserved part is paid by the hour."""
        runs = [
            (self.work.named(name), w, w.held[state.t - start])
            for name, w, start in state.runs
            if w.pool == cloud.name
            and not self.work.named(name)["interruptible"]
            and 0 <= state.t - start < len(w.held)
        ]
        if not runs:
            return
        limit = max(self.r.limit(work) for work, _, _ in runs)
        for length in lengths - {1.0}:
            needed = Sum(sum(min(held, length) * w.accelerators for _, w, held in runs))
            for _, taken, must, _ in uses:
                needed.include(taken, length if must else 0.0)
            needed.include(by_hour, -1.0)
            lp.at_most(needed, length * limit * reserved)
