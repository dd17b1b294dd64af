"""Limits and uses by place and period: figures, and the parts that the report shows as live formulas."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence

import numpy as np
import numpy.typing as npt

from models.costing.figures import figure
from models.costing.line import Factor, derived
from models.matrix import Key
from models.plan import Plan, Site
from models.plan.facility import MwBasis
from models.reading.storage import storage_capacity, storage_heat, storage_power
from models.results import ALL_POWER, CapacityRow, Part
from models.sizing import Sizing
from models.sizing.cooling import air_plant, heat_share
from models.sizing.designs import Design
from models.sizing.feeds import Feed
from models.sizing.site_power import bases, has_ramp
from models.words import said

FloatArray = npt.NDArray[np.float64]
Activities = Mapping[Key, FloatArray]

MW_PER_KW = derived("units", "mw_per_kw", 0.001, "MW/kW")


class _Table:
    """Turns parts into rows with their figures."""

    def __init__(self, sizing: Sizing, activities: Activities) -> None:
        self.sizing = sizing
        self.activities = activities
        self.periods = sizing.calendar.periods

    def values(self, parts: Sequence[Part]) -> FloatArray:
        """Sum of the parts by period (T), in their common unit."""
        total = np.zeros(self.periods)
        for part in parts:
            product = math.prod(factor.amount for factor in part.factors)
            if part.activity is None:
                total += product
            else:
                total += product * self.activities.get(part.activity, np.zeros(self.periods))
        return total

    def row(
        self,
        location: str,
        resource: str,
        unit: str,
        code: str,
        use: list[Part],
        limit: list[Part] | None,
    ) -> CapacityRow | None:
        """The row, or None where nothing uses the resource."""
        used = [part for part in use if part.activity in self.activities]
        if not used:
            return None
        there = (
            None
            if limit is None
            else [part for part in limit if part.activity is None or part.activity in self.activities]
        )
        return CapacityRow(
            location,
            resource,
            unit,
            None if there is None else self.values(there),
            self.values(used),
            code,
            tuple(used),
            tuple(there or ()),
        )

    def installed(self, design: Design) -> Key:
        return Key("installed", (design.location, design.label))


def _kw(design: Design) -> Factor:
    return derived(design.label, "it_kw_per_system", design.it_kw, "kW/system")


def _pue(design: Design) -> Factor:
    place = f"{design.site.site_id}|{design.cooling.cooling_id}"
    return figure("SiteCooling", place, "pue_peak", design.site_cooling.pue_peak, "factor")


def _fed(sizing: Sizing, design: Design, feed: Feed) -> Key:
    if len(sizing.feeds[design.location]) == 1:
        return Key("installed", (design.location, design.label))
    return Key("fed", (design.location, design.label, feed.name))


def _power_use(plan: Plan, table: _Table, site: Site, feed: Feed, basis: MwBasis) -> list[Part]:
    s = str(site.site_id)
    return [
        Part(
            _fed(table.sizing, design, feed),
            (_kw(design), MW_PER_KW) if basis == "it" else (_kw(design), _pue(design), MW_PER_KW),
        )
        for design in table.sizing.designs
        if design.location == s
    ] + [storage_power(plan, s, feed.name, basis)]


def _present_rows(plan: Plan, table: _Table, site: Site, feed: Feed) -> Iterator[CapacityRow | None]:
    s = str(site.site_id)
    for basis in bases(plan, site):
        limit = [Part(Key("present_power", (s, basis)))]
        if not has_ramp(plan, site):
            power = figure("Sites", s, "usable_mw", site.usable_mw, "MW")
            limit = [Part(Key("site_active", (s,)), (power,))]
        name = said("Present power (IT MW)" if basis == "it" else "Present power (facility MW)")
        yield table.row(s, name, "MW", "C10", _power_use(plan, table, site, feed, basis), limit)


def _power_rows(plan: Plan, table: _Table, site: Site) -> Iterator[CapacityRow | None]:
    s = str(site.site_id)
    for feed in table.sizing.feeds[s]:
        if feed.present:
            yield from _present_rows(plan, table, site, feed)
            continue
        use = _power_use(plan, table, site, feed, "facility")
        assert feed.level is not None
        rows = [row for row in plan.power_expansions if row.site_id == s]
        share = figure("Redundancy", feed.name, "usable_share", feed.level.usable_share, "share")
        limit = [
            Part(
                Key("blocks", (s, row.expansion_id, feed.name)),
                (figure("PowerExpansions", f"{s}|{row.expansion_id}", "block_mw", row.block_mw, "MW"), share),
            )
            for row in rows
        ]
        if feed.level.spare_blocks:
            made = table.row(s, _new_power(feed), "MW", "C10", use, limit)
            if made is not None and made.limit is not None:
                largest = max((row.block_mw for row in rows), default=0.0)
                spare = feed.level.spare_blocks * largest
                held = np.maximum(0.0, made.limit - spare)
                yield CapacityRow(
                    made.location, made.resource, made.unit, held, made.use, made.code, made.use_parts
                )
            continue
        yield table.row(s, _new_power(feed), "MW", "C10", use, limit)


def _all_power(plan: Plan, table: _Table, site: Site) -> CapacityRow | None:
    """Facility MW that the site draws in all, everything busy, at its highest PUE; it has no limit."""
    use = [
        part
        for feed in table.sizing.feeds[str(site.site_id)]
        for part in _power_use(plan, table, site, feed, "facility")
    ]
    return table.row(str(site.site_id), ALL_POWER, "MW", "C10", use, None)


def _cooling_rows(plan: Plan, table: _Table, site: Site) -> Iterator[CapacityRow | None]:
    s = str(site.site_id)
    kinds = {row.cooling_id: row for row in plan.cooling}
    designs = [design for design in table.sizing.designs if design.location == s]
    air = air_plant(plan, s)
    for place in plan.site_cooling:
        if place.site_id != site.site_id or not place.allowed:
            continue
        cooling = kinds[place.cooling_id]
        feeds = [feed.name for feed in table.sizing.feeds[s]] if designs else []
        use = storage_heat(plan, s, str(cooling.cooling_id), feeds)
        for design in designs:
            share = heat_share(design.cooling, cooling, air)
            if share:
                what = said("heat share to {cooling}", cooling=cooling.cooling_id)
                carried = derived(design.label, what, share, "share")
                use.append(Part(table.installed(design), (_kw(design), carried, MW_PER_KW)))
        key = f"{s}|{cooling.cooling_id}"
        limit = [
            Part(None, (figure("SiteCooling", key, "existing_kw", place.existing_kw, "kW"), MW_PER_KW)),
            Part(
                Key("modules", (s, str(cooling.cooling_id))),
                (figure("Cooling", cooling.cooling_id, "module_kw", cooling.module_kw, "kW"), MW_PER_KW),
            ),
        ]
        yield table.row(
            s, said("Cooling {cooling} (IT MW)", cooling=cooling.cooling_id), "MW", "C11", use, limit
        )


def _rack_row(table: _Table, site: Site) -> CapacityRow | None:
    s = str(site.site_id)
    use = [
        Part(
            table.installed(design),
            (derived(design.label, "racks_per_system", design.racks_per_system, "racks/system"),),
        )
        for design in table.sizing.designs
        if design.location == s
    ]
    limit = None
    if site.racks is not None:
        limit = [Part(None, (figure("Sites", s, "racks", site.racks, "racks"),))]
    return table.row(s, said("Racks"), "racks", "C11", use, limit)


def _partly_there(table: _Table, design: Design) -> bool:
    """Whether systems come or leave inside a period: their hours are then fewer than whole periods'."""
    nothing = np.zeros(table.periods)
    place = (design.location, design.label)
    whole = table.activities.get(table.installed(design), nothing) * table.sizing.calendar.hours_per_period
    there = sum(table.activities.get(Key(kind, place), nothing) for kind in ("busy", "idle"))
    return bool((np.abs(there - whole) > 1e-6 * np.maximum(1.0, whole)).any())


