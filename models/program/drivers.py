"""Quantities that cost lines price but no decision sets directly: busy hours, billed peaks.

Code "DEF" marks the rows that define a billed quantity from below; the price makes them tight.
"""

from __future__ import annotations

from models.plan import Site
from models.program.capacity import runs_in
from models.program.divisible import held_load
from models.program.draft import KILO, Draft, Term, scaled
from models.program.fleet import absent
from models.program.storage_load import pue_annual, storage_kw
from models.sizing.designs import Design
from models.sizing.fitting import fan_factor
from models.sizing.site_power import most_it_mw


def _busy(draft: Draft, design: Design, t: int, block: str) -> list[Term]:
    """Mean systems at work in a block."""
    terms: list[Term] = []
    for work in draft.sizing.divisible:
        terms += held_load(draft, work, design.label, t, block)
    for campaign, width, k, (_, run) in runs_in(draft, design.label, t):
        if not campaign.workload.interruptible:
            terms.append((width.accelerators * width.held[k] / KILO, run))
    for campaign in draft.sizing.campaigns:
        if campaign.workload.interruptible:
            terms += draft.term(1.0, "pace", (str(campaign.workload.workload_id), design.label, t, block))
    return scaled(KILO / design.accelerators, terms)


def add_columns(draft: Draft) -> None:
    """contracted[s,t], peak[s,t] in MW."""
    for site in draft.plan.sites:
        s = str(site.site_id)
        for t in draft.periods:
            if site.kind == "colo" and site.rent_per_kw_month:
                contracted = draft.column("contracted", (s, t))
                draft.activity("contracted_kw", (s,), t, [(KILO, contracted)])
            if site.demand_charge_kw_month:
                peak = draft.column("peak", (s, t))
                draft.activity("peak_kw", (s,), t, [(KILO, peak)])


def add_activities(draft: Draft) -> None:
    """busy and idle system-hours of every design."""
    hours = draft.sizing.calendar.hours_per_period
    for design in draft.sizing.designs:
        index = (design.location, design.label)
        for t in draft.periods:
            installed = draft.term(1.0, "installed", (*index, t))
            if not installed:
                continue
            busy = [
                (phi * hours * coefficient, var)
                for block, phi in draft.sizing.blocks.share.items()
                for coefficient, var in _busy(draft, design, t, block)
            ]
            draft.activity("busy", index, t, busy)
            missing, constant = absent(draft, design, t)
            idle = scaled(hours, installed) + scaled(-1.0, busy) + scaled(-hours, missing)
            draft.activity("idle", index, t, idle, -hours * constant)


def add_rows(draft: Draft) -> None:
    r"""Rows that hold billed quantities up.

    contracted[s,t] >= \sum_d IT MW[d] installed[d,t],  contracted[s,t] >= contracted[s,t-1] (until left)
    peak[s,t] >= \sum_d PUE[d] kW[d] (idle share installed + (average load - idle share) busy[d,t,b])
    """
    for site in draft.plan.sites:
        _rent_rows(draft, site)
        _peak_rows(draft, site)


def _designs(draft: Draft, location: str) -> list[Design]:
    return [design for design in draft.sizing.designs if design.location == location]


def _rent_rows(draft: Draft, site: Site) -> None:
    s = str(site.site_id)
    for t in draft.periods:
        contracted = draft.term(1.0, "contracted", (s, t))
        if not contracted:
            continue
        load = [
            term
            for design in _designs(draft, s)
            for term in draft.term(-design.it_kw / KILO, "installed", (s, design.label, t))
        ]
        load += scaled(-1.0 / KILO, storage_kw(draft, s, t))
        draft.row("DEF", ("contracted", s, t), contracted + load, lower=0)
        if t > 0 and site.rent_basis == "contracted":
            before = draft.term(-1.0, "contracted", (s, t - 1))
            # a site that is left gives its contract back
            most = most_it_mw(draft.plan, draft.sizing.calendar, site)
            left = draft.term(most, "close_site", (s, t))
            draft.row("DEF", ("stay", s, t), contracted + before + left, lower=0)


def _peak_rows(draft: Draft, site: Site) -> None:
    s = str(site.site_id)
    for t in draft.periods:
        peak = draft.term(1.0, "peak", (s, t))
        if not peak:
            continue
        for block in draft.sizing.blocks.ids:
            load = scaled(pue_annual(draft, s) / KILO, storage_kw(draft, s, t))
            for design in _designs(draft, s):
                system = design.system
                pue = design.site_cooling.pue_annual / KILO
                full = pue * system.max_kw_per_system * fan_factor(system, design.cooling)
                standing = full * system.idle_share + pue * design.switch_kw_per_system
                load += draft.term(standing, "installed", (s, design.label, t))
                extra = full * (system.average_load_share - system.idle_share)
                load += scaled(extra, _busy(draft, design, t, block))
            if load:
                draft.row("DEF", ("peak", s, t, block), peak + scaled(-1.0, load), lower=0)
