"""C14 Loss of a location: critical work still runs elsewhere, on spare capacity or in place of other work."""

from __future__ import annotations

import math
from collections.abc import Iterator

from models.program.cloud import on_offer, reserved_load
from models.program.draft import KILO, Draft, Term
from models.program.fleet import usable_accelerators
from models.program.reach import open_to
from models.sizing.campaigns import Campaign
from models.sizing.critical import CriticalWork, critical_work
from models.sizing.designs import Design
from models.sizing.rates import Pool


def critical(draft: Draft) -> Iterator[CriticalWork]:
    """Workloads that must survive the loss of a location."""
    sizing = draft.sizing
    return critical_work(sizing.campaigns, sizing.divisible, sizing.blocks, sizing.pools)


def add_columns(draft: Draft) -> None:
    """standby[w,p,t]: thousand accelerators that critical work could use on a pool after a loss, those it
    uses there already included."""
    for work in critical(draft):
        w = str(work.workload.workload_id)
        for label in work.hours_per_unit:
            pool = draft.sizing.pool(label)
            for t in draft.periods:
                asked = not work.peak or work.peak[t] > 0
                if asked and open_to(draft, pool, t):
                    load = draft.column("standby", (w, label, t))
                    draft.prefer_none(load, 1e-3)
                    draft.activity("standby", (pool.location, label, w), t, [(KILO, load)])


def add_rows(draft: Draft) -> None:
    r"""Rows of C14. One standby serves the loss of any location: it has no index of what fails.

    \sum_{p not at l} standby[w,p,t] / q[w,p] >= critical share * peak[w,t]        each location l
    \sum_w standby[w,p,t] <= usable[p,t] + reserved[p,t] + burst share * on-demand limit     no spot
    standby[w,p,t] <= q * peak[w,t] * at[w,l,t]          l of p: work that can be split is there already
    Peak demand is that of the busiest block; of campaigns that of the runs at work in t. Work that is not
    critical makes way, and what is left undone needs no protection. A run restarts from its checkpoint, so it
    need not be there before.
    """
    used: dict[tuple[str, int], list[Term]] = {}
    for work in critical(draft):
        w = str(work.workload.workload_id)
        by_location: dict[str, list[str]] = {}
        for label in work.hours_per_unit:
            by_location.setdefault(draft.sizing.pool(label).location, []).append(label)
        for t in draft.periods:
            running, constant = _peak(draft, work, t)
            if not running and constant <= 0:
                continue
            for lost in by_location:
                left = [
                    (coefficient * work.reference() / work.hours_per_unit[label], var)
                    for location, labels in by_location.items()
                    if location != lost
                    for label in labels
                    for coefficient, var in draft.term(1.0, "standby", (w, label, t))
                ]
                asked = [(-work.share * coefficient, var) for coefficient, var in running]
                draft.row("C14", ("left", w, lost, t), left + asked, lower=work.share * constant)
            for location, labels in by_location.items():
                for label in labels:
                    load = draft.term(1.0, "standby", (w, label, t))
                    used.setdefault((label, t), []).extend(load)
                    if load and work.peak:
                        most = constant * work.hours_per_unit[label] / work.reference()
                        there = draft.term(-most, "at", (w, location, t))
                        draft.row("C14", ("there", w, label, t), load + there, upper=0)
    for (label, t), terms in used.items():
        room, constant = _room(draft, draft.sizing.pool(label), t)
        if not math.isinf(constant):
            draft.row("C14", ("room", label, t), terms + [(-c, var) for c, var in room], upper=constant)


def _peak(draft: Draft, work: CriticalWork, t: int) -> tuple[list[Term], float]:
    """Peak demand in period t, in thousand accelerators of the quickest pool: terms and a constant."""
    scale = work.reference() / KILO
    if work.peak:
        constant = work.peak[t] * scale
        return _undone(draft, work, t, constant), constant
    campaign = next(row for row in draft.sizing.campaigns if row.workload is work.workload)
    return list(_runs_at_work(draft, campaign, t, scale)), 0.0


def _undone(draft: Draft, work: CriticalWork, t: int, whole: float) -> list[Term]:
    """Minus the peak demand that needs no protection: as large a part as is left undone in the period."""
    of = next(row for row in draft.sizing.divisible if row.workload is work.workload)
    if of.rate[t] <= 0:
        return []
    each = -whole * KILO / (of.rate[t] * of.reference())
    blocks = draft.sizing.blocks.share.items()
    name = str(work.workload.workload_id)
    return [term for block, phi in blocks for term in draft.term(each * phi, "short", (name, t, block))]


def _runs_at_work(draft: Draft, campaign: Campaign, t: int, scale: float) -> Iterator[Term]:
    w = str(campaign.workload.workload_id)
    for label, menu in campaign.widths.items():
        for width in menu:
            speed = campaign.eflop_per_run / width.hours
            for k in range(width.periods):
                yield from draft.term(speed * scale, "run", (w, label, width.accelerators, t - k))


def _room(draft: Draft, pool: Pool, t: int) -> tuple[list[Term], float]:
    """Thousand accelerators that can take over: terms and a constant (infinite: nothing limits it)."""
    if isinstance(pool, Design):
        return usable_accelerators(draft, pool, t)
    burst = sum(
        offer.burst_share
        * on_offer(draft, offer, t)
        * (math.inf if offer.max_accelerators is None else offer.max_accelerators)
        for offer in pool.pay_per_hour
        if offer.burst_share > 0 and on_offer(draft, offer, t) > 0
    )
    return reserved_load(draft, pool, t), burst / KILO
