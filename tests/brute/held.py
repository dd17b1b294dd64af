"""What is held when the plan starts, for the enumerator: existing clusters, leases, signed commitments."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

from tests.brute.cells import Row, month, number
from tests.brute.costs import Cost
from tests.brute.money import Money
from tests.brute.pools import Cloud, Design
from tests.brute.reading import Reading
from tests.brute.states import Counts, Vintage, Vintages
from tests.brute.tallies import Tag


class Held:
    """Ways to keep existing clusters, and what is owed whatever is decided."""

    def __init__(self, reading: Reading, money: Money) -> None:
        self.r, self.money = reading, money

    def there(self, row: Row) -> Counts:
        """Systems of an existing cluster before any are sold."""
        r = self.r
        last = [r.periods, r.down(number(row, "remaining_life_months"))]
        ends = [month(row["retire_on"])] if row.get("retire_on") else []
        if row["tenure"] == "leased" and row.get("lease_end"):
            ends.append(month(row["lease_end"]) + 1)
        gone = min([*last, *((end - r.start) // r.length for end in ends)])
        return tuple(int(row["systems"]) if t < gone else 0 for t in range(r.periods))

    def fleets(self, design: Design) -> Iterator[tuple[Vintages, Counts]]:
        """Every (systems that leave, systems in service) of an existing cluster."""
        row = design.given
        assert row is not None
        there = self.there(row)
        span = [t for t, n in enumerate(there) if n] if row.get("may_retire") else []
        for counts in itertools.product(range(int(row["systems"]) + 1), repeat=len(span)):
            if sum(counts) > row["systems"]:
                continue
            gone = tuple(Vintage(t, 0, n) for t, n in zip(span, counts, strict=True) if n)
            left = [sum(each.systems for each in gone if each.at <= t) for t in range(self.r.periods)]
            yield gone, tuple(max(0, n - away) for n, away in zip(there, left, strict=True))

    def value(self, design: Design, gone: Vintages, there: Counts) -> Cost:
        """Property tax of an existing cluster less what its systems bring when they leave or at the end."""
        row, r, m = design.given, self.r, self.money
        assert row is not None
        if row["tenure"] == "leased":
            return m.nothing
        tax = number(row, "cost_original") / int(row["systems"]) * r.length / 12
        tax *= number(design.site, "property_tax_insurance_share")
        taxed = Tag("property_tax_insurance", design.location)
        cost = sum((n * m.running(taxed, tax, 0.0, t) for t, n in enumerate(there)), m.nothing)
        cost = cost - sum((each.systems * self._brings(design, each.at) for each in gone), m.nothing)
        before = self.there(row)
        on_date = [t for t in range(1, r.periods) if before[t - 1] and not before[t] and row.get("retire_on")]
        for t in on_date:
            if month(row["retire_on"]) == r.start + t * r.length:
                cost = cost - there[t - 1] * self._brings(design, t)
        return cost - there[-1] * self._brings(design, r.periods)

    def _brings(self, design: Design, t: int) -> Cost:
        """Present value of the resale of one existing system at the start of period t."""
        row, m, system = design.given, self.money, design.system
        assert row is not None
        age = self.r.start - month(row["in_service"])
        life = age + number(row, "remaining_life_months")
        landed = number(system, "price_per_system") * number(design.site, "landed_cost_factor", 1.0)
        growth = number(system, "price_change_per_year")
        now = m.resale(system, age, life)
        if row.get("resale_now") is not None:
            paid = number(row, "resale_now") / row["systems"] * (1 - m.selling) / now if now else 0.0
        elif row.get("cost_original") is not None:
            paid = number(row, "cost_original") / row["systems"]
        else:
            paid = landed * m.index(growth, 0)
        worth = min(paid, landed * m.index(growth, t))
        return worth * m.resale(system, age + t * self.r.length, life) * m.credit(t)

    def owed(self) -> Cost:
        """Leases of what stands and capacity signed before the plan, to their ends."""
        signed = [self._signed(c, row, offer) for c in self.r.clouds for row, offer in c.signed]
        return sum([*map(self._lease, self.r.rows("ExistingFleet")), *signed], self.money.nothing)

    def _lease(self, row: Row) -> Cost:
        if row["tenure"] != "leased":
            return self.money.nothing
        rent = number(row, "lease_per_month") * self.r.length
        end = row.get("lease_end")
        periods = self.r.periods if end is None else self.r.up(month(end) + 1 - self.r.start)
        tag = Tag("equipment_lease", row["site_id"])
        shares = [(t, self.r.share(t, None, end)) for t in range(max(0, periods))]
        paid = (self.money.running(tag, rent * share, 0.0, t) for t, share in shares)
        return sum(paid, self.money.nothing)

    def in_force(self, cloud: Cloud, t: int) -> float:
        """Accelerators of a pool in period t that were signed before the plan."""
        return sum(load for _, load in self.by_offer(cloud, t))

    def by_offer(self, cloud: Cloud, t: int) -> list[tuple[Row, float]]:
        """The same by the offer that was signed."""
        return [
            (
                offer,
                row["blocks"]
                * number(offer, "block_accelerators")
                * self.r.share(t, row["start"], row["end"]),
            )
            for row, offer in cloud.signed
        ]

    def _signed(self, cloud: Cloud, row: Row, offer: Row) -> Cost:
        """Present value of a commitment to its end, less what its months past the horizon are worth."""
        r, m = self.r, self.money
        hours = row["blocks"] * number(offer, "block_accelerators") * r.hours
        agreed = row.get("price_per_accelerator_hour")
        listed = number(offer, "price_per_accelerator_hour")
        price = listed if agreed is None else float(agreed)
        due = price * (1 + number(offer, "support_share")) * (1 - number(offer, "upfront_share"))
        left = number(row, "prepaid_balance")
        lower = min(price, listed * m.index(number(offer, "price_change_per_year"), r.periods))
        cost, tag = m.nothing, Tag("cloud_reserved", cloud.location)
        for t in range(r.up(month(row["end"]) + 1 - r.start)):
            share = r.share(t, row["start"], row["end"])
            drawn = min(left, due * hours * share)
            left -= drawn
            cost = cost + (due * hours * share - drawn) * m.cloud(tag, t + 0.5)
            if t >= r.periods:
                cost = cost - number(r.set, "commitment_reuse") * lower * hours * share * m.credit(t + 0.5)
        return cost
