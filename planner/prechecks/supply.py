"""The most accelerators that can be installed or rented in a period: never less than the program allows.

Power, racks, lead times and the limits of offers count; money, fabrics and spares do not. Numbers are upper
bounds, so what exceeds them is impossible whatever else is decided.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, field

from models.plan import CloudOffer, Plan, PowerExpansion, Site
from models.plan.facility import MwBasis
from models.sizing import Sizing
from models.sizing.calendar import Calendar
from models.sizing.clusters import may_join
from models.sizing.designs import Design
from models.sizing.fleet import existing_systems, order_span
from models.sizing.orders import arrival, order_kind
from models.sizing.pools import CloudPool
from models.sizing.rates import Pool
from models.sizing.site_power import present_mw

SLACK = 1e-6
"""Relative; a need within it of the most counts as met."""


@dataclass(frozen=True, slots=True)
class Supply:
    """Upper bounds of a plan's capacity."""

    plan: Plan
    sizing: Sizing
    _known: dict[tuple[str, int], float] = field(default_factory=dict, init=False, compare=False)

    @property
    def calendar(self) -> Calendar:
        """The plan's periods."""
        return self.sizing.calendar

    def is_open(self, pool: Pool, t: int) -> bool:
        """Whether the pool can have any capacity in period t."""
        return self.most(pool, t) > 0

    def first_open(self, pools: Iterable[Pool]) -> tuple[int, Pool] | None:
        """The first period in which one of the pools can have capacity, and that pool."""
        found = [
            (next((t for t in range(self.calendar.periods) if self.is_open(pool, t)), None), pool)
            for pool in pools
        ]
        known = [(t, pool) for t, pool in found if t is not None]
        return min(known, key=lambda pair: pair[0]) if known else None

    def most(self, pool: Pool, t: int) -> float:
        """Most accelerators of one pool in period t, if nothing else stands beside it."""
        key = (pool.label, t)
        if key not in self._known:
            self._known[key] = self._most(pool, t)
        return self._known[key]

    def _most(self, pool: Pool, t: int) -> float:
        if isinstance(pool, CloudPool):
            return sum(self.offered(offer, t) for offer in pool.offers) + self.signed(pool, t)
        if pool.given:
            return self._held(pool, t) * pool.accelerators
        if not self._may_stand(pool, t):
            return 0.0
        systems = min(float(pool.max_systems), self._by_power([pool], t))
        if pool.site.racks is not None:
            systems = min(systems, pool.site.racks / pool.racks_per_system)
        return math.floor(systems * (1.0 + SLACK)) * pool.accelerators

    def _held(self, design: Design, t: int) -> float:
        """Systems of an existing cluster, or of one on order, if none of them leaves early."""
        if design.ordered is not None:
            return order_span(self.calendar, design.system, design.ordered).counted[t]
        return existing_systems(self.calendar, design, t)[0]

    def _may_stand(self, design: Design, t: int) -> bool:
        """Whether systems ordered in the plan or on order can be in service in period t."""
        first, last = design.first_order + design.service_lag, design.last_order + design.service_lag
        if first <= last and first <= t <= last + design.life - 1:
            return True
        return any(
            arrival(self.calendar, row) <= t < arrival(self.calendar, row) + design.life
            for row in self.plan.open_orders
            if may_join(self.calendar, row, design.site, design.system, design.cooling)
        )

    def signed(self, pool: CloudPool, t: int) -> float:
        """Accelerators of commitments signed before the plan in force in period t."""
        return sum(
            (row.blocks or 0) * pool.offer(row).block_accelerators
            for row in pool.signed
            if self.calendar.coverage(t, row.start, row.end) > 0
        )

    def together(self, pools: Iterable[Pool], t: int, worth: dict[str, float]) -> float:
        """Most of the sum of accelerators x worth[pool] over the pools in period t, infinite if unlimited.

        Pools at one site share its power: the best of them takes all of it.
        """
        total = 0.0
        sites: dict[str, list[Design]] = {}
        for pool in pools:
            if isinstance(pool, CloudPool):
                most = self.most(pool, t)
                total += most * worth[pool.label] if most else 0.0
            elif self.is_open(pool, t):
                sites.setdefault(pool.location, []).append(pool)
        for designs in sites.values():
            by_power = self._by_power(designs, t, worth)
            alone = sum(self.most(design, t) * worth[design.label] for design in designs)
            total += min(by_power, alone)
        return total

    def _by_power(self, designs: list[Design], t: int, worth: dict[str, float] | None = None) -> float:
        """Most systems, or worth of their accelerators, that the power of the designs' site feeds."""
        site = designs[0].site
        present, added = self.power(site, t)
        best_present = dict.fromkeys(present, 0.0)
        best_added = 0.0
        for design in designs:
            gain = 1.0 if worth is None else worth[design.label] * design.accelerators
            for basis in present:
                each = design.it_kw / 1000.0 if basis == "it" else design.facility_mw
                best_present[basis] = max(best_present[basis], gain / each)
            best_added = max(best_added, gain / design.facility_mw)
        return min(mw * best_present[basis] for basis, mw in present.items()) + added * best_added

    def power(self, site: Site, t: int) -> tuple[dict[MwBasis, float], float]:
        """Present MW by basis, and facility MW of new blocks that can be in service in t."""
        held = [row.site_id for row in self.plan.existing_fleet]
        held += [row.site_id for row in self.plan.open_orders]
        opened = site.site_id in held or t >= self.calendar.lag(site.open_lead_months)
        share = max((level.usable_share for level in self.plan.redundancy), default=1.0)
        added = 0.0
        for row in self.plan.power_expansions:
            if row.site_id == site.site_id:
                added += row.block_mw * self._blocks(row, t) * share
        present = present_mw(self.plan, self.calendar, site, t)
        return {basis: mw if opened else 0.0 for basis, mw in present.items()}, added

    def _blocks(self, row: PowerExpansion, t: int) -> int:
        """Most blocks of an option in service in t: all of them after the lead, before it those on order."""
        ordered = [
            order
            for order in self.plan.open_orders
            if order_kind(order) == "power"
            and (order.site_id, order.expansion_id) == (row.site_id, row.expansion_id)
        ]
        most = max(row.max_blocks, sum(order.quantity for order in ordered))
        earliest = 0 if row.earliest is None else max(0, row.earliest - self.calendar.start)
        if t >= self.calendar.lag(earliest) + self.calendar.lag(row.lead_months):
            return most
        return sum(order.quantity for order in ordered if arrival(self.calendar, order) <= t)

    def offered(self, offer: CloudOffer, t: int) -> float:
        """Most accelerators that an offer gives in period t."""
        limit = math.inf if offer.max_accelerators is None else offer.max_accelerators
        if offer.term != "reserved":
            on_offer = self.calendar.coverage(t, offer.available_from, offer.available_to) > 0
            return limit if on_offer else 0.0
        terms = math.ceil((offer.term_months or 0) / self.calendar.period_months)
        if not any(self._may_sign(offer, t - k) for k in range(min(terms, t + 1))):
            return 0.0
        if math.isinf(limit):
            return limit
        return float(math.floor(limit / offer.block_accelerators) * offer.block_accelerators)

    def _may_sign(self, offer: CloudOffer, t: int) -> bool:
        first = self.calendar.first_month(t)
        return (offer.available_from is None or offer.available_from <= first) and (
            offer.available_to is None or first <= offer.available_to)
