"""Rows that say nothing new about whole plans but much about fractional ones: what was there stays there.

Nothing bought inside the horizon leaves before its life ends, so what a run needed when it started is still
there afterwards: a relaxed plan cannot spread one run over the periods to buy a part of its cluster.
Each row belongs to the family it sharpens and goes with it.
"""

from __future__ import annotations

import math
from collections.abc import Callable

from models.plan import Site
from models.program.draft import Draft, Term
from models.program.power import _blocks, expansions
from models.program.sites import has_fleet
from models.sizing.campaigns import Campaign, RunWidth
from models.sizing.designs import Design


def _started(
    draft: Draft, campaign: Campaign, label: str, t: int, weight: Callable[[RunWidth], float]
) -> list[Term]:
    """Runs of a campaign on a pool started up to period t, weighted, over the number of runs."""
    w = str(campaign.workload.workload_id)
    runs = campaign.workload.runs
    return [
        term
        for width in campaign.widths.get(label, ())
        for start in range(t + 1)
        for term in draft.term(weight(width) / runs, "run", (w, label, width.accelerators, start))
    ]


def _systems(design: Design, width: RunWidth) -> int:
    return math.ceil(width.accelerators / design.accelerators - 1e-9)


def _lasting(draft: Draft) -> list[tuple[Design, int]]:
    """New designs with the periods before any of their systems can reach the end of its life."""
    return [
        (design, t)
        for design in draft.sizing.designs
        if not design.fleet
        for t in draft.periods
        if t < design.life + design.first_order + design.service_lag
    ]


def _stay(draft: Draft, code: str, weight: Callable[[Design, RunWidth], float]) -> None:
    for design, t in _lasting(draft):
        installed = draft.term(-1.0, "installed", (design.location, design.label, t))
        if not installed:
            continue
        for campaign in draft.sizing.campaigns:
            started = _started(
                draft, campaign, design.label, t, lambda width, at=design: weight(at, width)  # type: ignore[misc]
            )
            if started:
                name = str(campaign.workload.workload_id)
                draft.row(code, ("stay", name, design.label, t), started + installed, upper=0)


def add_gang_covers(draft: Draft) -> None:
    r"""C9: \sum_{j, t' <= t} G_j / usable accelerators per system * run[w,d,j,t'] / runs <= installed[d,t]."""
    _stay(draft, "C9", lambda design, width: math.ceil(
        width.accelerators / design.accelerators / (1.0 - design.repair_share) - 1e-6))


def add_spare_covers(draft: Draft) -> None:
    r"""C13: \sum_{j, t' <= t} (systems_j + spares_j) run[w,d,j,t'] / runs <= installed[d,t]."""
    _stay(draft, "C13", lambda design, width: float(_systems(design, width) + width.spare_systems))


def add_fabric_covers(draft: Draft) -> None:
    r"""C2: a run has a whole fabric and whole units.

    \sum_{j, t' <= t} run[w,d,j,t'] / runs <= fabrics[d,t]
    \sum_{j, t' <= t} ceil(systems_j / systems per unit) run[w,d,j,t'] / runs <= units[d,t]
    """
    for design, t in _lasting(draft):
        if t >= design.fabric_life + design.fabric_lag:
            continue
        for campaign in draft.sizing.campaigns:
            name = str(campaign.workload.workload_id)
            size = design.systems_per_unit
            for kind, weight in (
                ("fabrics", lambda width: 1.0),
                ("units", lambda width, at=design, unit=size: math.ceil(_systems(at, width) / unit)),
            ):
                started = _started(draft, campaign, design.label, t, weight)  # type: ignore[arg-type]
                room = draft.term(-1.0, kind, (design.location, design.label, t))
                if started and room:
                    draft.row("C2", ("stay", kind, name, design.label, t), started + room, upper=0)


def _at_site(
    draft: Draft, campaign: Campaign, site: Site, t: int, weight: Callable[[Design, RunWidth], float]
) -> list[Term]:
    terms: list[Term] = []
    for design in draft.sizing.designs:
        if design.location == site.site_id and not design.fleet:
            terms += _started(
                draft, campaign, design.label, t, lambda width, at=design: weight(at, width)  # type: ignore[misc]
            )
    return terms


def add_site_covers(draft: Draft) -> None:
    r"""C20: \sum_{d at s, j, t' <= t} run[w,d,j,t'] / runs <= in_use[s,t],  at[w,s,t] <= in_use[s,t]."""
    for site in draft.plan.sites:
        s = str(site.site_id)
        if has_fleet(draft, s):
            continue
        for t in draft.periods:
            used = draft.term(-1.0, "in_use", (s, t))
            if not used:
                continue
            for campaign in draft.sizing.campaigns:
                started = _at_site(draft, campaign, site, t, lambda _design, _width: 1.0)
                if started:
                    name = str(campaign.workload.workload_id)
                    draft.row("C20", ("stay", name, s, t), started + used, upper=0)
            for work in draft.sizing.divisible:
                name = str(work.workload.workload_id)
                at = draft.term(1.0, "at", (name, s, t))
                if at:
                    draft.row("C20", ("at", name, s, t), at + used, upper=0)


def add_power_covers(draft: Draft) -> None:
    r"""C10: a run that present power cannot feed has whole blocks.

    \sum_{d at s, j, t' <= t} max(0, ceil((MW[d] systems_j - present MW) / best block MW)) run / runs <= \sum blocks
    """
    for site in draft.plan.sites:
        rows = expansions(draft, str(site.site_id))
        levels = [feed for feed in draft.sizing.feeds[str(site.site_id)] if feed.level is not None]
        share = max((feed.level.usable_share for feed in levels if feed.level is not None), default=0.0)
        best = max((row.block_mw * share for row in rows), default=0.0)
        if best <= 0.0:
            continue
        shortest = min(draft.sizing.calendar.life(row.life_months) for row in rows)

        def needed(design: Design, width: RunWidth, at: Site = site, block: float = best) -> float:
            per_system = design.facility_mw
            present = at.usable_mw * (design.site_cooling.pue_peak if at.mw_basis == "it" else 1.0)
            return float(max(0, math.ceil((per_system * _systems(design, width) - present) / block - 1e-6)))

        for t in draft.periods:
            if t >= shortest:
                continue
            built = [
                term for row in rows for feed in levels if not feed.present
                for term in _blocks(draft, row, feed.name, t, -1.0)
            ]
            for campaign in draft.sizing.campaigns:
                started = _at_site(draft, campaign, site, t, needed)
                if started:
                    name = str(campaign.workload.workload_id)
                    draft.row("C10", ("stay", name, str(site.site_id), t), started + built, upper=0)
