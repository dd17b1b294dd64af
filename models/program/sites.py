"""C20 Being there: a site is in use from its opening and lead on, until it is closed."""

from __future__ import annotations

import math

from models.plan import Site
from models.program.draft import Draft, Term, scaled
from models.sizing.stays import kept_until, stands


def has_fleet(draft: Draft, site_id: str) -> bool:
    """Whether the site is in use from the start."""
    return stands(draft.plan, next(site for site in draft.plan.sites if site.site_id == site_id))


def may_close(site: Site) -> bool:
    """Whether leaving is an option: the input states a shortest stay or what leaving costs."""
    return site.minimum_stay_months > 0 or site.decommission_cost > 0


def in_use(draft: Draft, site_id: str, t: int, weight: float = 1.0) -> tuple[list[Term], float]:
    """Whether a site is in use in period t, times a weight: terms, or a constant where it always is."""
    active = draft.term(weight, "in_use", (site_id, t))
    if active or not has_fleet(draft, site_id):
        return active, 0.0
    return [], weight


def _first_close(draft: Draft, site: Site) -> int:
    """First period at whose start a site with a fleet may be left."""
    calendar = draft.sizing.calendar
    months = kept_until(draft.plan, site) - calendar.start
    return max(0, math.ceil(months / calendar.period_months))


def add_columns(draft: Draft) -> None:
    """open_site[s,t], in_use[s,t], close_site[s,t], binary and decided first."""
    for site in draft.plan.sites:
        s = str(site.site_id)
        lead = draft.sizing.calendar.lag(site.open_lead_months)
        fleet, closable = has_fleet(draft, s), may_close(site)
        for t in draft.periods:
            if not fleet and t + lead < len(draft.periods):
                opened = draft.column("open_site", (s, t), upper=1, integer=True, stage=1)
                draft.prefer_none(opened, float(len(draft.periods) - t))
                draft.activity("open_site", (s,), t, [(1.0, opened)])
            if closable and (t >= _first_close(draft, site) if fleet else t > lead):
                closed = draft.column("close_site", (s, t), upper=1, integer=True, stage=1)
                draft.prefer_none(closed, float(len(draft.periods) - t))
                draft.activity("close_site", (s,), t, [(1.0, closed)])
            if closable if fleet else t >= lead:
                draft.column("in_use", (s, t), upper=1, integer=True, stage=1)
            draft.activity("site_active", (s,), t, *in_use(draft, s, t))


def add_rows(draft: Draft) -> None:
    r"""Rows of C20.

    in_use[s,t] = \sum_{t' <= t - lead} open_site[s,t'] - \sum_{t' <= t} close_site[s,t']   (a fleet: 1 - ..)
    \sum_t open_site[s,t] <= 1
    \sum_{t' <= t} close_site[s,t'] <= \sum_{t' <= t - lead - stay} open_site[s,t']         (a fleet: 1)
    installed[d,t] <= most systems[d] * in_use[s,t]                         where the site may be closed
    """
    for site in draft.plan.sites:
        s = str(site.site_id)
        lead = draft.sizing.calendar.lag(site.open_lead_months)
        fleet = has_fleet(draft, s)
        always = 1.0 if fleet else 0.0
        for t in draft.periods:
            active = draft.term(1.0, "in_use", (s, t))
            if active:
                opened = scaled(-1.0, _until(draft, "open_site", s, t - lead))
                closed = _until(draft, "close_site", s, t)
                draft.row("C20", ("active", s, t), active + opened + closed, lower=always, upper=always)
        once = _until(draft, "open_site", s, len(draft.periods) - 1)
        if once:
            draft.row("C20", ("once", s), once, upper=1)
        if may_close(site):
            _closing_rows(draft, site, lead, always)


def _until(draft: Draft, kind: str, site_id: str, t: int) -> list[Term]:
    return [term for earlier in range(t + 1) for term in draft.term(1.0, kind, (site_id, earlier))]


def _closing_rows(draft: Draft, site: Site, lead: int, always: float) -> None:
    s = str(site.site_id)
    stay = draft.sizing.calendar.lag(site.minimum_stay_months)
    for t in draft.periods:
        closed = _until(draft, "close_site", s, t)
        if closed:
            long_enough = _until(draft, "open_site", s, t - lead - max(1, stay))
            draft.row("C20", ("stay", s, t), closed + scaled(-1.0, long_enough), upper=always)
        for design in draft.sizing.designs:
            installed = draft.term(1.0, "installed", (s, design.label, t))
            if design.location == s and installed:
                terms, constant = in_use(draft, s, t, float(design.max_systems))
                draft.row("C20", ("empty", design.label, t), installed + scaled(-1.0, terms), upper=constant)
