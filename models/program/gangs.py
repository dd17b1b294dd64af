"""C9 Gangs and C13 spares: runs find their whole widths at once, with spare systems beside them."""

from __future__ import annotations

import math

from models.program.capacity import by_limit, limit_name, runs_in
from models.program.cloud import reserved_load
from models.program.divisible import by_block, held_load
from models.program.draft import KILO, Draft, Term, scaled
from models.program.fleet import absent, usable_accelerators
from models.program.reach import utilisation
from models.sizing.designs import Design
from models.sizing.pools import CloudPool
from models.sizing.rates import Pool


def _gangs(draft: Draft, label: str, t: int) -> list[Term]:
    """Thousand accelerators held by runs that may not pause, from the first hour of the period."""
    return [
        (width.accelerators / KILO, run)
        for campaign, width, _, (_, run) in runs_in(draft, label, t)
        if not campaign.workload.interruptible
    ]


def _fixed_load(draft: Draft, label: str, t: int, block: str) -> list[Term]:
    """Divisible work that cannot make room for a gang in this block."""
    return [
        term
        for work in draft.sizing.divisible
        if by_block(work)
        for term in held_load(draft, work, label, t, block)
    ]


def add_gang_rows(draft: Draft) -> None:
    r"""Rows of C9: runs that overlap need all their widths at once, beside work that cannot wait.

    \sum_{runs touching t} G run + work that must run in b <= usable[d,t]                      each block b
    \sum_{runs touching t} G run <= usable[d,t] without systems that are there for a part of t
    interruptible runs: \sum_j G_j run[w,d,j,.] <= the same                                    each campaign
    cloud: \sum G run + work in b <= reserved[m,t] + limits of what is paid by use
    A run that ends inside a period leaves its reserved capacity idle, so for each length h of hold
        paid by use[m,t,b] >= \sum_i min(held_i, h) G_i run_i + h * (work in b - u * reserved[m,t])
    (exact for runs that start together: the larger of these is the hours above what is reserved).
    Several fabrics of a design: runs packed by width, \sum run / floor(planned / G) <= fabrics.
    """
    for pool in draft.sizing.pools:
        for t in draft.periods:
            gangs = _gangs(draft, pool.label, t)
            room, constant = _room(draft, pool, t)
            if gangs and not math.isinf(constant):
                for block in draft.sizing.blocks.ids:
                    fixed = _fixed_load(draft, pool.label, t, block)
                    draft.row("C9", (pool.label, t, block), gangs + fixed + room, upper=constant)
            if isinstance(pool, Design) and any(absent(draft, pool, t)):
                room, constant = _room(draft, pool, t, whole=True)
                if gangs:
                    draft.row("C9", ("whole", pool.label, t), gangs + room, upper=constant)
            if not math.isinf(constant):
                _paced_gangs(draft, pool, t, room, constant)
            if isinstance(pool, CloudPool):
                _partial_holds(draft, pool, t)
            elif pool.copies > 1:
                _packing(draft, pool, t)


def _room(draft: Draft, pool: Pool, t: int, *, whole: bool = False) -> tuple[list[Term], float]:
    """Minus what a gang can use, and the constant beside it (infinite: nothing limits it); whole: without
    systems that are there for a part of the period."""
    if isinstance(pool, Design):
        usable, constant = usable_accelerators(draft, pool, t, whole=whole)
        return [(-coefficient, var) for coefficient, var in usable], constant
    reserved = [(-coefficient, var) for coefficient, var in reserved_load(draft, pool, t)]
    limit = sum(
        math.inf if offer.max_accelerators is None else offer.max_accelerators for offer in pool.pay_per_hour
    )
    return reserved, limit / KILO


def _paced_gangs(draft: Draft, pool: Pool, t: int, room: list[Term], constant: float) -> None:
    by_campaign: dict[str, list[Term]] = {}
    for campaign, width, _, (_, run) in runs_in(draft, pool.label, t):
        if campaign.workload.interruptible:
            name = str(campaign.workload.workload_id)
            by_campaign.setdefault(name, []).append((width.accelerators / KILO, run))
    for name, terms in by_campaign.items():
        draft.row("C9", ("paced", name, pool.label, t), terms + room, upper=constant)


def _partial_holds(draft: Draft, pool: CloudPool, t: int) -> None:
    if not pool.committed:
        return
    runs = [
        (width, k, campaign, run)
        for campaign, width, k, (_, run) in runs_in(draft, pool.label, t)
        if not campaign.workload.interruptible
    ]
    lengths = sorted({width.held[k] for width, k, _, _ in runs if width.held[k] < 1.0 - 1e-9})
    if not lengths:
        return
    most = max(utilisation(draft, campaign) for _, _, campaign, _ in runs)
    reserved = reserved_load(draft, pool, t)
    for block in draft.sizing.blocks.ids:
        fixed = _fixed_load(draft, pool.label, t, block)
        by_use = [
            term
            for limit in by_limit(draft, pool.label, t, block)
            for term in draft.term(-1.0, "metered", (pool.label, t, block, limit_name(limit)))
        ]
        for number, length in enumerate(lengths):
            needed = [
                (min(width.held[k], length) * width.accelerators / KILO, run) for width, k, _, run in runs
            ]
            needed += scaled(length, fixed) + by_use + scaled(-length * most, reserved)
            draft.row("C9", ("hold", pool.label, t, block, number), needed, upper=0)


def _packing(draft: Draft, design: Design, t: int) -> None:
    packed = [
        (1.0 / (design.max_gang // width.accelerators), run)
        for _, width, _, (_, run) in runs_in(draft, design.label, t)
    ]
    fabrics = draft.term(-1.0, "fabrics", (design.location, design.label, t))
    if packed and fabrics:
        draft.row("C9", ("packing", design.label, t), packed + fabrics, upper=0)


def add_spare_rows(draft: Draft) -> None:
    r"""Rows of C13: beside every run stand its spares, from the exact binomial.

    \sum_{runs touching t} (systems_j + spares_j) run[w,d,j,.] <= installed[d,t]
    """
    for design in draft.sizing.designs:
        for t in draft.periods:
            needed = [
                (float(math.ceil(width.accelerators / design.accelerators) + width.spare_systems), run)
                for _, width, _, (_, run) in runs_in(draft, design.label, t)
            ]
            installed = draft.term(-1.0, "installed", (design.location, design.label, t))
            if needed and installed:
                partly, constant = absent(draft, design, t, whole=True)
                draft.row("C13", (design.label, t), needed + installed + partly, upper=-constant)
