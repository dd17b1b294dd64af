"""What stands, for the enumerator: systems, fabrics, power and sites, each with the ways to have it.

Every quantity is a tuple over periods. Stocks that only have to cover a need (fabrics, modules, plants) are
enumerated on their own: nothing else depends on which order covers it.
"""

from __future__ import annotations

from functools import cache

from tests.brute.costs import Cost
from tests.brute.fabrics import Fabrics
from tests.brute.held import Held
from tests.brute.money import Money
from tests.brute.on_order import OnOrder
from tests.brute.reading import Reading
from tests.brute.running import Running
from tests.brute.sites import Sites
from tests.brute.stock import Stock
from tests.brute.systems import Systems


class Standing:
    """Costs of what is bought and of what it takes to keep it."""

    def __init__(self, reading: Reading, money: Money) -> None:
        self.r, self.money = reading, money
        self.stock = Stock(reading, money)
        self.running = Running(reading, money)
        self.held = Held(reading, money)
        self.on_order = OnOrder(reading, money)
        self.systems = Systems(reading, money, self.running, self.held, self.on_order)
        self.orders = cache(self.systems.cost)
        self.fabric = cache(Fabrics(reading, money, self.stock, self.running).cost)
        self.site = cache(Sites(reading, money, self.stock, self.running).ways)

    def plan_wide(self) -> Cost:
        """Overheads, leases and signed commitments that no decision moves."""
        cost = self.held.owed() + self.running.fixed() + self.money.promised_later()
        for t in range(self.r.periods):
            for cloud in self.r.clouds:
                a_year = self.running.per_rented_accelerator(cloud, t)
                for offer, load in self.held.by_offer(cloud, t):
                    footprint = self.r.hours * self.running.rented_footprint(cloud, offer, t)
                    cost = cost + load * (a_year + footprint)
        return cost
