"""C1 Fleet: systems ordered and in service, by vintage."""

from __future__ import annotations

from models.program import orders, retirement
from models.program.draft import Draft, Term, scaled
from models.sizing.designs import Design
from models.sizing.fleet import existing_systems, fleet_span


def in_service_from_orders(draft: Draft, design: Design, t: int) -> list[Term]:
    """Orders whose systems are in service in period t: arrived, not past their life and not sold."""
    newest = t - design.service_lag
    oldest = max(design.first_order, newest - design.life + 1)
    return [
        term
        for ordered in range(oldest, newest + 1)
        for term in (
            *draft.term(1.0, "order", (design.location, design.label, ordered)),
            *retirement.sold_by(draft, design, ordered, t, -1.0),
        )
    ]


def in_service_from_leases(draft: Draft, design: Design, t: int) -> list[Term]:
    """Leases whose systems are in service in period t."""
    newest = t - design.service_lag
    oldest = max(design.first_order, newest - design.lease_life + 1)
    return [
        term
        for ordered in range(oldest, newest + 1)
        for term in draft.term(1.0, "lease", (design.location, design.label, ordered))
    ]


def entering(draft: Draft, design: Design, t: int, weight: float) -> list[Term]:
    """Systems bought or leased that enter service in period t, times a weight."""
    ordered = (design.location, design.label, t - design.service_lag)
    return [*draft.term(weight, "order", ordered), *draft.term(weight, "lease", ordered)]


def add_columns(draft: Draft) -> None:
    """order[d,t], lease[d,t] whole; installed[d,t], the systems in service."""
    for design in draft.sizing.designs:
        s, d = design.location, design.label
        for t in range(design.first_order, design.last_order + 1):
            ordered = draft.column("order", (s, d, t), upper=design.max_systems, integer=True)
            draft.activity("order", (s, d), t, [(1.0, ordered)])
            if design.lease_life:
                leased = draft.column("lease", (s, d, t), upper=design.max_systems, integer=True)
                draft.activity("lease", (s, d), t, [(1.0, leased)])
        for t in draft.periods:
            if t < design.first_service:
                continue
            installed = draft.column("installed", (s, d, t), upper=design.max_systems)
            draft.activity("installed", (s, d), t, [(1.0, installed)])
    retirement.add_columns(draft)
    for design in draft.sizing.designs:
        _leased_activity(draft, design)


def _leased_activity(draft: Draft, design: Design) -> None:
    """Systems in service that are leased: existing ones and those of the plan's own leases."""
    leased = [row for row in design.fleet if row.tenure == "leased"]
    if not leased and not design.lease_life:
        return
    for t in draft.periods:
        if draft.get("installed", (design.location, design.label, t)) is None:
            continue
        terms, constant = in_service_from_leases(draft, design, t), 0.0
        for row in leased:
            counted = fleet_span(draft.sizing.calendar, design.system, row).counted[t]
            if counted:
                constant += counted
                terms += retirement.retired_by(draft, row, t, -1.0)
        draft.activity("leased", (design.location, design.label), t, terms, constant)


def add_rows(draft: Draft) -> None:
    r"""Rows of C1: what is in service has arrived and has not left.

    installed[d,t] = existing[d,t] - \sum_{t' <= t} retire[f,t'] + on order[d,t] + \sum_{t' <= t} join[o,d,t']
                     + \sum_{t-lag-life < v <= t-lag} (order[d,v] - \sum_{a: sold by t} sell[d,v,a])
                     + \sum_{t-lag-term < v <= t-lag} lease[d,v]
    """
    for design in draft.sizing.designs:
        s, d = design.location, design.label
        for t in draft.periods:
            installed = draft.term(1.0, "installed", (s, d, t))
            if not installed:
                continue
            arrived = [
                *in_service_from_orders(draft, design, t),
                *in_service_from_leases(draft, design, t),
                *orders.joined(draft, design, t),
                *orders.own_cluster(draft, design, t),
            ]
            for row in design.fleet:
                if fleet_span(draft.sizing.calendar, design.system, row).counted[t]:
                    arrived += retirement.retired_by(draft, row, t, -1.0)
            existing = existing_systems(draft.sizing.calendar, design, t)[0]
            draft.row("C1", (s, d, t), installed + scaled(-1.0, arrived), lower=existing, upper=existing)
    retirement.add_rows(draft)
    orders.add_rows(draft)


def absent(draft: Draft, design: Design, t: int, *, whole: bool = False) -> tuple[list[Term], float]:
    """Systems that count in period t without being there all of it, times the share in which they are not.

    whole: times 1, what a run that lasts the period cannot use. Terms and a constant.
    """
    terms = orders.late(draft, design, t, whole=whole)
    constant = 0.0
    for row in design.fleet:
        span = fleet_span(draft.sizing.calendar, design.system, row)
        missing = (span.counted[t] - span.weighted[t]) / row.systems
        if missing > 0:
            share = 1.0 if whole else missing
            constant += share * row.systems
            terms += retirement.retired_by(draft, row, t, -share)
    return terms, constant


def usable_accelerators(
    draft: Draft, design: Design, t: int, unit: float = 1000.0, *, whole: bool = False
) -> tuple[list[Term], float]:
    """Accelerators that work can use, in `unit`s: those in service without the share under repair.

    Terms and a constant (not positive): systems that are there for a part of the period count their share of
    it, and not at all where all of it is needed (`whole`).
    """
    each = design.accelerators * (1.0 - design.repair_share) / unit
    terms, constant = absent(draft, design, t, whole=whole)
    installed = draft.term(each, "installed", (design.location, design.label, t))
    return installed + scaled(-each, terms), -each * constant
