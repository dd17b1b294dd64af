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
from tests.brute.pools import FOREVER, Cloud, Design, fan_factor
from tests.brute.wiring import network


def periods_up(months: float, length: int) -> int:
    """A lead time in periods: begun periods count whole."""
    return math.ceil(months / length)


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
        self.sites = {str(row["site_id"]): row for row in self.rows("Sites")}

    def rows(self, sheet: str) -> Sequence[Row]:
        return self.tables.get(sheet, ())

    def up(self, months: float) -> int:
        return periods_up(months, self.length)

    def down(self, months: float) -> int:
        return max(1, int(months) // self.length)

    def share(self, t: int, first: str | None, last: str | None) -> float:
        """Share of period t between two months, both included."""
        low = -FOREVER if first is None else month(first)
        high = FOREVER if last is None else month(last) + 1
        return self.months_share(t, low, high)

    def months_share(self, t: int, low: int, high: int) -> float:
        """Share of period t from month `low` up to, not with, month `high`."""
        begin = self.start + t * self.length
        return max(0, min(high, begin + self.length) - max(low, begin)) / self.length

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
        """Priced storage at a place; what is bought stands at sites only."""
        found = []
        for row in self.rows("Storage"):
            owned = row.get("capex_per_tb") is not None
            wide = {"site": place in self.sites, "any": place in self.sites or not owned}
            priced = owned or row.get("price_per_tb_month") is not None
            if priced and (row["where"] == place or wide.get(row["where"], False)):
                found.append(row)
        return found

    def keepers(self, place: str, stage: str) -> list[Row]:
        """Tiers that may keep data of a stage: of that kind first, then faster ones."""
        kinds = ("hot", "warm", "archive")
        faster = kinds[: kinds.index(stage) + 1]
        return [row for kind in reversed(faster) for row in self.tiers(place) if row["kind"] == kind]

    def storage_cooling(self, site: str) -> Row:
        """How storage at a site is cooled: by air where it can."""
        kinds = {row["cooling_id"]: row["kind"] for row in self.rows("Cooling")}
        places = [row for row in self.rows("SiteCooling") if row["site_id"] == site]
        return next((row for row in places if kinds[row["cooling_id"]] == "air"), places[0])

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
        fabrics = {row["fabric_id"]: row for row in self.rows("Fabrics")}
        orders = [row for row in self.rows("OpenOrders") if row.get("system_id") and row.get("fabric_id")]
        for row in (*self.rows("ExistingFleet"), *orders):
            if "order_id" in row and self.arrival(row) >= self.periods:
                continue
            for place in self.rows("SiteCooling"):
                if place["site_id"] != row["site_id"] or row.get("cooling_id") not in (
                    None,
                    place["cooling_id"],
                ):
                    continue
                parts = (self.systems[row["system_id"]], fabrics[row["fabric_id"]])
                there = self._design(
                    self.sites[row["site_id"]], *parts, cooling[place["cooling_id"]], place, row
                )
                if there is not None:
                    found.append(there)
                    break
        return found

    def arrival(self, order: Row) -> int:
        """The period that holds an open order's month of service; the first for what is overdue."""
        return max(0, (month(order["in_service"]) - self.start) // self.length)

    def design(self, label: str) -> Design:
        """The design of that name."""
        found = self.pools[label]
        assert isinstance(found, Design)
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
        ordered = fleet if fleet is not None and "order_id" in fleet else None
        count = 0
        if fleet is not None:
            count = int(fleet["quantity"] if ordered else fleet["systems"])
            name += "@" + fleet["order_id"] if ordered else "#" + fleet["cluster_id"]
        last = self.periods - 1 - service
        joined, brought = self._on_order(site, system, fabric, cooling)
        if fleet is None and ((last < 0 and joined == FOREVER) or int(most + 1e-6) < 1):
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
            given=None if ordered else fleet,
            unit_systems=unit_systems,
            units=units,
            opening=opening,
            unit=unit,
            system_kw=system_kw,
            switch_kw=switch_kw,
            planned=max(planned, count),
            most=int(most + 1e-6) if fleet is None else count,
            per_rack=per_rack,
            first=0,
            last=last,
            delivery=self.up(number(system, "lead_months")),
            service=service,
            life=self.down(number(system, "life_months")),
            up_share=1 / (1 + broken),
            ordered=ordered,
            joined=joined,
            brought=brought,
        )

    def _on_order(self, site: Row, system: Row, fabric: Row, cooling: Row) -> tuple[int, int]:
        """First period in which systems on order may join a new cluster; fabrics that orders bring it."""
        joined, brought = FOREVER, 0
        for row in self.rows("OpenOrders"):
            if row["site_id"] != site["site_id"] or self.arrival(row) >= self.periods:
                continue
            suits = row.get("cooling_id") in (None, cooling["cooling_id"])
            if row.get("system_id") == system["system_id"] and not row.get("fabric_id") and suits:
                joined = min(joined, self.arrival(row))
            if not row.get("system_id") and row.get("fabric_id") == fabric["fabric_id"]:
                brought += int(row["quantity"])
        return joined, brought

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
