"""Storage tiers, for the enumerator: what is kept in them, bought and rented, and its traffic."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

from tests.brute.cells import Row, number
from tests.brute.costs import Cost
from tests.brute.data import Needs
from tests.brute.linear import Linear, Sum
from tests.brute.money import Money, book_share
from tests.brute.reading import Reading
from tests.brute.running import Running
from tests.brute.tallies import Tag


@dataclass
class Tier:
    """A tier at a place in a period: data kept in it, TB in service (owned or rented), by period."""

    row: Row
    kept: dict[int, Sum] = field(default_factory=dict)
    service: dict[int, Sum] = field(default_factory=dict)


class Storing:
    """Rows and prices of storage."""

    def __init__(self, reading: Reading, money: Money, running: Running) -> None:
        self.r, self.money, self.running = reading, money, running

    def write(self, lp: Linear, needs: Needs) -> dict[tuple[str, int], Sum]:
        """Keeps what is needed at least cost; returns IT kW of storage by site and period."""
        tiers: dict[tuple[str, str], Tier] = {}
        for (place, stage, days, t), amount in needs.kept.items():
            kept = Sum()
            for row in self.r.keepers(place, stage):
                tier = tiers.setdefault((place, row["tier_id"]), Tier(row))
                more = number(row, "min_storage_days") / days if days else 1.0
                keep = lp.variable(max(1.0, more) * self._rent(row, place, t), math.inf)
                kept.add(1.0, keep)
                tier.kept.setdefault(t, Sum()).add(1.0, keep)
            lp.equal(kept.include(amount, -1.0), 0.0)
        for _, place, _ in needs.rates:
            for row in self.r.keepers(place, "hot"):
                tiers.setdefault((place, row["tier_id"]), Tier(row))
        for (place, _), tier in tiers.items():
            self._in_service(lp, place, tier, needs)
        self._bandwidth(lp, tiers, needs)
        self._traffic(lp, needs)
        return self._power(lp, tiers)

    def _rent(self, row: Row, place: str, t: int) -> Cost:
        price = number(row, "price_per_tb_month") * self.r.length
        growth = number(row, "price_change_per_year")
        return self.money.running(Tag("storage_rent", place), price, growth, t)

    def _in_service(self, lp: Linear, place: str, tier: Tier, needs: Needs) -> None:
        """Owned: bought, and as much of it switched on as is used; rented: kept, and more for bandwidth."""
        row, span = tier.row, range(self.r.periods)
        if row.get("capex_per_tb") is None:
            for t in span:
                total = Sum().include(tier.kept.get(t, Sum()), 1.0)
                if row["kind"] == "hot" and any(key[1:] == (place, t) for key in needs.rates):
                    total.add(1.0, lp.variable(self._rent(row, place, t), math.inf))
                tier.service[t] = total
            return
        orders = [lp.variable(self._bought(row, place, t), math.inf) for t in span]
        life = self.r.down(number(row, "life_months", 60))
        for t in span:
            on = lp.variable(None, math.inf)
            tier.service[t] = Sum().add(1.0, on)
            stock = Sum().add(-1.0, on)
            for ordered in range(max(0, t - life + 1), t + 1):
                stock.add(1.0, orders[ordered])
            lp.at_least(stock, 0.0)
            lp.at_most(Sum().add(-1.0, on).include(tier.kept.get(t, Sum()), 1.0), 0.0)

    def _bought(self, row: Row, place: str, t: int) -> Cost:
        m, site, growth = self.money, self.r.sites[place], number(row, "price_change_per_year")
        price = number(row, "capex_per_tb") * number(site, "landed_cost_factor", 1.0)
        months = number(row, "life_months", 60)
        life = self.r.down(months)
        cost = m.bought(Tag("storage", place), price, growth, t, [(0, 1.0)], (0, life))
        yearly = price * number(site, "property_tax_insurance_share") * self.r.length / 12
        cost = cost + m.upkeep(Tag("property_tax_insurance", place), yearly, growth, t, 0, life)
        cost = cost + m.count("storage_order", place, (row["tier_id"],), t)
        age = (self.r.periods - t) * self.r.length
        return cost - m.left(price * book_share(age, months) * (1 - m.selling), growth, t)

    def _bandwidth(self, lp: Linear, tiers: dict[tuple[str, str], Tier], needs: Needs) -> None:
        """What is read and written at once, where every hot tier of a place has a limit."""
        for (way, place, t), asked in needs.rates.items():
            hot = [row for row in self.r.tiers(place) if row["kind"] == "hot"]
            each = [row.get(f"{way}_gb_per_s_per_tb") for row in hot]
            if not asked or any(limit is None for limit in each):
                continue
            room = Sum()
            for row, limit in zip(hot, each, strict=True):
                tier = tiers.get((place, row["tier_id"]))
                if tier is not None:
                    room.include(tier.service[t], float(limit or 0.0))
            lp.at_least(room, asked)

    def _traffic(self, lp: Linear, needs: Needs) -> None:
        for (place, stage, t), moved in needs.out.items():
            row = self.r.keepers(place, stage)[0]
            growth, tag = number(row, "price_change_per_year"), Tag("egress", place)
            lp.charge(moved, self.money.running(tag, number(row, "egress_per_tb"), growth, t))
            if place in self.r.sites:
                site = self.r.sites[place]
                growth = number(site, "price_change_per_year")
                lp.charge(moved, self.money.running(tag, number(site, "egress_per_tb"), growth, t))
        for (place, stage, t), read in needs.back.items():
            row = self.r.keepers(place, stage)[0]
            growth, tag = number(row, "price_change_per_year"), Tag("retrieval", place)
            lp.charge(read, self.money.running(tag, number(row, "retrieval_per_tb"), growth, t))

    def _power(self, lp: Linear, tiers: dict[tuple[str, str], Tier]) -> dict[tuple[str, int], Sum]:
        """IT kW at sites, with its energy."""
        drawn: dict[tuple[str, int], Sum] = {}
        for (place, _), tier in tiers.items():
            kw = number(tier.row, "kw_per_tb")
            if not kw or place not in self.r.sites:
                continue
            for t, total in tier.service.items():
                load = Sum().include(total, kw)
                lp.charge(load, self.running.kw(self.r.sites[place], self.r.storage_cooling(place), t))
                drawn.setdefault((place, t), Sum()).include(load, 1.0)
        return drawn
