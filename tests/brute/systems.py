"""Systems, for the enumerator: every way to buy, lease, take from orders and sell them, and its cost."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator

from tests.brute.cells import number
from tests.brute.costs import Cost
from tests.brute.held import Held
from tests.brute.money import Money
from tests.brute.on_order import Kept, OnOrder
from tests.brute.pools import Design, fan_factor
from tests.brute.reading import Reading
from tests.brute.running import Running
from tests.brute.states import LEASED, Counts, Fleet, Vintage, Vintages
from tests.brute.tallies import Tag, pieces


class Systems:
    """Ways to have systems of a design."""

    def __init__(
        self, reading: Reading, money: Money, running: Running, held: Held, on_order: OnOrder
    ) -> None:
        self.r, self.money, self.running = reading, money, running
        self.held, self.on_order = held, on_order
        self.years = reading.length / 12

    def fleets(self, design: Design, kept: Kept) -> list[Fleet]:
        """Every way to have systems of a design."""
        nothing = (0,) * self.r.periods
        if design.given is not None:
            return [Fleet(gone, there, nothing, nothing) for gone, there in self.held.fleets(design)]
        if design.ordered is not None:
            return [self._own_cluster(design, kept)]
        found = []
        for vintages in self._vintages(design, kept):
            fleet = self._fleet(design, vintages)
            if max(fleet.there) <= design.most:
                found.append(fleet)
        return found

    def _own_cluster(self, design: Design, kept: Kept) -> Fleet:
        row, r = design.ordered, self.r
        assert row is not None
        count = row["quantity"] if row["order_id"] in kept else 0
        first = r.arrival(row)
        there = tuple(count if first <= t < first + design.life else 0 for t in range(r.periods))
        return Fleet((), there, *self._late([Vintage(first, design.life, count, row["order_id"])]))

    def _fleet(self, design: Design, vintages: Vintages) -> Fleet:
        def first(each: Vintage) -> int:
            return each.at if each.source not in ("", LEASED) else each.at + design.service

        fabrics = {row["order_id"] for row in self.on_order.fabrics(design)}
        systems = [each for each in vintages if each.source not in fabrics]
        span = range(self.r.periods)
        there = tuple(
            sum(each.systems for each in systems if first(each) <= t < first(each) + each.held) for t in span
        )
        brought = tuple(
            sum(
                each.systems
                for each in vintages
                if each.source in fabrics and each.at <= t < each.at + each.held
            )
            for t in span
        )
        return Fleet(vintages, there, *self._late(systems), brought)

    def _late(self, systems: list[Vintage]) -> tuple[Counts, tuple[float, ...]]:
        """Systems of open orders that come inside a period, and their absence in it."""
        late, absent = [0] * self.r.periods, [0.0] * self.r.periods
        for row in self.on_order.rows:
            for each in systems:
                if each.source == row["order_id"] and each.at == self.r.arrival(row):
                    missing = 1.0 - self.r.share(each.at, row["in_service"], None)
                    late[each.at] += each.systems if missing > 0 else 0
                    absent[each.at] += missing * each.systems
        return tuple(late), tuple(absent)

    def _vintages(self, design: Design, kept: Kept) -> Iterator[Vintages]:
        """All orders and leases of a design, each system held to the end of its life or term or sold at an
        age, and all ways to take systems and fabrics of kept orders."""
        held = [[design.life]] * self.r.periods
        if self.r.set.get("early_retirement"):
            ages = [m // self.r.length for m in range(24, design.life * self.r.length, 12)]
            ages = [k for k in ages if k * self.r.length % 12 == 0]
            last = self.r.periods - design.service
            held = [[design.life, *(k for k in ages if t + k < last)] for t in range(self.r.periods)]
        span = range(design.first, design.last + 1)
        options = [(t, k, "", design.most) for t in span for k in held[t]]
        term = design.system.get("lease_months")
        if design.system.get("lease_per_month") is not None and term is not None:
            stays = min(self.r.down(term), design.life)
            options += [(t, stays, LEASED, design.most) for t in span]
        for row in self.on_order.joinable(design):
            first, name = self.r.arrival(row), row["order_id"]
            ends = first + design.life
            for t in range(first, min(self.r.periods, ends)) if name in kept else ():
                options.append((t, ends - t, name, min(design.most, row["quantity"])))
        life = self.r.down(number(design.fabric, "life_months"))
        for row in self.on_order.fabrics(design):
            if row["order_id"] in kept:
                options.append((self.r.arrival(row), life, row["order_id"], row["quantity"]))
        ranges = [range(most + 1) for _, _, _, most in options]
        for counts in itertools.product(*ranges):
            yield tuple(
                Vintage(t, k, n, name) for (t, k, name, _), n in zip(options, counts, strict=True) if n
            )

    def taken(self, fleets: tuple[Fleet, ...]) -> bool:
        """Whether no open order gives more than it has."""
        for row in self.on_order.rows:
            name = row["order_id"]
            used = sum(each.systems for fleet in fleets for each in fleet.vintages if each.source == name)
            if used > row["quantity"]:
                return False
        return True

    def cost(self, design: Design, vintages: Vintages, there: Counts, absent: tuple[float, ...]) -> Cost:
        """Systems ordered and in service, idle all the time."""
        m, system, site = self.money, design.system, design.site
        landed = number(system, "price_per_system") * number(site, "landed_cost_factor", 1.0)
        growth = number(system, "price_change_per_year")
        upkeep = number(system, "maintenance_share_per_year")
        place, names = design.location, pieces(design.name)
        cost = self.held.value(design, vintages, there) if design.given is not None else m.nothing
        for each in vintages if design.given is None else ():
            if each.source in ("", LEASED):
                cost = cost + each.systems * self._vintage(design, landed, each)
            elif each.source not in {row["order_id"] for row in self.on_order.fabrics(design)}:
                cost = cost + each.systems * self._enter(design, each.at)
        if design.ordered is not None and any(there):
            cost = cost + max(there) * self._enter(design, self.r.arrival(design.ordered))
        for gone in vintages if design.given is not None else ():
            cost = cost + gone.systems * m.count("retire", place, names, gone.at)
        broken = (
            number(system, "hard_failures_per_accelerator_year")
            * number(system, "replacement_cost_share")
            * self.years
        )
        full = number(system, "max_kw_per_system") * fan_factor(system, design.cooling)
        idle = full * number(system, "idle_share")
        for t, n in enumerate(there):
            power = self.running.energy_price(design, t)
            one = m.running(Tag("failure_replacement", place), landed * broken, growth, t) + idle * power
            one = one + m.count("installed", place, names, t)
            if design.given is not None:
                yearly = landed * upkeep * self.years
                one = one + m.running(Tag("maintenance", place), yearly, 0.0, t)
            if design.stands:
                one = one + design.switch_kw * power
            billed = number(design.place, "pue_annual") * (idle + design.switch_kw)
            one = one + billed * self.running.charge(site, t)
            cost = cost + n * one - absent[t] * idle * power
        return cost

    def _enter(self, design: Design, t: int) -> Cost:
        """What limits count when a system enters service in period t."""
        return design.it_kw / 1000 * self.money.count("mw in service", design.location, (), t)

    def _vintage(self, design: Design, landed: float, vintage: Vintage) -> Cost:
        """A system ordered in a period and in service for a time: paid, kept up and sold, or leased."""
        m, system, place = self.money, design.system, design.location
        t, held = vintage.at, vintage.held
        growth, names = number(system, "price_change_per_year"), pieces(design.name)
        named = (*names, *([system["vendor"]] if system.get("vendor") else []))
        served = t + design.service
        cost = m.count(vintage.source or "order", place, named, t) + self._enter(design, served)
        deployed = number(system, "deploy_cost_per_system")
        cost = cost + m.once(Tag("deployment", place), deployed, m.inflation, served, t)
        yearly = landed * number(system, "maintenance_share_per_year") * self.years
        cost = cost + m.upkeep(Tag("maintenance", place), yearly, growth, t, design.service, held)
        if vintage.source == LEASED:
            months = number(system, "lease_months")
            for k in range(math.ceil(months / self.r.length)):
                covered = min(1.0, months / self.r.length - k)
                rent = number(system, "lease_per_month") * self.r.length * covered * m.index(growth, t)
                cost = cost + rent * m.paid(Tag("equipment_lease", place), served + k + 0.5)
            return cost
        at_order, at_delivery = number(system, "pay_at_order_share"), number(system, "pay_at_delivery_share")
        paid = [(0, at_order), (design.delivery, at_delivery), (design.service, 1 - at_order - at_delivery)]
        cost = cost + m.bought(Tag("systems", place), landed, growth, t, paid, (design.service, held))
        yearly = landed * number(design.site, "property_tax_insurance_share") * self.years
        taxed = Tag("property_tax_insurance", place)
        cost = cost + m.upkeep(taxed, yearly, growth, t, design.service, held)
        if held < design.life:
            return cost - m.left(landed * m.resale(system, held * self.r.length), growth, t, served + held)
        age = (self.r.periods - served) * self.r.length
        return cost - m.left(landed * m.resale(system, age), growth, t)
