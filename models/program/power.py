"""C10 Power: every system is fed by the site's present power or by new blocks at one redundancy level."""

from __future__ import annotations

from models.plan import OpenOrder, PowerExpansion, Site
from models.program.draft import Draft, Term, scaled
from models.program.orders import kept
from models.program.sites import has_fleet, in_use
from models.program.storage_load import fed_storage, pue_peak
from models.sizing.feeds import Feed
from models.sizing.orders import arrival, order_kind
from models.sizing.site_power import bases, has_ramp, present_mw, shown_mw


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
    ] + _on_order(draft, row, level, t, weight)


def _orders(draft: Draft, row: PowerExpansion, level: str) -> list[OpenOrder]:
    """Open orders of an expansion: their blocks are built at the site's present level, else at the first."""
    site = next(site for site in draft.plan.sites if site.site_id == row.site_id)
    built_at = site.present_level or draft.plan.redundancy[0].level_id
    return [
        order
        for order in draft.plan.open_orders
        if order_kind(order) == "power"
        and (order.site_id, order.expansion_id) == (row.site_id, row.expansion_id)
        and level == built_at
    ]


def _on_order(draft: Draft, row: PowerExpansion, level: str, t: int, weight: float) -> list[Term]:
    """Blocks of open orders in service in period t, from the period that holds their month."""
    calendar = draft.sizing.calendar
    life = calendar.life(row.life_months)
    return [
        term
        for order in _orders(draft, row, level)
        if arrival(calendar, order) <= t < arrival(calendar, order) + life
        for term in kept(draft, order, weight * order.quantity)
    ]


def add_columns(draft: Draft) -> None:
    """power_blocks[s,e,r,t] whole: ordered; fed[d,f,t]: systems of a design on a feed."""
    calendar = draft.sizing.calendar
    for site in draft.plan.sites:
        if has_ramp(draft.plan, site):
            for t in draft.periods:
                for basis in bases(draft.plan, site):
                    s, mw = str(site.site_id), shown_mw(draft.plan, calendar, site, t, basis)
                    draft.activity("present_power", (s, basis), t, *in_use(draft, s, t, mw))
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


def _present_rows(draft: Draft, site: Site, feed: Feed, t: int) -> None:
    """Load on present power within what the site has in period t, on each basis that holds in it."""
    s = str(site.site_id)
    for basis, mw in present_mw(draft.plan, draft.sizing.calendar, site, t).items():
        load = _load(draft, s, feed, t, it_basis=basis == "it")
        limit, constant = in_use(draft, s, t, mw)
        if load:
            index = (feed.name, s, t) if basis == site.mw_basis else (feed.name, s, t, basis)
            draft.row("C10", index, load + scaled(-1.0, limit), upper=constant)


def add_rows(draft: Draft) -> None:
    r"""Rows of C10.

    \sum_f fed[d,f,t] = installed[d,t]
    present:  \sum_d MW[d] fed[d,present,t] <= usable MW[s,t] * in_use[s,t]   (IT or facility MW, as stated)
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
                if feed.present:
                    _present_rows(draft, site, feed, t)
                    continue
                load = _load(draft, site_id, feed, t, it_basis=False)
                if load:
                    room = scaled(-1.0, _new_limit(draft, site_id, feed, t))
                    draft.row("C10", (feed.name, site_id, t), load + room, upper=0)


def _load(draft: Draft, site_id: str, feed: Feed, t: int, *, it_basis: bool) -> list[Term]:
    """MW of all systems and storage on a feed, IT or facility."""
    storage = scaled(1.0 if it_basis else pue_peak(draft, site_id), fed_storage(draft, site_id, feed, t))
    return storage + [
        term
        for design in draft.sizing.designs
        if design.location == site_id
        for term in fed_terms(
            draft,
            site_id,
            design.label,
            feed,
            t,
            design.it_kw / 1000.0 if it_basis else design.facility_mw,
        )
    ]


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
        for ordered in range(t + 1 - draft.sizing.calendar.lag(row.lead_months)):
            used = draft.term(-row.block_mw, "block_used", (site_id, row.expansion_id, feed.name, ordered))
            if used and blocks_in_service(draft, row, feed.name, t):
                draft.row(
                    "C10",
                    ("largest", site_id, row.expansion_id, feed.name, ordered, t),
                    [(1.0, largest), *used],
                    lower=0,
                )
        for order in _orders(draft, row, feed.name):
            if _on_order(draft, row, feed.name, t, 1.0):
                draft.row(
                    "C10",
                    ("largest", site_id, row.expansion_id, feed.name, order.order_id, t),
                    [(1.0, largest), *kept(draft, order, -row.block_mw)],
                    lower=0,
                )
    return [*usable, (-float(feed.level.spare_blocks), largest)]


def _block_counts(draft: Draft, site_id: str, feeds: tuple[Feed, ...]) -> None:
    """Blocks within their number, and only at a site in use when they are ready."""
    calendar = draft.sizing.calendar
    for row in expansions(draft, site_id):
        everything: list[Term] = []
        signed = 0
        for feed in feeds:
            for order in _orders(draft, row, feed.name):
                everything += kept(draft, order, float(order.quantity))
                signed += order.quantity
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
            most = max(row.max_blocks, signed)
            draft.row("C10", ("number", site_id, row.expansion_id), everything, upper=most)
