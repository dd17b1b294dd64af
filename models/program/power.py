"""C10 Power: every system is fed by the site's present power or by new blocks at one redundancy level."""

from __future__ import annotations

from models.plan import PowerExpansion
from models.program.draft import Draft, Term
from models.program.sites import has_fleet
from models.sizing.feeds import Feed


def expansions(draft: Draft, site_id: str) -> list[PowerExpansion]:
    """Expansion options of a site."""
    return [row for row in draft.plan.power_expansions if row.site_id == site_id]


def fed_terms(draft: Draft, site_id: str, design: str, feed: Feed, t: int, weight: float) -> list[Term]:
    """Systems of a design on a feed; where the site has one feed only, all systems in service."""
    if len(draft.sizing.feeds[site_id]) == 1:
        return draft.term(weight, "installed", (site_id, design, t))
    return draft.term(weight, "fed", (site_id, design, feed.name, t))


def blocks_in_service(
    draft: Draft, row: PowerExpansion, level: str, t: int, weight: float = 1.0
) -> list[Term]:
    """Blocks of an expansion at a level in service in period t."""
    calendar = draft.sizing.calendar
    newest = t - calendar.lag(row.lead_months)
    oldest = max(0, newest - calendar.life(row.life_months) + 1)
    index = (str(row.site_id), row.expansion_id, level)
    return [
        term
        for ordered in range(oldest, newest + 1)
        for term in draft.term(weight, "power_blocks", (*index, ordered))
    ]


def add_columns(draft: Draft) -> None:
    """power_blocks[s,e,r,t] whole: ordered; fed[d,f,t]: systems of a design on a feed."""
    calendar = draft.sizing.calendar
    for site_id, feeds in draft.sizing.feeds.items():
        new_feeds = [feed for feed in feeds if not feed.present]
        for row in expansions(draft, site_id):
            lead = calendar.lag(row.lead_months)
            first = 0 if row.earliest is None else max(0, calendar.lag(row.earliest - calendar.start))
            for feed in new_feeds:
                for t in range(first, calendar.periods - lead):
                    index = (site_id, row.expansion_id, feed.name, t)
                    ordered = draft.column("power_blocks", index, upper=row.max_blocks, integer=True, stage=2)
                    draft.prefer_none(ordered)
                    draft.activity("power_blocks", index[:3], t, [(1.0, ordered)])
                    if feed.level is not None and feed.level.spare_blocks:
                        draft.column("block_used", index, upper=1, integer=True, stage=2)
                for t in draft.periods:
                    in_service = blocks_in_service(draft, row, feed.name, t)
                    if in_service:
                        draft.activity("blocks", (site_id, row.expansion_id, feed.name), t, in_service)
    for design in draft.sizing.designs:
        s, d = design.location, design.label
        feeds = draft.sizing.feeds[s]
        for t in draft.periods:
            if draft.get("installed", (s, d, t)) is None:
                continue
            for feed in feeds:
                if len(feeds) > 1 and (feed.present or _may_feed(draft, s, feed, t)):
                    draft.column("fed", (s, d, feed.name, t), upper=design.max_systems)
                terms = fed_terms(draft, s, d, feed, t, 1.0)
                if terms:
                    draft.activity("fed", (s, d, feed.name), t, terms)


def _may_feed(draft: Draft, site_id: str, feed: Feed, t: int) -> bool:
    return any(blocks_in_service(draft, row, feed.name, t) for row in expansions(draft, site_id))


def present_limit(draft: Draft, site_id: str, t: int) -> tuple[list[Term], float]:
    """Present usable MW of a site times its being in use: terms or a constant."""
    site = next(row for row in draft.plan.sites if row.site_id == site_id)
    active = draft.term(site.usable_mw, "in_use", (site_id, t))
    if active or t < draft.sizing.calendar.lag(site.open_lead_months):
        fleet_there = any(row.site_id == site_id for row in draft.plan.existing_fleet)
        if not fleet_there:
            return active, 0.0
    return [], site.usable_mw


