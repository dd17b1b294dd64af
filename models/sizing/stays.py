"""How long a site is kept at least: from its opening, or from what stands there, to the end of its stay."""

from __future__ import annotations

from models.plan import Month, Plan, Site


def stands(plan: Plan, site: Site) -> bool:
    """Whether the site is in use from the start: systems stand there, or an open order goes there."""
    held = [row.site_id for row in plan.existing_fleet] + [row.site_id for row in plan.open_orders]
    return site.site_id in held


def kept_until(plan: Plan, site: Site) -> Month:
    """First month in which a site that stands may be left: its stay counts from the oldest system there."""
    since = [row.in_service for row in plan.existing_fleet if row.site_id == site.site_id]
    return Month(min([*since, plan.settings.start]) + site.minimum_stay_months)


def owes_rent(site: Site) -> bool:
    """Whether rent is due to the end of the stay, used or not."""
    return site.kind == "colo" and site.rent_per_kw_month > 0 and site.rent_basis == "contracted"


def owes_stay(site: Site) -> bool:
    """Whether a site that is kept costs anything by itself."""
    return site.minimum_stay_months > 0 and (owes_rent(site) or site.fixed_cost_per_year > 0)
