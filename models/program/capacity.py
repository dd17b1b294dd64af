"""C3 Capacity and C9 gangs: what work and runs hold fits what is owned, reserved or rented, by block."""

from __future__ import annotations

import math
from collections.abc import Iterator

from models.program.cloud import reserved_load
from models.program.divisible import by_block, held_load
from models.program.draft import KILO, Draft, Term, scaled
from models.program.fleet import absent, usable_accelerators
from models.program.power import fed_terms
from models.program.reach import utilisation
from models.sizing.campaigns import Campaign, RunWidth
from models.sizing.designs import Design
from models.sizing.pools import CloudPool
from models.sizing.rates import Pool


def runs_in(draft: Draft, label: str, t: int) -> Iterator[tuple[Campaign, RunWidth, int, Term]]:
    """Runs on a pool that touch period t: campaign, width, periods since the start, (1, column)."""
    for campaign in draft.sizing.campaigns:
        w = str(campaign.workload.workload_id)
        for width in campaign.widths.get(label, ()):
            for k in range(width.periods):
                for term in draft.term(1.0, "run", (w, label, width.accelerators, t - k)):
                    yield campaign, width, k, term


def _uses(draft: Draft, label: str, t: int, block: str) -> Iterator[tuple[float, list[Term]]]:
    """What each workload holds in a block, in thousand accelerators, with its utilisation limit."""
    for work in draft.sizing.divisible:
        terms = held_load(draft, work, label, t, block)
        if terms:
            # whole replicas carry their utilisation limit in their own row (C8)
            yield 1.0 if label in work.replica else utilisation(draft, work), terms
    for campaign in draft.sizing.campaigns:
        if campaign.workload.interruptible:
            terms = draft.term(1.0, "pace", (str(campaign.workload.workload_id), label, t, block))
            if terms:
                yield utilisation(draft, campaign), terms
    for campaign, width, k, (_, run) in runs_in(draft, label, t):
        if not campaign.workload.interruptible:
            yield utilisation(draft, campaign), [(width.accelerators * width.held[k] / KILO, run)]


def _classes(draft: Draft, label: str, t: int, block: str) -> dict[float, list[Term]]:
    """The uses of a block, gathered by utilisation limit."""
    gathered: dict[float, list[Term]] = {}
    for limit, terms in _uses(draft, label, t, block):
        gathered.setdefault(limit, []).extend(terms)
    return gathered


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


def add_columns(draft: Draft) -> None:
    """metered[m,t,b,u]: load of utilisation class u that a pool with reserved capacity pays by use."""
    for pool in draft.sizing.clouds:
        if pool.committed and pool.pay_per_hour:
            for t in draft.periods:
                for block in draft.sizing.blocks.ids:
                    for limit in _classes(draft, pool.label, t, block):
                        draft.column("metered", (pool.label, t, block, _name(limit)))


def _name(limit: float) -> str:
    return f"{limit:g}"


def _rented(draft: Draft, pool: CloudPool, t: int, block: str, weight: float) -> list[Term]:
    return [
        term
        for offer in pool.pay_per_hour
        for term in draft.term(weight, "rent", (pool.location, str(offer.offer_id), t, block))
    ]


def add_capacity_rows(draft: Draft) -> None:
    r"""Rows of C3, thousand accelerators, in each block.

    owned:     \sum_w held[w,d,t,b] / u_w <= usable[d,t]
    by use:    \sum_o rent[o,t,b] = \sum_u metered_u,  metered_u <= held_u
               (all of held where nothing is reserved)
    u_w limits owned and reserved hours only; what is paid by use is paid as used.
    """
    for design in draft.sizing.designs:
        for t in draft.periods:
            usable, constant = usable_accelerators(draft, design, t)
            room = [(-coefficient, var) for coefficient, var in usable]
            for block in draft.sizing.blocks.ids:
                held = [
                    (coefficient / limit, var)
                    for limit, terms in _uses(draft, design.label, t, block)
                    for coefficient, var in terms
                ]
                if held:
                    draft.row("C3", (design.label, t, block), held + room, upper=constant)
    for pool in draft.sizing.clouds:
        for t in draft.periods:
            for block in draft.sizing.blocks.ids:
                _cloud_rows(draft, pool, t, block)


