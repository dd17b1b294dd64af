"""C1, C2 Open orders: kept or cancelled, and which new clusters their systems and fabrics join."""

from __future__ import annotations

from collections.abc import Iterator

from models.plan import OpenOrder
from models.program.draft import Draft, Term
from models.sizing.clusters import may_join
from models.sizing.designs import Design
from models.sizing.fleet import order_span
from models.sizing.orders import arrival, arrives, cancellable, order_kind


def kept(draft: Draft, row: OpenOrder, weight: float) -> list[Term]:
    """Whether the order is kept, times a weight."""
    return draft.term(weight, "kept", (row.order_id,))


def _joiners(draft: Draft, row: OpenOrder) -> Iterator[Design]:
    """New designs that an order without a cluster of its own may go into."""
    for design in draft.sizing.designs:
        if design.given:
            continue
        if may_join(draft.sizing.calendar, row, design.site, design.system, design.cooling) or (
            order_kind(row) == "fabric"
            and (row.site_id, row.fabric_id) == (design.site.site_id, design.fabric.fabric_id)
            and arrives(draft.sizing.calendar, row)
        ):
            yield design


def add_columns(draft: Draft) -> None:
    """kept[o] binary, fixed at 1 where it cannot be cancelled; join[o,d,t] whole systems that enter service
    in a new cluster, fabric_join[o,d] whole fabrics."""
    calendar = draft.sizing.calendar
    for row in draft.plan.open_orders:
        s, o = str(row.site_id), row.order_id
        may_cancel = cancellable(calendar, row)
        held = draft.column("kept", (o,), upper=1, integer=may_cancel, stage=2)
        draft.activity("open_order", (s, o), 0, [(1.0, held)])
        if may_cancel:
            draft.activity("cancel_order", (s, o), 0, [(-1.0, held)], 1.0)
        else:
            held.setlb(1.0)
        for design in _joiners(draft, row):
            first = arrival(calendar, row)
            if order_kind(row) == "fabric":
                joined = draft.column("fabric_join", (o, design.label), upper=row.quantity, integer=True)
                draft.activity("join", (s, design.label, o), first, [(1.0, joined)])
                continue
            for t in range(first, min(calendar.periods, first + design.life)):
                joined = draft.column("join", (o, design.label, t), upper=row.quantity, integer=True)
                draft.prefer_none(joined, float(t - first))
                draft.activity("join", (s, design.label, o), t, [(1.0, joined)])


def add_rows(draft: Draft) -> None:
    r"""Rows of C1 and C2 for open orders: only what is kept can be put into service.

    \sum_{d,t} join[o,d,t] <= quantity[o] * kept[o],   \sum_d fabric_join[o,d] <= quantity[o] * kept[o]
    """
    for row in draft.plan.open_orders:
        used: list[Term] = []
        for design in _joiners(draft, row):
            used += draft.term(1.0, "fabric_join", (row.order_id, design.label))
            for t in draft.periods:
                used += draft.term(1.0, "join", (row.order_id, design.label, t))
        if used:
            draft.row("C1", ("order", row.order_id), used + kept(draft, row, -float(row.quantity)), upper=0)


def joined(draft: Draft, design: Design, t: int) -> list[Term]:
    """Systems of open orders in service in a new cluster in period t."""
    calendar = draft.sizing.calendar
    return [
        term
        for row in draft.plan.open_orders
        if not design.given and t < arrival(calendar, row) + design.life
        for since in range(t + 1)
        for term in draft.term(1.0, "join", (row.order_id, design.label, since))
    ]


def joined_fabrics(draft: Draft, design: Design, t: int, weight: float) -> list[Term]:
    """Fabrics of open orders that serve a new design in period t."""
    calendar = draft.sizing.calendar
    return [
        term
        for row in draft.plan.open_orders
        if arrival(calendar, row) <= t < arrival(calendar, row) + design.fabric_life
        for term in draft.term(weight, "fabric_join", (row.order_id, design.label))
    ]


def first_fabric(draft: Draft, design: Design) -> int:
    """First period in which a fabric of the design can be in service."""
    calendar = draft.sizing.calendar
    ordered = [
        arrival(calendar, row)
        for row in draft.plan.open_orders
        if draft.get("fabric_join", (row.order_id, design.label)) is not None
    ]
    return min([design.fabric_lag, *ordered])


def late(draft: Draft, design: Design, t: int, *, whole: bool) -> list[Term]:
    """Systems on order that count in period t but are there only from a month inside it, times the missing
    share of the period (whole: times 1)."""
    calendar = draft.sizing.calendar
    terms: list[Term] = []
    for row in draft.plan.open_orders:
        if arrival(calendar, row) != t:
            continue
        missing = 1.0 - calendar.coverage(t, row.in_service, None)
        if missing <= 0:
            continue
        share = 1.0 if whole else missing
        terms += draft.term(share, "join", (row.order_id, design.label, t))
        if design.ordered is row:
            terms += kept(draft, row, share * row.quantity)
    return terms


def own_cluster(draft: Draft, design: Design, t: int) -> list[Term]:
    """Systems in service of a cluster that an open order brings."""
    if design.ordered is None:
        return []
    counted = order_span(draft.sizing.calendar, design.system, design.ordered).counted[t]
    return kept(draft, design.ordered, counted)
