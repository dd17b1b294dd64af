"""Places that keep data: which storage tiers stand where, and where a workload's data may be."""

from __future__ import annotations

from typing import Literal

from models.plan import Plan, SiteCooling, StorageTier, Workload
from models.sizing.cooling import air_plant
from models.words import said

Stage = Literal["hot", "warm", "archive"]
STAGES: tuple[Stage, ...] = ("hot", "warm", "archive")
"""From fast to slow: a tier keeps data of its own stage and of slower ones."""

EVERY_SITE = "site"
ANYWHERE = "any"


def is_site(plan: Plan, location: str) -> bool:
    """Whether the location is a site of the plan; else it is provider:region."""
    return any(site.site_id == location for site in plan.sites)


def owned(tier: StorageTier) -> bool:
    """Whether the tier is bought; a tier with a monthly price too pays it on top."""
    return tier.capex_per_tb is not None


def _stands(plan: Plan, tier: StorageTier, location: str) -> bool:
    if tier.capex_per_tb is None and tier.price_per_tb_month is None:
        return False  # a missing price is not a price of nothing
    if tier.where == location:
        return True
    here = is_site(plan, location)
    return (tier.where == EVERY_SITE and here) or (tier.where == ANYWHERE and (here or not owned(tier)))


def tiers_at(plan: Plan, location: str) -> tuple[StorageTier, ...]:
    """Priced tiers at a location. A tier of `any` place that is bought stands at sites only."""
    return tuple(tier for tier in plan.storage if _stands(plan, tier, location))


def candidates(plan: Plan, location: str, stage: Stage) -> tuple[StorageTier, ...]:
    """Tiers that may keep data of a stage: those of that kind first, then faster ones."""
    rank = STAGES.index(stage)
    here = tiers_at(plan, location)
    return tuple(tier for kind in reversed(STAGES[: rank + 1]) for tier in here if tier.kind == kind)


def billed_share(tier: StorageTier, days: float) -> float:
    """TB billed for a TB that stays so many days in a tier (0: no end): its minimum, where that is more."""
    return max(1.0, tier.min_storage_days / days) if days > 0 else 1.0


def choices(plan: Plan, location: str, stage: Stage, days: float) -> tuple[StorageTier, ...]:
    """Candidates without rented tiers that another rented one beats whatever else is kept there."""
    tiers = candidates(plan, location, stage)
    kept: list[StorageTier] = []
    for number, tier in enumerate(tiers):
        rivals = [other for other in (*kept, *tiers[number + 1 :]) if other is not tier]
        if not any(_beats(other, tier, days) for other in rivals):
            kept.append(tier)
    return tuple(kept)


def _beats(other: StorageTier, tier: StorageTier, days: float) -> bool:
    """Whether another rented tier costs no more, draws no more power, and gives no less bandwidth."""
    if owned(tier) or owned(other) or tier.price_per_tb_month is None or other.price_per_tb_month is None:
        return False
    bandwidths = (
        (tier.read_gb_per_s_per_tb, other.read_gb_per_s_per_tb),
        (tier.write_gb_per_s_per_tb, other.write_gb_per_s_per_tb),
    )
    gives = tier.kind != "hot" or all(
        mine is None or (other.kind == "hot" and (theirs is None or theirs >= mine))
        for mine, theirs in bandwidths
    )
    price = tier.price_per_tb_month * billed_share(tier, days)
    return (
        gives
        and other.price_per_tb_month * billed_share(other, days) <= price
        and other.price_change_per_year <= tier.price_change_per_year
        and other.kw_per_tb <= tier.kw_per_tb
    )


def natural_tier(plan: Plan, location: str, stage: Stage) -> StorageTier | None:
    """The tier that data of a stage is read from: the first of its kind, else the next faster one."""
    return next(iter(candidates(plan, location, stage)), None)


def storage_cooling(plan: Plan, site_id: str) -> SiteCooling | None:
    """How storage at a site is cooled: by its air cooling, else by the first that it has."""
    air = air_plant(plan, site_id)
    rows = [row for row in plan.site_cooling if row.site_id == site_id and row.allowed]
    return next((row for row in rows if air is not None and row.cooling_id == air.cooling_id), None) or next(
        iter(rows), None
    )


def outside_residency(plan: Plan, workload: Workload, location: str) -> str | None:
    """Why a location lies outside the legal area of a workload's data, or None.

    Sites state their area. A cloud region lies in it if its name is the area's or starts with it and a hyphen
    (eu, eu-north-1), or if the workload names it among its allowed locations.
    """
    area = workload.residency
    if area is None:
        return None
    for site in plan.sites:
        if site.site_id == location:
            if site.residency is not None and site.residency.casefold() == area.casefold():
                return None
            return said("{place} is not in {area}, where its data must stay", place=location, area=area)
    region = location.partition(":")[2].casefold()
    if region == area.casefold() or region.startswith(f"{area.casefold()}-"):
        return None
    if location in workload.allowed_locations:
        return None
    return said("{place} is not known to be in {area}, where its data must stay", place=location, area=area)
