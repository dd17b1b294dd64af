"""Money over time for the enumerator: price changes, dates of payment, present value, limited sums."""

from __future__ import annotations

import math
from functools import cache
from itertools import pairwise

import numpy as np

from tests.brute.cells import Row, month, number
from tests.brute.costs import Cost
from tests.brute.linear import Linear, Sum
from tests.brute.reading import Reading
from tests.brute.tallies import CREDIT, DRAWN, Commitment, Dates, Tag, tallies

Taps = list[tuple[int, float]]
"""Payments: (periods after the order, share of the price)."""

NOBODY = Tag(CREDIT, "plan")


class Money:
    """Costs of amounts at prices of the base month: present value, and what limited sums they add to."""

    def __init__(self, reading: Reading) -> None:
        self.tallies = tallies(reading)
        self.rooms = tuple(tally.room for tally in self.tallies)
        self.grows = np.array([tally.grows for tally in self.tallies], dtype=bool)
        self.commitments = Commitment.of(reading)
        self.nothing = np.zeros(1 + len(self.tallies))
        self.paid = cache(self._paid)
        self.count = cache(self._count)
        self.periods, self.length = reading.periods, reading.length
        self.rate = number(reading.set, "discount_rate")
        self.selling = number(reading.set, "selling_cost_share")
        self.inflation = number(reading.set, "inflation_default")
        self.carbon_price = number(reading.set, "carbon_price_per_t")
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

    def _paid(self, tag: Tag, period: float, ordered: int | None = None, served: int | None = None) -> Cost:
        """Cost of one unit of money paid then; credits and penalties are no spending."""
        at = math.floor(period)
        dates = Dates(at, at if ordered is None else ordered, at if served is None else served)
        return np.array([self.worth(period), *(tally.money(tag, dates) for tally in self.tallies)])

    def _count(self, kind: str, place: str, names: tuple[str, ...], t: int) -> Cost:
        """What one unit of a decision or footprint adds to limited sums."""
        return np.array([0.0, *(tally.count(kind, place, names, t) for tally in self.tallies)])

    def credit(self, period: float) -> Cost:
        return self.paid(NOBODY, period)

    def bought(
        self, tag: Tag, price: float, growth: float, t: int, taps: Taps, held: tuple[int, float]
    ) -> Cost:
        """Something ordered in t, paid at the start of periods, with overheads as a share of it: paid with
        it, or in each period while it is `held`: (periods to service, life in periods)."""
        share = Tag("insurance", tag.place)
        paid = sum((part * self.paid(tag, t + lag, t, t + held[0]) for lag, part in taps), self.nothing)
        later = sum((part * self.paid(share, t + lag + 0.5) for lag, part in taps), self.nothing)
        kept = self.upkeep(share, price * self.on_held, growth, t, *held)
        return price * self.index(growth, t) * (paid + self.on_capex * later) + kept

    def cloud(self, tag: Tag, period: float) -> Cost:
        """One unit of money paid to a provider, with the overheads that are a share of it."""
        share = Tag("other", tag.place)
        return self.paid(tag, period) + self.on_cloud * self.paid(share, math.floor(period) + 0.5)

    def once(self, tag: Tag, amount: float, growth: float, t: int, ordered: int) -> Cost:
        """A payment at the start of period t, at the price of then, for what was ordered earlier."""
        return amount * self.index(growth, t) * self.paid(tag, t, ordered, t)

    def running(self, tag: Tag, amount: float, growth: float, t: int) -> Cost:
        """An amount spread over period t, at the price of then."""
        return amount * self.index(growth, t + 0.5) * self.paid(tag, t + 0.5)

    def penalty(self, amount: float, t: int) -> Cost:
        """A penalty for work not done in period t."""
        return amount * self.credit(t + 0.5)

    def carbon(self, place: str, tonnes: float, change: float, t: int) -> Cost:
        """Tonnes of carbon in period t, which change by the year as prices do, at the price of a tonne."""
        if not tonnes:
            return self.nothing
        each = self.count("carbon_t", place, (), t) + self.carbon_price * self.paid(
            Tag("carbon", place), t + 0.5
        )
        return tonnes * self.index(change, t + 0.5) * each

    def upkeep(
        self, tag: Tag, share_of_price: float, growth: float, t: int, first: int, life: float
    ) -> Cost:
        """A share of the price paid in t, each period from `first` after it for its life, in the horizon."""
        periods = range(t + first, int(min(t + first + life, self.periods)))
        paid = sum((self.paid(tag, at + 0.5) for at in periods), self.nothing)
        return share_of_price * self.index(growth, t) * paid

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

    def _ended(self, commitment: Commitment, t: int, amount: float) -> Cost:
        """Money short, due at the end of period t: the horizon's budgets count it there."""
        tag = Tag("spend_shortfall", commitment.row["provider"])
        cost = np.array(self.paid(tag, t + 0.5))
        cost[0] = self.worth(t + 1)
        shared = self.on_cloud * self.paid(Tag("other", tag.place), t + 0.5)
        return amount * number(commitment.row, "shortfall_share", 1.0) * (cost + shared)

    def promised_later(self) -> Cost:
        """Spending promised past the horizon, where nothing is spent."""
        cost, years = self.nothing, self.length / 12
        for one in self.commitments:
            for t, share in one.later:
                cost = cost + self._ended(one, t, float(one.row["spend_per_year"]) * share * years)
        return cost

    def settle(self, lp: Linear) -> None:
        """What is short of promised spending, and what is drawn of balances paid before."""
        at = 1
        for one in self.commitments:
            for year in one.years:
                cost = np.array(self._ended(one, year.at, 1.0))
                cost[at] -= 1.0
                lp.variable(cost, math.inf)
                at += 1
            balance = number(one.row, "prepaid_balance")
            total = Sum()
            for t, share in enumerate(one.shares) if balance else ():
                cost = -self.paid(Tag(DRAWN, one.row["provider"]), t + 0.5)
                cost[at] += 1.0
                total.add(1.0, lp.variable(cost, balance if share > 0 else 0.0))
                at += 1
            lp.at_most(total, balance)


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
