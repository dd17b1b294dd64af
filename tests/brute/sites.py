"""Sites, for the enumerator: opened, in use, left; their rent, overheads and cooling."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from typing import NamedTuple

from tests.brute.cells import EPS, Row, month, number
from tests.brute.costs import Cost, Ways, best, together
from tests.brute.money import Money
from tests.brute.pools import Design
from tests.brute.reading import Reading
from tests.brute.running import COUNTED, Running
from tests.brute.states import Counts
from tests.brute.stock import Stock
from tests.brute.tallies import Tag

Placed = tuple[tuple[str, Counts], ...]
"""Systems in service by design."""


class Stay(NamedTuple):
    """A way to open and leave a site: cost, periods in use, period of leaving (never: past the end), first
    period and months of a shortest stay that is not left."""

    cost: Cost
    on: tuple[bool, ...]
    closed: int
    first: int = 0
    months: float = 0.0


class Sites:
    """Ways to use a site for the systems in service there."""

    def __init__(self, reading: Reading, money: Money, stock: Stock, running: Running) -> None:
        self.r, self.money, self.stock, self.running = reading, money, stock, running
        self.years = reading.length / 12
        self.cooling = cache(self._cooling)

    def ways(self, name: str, fleet: Placed, ready: frozenset[int]) -> Ways:
        """Site in use, cooling, rent and overheads; `ready`: periods in which new power blocks arrive."""
        site = self.r.sites[name]
        span = range(self.r.periods)
        pairs = [(d, there) for d, there in ((self.r.design(label), there) for label, there in fleet)]
        if site.get("racks") is not None and any(
            sum(there[t] / d.per_rack for d, there in pairs) > float(site["racks"]) + EPS for t in span
        ):
            return []
        load = [sum(d.it_kw * there[t] for d, there in pairs) for t in span]
        needed = {t for t in span if any(there[t] for _, there in pairs)} | ready
        found = [
            stay.cost
            + self._rent(site, load, stay.closed)
            + self._in_use(site, pairs, stay.on)
            + self._owed(site, stay, load)
            for stay in self._stays(site)
            if all(stay.on[t] for t in needed)
        ]
        return together(self.cooling(name, fleet), best(found)) if found else []

    def _stays(self, site: Row) -> Iterator[Stay]:
        """Every way to open and leave a site."""
        m, name, growth = self.money, site["site_id"], number(site, "price_change_per_year")
        last, lead = self.r.periods, self.r.up(number(site, "open_lead_months"))
        stay = number(site, "minimum_stay_months")
        closable = stay > 0 or number(site, "decommission_cost") > 0

        def left(t: int) -> Cost:
            paid = m.once(Tag("decommission", name), number(site, "decommission_cost"), growth, t, t)
            return paid + m.count("close_site", name, (), t)

        if self._held(site):
            months = self._left_of_stay(site, stay)
            yield Stay(m.nothing, (True,) * last, last, 0, months)
            for closed in range(max(0, self.r.up(months)), last) if closable else ():
                yield Stay(left(closed), tuple(t < closed for t in range(last)), closed)
            return
        yield Stay(m.nothing, (False,) * last, last)
        for opened in range(last - lead):
            price = number(site, "open_cost")
            cost = m.bought(
                Tag("site_opening", name), price, growth, opened, [(0, 1.0)], (lead, math.inf)
            ) + m.count("open_site", name, (), opened)
            first = opened + lead
            yield Stay(cost, tuple(t >= first for t in range(last)), last, first, stay)
            for closed in range(first + max(1, self.r.up(stay)), last) if closable else ():
                yield Stay(cost + left(closed), tuple(first <= t < closed for t in range(last)), closed)

    def _held(self, site: Row) -> bool:
        rows = [*self.r.rows("ExistingFleet"), *self.r.rows("OpenOrders")]
        return any(row["site_id"] == site["site_id"] for row in rows)

    def _left_of_stay(self, site: Row, stay: float) -> float:
        """Months for which a site with a fleet must be kept: its stay began with its oldest system."""
        fleet = [row for row in self.r.rows("ExistingFleet") if row["site_id"] == site["site_id"]]
        return min([self.r.start, *(month(row["in_service"]) for row in fleet)]) + stay - self.r.start

    def _owed(self, site: Row, stay: Stay, load: list[float]) -> Cost:
        """Fixed cost and contracted rent past the horizon, to the end of the shortest stay."""
        cost, name, growth = self.money.nothing, site["site_id"], number(site, "price_change_per_year")
        rent = number(site, "rent_per_kw_month") * self.r.length if site["kind"] == "colo" else 0.0
        kw = max(load) if site["rent_basis"] == "contracted" else 0.0
        fixed = number(site, "fixed_cost_per_year") * self.years
        for t in range(self.r.periods, stay.first + self.r.up(stay.months)):
            share = min(1.0, stay.months / self.r.length - (t - stay.first))
            cost = cost + self.money.running(Tag("site_fixed", name), share * fixed, growth, t)
            cost = cost + self.money.running(Tag("colocation_rent", name), share * rent * kw, growth, t)
        return cost

    def _in_use(self, site: Row, pairs: Iterable[tuple[Design, Counts]], on: tuple[bool, ...]) -> Cost:
        pairs, growth, cost = list(pairs), number(site, "price_change_per_year"), self.money.nothing
        name = site["site_id"]
        for t, active in enumerate(on):
            if active:
                fixed = number(site, "fixed_cost_per_year") * self.years
                cost = cost + self.money.running(Tag("site_fixed", name), fixed, growth, t)
                cost = cost + self.money.count("site_active", name, (), t)
            for row in self.r.rows("Overheads"):
                if row["scope"] not in ("all", "own", name):
                    continue
                amount = {
                    "per_site": float(active),
                    "per_system": sum(there[t] for _, there in pairs),
                    "per_accelerator": sum(d.accelerators * there[t] for d, there in pairs),
                    "per_mw": sum(d.it_kw / 1000 * there[t] for d, there in pairs),
                    "per_rack": sum(there[t] / d.per_rack for d, there in pairs),
                }.get(row["driver"], 0.0)
                least = number(row, "amount_minimum") if active and row["driver"] != "per_cluster" else 0.0
                if row["driver"] not in COUNTED:
                    cost = cost + max(amount, least) * self.running.overhead_price(row, site, name, t)
        return cost

    def _rent(self, site: Row, load: list[float], closed: int) -> Cost:
        price = number(site, "rent_per_kw_month") * self.r.length if site["kind"] == "colo" else 0.0
        cost, contracted = self.money.nothing, 0.0
        tag = Tag("colocation_rent", site["site_id"])
        for t, kw in enumerate(load):
            kept = site["rent_basis"] == "contracted" and t != closed
            contracted = max(contracted, kw) if kept else kw
            growth = number(site, "price_change_per_year")
            cost = cost + self.money.running(tag, price * contracted, growth, t)
        return cost

    def _cooling(self, name: str, fleet: Placed) -> Ways:
        site = self.r.sites[name]
        places = [row for row in self.r.rows("SiteCooling") if row["site_id"] == name]
        kinds = {row["cooling_id"]: row for row in self.r.rows("Cooling")}
        air = next((kinds[p["cooling_id"]] for p in places if kinds[p["cooling_id"]]["kind"] == "air"), None)
        plants = [self._plant(site, place, kinds[place["cooling_id"]], air, fleet) for place in places]
        return together([self.money.nothing], *plants)

    def _plant(self, site: Row, place: Row, cooling: Row, air: Row | None, fleet: Placed) -> Ways:
        """Modules and plant of one technology at a site."""
        need = []
        for t in range(self.r.periods):
            kw = -number(place, "existing_kw")
            for label, there in fleet:
                kw += self.r.design(label).heat(cooling, air) * there[t]
            need.append(max(0, math.ceil(kw / number(cooling, "module_kw") - EPS)))
        factor = number(place, "cost_factor", 1.0) * number(site, "construction_index", 1.0)
        lag, life = self.r.up(number(cooling, "lead_months")), self.r.down(number(cooling, "life_months"))
        tag = Tag("cooling_plant", site["site_id"])
        shares = {
            "maintenance": number(cooling, "maintenance_share_per_year"),
            "property_tax_insurance": number(site, "property_tax_insurance_share"),
        }

        def price(column: str) -> Callable[[int], Cost]:
            cost = factor * number(cooling, column)
            return lambda t: self.stock.built(tag, cooling, cost, t, lag, life, shares)

        cost = self.stock.cheapest(max(need), lag, life, tuple(need), price("module_cost"), None)
        if number(cooling, "plant_cost") and not number(place, "existing_kw"):
            plants = tuple(1 if n else 0 for n in need)
            cost = together(cost, self.stock.cheapest(1, lag, life, plants, price("plant_cost"), None))
        return cost
