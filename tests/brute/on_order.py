"""Open orders, for the enumerator: kept or cancelled, what they bring, what is still due."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

from tests.brute.cells import Row, month, number
from tests.brute.costs import Cost
from tests.brute.money import Money, book_share
from tests.brute.pools import Design
from tests.brute.reading import Reading
from tests.brute.states import Counts
from tests.brute.tallies import Tag

Kept = frozenset[str]
"""Open orders that are not cancelled."""


class OnOrder:
    """Ways to keep open orders."""

    def __init__(self, reading: Reading, money: Money) -> None:
        self.r, self.money = reading, money
        self.rows = list(reading.rows("OpenOrders"))

    def ways(self) -> Iterator[tuple[Cost, Kept]]:
        """Every choice of orders to keep, with what they cost."""
        choices = [[row, None] if self._cancellable(row) else [row] for row in self.rows]
        for picked in itertools.product(*choices):
            cost = self.money.nothing
            for row, kept in zip(self.rows, picked, strict=True):
                cost = cost + (self._fee(row) if kept is None else self._kept(row))
            yield cost, frozenset(row["order_id"] for row in picked if row is not None)

    def _cancellable(self, row: Row) -> bool:
        until = row.get("cancellable_until")
        return until is not None and month(until) >= self.r.start and self.r.arrival(row) < self.r.periods

    def _fee(self, row: Row) -> Cost:
        fee = number(row, "cancel_fee")  # what was paid before is lost without a fee
        counted = self.money.count("cancel_order", row["site_id"], (row["order_id"],), 0)
        return counted + fee * self.money.paid(Tag("cancellation", row["site_id"]), 0)

    def _thing(self, row: Row) -> tuple[str, Row]:
        """Term of what is ordered, and its row in the catalogue."""
        if row.get("system_id"):
            return "systems", self.r.systems[row["system_id"]]
        if row.get("expansion_id"):
            of_site = self.r.expansions(row["site_id"])
            return "power_expansion", next(e for e in of_site if e["expansion_id"] == row["expansion_id"])
        return "fabric", next(f for f in self.r.rows("Fabrics") if f["fabric_id"] == row["fabric_id"])

    def _due(self, row: Row, system: Row) -> list[tuple[int, float]]:
        """(period, money) still to be paid within the horizon."""
        unpaid = max(0.0, number(row, "total_price") - number(row, "paid_to_date"))
        accepted = number(row, "pay_on_acceptance")
        at_delivery = min(unpaid, number(row, "pay_on_delivery", max(0.0, unpaid - accepted)))
        delivered = month(row["in_service"]) - int(number(system, "acceptance_months"))
        first = max(0, (delivered - self.r.start) // self.r.length)
        due = [(first, at_delivery), (self.r.arrival(row), unpaid - at_delivery)]
        return [(t, money) for t, money in due if t < self.r.periods]

    def _kept(self, row: Row) -> Cost:
        r, m = self.r, self.money
        term, thing = self._thing(row)
        site, arrival, total = r.sites[row["site_id"]], r.arrival(row), number(row, "total_price")
        place = row["site_id"]
        share = Tag("insurance", place)
        cost = m.count("open_order", place, (row["order_id"],), 0)
        for t, money in self._due(row, thing if term == "systems" else {}):
            cost = cost + money * m.paid(Tag(term, place), t, 0, arrival)
            cost = cost + money * m.on_capex * m.paid(share, t + 0.5)
        if arrival >= r.periods:
            return cost
        life = r.down(number(thing, "life_months"))
        taxed = number(site, "property_tax_insurance_share")
        upkeep = number(thing, "maintenance_share_per_year")
        for t in range(arrival, min(r.periods, arrival + life)):
            for name, yearly in (("maintenance", upkeep), ("property_tax_insurance", taxed)):
                cost = cost + total * yearly * r.length / 12 * m.paid(Tag(name, place), t + 0.5)
            cost = cost + total * m.on_held * m.paid(share, t + 0.5)
        age = r.start + r.periods * r.length - max(r.start, month(row["in_service"]))
        if term != "systems":
            left = book_share(age, number(thing, "life_months")) * number(thing, "recoverable_share")
            return cost - total * left * m.credit(r.periods)
        deployed: float = number(thing, "deploy_cost_per_system") * row["quantity"]
        cost = cost + m.once(Tag("deployment", place), deployed, m.inflation, arrival, 0)
        new: float = number(thing, "price_per_system") * number(site, "landed_cost_factor", 1.0)
        new *= row["quantity"]
        new *= m.index(number(thing, "price_change_per_year"), r.periods)
        return cost - min(total, new) * m.resale(thing, age) * m.credit(r.periods)

    def joinable(self, design: Design) -> list[Row]:
        """Orders of systems that may go into a new cluster of the design."""
        return [
            row
            for row in self.rows
            if row.get("system_id")
            and not row.get("fabric_id")
            and (row["site_id"], row["system_id"]) == (design.location, design.system["system_id"])
            and row.get("cooling_id") in (None, design.cooling["cooling_id"])
            and self.r.arrival(row) < self.r.periods
        ]

    def fabrics(self, design: Design) -> list[Row]:
        """Orders of fabrics alone that may serve a new cluster of the design."""
        return [
            row
            for row in self.rows
            if not row.get("system_id")
            and not row.get("expansion_id")
            and (row["site_id"], row["fabric_id"]) == (design.location, design.fabric["fabric_id"])
            and self.r.arrival(row) < self.r.periods
        ]

    def blocks(self, expansion: Row, kept: Kept) -> Counts:
        """Power blocks of kept orders in service, by period."""
        life = self.r.down(number(expansion, "life_months"))
        rows = [row for row in self._power(expansion) if row["order_id"] in kept]
        return tuple(
            sum(row["quantity"] for row in rows if self.r.arrival(row) <= t < self.r.arrival(row) + life)
            for t in range(self.r.periods)
        )

    def signed_blocks(self, expansion: Row, kept: Kept) -> tuple[int, int]:
        """Blocks on order: all of them, and those kept."""
        rows = self._power(expansion)
        return sum(row["quantity"] for row in rows), sum(
            row["quantity"] for row in rows if row["order_id"] in kept
        )

    def _power(self, expansion: Row) -> list[Row]:
        at = (expansion["site_id"], expansion["expansion_id"])
        return [row for row in self.rows if (row["site_id"], row.get("expansion_id")) == at]
