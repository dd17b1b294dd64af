"""Which cooling carries which system's heat."""

from __future__ import annotations

from models.plan import Cooling, Plan


def air_plant(plan: Plan, site_id: str) -> Cooling | None:
    """The site's first air cooling: it carries what liquid cooling leaves over."""
    kinds = {row.cooling_id: row for row in plan.cooling}
    for place in plan.site_cooling:
        if place.site_id == site_id and place.allowed and kinds[place.cooling_id].kind == "air":
            return kinds[place.cooling_id]
    return None


def liquid_share(cooling: Cooling) -> float:
    """Share of a system's heat that its own cooling takes: all of it for air, else liquid_heat_share."""
    return 1.0 if cooling.kind == "air" else cooling.liquid_heat_share


def heat_share(own: Cooling, carrier: Cooling, air: Cooling | None) -> float:
    """Share of the heat of a system with cooling `own` that `carrier` takes away."""
    share = 0.0
    if own.cooling_id == carrier.cooling_id:
        share += liquid_share(own)
    if air is not None and carrier.cooling_id == air.cooling_id and own.kind != "air":
        share += 1.0 - liquid_share(own)
    return share
