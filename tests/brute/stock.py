"""Stocks that cover a need, for the enumerator: what is ordered, arrives and lasts its life."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterator

from tests.brute.cells import Row, number
from tests.brute.costs import Cost, Ways, best
from tests.brute.money import Money, book_share, taps
from tests.brute.reading import Reading
from tests.brute.states import Counts
from tests.brute.tallies import Tag


class Stock:
    """Orders of whole things and what they cost."""

    def __init__(self, reading: Reading, money: Money) -> None:
        self.r, self.money = reading, money
        self.years = reading.length / 12

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

    def cheapest(
        self,
        most: int,
        lag: int,
        life: int,
        need: Counts,
        price: Callable[[int], Cost],
        standing: Callable[[int], Cost] | None,
        cap: float = math.inf,
        given: Counts = (),
    ) -> Ways:
        """Least cost of orders whose stock, with what is given, covers a need."""
        nothing = self.money.nothing
        given = given or (0,) * self.r.periods
        kept = [nothing if standing is None else standing(t) for t in range(self.r.periods)]
        if not any(need) and not any(given):
            return [nothing]
        prices = [price(t) if t < self.r.periods - lag else nothing for t in range(self.r.periods)]
        found: Ways = []
        for orders in self.vectors(most, 0, self.r.periods - 1 - lag):
            ordered = self.in_service(orders, lag, life)
            stock = tuple(a + b for a, b in zip(ordered, given, strict=True))
            if all(n <= s <= cap for n, s in zip(need, stock, strict=True)):
                cost = sum((n * prices[t] for t, n in enumerate(orders) if n), nothing)
                found.append(cost + sum((n * kept[t] for t, n in enumerate(stock) if n), nothing))
        return best(found)

    def built(self, tag: Tag, row: Row, price: float, t: int, lag: int, life: int, shares: Row) -> Cost:
        """Something of facilities built in t: paid, kept up and taxed at `shares` of its price a year, and
        worth its book value at the end."""
        m, growth = self.money, number(row, "price_change_per_year")
        age = (self.r.periods - t - lag) * self.r.length
        left = number(row, "recoverable_share") * book_share(age, number(row, "life_months"))
        cost = m.bought(tag, price, growth, t, taps(row, lag), (lag, life)) - m.left(price * left, growth, t)
        for term, share in shares.items():
            yearly = price * share * self.years
            cost = cost + m.upkeep(Tag(term, tag.place), yearly, growth, t, lag, life)
        return cost

    def block(self, row: Row, level: Row, site: Row, t: int) -> Cost:
        """One power block ordered in t at a redundancy level."""
        lag, life = self.r.up(number(row, "lead_months")), self.r.down(number(row, "life_months"))
        price = number(row, "block_cost") * number(level, "capex_factor")
        place = str(site["site_id"])
        shares = {"property_tax_insurance": number(site, "property_tax_insurance_share")}
        names = (row["expansion_id"], level["level_id"])
        ordered = self.money.count("power_blocks", place, names, t)
        return ordered + self.built(Tag("power_expansion", place), row, price, t, lag, life, shares)
