"""Which systems, fabrics and coolings go together at a site, and how many systems a rack takes."""

from __future__ import annotations

from models.engineering import power
from models.plan import Cooling, Fabric, Site, SiteCooling, System
from models.words import said


def misfit(
    site: Site, system: System, fabric: Fabric, place: tuple[Cooling, SiteCooling], system_kw: float
) -> str | None:
    """The reason why the combination cannot stand, or None; `system_kw`: greatest IT power of one system."""
    cooling, site_cooling = place
    if system.sites_allowed and site.site_id not in system.sites_allowed:
        return said(
            "{system} is not allowed at {site} (Systems.sites_allowed)",
            system=system.system_id,
            site=site.site_id,
        )
    if site.market in system.markets_excluded:
        return said(
            "{system} may not go to market {market} (Systems.markets_excluded)",
            system=system.system_id,
            market=site.market,
        )
    if system.fabrics_allowed and fabric.fabric_id not in system.fabrics_allowed:
        return said(
            "{system} is not wired with {fabric} (Systems.fabrics_allowed)",
            system=system.system_id,
            fabric=fabric.fabric_id,
        )
    wants_liquid = cooling.kind in ("liquid", "immersion")
    if not (system.liquid if wants_liquid else system.air):
        return said("{system} is not made for {kind} cooling", system=system.system_id, kind=cooling.kind)
    if fabric.planned_accelerators < system.accelerators_per_system:
        return said(
            "{fabric} is planned for {planned} accelerators, one {system} has {each}",
            fabric=fabric.fabric_id,
            planned=fabric.planned_accelerators,
            system=system.system_id,
            each=system.accelerators_per_system,
        )
    if systems_per_rack(system, cooling, system_kw) < 1:
        return said(
            "one {system} draws {kw} kW, a rack with {cooling} carries {most} kW",
            system=system.system_id,
            kw=f"{system_kw:g}",
            cooling=cooling.cooling_id,
            most=f"{cooling.max_rack_kw:g}",
        )
    if not site_cooling.allowed:
        return said(
            "{cooling} is not allowed at {site} (SiteCooling.allowed)",
            cooling=cooling.cooling_id,
            site=site.site_id,
        )
    return None


def fan_factor(system: System, cooling: Cooling) -> float:
    """IT power relative to what the system states: liquid saves fans where the stated figure is for air."""
    return cooling.it_power_factor if system.air else 1.0


def systems_per_rack(system: System, cooling: Cooling, system_kw: float) -> int:
    """Systems in a rack: as stated, never more than the rack's power limit carries; 0 if none fits."""
    stated = (
        system.systems_per_rack_liquid
        if cooling.kind in ("liquid", "immersion")
        else system.systems_per_rack_air
    )
    by_power = power.systems_per_rack(cooling.max_rack_kw, system_kw)
    return by_power if stated is None else min(stated, by_power)
