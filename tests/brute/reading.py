"""A plan read from plain tables for the enumerator: calendar, designs, pools, rates, widths, demand.

Written from the workbook's meaning alone; nothing of the program is used. Every column that matters must be
filled in: {sheet: [{column: value}]}. One plane of NICs, systems of at most 16 NICs.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from tests.brute.cells import EPS, Row, Tables, month, number
from tests.brute.wiring import Parts, network


def periods_up(months: float, length: int) -> int:
    """A lead time in periods: begun periods count whole."""
    return math.ceil(months / length)


def fan_factor(system: Row, cooling: Row) -> float:
    """Liquid saves fans where the stated power is for air."""
    return number(cooling, "it_power_factor") if system["air"] else 1.0


@dataclass(frozen=True, eq=False)
class Design:
    """Site, system, fabric and cooling that stand together; `given` for a cluster that is already there."""

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
        return 1 if self.given is not None else min(4, math.ceil(self.most / self.planned))

    @property
    def first_service(self) -> int:
        return 0 if self.given is not None else self.first + self.service

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


@dataclass
class Reading:
    """All numbers of a plan that no decision changes."""

    tables: Tables
    set: dict[str, Any] = field(init=False)

    def __post_init__(self) -> None:
        self.set = dict(self.tables["Settings"][0])
        self.length = int(self.set["period_months"])
        self.periods = int(self.set["periods"])
        self.start = month(self.set["start"])
        self.hours = float(self.set["hours_per_year"]) * self.length / 12
        rows = self.rows("Blocks")
        total = sum(number(row, "share_of_hours") for row in rows)
        self.blocks = {row["block_id"]: number(row, "share_of_hours") / total for row in rows} or {"all": 1.0}
        self.systems = {row["system_id"]: row for row in self.rows("Systems")}
        self.levels = {row["level_id"]: row for row in self.rows("Redundancy")}

    def rows(self, sheet: str) -> Sequence[Row]:
        return self.tables.get(sheet, ())

    def up(self, months: float) -> int:
        return periods_up(months, self.length)

    def down(self, months: float) -> int:
        return max(1, int(months) // self.length)

    def share(self, t: int, first: str | None, last: str | None) -> float:
        """Share of period t between two months, both included."""
        low = self.start + t * self.length
        high = low + self.length
        if first is not None:
            low = max(low, month(first))
        if last is not None:
            high = min(high, month(last) + 1)
        return max(0, high - low) / self.length

    def level(self, profile: str | None, block: str) -> float:
        rows = {
            row["block_id"]: number(row, "relative_level")
            for row in self.rows("LoadProfiles")
            if row["profile_id"] == profile
        }
        if not rows:
            return 1.0
        return rows[block] / sum(rows[b] * share for b, share in self.blocks.items())

    def tiers(self, place: str) -> list[Row]:
        """Hot storage for rent at a place."""
        return [row for row in self.rows("Storage") if row["where"] in (place, "any")]

    def expansions(self, site: str) -> list[Row]:
        return [row for row in self.rows("PowerExpansions") if row["site_id"] == site]

    @cached_property
    def designs(self) -> list[Design]:
        found = []
        cooling = {row["cooling_id"]: row for row in self.rows("Cooling")}
        for site in self.rows("Sites"):
            for place in self.rows("SiteCooling"):
                if place["site_id"] == site["site_id"]:
                    for system in self.systems.values():
                        for fabric in self.rows("Fabrics"):
                            made = self._design(
                                site, system, fabric, cooling[place["cooling_id"]], place, None
                            )
                            found += [made] if made else []
        sites = {row["site_id"]: row for row in self.rows("Sites")}
        fabrics = {row["fabric_id"]: row for row in self.rows("Fabrics")}
        for row in self.rows("ExistingFleet"):
            place = next(
                p
                for p in self.rows("SiteCooling")
                if (p["site_id"], p["cooling_id"]) == (row["site_id"], row["cooling_id"])
            )
            there = self._design(
                sites[row["site_id"]],
                self.systems[row["system_id"]],
                fabrics[row["fabric_id"]],
                cooling[row["cooling_id"]],
                place,
                row,
            )
            assert there is not None
            found.append(there)
        return found

    def _design(
        self, site: Row, system: Row, fabric: Row, cooling: Row, place: Row, fleet: Row | None
    ) -> Design | None:
        name = "/".join(
            map(str, (site["site_id"], system["system_id"], fabric["fabric_id"], cooling["cooling_id"]))
        )
        each = int(system["accelerators_per_system"])
        planned = int(fabric["planned_accelerators"]) // each
        liquid = cooling["kind"] in ("liquid", "immersion")
        system_kw = number(system, "max_kw_per_system") * fan_factor(system, cooling)
        per_rack = int(number(cooling, "max_rack_kw") / system_kw + EPS)
        stated = system.get("systems_per_rack_liquid" if liquid else "systems_per_rack_air")
        per_rack = per_rack if stated is None else min(per_rack, int(stated))
        if not system["liquid" if liquid else "air"] or planned < 1 or per_rack < 1:
            return None
        try:
            unit_systems, units, opening, unit = network(fabric, system)
        except ValueError:
            return None
        switch_kw = (opening.kw(fabric) + units * unit.kw(fabric)) / (units * unit_systems)
        it_mw = (system_kw + switch_kw) / 1000
        peak = it_mw * number(place, "pue_peak")
        most = number(site, "usable_mw") / (it_mw if site["mw_basis"] == "it" else peak)
        share = max((number(row, "usable_share") for row in self.levels.values()), default=1.0)
        most += sum(
            number(row, "block_mw") * number(row, "max_blocks") * share / peak
            for row in self.expansions(site["site_id"])
        )
        service = self.up(number(system, "lead_months") + number(system, "acceptance_months"))
        if fleet is not None:
            name += "#" + fleet["cluster_id"]
        last = self.periods - 1 - service
        if fleet is None and (last < 0 or int(most + 1e-6) < 1):
            return None
        failures = each * number(system, "hard_failures_per_accelerator_year")
        broken = failures * number(system, "repair_hours") / float(self.set["hours_per_year"])
        return Design(
            name=name,
            site=site,
            system=system,
            fabric=fabric,
            cooling=cooling,
            place=place,
            given=fleet,
            unit_systems=unit_systems,
            units=units,
            opening=opening,
            unit=unit,
            system_kw=system_kw,
            switch_kw=switch_kw,
            planned=planned if fleet is None else max(planned, int(fleet["systems"])),
            most=int(most + 1e-6) if fleet is None else int(fleet["systems"]),
            per_rack=per_rack,
            first=0,
            last=last,
            delivery=self.up(number(system, "lead_months")),
            service=service,
            life=self.down(number(system, "life_months")),
            up_share=1 / (1 + broken),
        )

    @cached_property
    def clouds(self) -> list[Cloud]:
        groups: dict[tuple[str, str, bool], list[Row]] = {}
        for offer in self.rows("CloudOffers"):
            place = f"{offer['provider']}:{offer['region']}"
            groups.setdefault((place, offer["system_id"], offer["term"] == "spot"), []).append(offer)
        return [
            Cloud(
                f"{place}/{system}/{'spot' if spot else 'firm'}",
                place,
                self.systems[system],
                spot,
                tuple(offers),
                tuple(
                    (row, offer)
                    for row in self.rows("Commitments")
                    for offer in offers
                    if row["kind"] == "capacity" and row["offer_id"] == offer["offer_id"]
                ),
            )
            for (place, system, spot), offers in groups.items()
        ]

    @cached_property
    def pools(self) -> dict[str, Design | Cloud]:
        found: dict[str, Design | Cloud] = {design.name: design for design in self.designs}
        return found | {cloud.name: cloud for cloud in self.clouds}

    def first_open(self, pool: Design | Cloud, t: int) -> bool:
        """Whether the pool can have any capacity in period t."""
        if isinstance(pool, Design):
            return t >= pool.first_service
        for offer in pool.offers:
            if (
                offer["term"] != "reserved"
                and self.share(t, offer.get("available_from"), offer.get("available_to")) > 0
            ):
                return True
            if offer["term"] == "reserved" and any(
                self.term_share(offer, k) > 0 and self.may_sign(offer, t - k) for k in range(t + 1)
            ):
                return True
        return any(self.share(t, row["start"], row["end"]) > 0 for row, _ in pool.signed)

    def may_sign(self, offer: Row, t: int) -> bool:
        """Whether a reserved term may be signed at the start of period t."""
        first = self.start + t * self.length
        return (offer.get("available_from") is None or month(offer["available_from"]) <= first) and (
            offer.get("available_to") is None or first <= month(offer["available_to"])
        )

    def term_share(self, offer: Row, k: int) -> float:
        """Share of the k-th period from signing that a reserved term covers."""
        return min(1.0, max(0.0, number(offer, "term_months") / self.length - k))

    def limit(self, work: Row) -> float:
        """Most of owned and reserved hours that a workload may plan to use."""
        return min(number(work, "max_utilisation"), number(self.set, "max_utilisation"))
