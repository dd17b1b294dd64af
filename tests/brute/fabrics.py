"""Fabrics and their scalable units, for the enumerator."""

from __future__ import annotations

import math
from collections.abc import Callable

from tests.brute.cells import number
from tests.brute.costs import Cost, Ways, together
from tests.brute.money import Money, book_share, taps
from tests.brute.pools import Design
from tests.brute.reading import Reading
from tests.brute.running import Running
from tests.brute.states import Counts
from tests.brute.stock import Stock
from tests.brute.tallies import Tag
from tests.brute.wiring import Parts


class Fabrics:
    """What a design's network costs."""

    def __init__(self, reading: Reading, money: Money, stock: Stock, running: Running) -> None:
        self.r, self.money, self.stock, self.running = reading, money, stock, running

    def cost(self, design: Design, there: Counts, gangs: Counts, on_order: Counts) -> Ways:
        """Fabrics and units for the systems in service and for so many fabrics that gangs fill; `on_order`:
        fabrics of open orders in service."""
        if design.stands:
            watched = [self.running.overhead(design, "per_cluster", t) for t, n in enumerate(there) if n]
            return [sum(watched, self.money.nothing)] if max(gangs) <= 1 else []
        fabric = design.fabric
        fabrics = tuple(max(g, math.ceil(n / design.planned)) for n, g in zip(there, gangs, strict=True))
        units = tuple(math.ceil(n / design.unit_systems) for n in there)
        lag = self.r.up(number(fabric, "lead_months"))
        life = self.r.down(number(fabric, "life_months"))
        arrivals = [t for t, n in enumerate(on_order) if n]
        earliest = max(design.first_service, min([lag, *arrivals]))

        def standing(parts: Parts, per_fabric: bool) -> Callable[[int], Cost]:
            def cost(t: int) -> Cost:
                if t < earliest:
                    return self.money.nothing
                power = parts.kw(fabric) * self.running.energy_price(design, t)
                watched = self.running.overhead(design, "per_cluster", t)
                return power + (watched if per_fabric else self.money.nothing)

            return cost

        def price(parts: Parts) -> Callable[[int], Cost]:
            return lambda t: self._price(design, parts, t, lag, life)

        pieces = ((design.opening, 1, fabrics, True), (design.unit, design.units, units, False))
        return together(
            *(
                self.stock.cheapest(
                    design.copies * each,
                    lag,
                    life,
                    need,
                    price(parts),
                    standing(parts, counted),
                    design.copies * each,
                    tuple(n * each for n in on_order),
                )
                for parts, each, need, counted in pieces
            )
        )

    def _price(self, design: Design, parts: Parts, t: int, lag: int, life: int) -> Cost:
        m, fabric, place = self.money, design.fabric, design.location
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
        cost = m.bought(Tag("fabric", place), goods + labour, growth, t, taps(fabric, lag), (lag, life))
        for term, share in (
            ("maintenance", number(fabric, "maintenance_share_per_year")),
            ("property_tax_insurance", number(design.site, "property_tax_insurance_share")),
        ):
            yearly = goods * share * self.r.length / 12
            cost = cost + m.upkeep(Tag(term, place), yearly, growth, t, lag, life)
        return cost - m.left(goods * left, growth, t)
