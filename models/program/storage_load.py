"""Storage in service at a place, and the power that it draws there."""

from __future__ import annotations

from models.matrix import Key
from models.plan import StorageTier
from models.program.draft import DATA_SCALE, KILO, Draft, Term, scaled
from models.sizing.feeds import Feed
from models.sizing.places import owned, storage_cooling, tiers_at


def stock(draft: Draft, location: str, tier: StorageTier, t: int) -> list[Term]:
    """Bought storage within its life in period t, in units of data; there from the period of its order."""
    life = draft.sizing.calendar.life(tier.life_months)
    return [
        term
        for ordered in range(max(0, t - life + 1), t + 1)
        for term in draft.term(1.0, "storage_order", (location, str(tier.tier_id), ordered))
    ]


def kept_in(draft: Draft, location: str, tier: str, t: int) -> list[Term]:
    """Data in a tier, in units of data."""
    return scaled(1.0 / DATA_SCALE, draft.activity_terms(Key("stored", (location, tier)), t))


def in_service(draft: Draft, location: str, tier: StorageTier, t: int) -> list[Term]:
    """Units of data of a tier at a location: owned and switched on, or rented with what bandwidth adds."""
    name = str(tier.tier_id)
    if owned(tier):
        return draft.term(1.0, "storage_on", (location, name, t))
    return kept_in(draft, location, name, t) + draft.term(1.0, "storage_extra", (location, name, t))


def storage_kw(draft: Draft, site_id: str, t: int) -> list[Term]:
    """IT kW of the storage at a site in period t."""
    if not draft.sizing.data:
        return []
    return [
        term
        for tier in tiers_at(draft.plan, site_id)
        if tier.kw_per_tb
        for term in scaled(DATA_SCALE * tier.kw_per_tb, in_service(draft, site_id, tier, t))
    ]


def pue_peak(draft: Draft, site_id: str) -> float:
    """Peak PUE of the cooling that storage has at a site; 1 where the site has none."""
    cooling = storage_cooling(draft.plan, site_id)
    return 1.0 if cooling is None else cooling.pue_peak


def pue_annual(draft: Draft, site_id: str) -> float:
    """Annual PUE of the cooling that storage has at a site; 1 where the site has none."""
    cooling = storage_cooling(draft.plan, site_id)
    return 1.0 if cooling is None else cooling.pue_annual


def fed_storage(draft: Draft, site_id: str, feed: Feed, t: int) -> list[Term]:
    """IT MW of storage on a feed; where the site has one feed only, all of it."""
    if len(draft.sizing.feeds[site_id]) == 1:
        return scaled(1.0 / KILO, storage_kw(draft, site_id, t))
    return draft.term(1.0, "storage_fed", (site_id, feed.name, t))


def add_columns(draft: Draft) -> None:
    """storage_fed[s,f,t]: IT MW of storage on a feed, where there are several."""
    for site_id, feeds in draft.sizing.feeds.items():
        for t in draft.periods:
            if not storage_kw(draft, site_id, t):
                continue
            for feed in feeds:
                if len(feeds) > 1:
                    draft.column("storage_fed", (site_id, feed.name, t))
                load = scaled(KILO, fed_storage(draft, site_id, feed, t))
                draft.activity("storage_kw", (site_id, feed.name), t, load)


def add_rows(draft: Draft) -> None:
    r"""Rows of C10: storage is fed as systems are, \sum_f storage_fed[s,f,t] = storage MW[s,t]."""
    for site_id, feeds in draft.sizing.feeds.items():
        if len(feeds) == 1:
            continue
        for t in draft.periods:
            fed = [term for feed in feeds for term in fed_storage(draft, site_id, feed, t)]
            if fed:
                load = scaled(-1.0 / KILO, storage_kw(draft, site_id, t))
                draft.row("C10", ("storage", site_id, t), fed + load, lower=0, upper=0)
