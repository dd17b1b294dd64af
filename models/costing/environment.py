"""Carbon and water: the footprint of every kWh, owned or rented, and what it costs.

A footprint line has the shape of a cost line; without its price its amounts are tonnes of CO2 or m3 of water.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from models.costing import energy, storage
from models.costing.figures import figure, hours_per_period, site_growth
from models.costing.line import CostLine, Factor, derived
from models.matrix import Key
from models.plan import CloudOffer, Plan, Site
from models.sizing import Sizing
from models.sizing.pools import CloudPool

ENERGY_SOURCES = (energy.energy_lines, storage.energy_lines)
"""Builders of energy lines: kWh times a price."""

_TONNES_PER_G = derived("units", "tonnes_per_gram", 1e-6, "t/g")
_M3_PER_L = derived("units", "m3_per_litre", 1e-3, "m3/l")


def carbon_footprint(plan: Plan, sizing: Sizing) -> Iterator[CostLine]:
    """Tonnes of CO2: facility kWh times the carbon intensity of the grid, which may change by the year.

    Sites and offers without an intensity are not counted.
    """
    sites = {str(site.site_id): site for site in plan.sites}
    for line in _site_energy(plan, sizing):
        site = sites[line.location]
        if site.carbon_g_per_kwh:
            grid = figure("Sites", line.location, "carbon_g_per_kwh", site.carbon_g_per_kwh, "g/kWh")
            yield replace(
                line, term="carbon", factors=(*_kwh(line), grid, _TONNES_PER_G), growth=_greening(site)
            )
    for supply in _supplies(sizing):
        offer = supply[1]
        if offer.carbon_g_per_kwh:
            pue = figure("CloudOffers", offer.offer_id, "pue", offer.pue, "factor")
            grid = figure("CloudOffers", offer.offer_id, "carbon_g_per_kwh", offer.carbon_g_per_kwh, "g/kWh")
            yield _rented("carbon", sizing, supply, (pue, grid, _TONNES_PER_G))


def water_footprint(plan: Plan, sizing: Sizing) -> Iterator[CostLine]:
    """m3 of water: IT kWh times the litres that the cooling of a place takes for each."""
    places = {f"{row.site_id}|{row.cooling_id}": row for row in plan.site_cooling}
    for line in _site_energy(plan, sizing):
        cooled = next((f.ref.key for f in line.factors if f.ref.field == "pue_annual"), None)
        if cooled is not None and places[cooled].water_l_per_kwh:
            litres = figure(
                "SiteCooling", cooled, "water_l_per_kwh", places[cooled].water_l_per_kwh, "l/IT kWh"
            )
            it_kwh = tuple(factor for factor in _kwh(line) if factor.ref.field != "pue_annual")
            yield replace(line, term="water", factors=(*it_kwh, litres, _M3_PER_L), growth=None)
    for supply in _supplies(sizing):
        offer = supply[1]
        if offer.water_l_per_kwh:
            litres = figure(
                "CloudOffers", offer.offer_id, "water_l_per_kwh", offer.water_l_per_kwh, "l/IT kWh"
            )
            yield _rented("water", sizing, supply, (litres, _M3_PER_L))


def carbon_lines(plan: Plan, sizing: Sizing) -> Iterator[CostLine]:
    """Carbon at the price of a tonne, which stays as it is."""
    price = plan.settings.carbon_price_per_t
    if price:
        cost = figure("Settings", "", "carbon_price_per_t", price, "money/t")
        for line in carbon_footprint(plan, sizing):
            yield replace(line, factors=(*line.factors, cost))


def water_lines(plan: Plan, sizing: Sizing) -> Iterator[CostLine]:
    """Water of sites at their price; a provider's stands in its own."""
    sites = {str(site.site_id): site for site in plan.sites}
    for line in water_footprint(plan, sizing):
        site = sites.get(line.location)
        if site is not None and site.water_price_per_m3:
            cost = figure("Sites", line.location, "water_price_per_m3", site.water_price_per_m3, "money/m3")
            yield replace(line, factors=(*line.factors, cost), growth=site_growth(site))


def _site_energy(plan: Plan, sizing: Sizing) -> Iterator[CostLine]:
    for source in ENERGY_SOURCES:
        yield from source(plan, sizing)


def _kwh(line: CostLine) -> tuple[Factor, ...]:
    """Factors of an energy line without its price: facility kWh per unit of activity."""
    return tuple(factor for factor in line.factors if factor.ref.field != "energy_price_kwh")


def _greening(site: Site) -> Factor:
    return figure("Sites", site.site_id, "carbon_change_per_year", site.carbon_change_per_year, "1/year")


Supply = tuple[CloudPool, CloudOffer, Key]
"""A pool, an offer to it, and the activity that uses it: hours paid by use, or blocks in force."""


def _supplies(sizing: Sizing) -> Iterator[Supply]:
    for pool in sizing.clouds:
        for offer in pool.offers:
            kind = "active_commitment" if offer.term == "reserved" else "spot" if pool.spot else "on_demand"
            yield pool, offer, Key(kind, (pool.location, str(offer.offer_id)))
        for row in pool.signed:
            yield pool, pool.offer(row), Key("active_signed", (pool.location, row.commitment_id))


def _rented(term: str, sizing: Sizing, supply: Supply, footprint: tuple[Factor, ...]) -> CostLine:
    """A line on rented hours at the system's average load.

    Reserved blocks count all hours of their term: the provider runs them for this plan, used or not.
    """
    pool, offer, activity = supply
    system = pool.system
    kw = derived(
        str(system.system_id),
        "max_kw_per_accelerator",
        system.max_kw_per_system / system.accelerators_per_system,
        "kW/accelerator",
    )
    load = figure("Systems", system.system_id, "average_load_share", system.average_load_share, "share")
    hours: tuple[Factor, ...] = ()
    if activity.kind in ("active_commitment", "active_signed"):
        blocks = float(offer.block_accelerators)
        block = figure("CloudOffers", offer.offer_id, "block_accelerators", blocks, "accelerators")
        hours = (block, hours_per_period(sizing.calendar))
    return CostLine(term, str(activity.parts[1]), pool.location, activity, (*hours, kw, load, *footprint))
