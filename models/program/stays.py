"""DEF Stays: what a site owes past the horizon because its shortest stay runs on."""

from __future__ import annotations

from models.plan import Site
from models.program.draft import KILO, Draft, Term
from models.sizing.site_power import most_it_mw
from models.sizing.stays import kept_until, owes_rent, owes_stay, stands


def add_columns(draft: Draft) -> None:
    """stay_kw[s,t] in MW: power contracted in the last period at a site opened in t."""
    for site in draft.plan.sites:
        if not owes_stay(site):
            continue
        s, last = str(site.site_id), len(draft.periods) - 1
        if stands(draft.plan, site):
            if kept_until(draft.plan, site) > draft.sizing.calendar.first_month(last + 1):
                contracted = draft.term(KILO, "contracted", (s, last))
                _activities(draft, site, 0, [], 1.0, contracted)
            continue
        for t in draft.periods:
            opened = draft.term(1.0, "open_site", (s, t))
            if not opened:
                continue
            kw: list[Term] = []
            if owes_rent(site):
                kw = [(KILO, draft.column("stay_kw", (s, t)))]
            if _runs_on(draft, site, t):
                _activities(draft, site, t, opened, 0.0, kw)


def _activities(
    draft: Draft, site: Site, t: int, opened: list[Term], constant: float, kw: list[Term]
) -> None:
    s = str(site.site_id)
    if site.fixed_cost_per_year:
        draft.activity("stay", (s,), t, opened, constant)
    if owes_rent(site):
        draft.activity("stay_kw", (s,), t, kw)


def _runs_on(draft: Draft, site: Site, t: int) -> bool:
    """Whether the stay of a site opened in t ends after the horizon."""
    calendar = draft.sizing.calendar
    months = (t + calendar.lag(site.open_lead_months)) * calendar.period_months + site.minimum_stay_months
    return months > calendar.periods * calendar.period_months


def add_rows(draft: Draft) -> None:
    r"""Rows of DEF: what is contracted in the last period T-1 belongs to the period in which the site opened.

    \sum_t stay_kw[s,t] >= contracted[s,T-1],   stay_kw[s,t] <= most IT MW[s] * open_site[s,t]
    A site that stands from the start owes contracted[s,T-1] itself.
    """
    for site in draft.plan.sites:
        s = str(site.site_id)
        kept: list[Term] = []
        for t in draft.periods:
            kw = draft.term(1.0, "stay_kw", (s, t))
            if kw:
                kept += kw
                most = most_it_mw(draft.plan, draft.sizing.calendar, site)
                opened = draft.term(-most, "open_site", (s, t))
                draft.row("DEF", ("stay kW", s, t), kw + opened, upper=0)
        if kept:
            contracted = draft.term(-1.0, "contracted", (s, len(draft.periods) - 1))
            draft.row("DEF", ("stays on", s), kept + contracted, lower=0)