def add_rows(draft: Draft) -> None:
    r"""Rows of C10.

    \sum_f fed[d,f,t] = installed[d,t]
    present:  \sum_d MW[d] fed[d,present,t] <= usable MW * in_use[s,t]     (IT or facility MW, as stated)
    level r:  \sum_d MW[d] fed[d,r,t] <= \sum_e share_r MW[e] blocks[e,r,t] - spare_r largest[s,r,t]
    \sum_{r,t} power_blocks[e,r,t] <= max_blocks[e];  blocks need the site in use
    Facility MW at peak PUE, switches included. `largest` is the largest block at that level: with spare
    blocks the first one carries nothing.
    """
    for site_id, feeds in draft.sizing.feeds.items():
        _block_counts(draft, site_id, feeds)
        designs = [design for design in draft.sizing.designs if design.location == site_id]
        site = next(row for row in draft.plan.sites if row.site_id == site_id)
        for t in draft.periods:
            for design in designs:
                installed = draft.term(-1.0, "installed", (site_id, design.label, t))
                if installed and len(feeds) > 1:
                    fed = [
                        term
                        for feed in feeds
                        for term in fed_terms(draft, site_id, design.label, feed, t, 1.0)
                    ]
                    draft.row("C10", ("fed", site_id, design.label, t), fed + installed, lower=0, upper=0)
            for feed in feeds:
                it_basis = feed.present and site.mw_basis == "it"
                load = [
                    term
                    for design in designs
                    for term in fed_terms(
                        draft,
                        site_id,
                        design.label,
                        feed,
                        t,
                        design.it_kw / 1000.0 if it_basis else design.facility_mw,
                    )
                ]
                if not load:
                    continue
                if feed.present:
                    limit, constant = present_limit(draft, site_id, t)
                else:
                    limit, constant = _new_limit(draft, site_id, feed, t), 0.0
                room = [(-coefficient, var) for coefficient, var in limit]
                draft.row("C10", (feed.name, site_id, t), load + room, upper=constant)


def _new_limit(draft: Draft, site_id: str, feed: Feed, t: int) -> list[Term]:
    """Usable facility MW of new blocks at a level, less the spare ones."""
    assert feed.level is not None
    rows = expansions(draft, site_id)
    usable = [
        term
        for row in rows
        for term in blocks_in_service(draft, row, feed.name, t, row.block_mw * feed.level.usable_share)
    ]
    if not feed.level.spare_blocks or not usable:
        return usable
    largest = draft.column("largest_block", (site_id, feed.name, t))
    for row in rows:
        for ordered in range(t + 1):
            used = draft.term(-row.block_mw, "block_used", (site_id, row.expansion_id, feed.name, ordered))
            if used and blocks_in_service(draft, row, feed.name, t):
                draft.row(
                    "C10",
                    ("largest", site_id, row.expansion_id, feed.name, ordered, t),
                    [(1.0, largest), *used],
                    lower=0,
                )
    return [*usable, (-float(feed.level.spare_blocks), largest)]


def _block_counts(draft: Draft, site_id: str, feeds: tuple[Feed, ...]) -> None:
    """Blocks within their number, and only at a site in use when they are ready."""
    calendar = draft.sizing.calendar
    for row in expansions(draft, site_id):
        everything: list[Term] = []
        for feed in feeds:
            for t in draft.periods:
                index = (site_id, row.expansion_id, feed.name, t)
                ordered = draft.term(1.0, "power_blocks", index)
                if not ordered:
                    continue
                everything += ordered
                ready = t + calendar.lag(row.lead_months)
                active = draft.term(-float(row.max_blocks), "in_use", (site_id, ready))
                if active or not has_fleet(draft, site_id):
                    # without a column the site cannot be open so early
                    draft.row("C10", ("site", *index), ordered + active, upper=0)
                used = draft.term(-float(row.max_blocks), "block_used", index)
                if used:
                    draft.row("C10", ("used", *index), ordered + used, upper=0)
        if everything:
            draft.row("C10", ("number", site_id, row.expansion_id), everything, upper=row.max_blocks)
