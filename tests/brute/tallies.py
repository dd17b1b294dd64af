"""What a plan may not exceed, for the enumerator: sums that grow with payments and with counted decisions.

Every limit is a sum that must stay within its room. A least amount is a sum of negative amounts.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from tests.brute.cells import Row, month
from tests.brute.reading import Reading

FOREVER = 10**6
CAPEX = (
    "systems",
    "fabric",
    "cooling_plant",
    "power_expansion",
    "site_opening",
    "storage",
    "deployment",
)
CREDIT = "credit"
"""Credits and penalties: no spending."""
DRAWN = "prepaid_drawn"
AT_PROVIDERS = (
    "cloud_on_demand",
    "cloud_reserved",
    "cloud_upfront",
    "cloud_spot",
    "storage_rent",
    "egress",
    "retrieval",
)
"""What counts against a commitment to spend."""
STOCKS = ("installed", "site_active", "active_commitment")
"""Decisions that stand: bounded in every period."""


class Tag(NamedTuple):
    """What money is for: cost term, place (a site, provider:region, a provider, or the plan)."""

    term: str
    place: str


class Dates(NamedTuple):
    """Periods of payment, of the order and of the start of service."""

    paid: int
    ordered: int
    served: int


Span = tuple[int, int]
"""First and last period, both included."""


@dataclass(frozen=True)
class Tally:
    """A limited sum. grows: nothing ever lessens it."""

    room: float
    grows: bool = True

    def money(self, tag: Tag, dates: Dates) -> float:
        """What one unit of money adds."""
        del tag, dates
        return 0.0

    def count(self, kind: str, place: str, names: tuple[str, ...], t: int) -> float:
        """What one unit of a decision in period t adds."""
        del kind, place, names, t
        return 0.0


@dataclass(frozen=True)
class Budget(Tally):
    """Money by scope, span and basis."""

    scope: str = "total"
    key: str | None = None
    basis: str = "paid"
    span: Span = (0, FOREVER)

    def money(self, tag: Tag, dates: Dates) -> float:
        if tag.term == CREDIT or not self._inside(tag):
            return 0.0
        at = dates.paid
        if tag.term in CAPEX and self.basis != "paid":
            at = dates.ordered if self.basis == "ordered" else dates.served
        return float(self.span[0] <= at <= self.span[1])

    def _inside(self, tag: Tag) -> bool:
        return {
            "total": True,
            "capex": tag.term in CAPEX,
            "opex": tag.term not in CAPEX,
            "cost_term": tag.term == self.key,
            "site": tag.place == self.key,
            "location": tag.place == self.key,
            "provider": tag.place.partition(":")[0] == self.key,
        }[self.scope]


@dataclass(frozen=True)
class Counted(Tally):
    """Units of a kind of decision or of a footprint in a span, at a place or provider, of an item."""

    kinds: tuple[str, ...] = ()
    place: str | None = None
    name: str | None = None
    span: Span = (0, FOREVER)
    sign: float = 1.0

    def count(self, kind: str, place: str, names: tuple[str, ...], t: int) -> float:
        if kind not in self.kinds or not self.span[0] <= t <= self.span[1]:
            return 0.0
        if self.place is not None and self.place not in (place, place.partition(":")[0]):
            return 0.0
        return self.sign if self.name is None or self.name in names else 0.0


@dataclass(frozen=True)
class Share(Tally):
    """Useful work of a group in period t above its share of all useful work."""

    most: float = 1.0
    place: str | None = None
    name: str | None = None
    t: int = 0

    def count(self, kind: str, place: str, names: tuple[str, ...], t: int) -> float:
        if kind != "useful" or t != self.t:
            return 0.0
        here = self.place is None or self.place in (place, place.partition(":")[0])
        named = self.name is None or self.name in names
        return float(here and named) - self.most


@dataclass(frozen=True)
class Spent(Tally):
    """What is paid to a provider in periods, each for a share; sign -1: against what was promised."""

    provider: str = ""
    shares: tuple[float, ...] = ()

    def money(self, tag: Tag, dates: Dates) -> float:
        if tag.term in AT_PROVIDERS and tag.place.partition(":")[0] == self.provider:
            return -self.shares[dates.paid] if dates.paid < len(self.shares) else 0.0
        return 0.0


def span(reading: Reading, period: str) -> Span:
    """Periods of `all`, FY2027, 2027-H1, 2027-Q3 or 2027-04, on calendar years."""
    if period == "all":
        return 0, FOREVER
    if period.startswith("FY"):
        first, months = int(period[2:]) * 12, 12
    elif "H" in period:
        first, months = int(period[:4]) * 12 + 6 * (int(period[-1]) - 1), 6
    elif "Q" in period:
        first, months = int(period[:4]) * 12 + 3 * (int(period[-1]) - 1), 3
    else:
        first, months = month(period), 1
    low = first - reading.start
    return -(-low // reading.length), (low + months) // reading.length - 1


def tallies(reading: Reading) -> list[Tally]:
    """Every hard limit of a plan, spend commitments first."""
    found: list[Tally] = []
    for commitment in Commitment.of(reading):
        found += commitment.tallies
    for row in reading.rows("Budgets"):
        if row["hard"]:
            amount, period = float(row["amount"]), span(reading, row["period"])
            found.append(
                Budget(amount, True, row["scope"], row.get("key"), row.get("basis") or "paid", period)
            )
    for row in reading.rows("Limits"):
        found += _limit(reading, row)
    for row in reading.rows("Overrides"):
        found += _override(reading, row)
    return found


def _limit(reading: Reading, row: Row) -> Iterator[Tally]:
    kind, key, amount = row["kind"], row.get("key"), float(row["amount"])
    inside = span(reading, row["period"])
    each = range(max(0, inside[0]), min(inside[1], reading.periods - 1) + 1)
    if kind == "supply":
        for name in [key] if key else reading.systems:
            yield Counted(amount, True, ("order", "lease"), None, name, inside)
    elif kind == "crew_mw":
        for site in [key] if key else [row["site_id"] for row in reading.rows("Sites")]:
            for t in each:
                yield Counted(amount, True, ("mw in service",), site, None, (t, t))
    elif kind in ("carbon_t", "water_m3"):
        yield Counted(amount, True, (kind,), key, None, inside)
    else:
        for place, name in _groups(reading, kind, key):
            for t in each:
                yield Share(0.0, False, amount, place, name, t)


def _groups(reading: Reading, kind: str, key: str | None) -> list[tuple[str | None, str | None]]:
    """Place and name of each group of pools that a share is for."""
    if kind == "spot_share":
        return [(key, "spot")]
    if key is not None:
        return [(None, key)] if kind == "vendor_share" else [(key, None)]
    if kind == "location_share":
        return [(place, None) for place in {pool.location for pool in reading.pools.values()}]
    if kind == "provider_share":
        return [(place, None) for place in {row["provider"] for row in reading.rows("CloudOffers")}]
    return [(None, vendor) for vendor in {row["vendor"] for row in reading.systems.values()}]


def _override(reading: Reading, row: Row) -> Iterator[Tally]:
    inside = span(reading, row["period"])
    spans = [inside]
    if row["decision"] in STOCKS:
        spans = [(t, t) for t in range(max(0, inside[0]), min(inside[1], reading.periods - 1) + 1)]
    for each in spans:
        where = ((row["decision"],), row.get("location"), row.get("item"), each)
        if row.get("max") is not None:
            yield Counted(float(row["max"]), True, *where, 1.0)
        if row.get("min") is not None:
            yield Counted(-float(row["min"]), False, *where, -1.0)


def pieces(label: str) -> tuple[str, ...]:
    """Names that a pool may be called by: its parts."""
    return (label, *re.split(r"[/#@]", label))


@dataclass(frozen=True)
class Year:
    """A year of a spend commitment in the horizon: period of its last month, money promised."""

    at: int
    promised: float
    shares: tuple[float, ...]


@dataclass(frozen=True)
class Commitment:
    """A spend commitment: its years, share of each period in force, share of each period past the horizon."""

    row: Row
    years: tuple[Year, ...]
    shares: tuple[float, ...]
    later: tuple[tuple[int, float], ...]

    @property
    def tallies(self) -> list[Tally]:
        """What is short in each year; then what may be drawn of the prepaid balance in each period."""
        provider = self.row["provider"]
        found: list[Tally] = [Spent(-year.promised, False, provider, year.shares) for year in self.years]
        if self.row.get("prepaid_balance"):
            for t, share in enumerate(self.shares):
                one = tuple(share if at == t else 0.0 for at in range(len(self.shares)))
                found.append(Spent(0.0, False, provider, one))
        return found

    @staticmethod
    def of(reading: Reading) -> list[Commitment]:
        """Spend commitments of a plan."""
        return [_commitment(reading, row) for row in reading.rows("Commitments") if row["kind"] == "spend"]


def _commitment(reading: Reading, row: Row) -> Commitment:
    r, start, end = reading, month(row["start"]), month(row["end"])
    horizon = r.start + r.periods * r.length
    years = []
    for first in range(start, min(end + 1, horizon), 12):
        low, high = max(first, r.start), min(first + 12, end + 1, horizon)
        if low < high:
            shares = tuple(r.months_share(t, low, high) for t in range(r.periods))
            at = (high - 1 - r.start) // r.length
            years.append(Year(at, float(row["spend_per_year"]) * (high - low) / 12, shares))
    shares = tuple(r.months_share(t, start, end + 1) for t in range(r.periods))
    last = (end - r.start) // r.length
    later = tuple((t, r.months_share(t, start, end + 1)) for t in range(r.periods, last + 1))
    return Commitment(row, tuple(years), shares, later)
