"""What stands, for the enumerator: cost of systems, fabrics, cooling, power and sites in use.

Every quantity is a tuple over periods. Stocks that only have to cover a need (fabrics, modules, plants) are
enumerated on their own: nothing else depends on which order covers it.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterable, Iterator
from functools import cache

from tests.brute.cells import EPS, Row, number
from tests.brute.costs import Cost, Ways, best, together
from tests.brute.held import Held
from tests.brute.money import Money, book_share, taps
from tests.brute.reading import Cloud, Design, Reading, fan_factor
from tests.brute.states import Counts, Vintages
from tests.brute.wiring import Parts


class Standing:
    """Costs of what is bought and of what it takes to keep it."""

    def __init__(self, reading: Reading, money: Money) -> None:
        self.r, self.money = reading, money
        self.held = Held(reading, money)
        self.years = reading.length / 12
        self.orders = cache(self._orders)
        self.fabric = cache(self._fabric)
        self.site = cache(self._site)
        self.cooling = cache(self._cooling)

    def in_service(self, orders: Counts, lag: int, life: int) -> Counts:
        """What has arrived and is within its life, by period."""
        return tuple(
            sum(n for at, n in enumerate(orders) if at + lag <= t < at + lag + life)
            for t in range(self.r.periods)
        )

    def vectors(self, most: int, first: int, last: int) -> Iterator[Counts]:
        """All orders of 0 … most in each period from first to last."""
        choices = [range(most + 1) if first <= t <= last else range(1) for t in range(self.r.periods)]
        return itertools.product(*choices)

    def fleets(self, design: Design) -> list[tuple[Vintages, Counts]]:
        """Every (vintages, systems in service) of a design."""
        if design.given is not None:
            return list(self.held.fleets(design))
        found = []
        for vintages in self._vintages(design):
            there = tuple(
                sum(n for at, held, n in vintages if at + design.service <= t < at + design.service + held)
                for t in range(self.r.periods)
            )
            if max(there) <= design.most:
                found.append((vintages, there))
        return found

    def _vintages(self, design: Design) -> Iterator[Vintages]:
        """All orders of a design, each system held to the end of its life or sold at an age."""
        held = [[design.life]] * self.r.periods
        if self.r.set.get("early_retirement"):
            ages = [m // self.r.length for m in range(24, design.life * self.r.length, 12)]
            ages = [k for k in ages if k * self.r.length % 12 == 0]
            last = self.r.periods - design.service
            held = [[design.life, *(k for k in ages if t + k < last)] for t in range(self.r.periods)]
        options = [(t, k) for t in range(design.first, design.last + 1) for k in held[t]]
        for counts in itertools.product(range(design.most + 1), repeat=len(options)):
            yield tuple((t, k, n) for (t, k), n in zip(options, counts, strict=True) if n)

    def energy_price(self, design: Design, t: int) -> Cost:
        """Present value of one IT kW through period t."""
        kwh = self.r.hours * number(design.place, "pue_annual") * number(design.site, "energy_price_kwh")
        return self.money.running(kwh, number(design.site, "price_change_per_year"), t)

    def charge(self, site: Row, t: int) -> Cost:
        """Present value of the demand charge on one kW of billed peak in period t."""
        price = number(site, "demand_charge_kw_month") * self.r.length
        return self.money.running(price, number(site, "price_change_per_year"), t)

    def _orders(self, design: Design, vintages: Vintages, there: Counts) -> Cost:
        """Systems ordered and in service, idle all the time."""
        m, system, site = self.money, design.system, design.site
        landed = number(system, "price_per_system") * number(site, "landed_cost_factor", 1.0)
        growth = number(system, "price_change_per_year")
        upkeep = number(system, "maintenance_share_per_year")
        cost = self.held.value(design, vintages, there) if design.given is not None else m.nothing
        for t, held, n in vintages if design.given is None else ():
            cost = cost + n * self._vintage(design, landed, t, held)
        broken = (
            number(system, "hard_failures_per_accelerator_year")
            * number(system, "replacement_cost_share")
            * self.years
        )
        full = number(system, "max_kw_per_system") * fan_factor(system, design.cooling)
        idle = full * number(system, "idle_share")
        for t, n in enumerate(there):
            each = m.running(landed * broken, growth, t) + idle * self.energy_price(design, t)
            if design.given is not None:
                each += m.running(landed * upkeep * self.years, 0.0, t)
                each += design.switch_kw * self.energy_price(design, t)
            billed = number(design.place, "pue_annual") * (idle + design.switch_kw)
            each += billed * self.charge(site, t)
            cost = cost + n * each
        return cost

    def _vintage(self, design: Design, landed: float, t: int, held: int) -> Cost:
        """A system ordered in t and in service for so many periods: bought, kept up and sold."""
        m, system = self.money, design.system
        growth = number(system, "price_change_per_year")
        at_order, at_delivery = number(system, "pay_at_order_share"), number(system, "pay_at_delivery_share")
        paid = [(0, at_order), (design.delivery, at_delivery), (design.service, 1 - at_order - at_delivery)]
        taxed = number(system, "maintenance_share_per_year")
        taxed += number(design.site, "property_tax_insurance_share")
        each = m.bought(landed, growth, t, paid, (design.service, held))
        each += m.once(number(system, "deploy_cost_per_system"), m.inflation, t + design.service)
        each += m.upkeep(landed * taxed * self.years, growth, t, design.service, held)
        gone = t + design.service + held
        if held < design.life:
            return each - m.left(landed * m.resale(system, held * self.r.length), growth, t, gone)
        age = (self.r.periods - t - design.service) * self.r.length
        return each - m.left(landed * m.resale(system, age), growth, t)

    def _cheapest(
        self,
        most: int,
        lag: int,
        life: int,
        need: Counts,
        first: int,
        price: Callable[[int], Cost],
        standing: Callable[[int], Cost] | None,
        cap: float = math.inf,
    ) -> Ways:
        """Least cost of orders from period `first` on whose stock covers a need."""
        nothing = self.money.nothing
        if not any(need):
            return [nothing]
        prices = [price(t) if first <= t < self.r.periods - lag else nothing for t in range(self.r.periods)]
        kept = [nothing if standing is None else standing(t) for t in range(self.r.periods)]
        found: Ways = []
        for orders in self.vectors(most, first, self.r.periods - 1 - lag):
            stock = self.in_service(orders, lag, life)
            if all(n <= s <= cap for n, s in zip(need, stock, strict=True)):
                cost = sum((n * prices[t] for t, n in enumerate(orders) if n), nothing)
                found.append(cost + sum((n * kept[t] for t, n in enumerate(stock) if n), nothing))
        return best(found)

    def _fabric(self, design: Design, there: Counts, gangs: Counts) -> Ways:
        """Fabrics and scalable units for the systems in service and for so many fabrics that gangs fill."""
        if design.given is not None:
            watched = [self.overhead(design, "per_cluster", t) for t, n in enumerate(there) if n]
            return [sum(watched, self.money.nothing)] if max(gangs) <= 1 else []
        fabric = design.fabric
        fabrics = tuple(max(g, math.ceil(n / design.planned)) for n, g in zip(there, gangs, strict=True))
        units = tuple(math.ceil(n / design.unit_systems) for n in there)
        lag = self.r.up(number(fabric, "lead_months"))
        life = self.r.down(number(fabric, "life_months"))
        earliest = max(design.first_service, lag)

        def standing(parts: Parts, per_fabric: bool) -> Callable[[int], Cost]:
            def cost(t: int) -> Cost:
                if t < earliest:
                    return self.money.nothing
                power = parts.kw(fabric) * self.energy_price(design, t)
                return power + (self.overhead(design, "per_cluster", t) if per_fabric else self.money.nothing)

            return cost

        def price(parts: Parts) -> Callable[[int], Cost]:
            return lambda t: self._fabric_price(design, parts, t, lag, life)

        copies = design.copies
        pieces = ((design.opening, 1, fabrics, True), (design.unit, design.units, units, False))
        return together(
            *(
                self._cheapest(
                    copies * each, lag, life, need, 0, price(parts), standing(parts, counted), copies * each
                )
                for parts, each, need, counted in pieces
            )
        )

    def _fabric_price(self, design: Design, parts: Parts, t: int, lag: int, life: int) -> Cost:
        m, fabric = self.money, design.fabric
        included = "nics" in str(design.system.get("price_includes") or "").split(",")
        goods = parts.switches * number(fabric, "switch_price")
        goods += 2 * parts.cables * number(fabric, "transceiver_price")
        goods += parts.cables * number(fabric, "cable_price")
        goods += 0.0 if included else parts.nics * number(fabric, "nic_price")
        beside = 1 + number(fabric, "storage_network_share") + number(fabric, "management_network_share")
        goods *= beside * number(design.site, "landed_cost_factor", 1.0)
        labour = parts.cables * number(fabric, "cabling_labour_per_cable") * beside
        growth = number(fabric, "price_change_per_year")
        age = (self.r.periods - t - lag) * self.r.length
        left = number(fabric, "recoverable_share") * book_share(age, number(fabric, "life_months"))
        taxed = number(design.site, "property_tax_insurance_share")
        kept = goods * (number(fabric, "maintenance_share_per_year") + taxed) * self.years
        return (
            m.bought(goods + labour, growth, t, taps(fabric, lag), (lag, life))
            + m.upkeep(kept, growth, t, lag, life)
            - m.left(goods * left, growth, t)
        )

    def overhead(self, design: Design, driver: str, t: int) -> Cost:
        """Yearly overheads of one unit of a driver at a design's site, without those with a minimum."""
        prices = [
            self.overhead_price(row, design.site, t)
            for row in self.r.rows("Overheads")
            if row["driver"] == driver
            and not number(row, "amount_minimum")
            and row["scope"] in ("all", "own", design.location)
        ]
        return sum(prices, self.money.nothing)

    def overhead_price(self, row: Row, site: Row | None, t: int) -> Cost:
        """Present value of one unit of an overhead's driver in period t."""
        covered = self.r.share(t, row.get("from"), row.get("to"))
        index = 1.0
        if site is not None and row["index"] != "none":
            index = number(site, f"{row['index']}_index", 1.0)
        length = {"year": self.years, "month": self.r.length}[row["per"]]
        amount = number(row, "unit_cost") * length * index * covered
        return self.money.running(amount, number(row, "price_change_per_year"), t)

    def per_rented_accelerator(self, cloud: Cloud, t: int) -> Cost:
        """Overheads of one rented accelerator in period t."""
        prices = [
            self.overhead_price(row, None, t)
            for row in self.r.rows("Overheads")
            if row["driver"] == "per_accelerator" and row["scope"] in ("all", "cloud", cloud.location)
        ]
        return sum(prices, self.money.nothing)

    def plan_wide(self) -> Cost:
        """Overheads, leases and signed commitments that no decision moves."""
        cost = self.held.owed()
        for t in range(self.r.periods):
            for row in self.r.rows("Overheads"):
                if row["driver"] == "fixed":
                    cost = cost + self.overhead_price(row, None, t)
            for cloud in self.r.clouds:
                cost = cost + self.held.in_force(cloud, t) * self.per_rented_accelerator(cloud, t)
        return cost

    def _site(self, name: str, fleet: tuple[tuple[str, Counts], ...], from_blocks: int) -> Ways:
        """Site in use, cooling, rent and overheads for systems in service by design."""
        site = next(row for row in self.r.rows("Sites") if row["site_id"] == name)
        designs = [(self.r.pools[label], there) for label, there in fleet]
        span = range(self.r.periods)
        pairs = [(d, there) for d, there in designs if isinstance(d, Design)]
        if site.get("racks") is not None and any(
            sum(there[t] / d.per_rack for d, there in pairs) > float(site["racks"]) + EPS for t in span
        ):
            return []
        rent = self._rent(site, [sum(d.it_kw * there[t] for d, there in pairs) for t in span])
        cooling = self.cooling(name, fleet)
        used = [t for t in span if any(there[t] for _, there in pairs)]
        needed = min([from_blocks, *used])
        if any(d.given is not None for d, _ in pairs):
            return together(cooling, [rent + self._in_use(site, pairs, 0)])
        lead = self.r.up(number(site, "open_lead_months"))
        growth = number(site, "price_change_per_year")
        ways = [] if needed < self.r.periods else [self._in_use(site, pairs, self.r.periods)]
        for opened in range(self.r.periods - lead):
            if opened + lead <= needed:
                ways.append(
                    self.money.bought(number(site, "open_cost"), growth, opened, [(0, 1.0)], (lead, math.inf))
                    + self._in_use(site, pairs, opened + lead)
                )
        return together(cooling, [rent], best(ways))

    def _in_use(self, site: Row, pairs: Iterable[tuple[Design, Counts]], first: int) -> Cost:
        pairs, growth, cost = list(pairs), number(site, "price_change_per_year"), self.money.nothing
        for t in range(self.r.periods):
            on = t >= first
            if on:
                cost = cost + self.money.running(number(site, "fixed_cost_per_year") * self.years, growth, t)
            for row in self.r.rows("Overheads"):
                if row["scope"] not in ("all", "own", site["site_id"]):
                    continue
                amount = {
                    "per_site": float(on),
                    "per_system": sum(there[t] for _, there in pairs),
                    "per_accelerator": sum(d.accelerators * there[t] for d, there in pairs),
                    "per_mw": sum(d.it_kw / 1000 * there[t] for d, there in pairs),
                    "per_rack": sum(there[t] / d.per_rack for d, there in pairs),
                }.get(row["driver"], 0.0)
                least = number(row, "amount_minimum") if on and row["driver"] != "per_cluster" else 0.0
                if row["driver"] not in ("fixed", "share_of_capex", "share_of_cloud", "per_cluster"):
                    cost = cost + max(amount, least) * self.overhead_price(row, site, t)
        return cost

    def _rent(self, site: Row, load: list[float]) -> Cost:
        price = number(site, "rent_per_kw_month") * self.r.length if site["kind"] == "colo" else 0.0
        cost, contracted = self.money.nothing, 0.0
        for t, kw in enumerate(load):
            contracted = max(contracted, kw) if site["rent_basis"] == "contracted" else kw
            cost = cost + self.money.running(price * contracted, number(site, "price_change_per_year"), t)
        return cost

    def _cooling(self, name: str, fleet: tuple[tuple[str, Counts], ...]) -> Ways:
        site = next(row for row in self.r.rows("Sites") if row["site_id"] == name)
        places = [row for row in self.r.rows("SiteCooling") if row["site_id"] == name]
        kinds = {row["cooling_id"]: row for row in self.r.rows("Cooling")}
        air = next((kinds[p["cooling_id"]] for p in places if kinds[p["cooling_id"]]["kind"] == "air"), None)
        plants = [self._plant(site, place, kinds[place["cooling_id"]], air, fleet) for place in places]
        return together([self.money.nothing], *plants)

    def _plant(
        self, site: Row, place: Row, cooling: Row, air: Row | None, fleet: tuple[tuple[str, Counts], ...]
    ) -> Ways:
        """Modules and plant of one technology at a site."""
        need = []
        for t in range(self.r.periods):
            kw = -number(place, "existing_kw")
            for label, there in fleet:
                design = self.r.pools[label]
                assert isinstance(design, Design)
                kw += design.heat(cooling, air) * there[t]
            need.append(max(0, math.ceil(kw / number(cooling, "module_kw") - EPS)))
        factor = number(place, "cost_factor", 1.0) * number(site, "construction_index", 1.0)
        tax = number(site, "property_tax_insurance_share")
        lag, life = self.r.up(number(cooling, "lead_months")), self.r.down(number(cooling, "life_months"))

        def price(column: str) -> Callable[[int], Cost]:
            cost = factor * number(cooling, column)
            taxed = {**cooling, "share": number(cooling, "maintenance_share_per_year") + tax}
            return lambda t: self._built(taxed, cost, t, lag, life, "share")

        cost = self._cheapest(max(need), lag, life, tuple(need), 0, price("module_cost"), None)
        if number(cooling, "plant_cost") and not number(place, "existing_kw"):
            plants = tuple(1 if n else 0 for n in need)
            cost = together(cost, self._cheapest(1, lag, life, plants, 0, price("plant_cost"), None))
        return cost

    def _built(self, row: Row, price: float, t: int, lag: int, life: int, upkeep: str) -> Cost:
        """Present value of something built in t: paid, kept up, and worth its book value at the end."""
        m, growth = self.money, number(row, "price_change_per_year")
        age = (self.r.periods - t - lag) * self.r.length
        left = number(row, "recoverable_share") * book_share(age, number(row, "life_months"))
        kept = price * number(row, upkeep) * self.years
        return (
            m.bought(price, growth, t, taps(row, lag), (lag, life))
            + m.upkeep(kept, growth, t, lag, life)
            - m.left(price * left, growth, t)
        )

    def block(self, row: Row, level: Row, site: Row, t: int) -> Cost:
        """Present value of one power block ordered in t at a redundancy level."""
        taxed = {**row, "share": number(site, "property_tax_insurance_share")}
        lag, life = self.r.up(number(row, "lead_months")), self.r.down(number(row, "life_months"))
        return self._built(
            taxed, number(row, "block_cost") * number(level, "capex_factor"), t, lag, life, "share"
        )
