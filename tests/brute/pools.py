"""Where work can run, for the enumerator: cluster designs and cloud pools, widths of campaigns on them."""

from __future__ import annotations

import math
from dataclasses import dataclass

from tests.brute.cells import Row, number
from tests.brute.wiring import Parts

FOREVER = 10**6


def fan_factor(system: Row, cooling: Row) -> float:
    """Liquid saves fans where the stated power is for air."""
    return number(cooling, "it_power_factor") if system["air"] else 1.0


@dataclass(frozen=True, eq=False)
class Design:
    """Site, system, fabric and cooling that stand together.

    given: a cluster that is already there · ordered: the open order that brings it with its fabric ·
    joined: first period in which systems of open orders may join it (else past the end)
    """

    name: str
    site: Row
    system: Row
    fabric: Row
    cooling: Row
    place: Row
    given: Row | None
    unit_systems: int
    units: int
    opening: Parts
    unit: Parts
    system_kw: float
    switch_kw: float
    planned: int
    most: int
    per_rack: int
    first: int
    last: int
    delivery: int
    service: int
    life: int
    up_share: float
    ordered: Row | None = None
    joined: int = FOREVER
    brought: int = 0
    """Fabrics that open orders may add."""

    @property
    def stands(self) -> bool:
        """Whether nothing is added to it."""
        return self.given is not None or self.ordered is not None

    @property
    def location(self) -> str:
        return str(self.site["site_id"])

    @property
    def accelerators(self) -> int:
        return int(self.system["accelerators_per_system"])

    @property
    def it_kw(self) -> float:
        return self.system_kw + self.switch_kw

    @property
    def facility_mw(self) -> float:
        return self.it_kw * float(self.place["pue_peak"]) / 1000

    @property
    def copies(self) -> int:
        return 1 if self.stands else min(4, math.ceil(self.most / self.planned)) + self.brought

    @property
    def first_service(self) -> int:
        if self.stands:
            return 0
        bought = self.first + self.service if self.last >= self.first else FOREVER
        return min(bought, self.joined)

    @property
    def names(self) -> tuple[str, ...]:
        """Groups that its work counts for."""
        return (str(self.system.get("vendor")),)

    def heat(self, cooling: Row, first_air: Row | None) -> float:
        """IT kW a system that a technology of the site carries away."""
        kind = self.cooling["kind"]
        own = 1.0 if kind == "air" else float(self.cooling["liquid_heat_share"])
        carried = own if cooling is self.cooling else 0.0
        if cooling is first_air and kind != "air":
            carried += 1.0 - own
        return carried * self.it_kw


@dataclass(frozen=True, eq=False)
class Cloud:
    """Offers of one system at one place, firm or spot."""

    name: str
    location: str
    system: Row
    spot: bool
    offers: tuple[Row, ...]
    signed: tuple[tuple[Row, Row], ...] = ()
    """Capacity signed before the plan: (commitment, offer)."""

    @property
    def names(self) -> tuple[str, ...]:
        """Groups that its work counts for."""
        return (str(self.system.get("vendor")), *(["spot"] if self.spot else []))

    @property
    def by_hour(self) -> list[Row]:
        return [offer for offer in self.offers if offer["term"] != "reserved"]

    @property
    def reserved(self) -> list[Row]:
        return [offer for offer in self.offers if offer["term"] == "reserved"]

    @property
    def holds(self) -> bool:
        """Whether it can have capacity that is paid whether used or not."""
        return bool(self.reserved or self.signed)


@dataclass(frozen=True)
class Width:
    """A way to run a campaign on a pool: accelerators, hours, share of each period held, spare systems."""

    pool: str
    accelerators: int
    hours: float
    held: tuple[float, ...]
    spares: int
