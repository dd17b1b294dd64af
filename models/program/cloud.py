"""C4 Commitments and C5 offer limits: what is rented, under which term, within what is on offer."""

from __future__ import annotations

import math

from models.plan import CloudOffer, Commitment
from models.program.draft import KILO, Draft, Term
from models.sizing.obligations import signed_period
from models.sizing.pools import CloudPool


def term_shares(draft: Draft, offer: CloudOffer) -> list[float]:
    """Share of each period from signing on that a reserved term covers."""
    months = offer.term_months or 0
    length = draft.sizing.calendar.period_months
    return [min(1.0, months / length - k) for k in range(math.ceil(months / length))]


def on_offer(draft: Draft, offer: CloudOffer, t: int) -> float:
    """Share of period t in which the offer can be used (pay per hour)."""
    return draft.sizing.calendar.coverage(t, offer.available_from, offer.available_to)


def may_sign(draft: Draft, offer: CloudOffer, t: int) -> bool:
    """Whether a reserved term can be signed at the start of period t."""
    first = draft.sizing.calendar.first_month(t)
    return (offer.available_from is None or offer.available_from <= first) and (
        offer.available_to is None or first <= offer.available_to
    )


def in_force(draft: Draft, pool: CloudPool, offer: CloudOffer, t: int) -> list[Term]:
    """Reserved blocks of an offer in force in period t, weighted by the share of the period."""
    terms: list[Term] = []
    for k, share in enumerate(term_shares(draft, offer)):
        terms += draft.term(share, "commit", (pool.location, str(offer.offer_id), t - k))
    return terms


def signed_in_force(draft: Draft, row: Commitment, t: int) -> list[Term]:
    """Blocks of a commitment signed before the plan, weighted by the share of period t."""
    return draft.term(draft.sizing.calendar.coverage(t, row.start, row.end), "signed", (row.commitment_id,))


def reserved_load(draft: Draft, pool: CloudPool, t: int) -> list[Term]:
    """Reserved accelerators in thousands, all terms and what is signed already."""
    return [
        (coefficient * offer.block_accelerators / KILO, var)
        for offer in pool.reserved
        for coefficient, var in in_force(draft, pool, offer, t)
    ] + [
        (coefficient * pool.offer(row).block_accelerators / KILO, var)
        for row in pool.signed
        for coefficient, var in signed_in_force(draft, row, t)
    ]


def add_columns(draft: Draft) -> None:
    """commit[o,t] whole blocks signed; signed[c], fixed: blocks signed before the plan; rent[o,t,b]: mean
    thousand accelerators paid by use in a block."""
    calendar = draft.sizing.calendar
    for pool in draft.sizing.clouds:
        for row in pool.signed:
            _signed_column(draft, pool, row)
        for offer in pool.offers:
            o = str(offer.offer_id)
            limit = math.inf if offer.max_accelerators is None else offer.max_accelerators
            for t in draft.periods:
                if offer.term == "reserved":
                    if may_sign(draft, offer, t):
                        most = None if math.isinf(limit) else math.floor(limit / offer.block_accelerators)
                        signed = draft.column("commit", (pool.location, o, t), upper=most, integer=True)
                        draft.activity("commit", (pool.location, o), t, [(1.0, signed)])
                    continue
                share = on_offer(draft, offer, t)
                if share <= 0:
                    continue
                kind = "spot" if pool.spot else "on_demand"
                for block, phi in draft.sizing.blocks.share.items():
                    upper = None if math.isinf(limit) else share * limit / KILO
                    rented = draft.column("rent", (pool.location, o, t, block), upper=upper)
                    hours = KILO * phi * calendar.hours_per_period
                    draft.activity(kind, (pool.location, o), t, [(hours, rented)])
        for offer in pool.reserved:
            for t in draft.periods:
                terms = in_force(draft, pool, offer, t)
                if terms:
                    draft.activity("active_commitment", (pool.location, str(offer.offer_id)), t, terms)


def _signed_column(draft: Draft, pool: CloudPool, row: Commitment) -> None:
    blocks = float(row.blocks or 0)
    held = draft.column("signed", (row.commitment_id,), upper=blocks)
    held.setlb(blocks)
    index = (pool.location, row.commitment_id)
    draft.activity("signed", index, signed_period(draft.sizing.calendar, row), [(1.0, held)])
    for t in draft.periods:
        terms = signed_in_force(draft, row, t)
        if terms:
            draft.activity("active_signed", index, t, terms)


def add_limit_rows(draft: Draft) -> None:
    r"""Rows of C5 that column bounds do not state: blocks in force within the offer.

    block accelerators * \sum_{t'} commit[o,t'] in force <= max accelerators[o]
    """
    for pool in draft.sizing.clouds:
        for offer in pool.reserved:
            if offer.max_accelerators is None:
                continue
            for t in draft.periods:
                active = [(1.0, var) for _, var in in_force(draft, pool, offer, t)]
                most = math.floor(offer.max_accelerators / offer.block_accelerators)
                if active:
                    draft.row("C5", ("reserved", str(offer.offer_id), t), active, upper=most)
