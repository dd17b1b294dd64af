"""Money over time for the enumerator: price changes, dates of payment, present value, hard budgets."""

from __future__ import annotations

import math
from functools import cache
from itertools import pairwise

import numpy as np

from tests.brute.cells import Row, month, number
from tests.brute.costs import Cost
from tests.brute.reading import Reading

Taps = list[tuple[int, float]]
"""Payments: (periods after the order, share of the price)."""


FOREVER = 10**6


class Money:
    """Costs of amounts at prices of the base month: present value, and spending of each hard budget."""

    def __init__(self, reading: Reading) -> None:
        self.budgets = [_budget(reading, row) for row in reading.rows("Budgets") if row["hard"]]
        self.rooms = tuple(amount for _, _, amount in self.budgets)
        self.nothing = np.zeros(1 + len(self.budgets))
        self.paid = cache(self._paid)
        self.periods, self.length = reading.periods, reading.length
        self.rate = number(reading.set, "discount_rate")
        self.selling = number(reading.set, "selling_cost_share")
        self.inflation = number(reading.set, "inflation_default")
        self.base = reading.start - month(reading.set["price_base_month"])
        on_capex = [row for row in reading.rows("Overheads") if row["driver"] == "share_of_capex"]
        self.on_capex = sum(number(row, "unit_cost") for row in on_capex if row["per"] == "once")
        self.on_held = sum(
            number(row, "unit_cost") * reading.length / {"year": 12, "month": 1}[row["per"]]
            for row in on_capex
            if row["per"] != "once"
        )
        self.on_cloud = sum(
            number(row, "unit_cost") for row in reading.rows("Overheads") if row["driver"] == "share_of_cloud"
        )

    def index(self, growth: float, period: float) -> float:
        return float((1 + growth) ** ((self.base + period * self.length) / 12))

    def worth(self, period: float) -> float:
        return float((1 + self.rate) ** (-period * self.length / 12))

    def _paid(self, nature: str, period: float) -> Cost:
        """Cost of one unit of money paid then; credits and penalties are no spending."""
        spent = [
            float(nature in natures and first <= math.floor(period) <= last)
            for natures, (first, last), _ in self.budgets
        ]
        return np.array([self.worth(period), *spent])

    def opex(self, period: float) -> Cost:
        return self.paid("opex", period)

    def credit(self, period: float) -> Cost:
        return self.paid("credit", period)

    def bought(self, price: float, growth: float, t: int, taps: Taps, held: tuple[int, float]) -> Cost:
        """Something ordered in t, paid at the start of periods, with overheads as a share of it: paid with
        it, or in each period while it is `held`: (periods to service, life in periods)."""
        paid = sum((share * self.paid("capex", t + lag) for lag, share in taps), self.nothing)
        later = sum((share * self.opex(t + lag + 0.5) for lag, share in taps), self.nothing)
        kept = self.upkeep(price * self.on_held, growth, t, *held)
        return price * self.index(growth, t) * (paid + self.on_capex * later) + kept

    def once(self, amount: float, growth: float, t: int) -> Cost:
        """A purchase at the start of period t, at the price of then."""
        return amount * self.index(growth, t) * self.paid("capex", t)

    def running(self, amount: float, growth: float, t: int) -> Cost:
        """An amount spread over period t, at the price of then."""
        return amount * self.index(growth, t + 0.5) * self.opex(t + 0.5)

    def penalty(self, amount: float, t: int) -> Cost:
        """A penalty for work not done in period t."""
        return amount * self.credit(t + 0.5)

    def upkeep(self, share_of_price: float, growth: float, t: int, first: int, life: float) -> Cost:
        """A share of the price paid in t, each period from `first` after it for its life, in the horizon."""
        span = range(t + first, int(min(t + first + life, self.periods)))
        return (
            share_of_price * self.index(growth, t) * sum((self.opex(at + 0.5) for at in span), self.nothing)
        )

    def left(self, value: float, growth: float, t: int, sold: int | None = None) -> Cost:
        """What something ordered in t brings when it is sold, else at the end, at the lower of two prices."""
        at = self.periods if sold is None else sold
        return value * min(self.index(growth, t), self.index(growth, at)) * self.credit(at)

    def resale(self, system: Row, age: int, life: float | None = None) -> float:
        """Share of price that a system of that age in months brings, selling cost taken off."""
        life = number(system, "life_months") if life is None else life
        if age < 0 or age >= life:
            return 0.0
        known = [(at, number(system, f"resale_share_{at}")) for at in (12, 24, 36, 48, 60)]
        share = known[0][1]
        for (young, high), (old, low) in pairwise(known):
            if young < age:
                share = high + (low - high) * min(1.0, (age - young) / (old - young))
        if age > 60:
            share *= (life - age) / (life - 60)
        return share * (1 - self.selling)


def _budget(reading: Reading, row: Row) -> tuple[tuple[str, ...], tuple[int, int], float]:
    """What a budget is for, its first and last period, its amount. Of capex it counts what is paid."""
    natures = {"total": ("capex", "opex"), "capex": ("capex",), "opex": ("opex",)}[row["scope"]]
    if row["period"] == "all":
        return natures, (0, FOREVER), float(row["amount"])
    a_year = 12 // reading.length
    first = (int(row["period"].removeprefix("FY")) - reading.start // 12) * a_year
    return natures, (first, first + a_year - 1), float(row["amount"])


def taps(row: Row, lag: int) -> Taps:
    """Payments of what is built: stated shares, or evenly over the lead."""
    at_order = row.get("pay_at_order_share")
    if at_order is None:
        steps = max(1, lag)
        return [(k, 1 / steps) for k in range(steps)]
    return [(0, float(at_order)), (lag, 1 - float(at_order))]


def book_share(age: int, life: float) -> float:
    """Straight-line share of a price not yet written off; 0 for what is not there yet."""
    return 0.0 if age < 0 else max(0.0, 1 - age / life)
