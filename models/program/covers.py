"""Rows that say nothing new about whole plans but much about fractional ones: what was there stays there.

Nothing bought inside the horizon leaves before its life (or the least time it stays) ends, so what a run
needed when it started is still there afterwards: a relaxed plan cannot spread one run over the periods to buy
a part of its cluster.
Each row belongs to the family it sharpens and goes with it.

started(weight)[w,d,t] = \\sum_{j, t' <= t} weight(d,j) * run[w,d,j,t'] / runs[w]
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator

from models.plan import Site
from models.program import orders
from models.program.draft import KILO, Draft, Term
from models.program.power import blocks_in_service, expansions
from models.program.sites import has_fleet, may_close
from models.sizing.campaigns import Campaign, RunWidth
from models.sizing.designs import Design
from models.sizing.site_power import most_present_systems
from models.sizing.vintages import stays

Weight = Callable[[Design, RunWidth], float]


def _started(draft: Draft, campaign: Campaign, design: Design, t: int, weight: Weight) -> list[Term]:
    w = str(campaign.workload.workload_id)
    runs = campaign.workload.runs
    return [
        term
        for width in campaign.widths.get(design.label, ())
        for start in range(t + 1)
        for term in draft.term(
            weight(design, width) / runs, "run", (w, design.label, width.accelerators, start)
        )
    ]


def _starts(draft: Draft, campaign: Campaign, design: Design, t: int) -> bool:
    """Whether a run can start in t itself: else the row of an earlier period says as much."""
    w = str(campaign.workload.workload_id)
    return any(
        draft.get("run", (w, design.label, width.accelerators, t)) is not None
        for width in campaign.widths.get(design.label, ())
    )


def _one(_design: Design, _width: RunWidth) -> float:
    return 1.0


def _systems(design: Design, width: RunWidth) -> int:
    return math.ceil(width.accelerators / design.accelerators - 1e-9)


def _units(design: Design, width: RunWidth) -> float:
    return float(math.ceil(_systems(design, width) / design.systems_per_unit))


def _with_repair(design: Design, width: RunWidth) -> float:
    usable = design.accelerators * (1.0 - design.repair_share)
    return float(math.ceil(width.accelerators / usable - 1e-6))


def _with_spares(design: Design, width: RunWidth) -> float:
    return float(_systems(design, width) + width.spare_systems)


def _lasting(draft: Draft, *, systems: bool = True) -> Iterator[tuple[Design, int]]:
    """New designs with the periods before any of their systems (else fabrics) can have left."""
    calendar, settings = draft.sizing.calendar, draft.plan.settings
    for design in draft.sizing.designs:
        if design.given:
            continue
        last = design.first_service + (stays(calendar, settings, design) if systems else design.life)
        if not systems:
            last = min(last, orders.first_fabric(draft, design) + design.fabric_life)
        for t in draft.periods:
            if t < last:
                yield design, t


def _stay(draft: Draft, code: str, kind: str, weight: Weight, designs: Iterator[tuple[Design, int]]) -> None:
    """started(weight) <= kind[d,t], for every campaign."""
    for design, t in designs:
        room = draft.term(-1.0, kind, (design.location, design.label, t))
        if not room:
            continue
        for campaign in draft.sizing.campaigns:
            if _starts(draft, campaign, design, t):
                name = str(campaign.workload.workload_id)
                started = _started(draft, campaign, design, t, weight)
                draft.row(code, ("stay", kind, name, design.label, t), started + room, upper=0)


def add_gang_covers(draft: Draft) -> None:
    r"""C9: started(systems with the share under repair) <= installed[d,t], where C13 asks for less."""
    more = {
        design.label
        for design in draft.sizing.designs
        for campaign in draft.sizing.campaigns
        for width in campaign.widths.get(design.label, ())
        if _with_repair(design, width) > _with_spares(design, width)
    }
    lasting = ((design, t) for design, t in _lasting(draft) if design.label in more)
    _stay(draft, "C9", "installed", _with_repair, lasting)


def add_spare_covers(draft: Draft) -> None:
    r"""C13: started(systems_j + spares_j) <= installed[d,t]."""
    _stay(draft, "C13", "installed", _with_spares, _lasting(draft))


def add_fabric_covers(draft: Draft) -> None:
    r"""C2: started(1) <= fabrics[d,t],  started(ceil(systems_j / systems per unit)) <= units[d,t]."""
    for kind, weight in (("fabrics", _one), ("units", _units)):
        _stay(draft, "C2", kind, weight, _lasting(draft, systems=False))


def _at_site(draft: Draft, campaign: Campaign, site: Site, t: int, weight: Weight) -> list[Term]:
    return [
        term
        for design in draft.sizing.designs
        if design.location == site.site_id and not design.given
        for term in _started(draft, campaign, design, t, weight)
    ]


def _starts_at(draft: Draft, campaign: Campaign, site: Site, t: int) -> bool:
    return any(
        _starts(draft, campaign, design, t)
        for design in draft.sizing.designs
        if design.location == site.site_id and not design.given
    )


def _stay_at(
    draft: Draft, code: str, site: Site, t: int, weight: Weight, room: list[Term]
) -> None:
    r"""\sum_{d at s} started(weight) <= room, for every campaign; `room` holds its terms negated."""
    for campaign in draft.sizing.campaigns:
        if _starts_at(draft, campaign, site, t):
            key = ("stay", str(campaign.workload.workload_id), str(site.site_id), t)
            draft.row(code, key, _at_site(draft, campaign, site, t, weight) + room, upper=0)


def _at(draft: Draft, code: str, name: str, s: str, t: int, room: list[Term]) -> None:
    """at[w,s,t] <= room; `room` holds its terms negated."""
    at = draft.term(1.0, "at", (name, s, t))
    if at:
        draft.row(code, ("at", name, s, t), at + room, upper=0)


def add_site_covers(draft: Draft) -> None:
    r"""C20: \sum_{d at s} started(1) <= in_use[s,t] (sites that stay open),  at[w,s,t] <= in_use[s,t]."""
    for site in draft.plan.sites:
        s = str(site.site_id)
        if has_fleet(draft, s):
            continue
        for t in draft.periods:
            used = draft.term(-1.0, "in_use", (s, t))
            if not used:
                continue
            if not may_close(site):
                _stay_at(draft, "C20", site, t, _one, used)
            for work in draft.sizing.divisible:
                _at(draft, "C20", str(work.workload.workload_id), s, t, used)


def add_power_covers(draft: Draft) -> None:
    r"""C10: a run that present power cannot feed has whole blocks.

    \sum_{d at s} started(max(0, ceil((MW[d] systems_j - present MW) / best block MW))) <= blocks in service
    """
    for site in draft.plan.sites:
        s = str(site.site_id)
        rows = expansions(draft, s)
        levels = [feed.level for feed in draft.sizing.feeds[s] if feed.level is not None and not feed.present]
        best = max((row.block_mw * level.usable_share for row in rows for level in levels), default=0.0)
        if best <= 0.0:
            continue

        def needed(design: Design, width: RunWidth, at: Site = site, block: float = best) -> float:
            plan, calendar = draft.plan, draft.sizing.calendar
            each = (design.it_kw / KILO, design.facility_mw)
            present = most_present_systems(plan, calendar, at, *each) * design.facility_mw
            short = design.facility_mw * _systems(design, width) - present
            return float(max(0, math.ceil(short / block - 1e-6)))

        calendar = draft.sizing.calendar
        lasting = min(calendar.life(row.life_months) for row in rows)
        for t in draft.periods[:lasting]:
            built = [
                term
                for row in rows
                for level in levels
                for term in blocks_in_service(draft, row, str(level.level_id), t, -1.0)
            ]
            _stay_at(draft, "C10", site, t, needed, built)


def add_presence_covers(draft: Draft) -> None:
    r"""C2: divisible work at a site runs on some fabric, at[w,s,t] <= \sum_{d at s} fabrics[d,t]."""
    for site in draft.plan.sites:
        s = str(site.site_id)
        if has_fleet(draft, s):
            continue
        for t in draft.periods:
            fabrics = [
                term
                for design in draft.sizing.designs
                if design.location == s
                for term in draft.term(-1.0, "fabrics", (s, design.label, t))
            ]
            for work in draft.sizing.divisible:
                _at(draft, "C2", str(work.workload.workload_id), s, t, fabrics)


def add_availability_covers(draft: Draft) -> None:
    r"""C12: work that present power is too weak for has at least one block at a level that is strong enough.

    at[w,s,t] <= \sum blocks of such levels
    """
    for site in draft.plan.sites:
        s = str(site.site_id)
        feeds = draft.sizing.feeds[s]
        for workload in draft.plan.workloads:
            asked = workload.min_availability
            if asked is None or feeds[0].availability >= asked:
                continue
            strong = [feed.name for feed in feeds[1:] if feed.availability >= asked]
            w = str(workload.workload_id)
            for t in draft.periods:
                blocks = [
                    term
                    for row in expansions(draft, s)
                    for level in strong
                    for term in blocks_in_service(draft, row, level, t, -1.0)
                ]
                _at(draft, "C12", w, s, t, blocks)
