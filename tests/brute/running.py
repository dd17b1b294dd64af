"""What it costs to keep things running, for the enumerator: power with its carbon and water, overheads."""

from __future__ import annotations

from tests.brute.cells import Row, number
from tests.brute.costs import Cost
from tests.brute.money import Money
from tests.brute.pools import Cloud, Design
from tests.brute.reading import Reading
from tests.brute.tallies import Tag

COUNTED = ("fixed", "share_of_capex", "share_of_cloud", "per_cluster")
"""Drivers that are not counted for a site as a whole."""


class Running:
    """Prices of a kW and of a unit of an overhead's driver."""

    def __init__(self, reading: Reading, money: Money) -> None:
        self.r, self.money = reading, money
        self.years = reading.length / 12

    def kw(self, site: Row, place: Row, t: int) -> Cost:
        """One IT kW through period t, cooled as `place` (a row of SiteCooling) says."""
        m, name, growth = self.money, str(site["site_id"]), number(site, "price_change_per_year")
        kwh = self.r.hours * number(place, "pue_annual")
        cost = m.running(Tag("energy", name), kwh * number(site, "energy_price_kwh"), growth, t)
        tonnes = kwh * number(site, "carbon_g_per_kwh") / 1e6
        cost = cost + m.carbon(name, tonnes, number(site, "carbon_change_per_year"), t)
        water = self.r.hours * number(place, "water_l_per_kwh") / 1000
        price = water * number(site, "water_price_per_m3")
        cost = cost + m.running(Tag("water", name), price, growth, t)
        return cost + water * m.count("water_m3", name, (), t)

    def energy_price(self, design: Design, t: int) -> Cost:
        """One IT kW of a design through period t."""
        return self.kw(design.site, design.place, t)

    def charge(self, site: Row, t: int) -> Cost:
        """The demand charge on one kW of billed peak in period t."""
        price = number(site, "demand_charge_kw_month") * self.r.length
        tag = Tag("demand_charge", str(site["site_id"]))
        return self.money.running(tag, price, number(site, "price_change_per_year"), t)

    def rented_footprint(self, cloud: Cloud, offer: Row, t: int) -> Cost:
        """Carbon and water of one rented accelerator-hour in period t, at the system's average load."""
        system = cloud.system
        kw = number(system, "max_kw_per_system") / number(system, "accelerators_per_system")
        kw *= number(system, "average_load_share")
        tonnes = kw * number(offer, "pue") * number(offer, "carbon_g_per_kwh") / 1e6
        water = kw * number(offer, "water_l_per_kwh") / 1000
        carbon = self.money.carbon(cloud.location, tonnes, 0.0, t)
        return carbon + water * self.money.count("water_m3", cloud.location, (), t)

    def overhead(self, design: Design, driver: str, t: int) -> Cost:
        """Yearly overheads of one unit of a driver at a design's site, without those with a minimum."""
        prices = [
            self.overhead_price(row, design.site, design.location, t)
            for row in self.r.rows("Overheads")
            if row["driver"] == driver
            and not number(row, "amount_minimum")
            and row["scope"] in ("all", "own", design.location)
        ]
        return sum(prices, self.money.nothing)

    def overhead_price(self, row: Row, site: Row | None, place: str, t: int) -> Cost:
        """One unit of an overhead's driver in period t."""
        covered = self.r.share(t, row.get("from"), row.get("to"))
        index = 1.0
        if site is not None and row["index"] != "none":
            index = number(site, f"{row['index']}_index", 1.0)
        length = {"year": self.years, "month": self.r.length}[row["per"]]
        amount = number(row, "unit_cost") * length * index * covered
        term = str({"network": "network_lines"}.get(row["category"], row["category"]))
        return self.money.running(Tag(term, place), amount, number(row, "price_change_per_year"), t)

    def per_rented_accelerator(self, cloud: Cloud, t: int) -> Cost:
        """Overheads of one rented accelerator in period t."""
        prices = [
            self.overhead_price(row, None, cloud.location, t)
            for row in self.r.rows("Overheads")
            if row["driver"] == "per_accelerator" and row["scope"] in ("all", "cloud", cloud.location)
        ]
        return sum(prices, self.money.nothing)

    def fixed(self) -> Cost:
        """Overheads of the plan as a whole."""
        cost = self.money.nothing
        for row in self.r.rows("Overheads"):
            if row["driver"] == "fixed":
                place = str(row["scope"]) if row["scope"] in self.r.sites else "plan"
                for t in range(self.r.periods):
                    cost = cost + self.overhead_price(row, None, place, t)
        return cost
