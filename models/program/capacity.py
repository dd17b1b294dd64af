"""C3 Capacity and C4 reserved blocks: what work and runs hold fits what is owned, reserved or rented."""

from __future__ import annotations

from collections.abc import Iterator

from models.program.cloud import reserved_load
from models.program.divisible import held_load
from models.program.draft import KILO, Draft, Term, scaled
from models.program.fleet import usable_accelerators
from models.program.reach import utilisation
from models.sizing.campaigns import Campaign, RunWidth
from models.sizing.pools import CloudPool


def runs_in(draft: Draft, label: str, t: int) -> Iterator[tuple[Campaign, RunWidth, int, Term]]:
    """Runs on a pool that touch period t: campaign, width, periods since the start, (1, column)."""
    for campaign in draft.sizing.campaigns:
        w = str(campaign.workload.workload_id)
        for width in campaign.widths.get(label, ()):
            for k in range(width.periods):
                for term in draft.term(1.0, "run", (w, label, width.accelerators, t - k)):
                    yield campaign, width, k, term


def uses(draft: Draft, label: str, t: int, block: str) -> Iterator[tuple[str, float, list[Term]]]:
    """What each workload holds in a block, in thousand accelerators: name, utilisation limit, terms."""
    for work in draft.sizing.divisible:
        terms = held_load(draft, work, label, t, block)
        if terms:
            # whole replicas carry their utilisation limit in their own row (C8)
            limit = 1.0 if label in work.replica else utilisation(draft, work)
            yield str(work.workload.workload_id), limit, terms
    for campaign in draft.sizing.campaigns:
        if campaign.workload.interruptible:
            name = str(campaign.workload.workload_id)
            terms = draft.term(1.0, "pace", (name, label, t, block))
            if terms:
                yield name, utilisation(draft, campaign), terms
    for campaign, width, k, (_, run) in runs_in(draft, label, t):
        if not campaign.workload.interruptible:
            held = [(width.accelerators * width.held[k] / KILO, run)]
            yield str(campaign.workload.workload_id), utilisation(draft, campaign), held


def by_limit(draft: Draft, label: str, t: int, block: str) -> dict[float, list[Term]]:
    """The uses of a block, gathered by utilisation limit."""
    gathered: dict[float, list[Term]] = {}
    for _, limit, terms in uses(draft, label, t, block):
        gathered.setdefault(limit, []).extend(terms)
    return gathered


def add_columns(draft: Draft) -> None:
    """metered[m,t,b,u]: load of utilisation class u that a pool with reserved capacity pays by use."""
    for pool in draft.sizing.clouds:
        if pool.committed and pool.pay_per_hour:
            for t in draft.periods:
                for block in draft.sizing.blocks.ids:
                    for limit in by_limit(draft, pool.label, t, block):
                        draft.column("metered", (pool.label, t, block, limit_name(limit)))


def limit_name(limit: float) -> str:
    """A utilisation limit as a part of keys."""
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
                    for _, limit, terms in uses(draft, design.label, t, block)
                    for coefficient, var in terms
                ]
                if held:
                    draft.row("C3", (design.label, t, block), held + room, upper=constant)
    for pool in draft.sizing.clouds:
        for t in draft.periods:
            for block in draft.sizing.blocks.ids:
                _cloud_rows(draft, pool, t, block)


def _cloud_rows(draft: Draft, pool: CloudPool, t: int, block: str) -> None:
    classes = by_limit(draft, pool.label, t, block)
    rented = _rented(draft, pool, t, block, -1.0)
    if classes and not pool.committed:
        held = [term for terms in classes.values() for term in terms]
        draft.row("C3", (pool.label, t, block), held + rented, lower=0, upper=0)
        return
    by_use: list[Term] = []
    for limit, terms in classes.items():
        metered = draft.term(1.0, "metered", (pool.label, t, block, limit_name(limit)))
        by_use += metered
        if metered:
            within = metered + scaled(-1.0, terms)
            draft.row("C3", ("metered", pool.label, t, block, limit_name(limit)), within, upper=0)
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
                for limit, terms in by_limit(draft, pool.label, t, block).items():
                    metered = draft.term(-1.0 / limit, "metered", (pool.label, t, block, limit_name(limit)))
                    held += scaled(1.0 / limit, terms) + metered
                if held:
                    draft.row("C4", (pool.label, t, block), held + room, upper=0)
