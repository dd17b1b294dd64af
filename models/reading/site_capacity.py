"""Power, cooling and racks of a site: limits and uses."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from models.costing.figures import figure
from models.costing.line import Factor, derived
from models.matrix import Key
from models.plan import Plan, Site
from models.plan.facility import MwBasis
from models.reading.capacity_table import MW_PER_KW, CapacityTable
from models.reading.storage import storage_heat, storage_power
from models.results import ALL_POWER, CapacityRow, Part
from models.sizing import Sizing
from models.sizing.cooling import air_plant, heat_share
from models.sizing.designs import Design
from models.sizing.feeds import Feed
from models.sizing.site_power import bases, has_ramp
from models.words import said


def site_rows(plan: Plan, table: CapacityTable, site: Site) -> Iterator[CapacityRow | None]:
    """Rows of a site; None for what the plan does not use."""
    yield from _power_rows(plan, table, site)
    yield _all_power(plan, table, site)
    yield from _cooling_rows(plan, table, site)
    yield _rack_row(table, site)


def _kw(design: Design) -> Factor:
    return derived(design.label, "it_kw_per_system", design.it_kw, "kW/system")


def _pue(design: Design) -> Factor:
    place = f"{design.site.site_id}|{design.cooling.cooling_id}"
    return figure("SiteCooling", place, "pue_peak", design.site_cooling.pue_peak, "factor")


def _fed(sizing: Sizing, design: Design, feed: Feed) -> Key:
    if len(sizing.feeds[design.location]) == 1:
        return Key("installed", (design.location, design.label))
    return Key("fed", (design.location, design.label, feed.name))


def _power_use(plan: Plan, table: CapacityTable, site: Site, feed: Feed, basis: MwBasis) -> list[Part]:
    s = str(site.site_id)
    return [
        Part(
            _fed(table.sizing, design, feed),
            (_kw(design), MW_PER_KW) if basis == "it" else (_kw(design), _pue(design), MW_PER_KW),
        )
        for design in table.sizing.designs
        if design.location == s
    ] + [storage_power(plan, s, feed.name, basis)]


def _present_rows(plan: Plan, table: CapacityTable, site: Site, feed: Feed) -> Iterator[CapacityRow | None]:
    s = str(site.site_id)
    for basis in bases(plan, site):
        limit = [Part(Key("present_power", (s, basis)))]
        if not has_ramp(plan, site):
            power = figure("Sites", s, "usable_mw", site.usable_mw, "MW")
            limit = [Part(Key("site_active", (s,)), (power,))]
        name = said("Present power (IT MW)" if basis == "it" else "Present power (facility MW)")
        yield table.row(s, name, "MW", "C10", _power_use(plan, table, site, feed, basis), limit)


def _new_power(feed: Feed) -> str:
    return said("New power at {level} (facility MW)", level=feed.name)


def _power_rows(plan: Plan, table: CapacityTable, site: Site) -> Iterator[CapacityRow | None]:
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


def _all_power(plan: Plan, table: CapacityTable, site: Site) -> CapacityRow | None:
    """Facility MW that the site draws in all, everything busy, at its highest PUE; it has no limit."""
    use = [
        part
        for feed in table.sizing.feeds[str(site.site_id)]
        for part in _power_use(plan, table, site, feed, "facility")
    ]
    return table.row(str(site.site_id), ALL_POWER, "MW", "C10", use, None)


def _cooling_rows(plan: Plan, table: CapacityTable, site: Site) -> Iterator[CapacityRow | None]:
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


def _rack_row(table: CapacityTable, site: Site) -> CapacityRow | None:
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