def _new_power(feed: Feed) -> str:
    return said("New power at {level} (facility MW)", level=feed.name)


def _cluster_rows(table: _Table, design: Design) -> Iterator[CapacityRow | None]:
    s, d = design.location, design.label
    installed = table.installed(design)
    planned = derived(d, "planned_systems", float(design.planned_systems), "systems/fabric")
    if not design.given:
        yield table.row(
            s,
            said("Fabric ports of {pool} (systems)", pool=d),
            "systems",
            "C2",
            [Part(installed)],
            [Part(Key("fabrics", (s, d)), (planned,))],
        )
    each = derived(
        d,
        "usable accelerators per system",
        design.accelerators * (1.0 - design.repair_share),
        "accelerators/system",
    )
    hours = derived("calendar", "periods_per_hour", 1.0 / table.sizing.calendar.hours_per_period, "1/h")
    use = [Part(key, (hours,)) for key in table.activities if key.kind == "hours" and key.parts[:2] == (s, d)]
    limit = [Part(installed, (each,))]
    if _partly_there(table, design):
        limit = [
            Part(
                Key(kind, (s, d)),
                (
                    derived(
                        d,
                        "usable accelerators per system-hour",
                        design.accelerators
                        * (1.0 - design.repair_share)
                        / table.sizing.calendar.hours_per_period,
                        "accelerators/h",
                    ),
                ),
            )
            for kind in ("busy", "idle")
        ]
    yield table.row(s, said("Accelerators of {pool} (mean)", pool=d), "accelerators", "C3", use, limit)


def _cloud_rows(table: _Table) -> Iterator[CapacityRow | None]:
    hours = derived("calendar", "periods_per_hour", 1.0 / table.sizing.calendar.hours_per_period, "1/h")
    for pool in table.sizing.clouds:
        for offer in pool.offers:
            o = str(offer.offer_id)
            most = None
            if offer.max_accelerators is not None:
                most = [
                    Part(
                        None,
                        (
                            figure(
                                "CloudOffers", o, "max_accelerators", offer.max_accelerators, "accelerators"
                            ),
                        ),
                    )
                ]
            if offer.term == "reserved":
                block = figure(
                    "CloudOffers", o, "block_accelerators", float(offer.block_accelerators), "accelerators"
                )
                use = [Part(Key("active_commitment", (pool.location, o)), (block,))]
            else:
                use = [Part(Key("spot" if pool.spot else "on_demand", (pool.location, o)), (hours,))]
            yield table.row(
                pool.location,
                said("Offer {offer} (mean accelerators)", offer=o),
                "accelerators",
                "C5",
                use,
                most,
            )


def capacity_rows(plan: Plan, sizing: Sizing, activities: Activities) -> tuple[CapacityRow, ...]:
    """Power, cooling, racks, fabrics, accelerators and offers, as far as the plan uses them."""
    table = _Table(sizing, activities)
    rows: list[CapacityRow | None] = []
    for site in plan.sites:
        rows += [*_power_rows(plan, table, site), _all_power(plan, table, site)]
        rows += [*_cooling_rows(plan, table, site), _rack_row(table, site)]
    for design in sizing.designs:
        rows += _cluster_rows(table, design)
    rows += storage_capacity(plan, activities)
    rows += _cloud_rows(table)
    return tuple(row for row in rows if row is not None)