def _cloud_rows(draft: Draft, pool: CloudPool, t: int, block: str) -> None:
    classes = _classes(draft, pool.label, t, block)
    rented = _rented(draft, pool, t, block, -1.0)
    if classes and not pool.committed:
        held = [term for terms in classes.values() for term in terms]
        draft.row("C3", (pool.label, t, block), held + rented, lower=0, upper=0)
        return
    by_use: list[Term] = []
    for limit, terms in classes.items():
        metered = draft.term(1.0, "metered", (pool.label, t, block, _name(limit)))
        by_use += metered
        if metered:
            within = metered + scaled(-1.0, terms)
            draft.row("C3", ("metered", pool.label, t, block, _name(limit)), within, upper=0)
    if by_use:
        draft.row("C3", (pool.label, t, block), by_use + rented, lower=0, upper=0)


def add_commitment_rows(draft: Draft) -> None:
    r"""Rows of C4: what is not paid by use fits the reserved blocks in force.

    \sum_u (held_u[m,t,b] - metered_u[m,t,b]) / u <= reserved[m,t]
    """
    for pool in draft.sizing.clouds:
        if not pool.committed:
            continue
        for t in draft.periods:
            room = scaled(-1.0, reserved_load(draft, pool, t))
            for block in draft.sizing.blocks.ids:
                held: list[Term] = []
                for limit, terms in _classes(draft, pool.label, t, block).items():
                    metered = draft.term(-1.0 / limit, "metered", (pool.label, t, block, _name(limit)))
                    held += scaled(1.0 / limit, terms) + metered
                if held:
                    draft.row("C4", (pool.label, t, block), held + room, upper=0)


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
            for limit in _classes(draft, pool.label, t, block)
            for term in draft.term(-1.0, "metered", (pool.label, t, block, _name(limit)))
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


def add_availability_rows(draft: Draft) -> None:
    r"""Rows of C12, for each availability class a that some workload asks for.

    \sum_{w: class >= a} held[w,d,t,b] / u_w <= usable accelerators per system * \sum_{f: A_f >= a} fed[d,f,t]
    One service at 2N does not force the whole site to 2N.
    """
    wanted = {
        str(row.workload_id): row.min_availability
        for row in draft.plan.workloads
        if row.min_availability is not None
    }
    for level in sorted(set(wanted.values())):
        names = {name for name, asked in wanted.items() if asked >= level}
        for design in draft.sizing.designs:
            feeds = draft.sizing.feeds[design.location]
            good = [feed for feed in feeds if feed.availability >= level]
            if len(good) == len(feeds):
                continue
            each = design.accelerators * (1.0 - design.repair_share) / KILO
            for t in draft.periods:
                room = [
                    (-each * weight, var)
                    for feed in good
                    for weight, var in fed_terms(draft, design.location, design.label, feed, t, 1.0)
                ]
                for block in draft.sizing.blocks.ids:
                    held = _named_uses(draft, names, design.label, t, block)
                    if held:
                        draft.row("C12", (_name(level), design.label, t, block), held + room, upper=0)


def _named_uses(draft: Draft, names: set[str], label: str, t: int, block: str) -> list[Term]:
    """Uses of the named workloads in a block, over their utilisation limits."""
    terms: list[Term] = []
    for work in draft.sizing.divisible:
        if str(work.workload.workload_id) in names:
            limit = 1.0 if label in work.replica else utilisation(draft, work)
            terms += [(c / limit, var) for c, var in held_load(draft, work, label, t, block)]
    for campaign, width, k, (_, run) in runs_in(draft, label, t):
        name = str(campaign.workload.workload_id)
        if name in names and not campaign.workload.interruptible:
            terms.append((width.accelerators * width.held[k] / KILO / utilisation(draft, campaign), run))
    for campaign in draft.sizing.campaigns:
        name = str(campaign.workload.workload_id)
        if name in names and campaign.workload.interruptible:
            limit = utilisation(draft, campaign)
            terms += draft.term(1.0 / limit, "pace", (name, label, t, block))
    return terms


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
