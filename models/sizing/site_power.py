"""Present power of a site by period: what it has today, ramps and contract ends."""

from __future__ import annotations

from models.plan import Month, Plan, Site
from models.plan.facility import MwBasis
from models.sizing.calendar import Calendar


def has_ramp(plan: Plan, site: Site) -> bool:
    """Whether sheet SitePower has rows for the site."""
    return any(row.site_id == site.site_id for row in plan.site_power)


def _in_force(plan: Plan, site: Site, month: Month) -> tuple[MwBasis, float]:
    rows = [row for row in plan.site_power if row.site_id == site.site_id and row.from_ <= month]
    if not rows:
        return site.mw_basis, site.usable_mw
    row = max(rows, key=lambda row: row.from_)
    ended = row.contract_end is not None and month > row.contract_end
    return row.mw_basis, 0.0 if ended else row.usable_mw


def present_mw(plan: Plan, calendar: Calendar, site: Site, t: int) -> dict[MwBasis, float]:
    """Usable MW in period t by basis, the least of its months: load must fit in every hour of the period.

    The last row of SitePower that has begun holds, the site's own figure before the first one; after the end
    of a row's contract there is no power until another row begins. Both bases hold where a period has both.
    """
    least: dict[MwBasis, float] = {}
    if not has_ramp(plan, site):
        return {site.mw_basis: site.usable_mw}
    for step in range(calendar.period_months):
        basis, mw = _in_force(plan, site, Month(calendar.first_month(t) + step))
        least[basis] = min(mw, least.get(basis, mw))
    return least


def most_present_systems(
    plan: Plan, calendar: Calendar, site: Site, it_mw: float, facility_mw: float
) -> float:
    """Systems that present power feeds in the best period, by their IT and facility MW."""
    each: dict[MwBasis, float] = {"it": it_mw, "facility": facility_mw}
    return max(
        min(mw / each[basis] for basis, mw in present_mw(plan, calendar, site, t).items())
        for t in range(calendar.periods)
    )


def most_it_mw(plan: Plan, calendar: Calendar, site: Site) -> float:
    """IT MW that present power and every block could feed together, in the best period."""
    present = max(max(present_mw(plan, calendar, site, t).values()) for t in range(calendar.periods))
    built = 0.0
    for row in plan.power_expansions:
        if row.site_id == site.site_id:
            ordered = sum(
                order.quantity
                for order in plan.open_orders
                if (order.site_id, order.expansion_id) == (row.site_id, row.expansion_id)
            )
            built += row.block_mw * max(row.max_blocks, ordered)
    return present + built


def bases(plan: Plan, site: Site) -> tuple[MwBasis, ...]:
    """Bases on which the site's present power is stated, its own first."""
    stated = [row.mw_basis for row in plan.site_power if row.site_id == site.site_id]
    return tuple(dict.fromkeys([site.mw_basis, *stated]))


def shown_mw(plan: Plan, calendar: Calendar, site: Site, t: int, basis: MwBasis) -> float:
    """Usable MW in period t on a basis; where the period is stated on the other one, what that allows at
    most: IT power is never more than facility power, and facility power never more than IT at the largest
    peak PUE."""
    stated = present_mw(plan, calendar, site, t)
    if basis in stated:
        return stated[basis]
    pue = max((row.pue_peak for row in plan.site_cooling if row.site_id == site.site_id), default=1.0)
    return stated["facility"] if basis == "it" else stated["it"] * pue
