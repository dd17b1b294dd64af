"""C1 Fleet: systems ordered and in service, by vintage."""

from __future__ import annotations

from models.program.draft import Draft, Term
from models.sizing.designs import Design
from models.sizing.fleet import existing_systems


def first_service(design: Design) -> int:
    """First period in which the design can have systems in service."""
    return 0 if design.fleet else design.first_order + design.service_lag


def in_service_from_orders(draft: Draft, design: Design, t: int) -> list[Term]:
    """Orders whose systems are in service in period t: arrived and not past their life."""
    newest = t - design.service_lag
    oldest = max(design.first_order, newest - design.life + 1)
    return [
        term
        for ordered in range(oldest, newest + 1)
        for term in draft.term(1.0, "order", (design.location, design.label, ordered))
    ]


def add_columns(draft: Draft) -> None:
    """order[d,t] whole; installed[d,t], the systems in service."""
    for design in draft.sizing.designs:
        s, d = design.location, design.label
        for t in range(design.first_order, design.last_order + 1):
            ordered = draft.column("order", (s, d, t), upper=design.max_systems, integer=True)
            draft.activity("order", (s, d), t, [(1.0, ordered)])
        for t in draft.periods:
            if t < first_service(design):
                continue
            installed = draft.column("installed", (s, d, t), upper=design.max_systems)
            draft.activity("installed", (s, d), t, [(1.0, installed)])


def add_rows(draft: Draft) -> None:
    r"""Rows of C1: what is in service has arrived and has not reached the end of its life.

    installed[d,t] = existing[d,t] + \sum_{t-lag-life < t' <= t-lag} order[d,t']
    """
    for design in draft.sizing.designs:
        s, d = design.location, design.label
        for t in draft.periods:
            installed = draft.term(1.0, "installed", (s, d, t))
            if not installed:
                continue
            arrived = [(-coefficient, var) for coefficient, var in in_service_from_orders(draft, design, t)]
            existing = existing_systems(draft.sizing.calendar, design, t)[0]
            draft.row("C1", (s, d, t), installed + arrived, lower=existing, upper=existing)


def usable_accelerators(
    draft: Draft, design: Design, t: int, unit: float = 1000.0
) -> tuple[list[Term], float]:
    """Accelerators that work can use, in `unit`s: those in service without the share under repair.

    Terms and a constant (negative): an existing fleet that arrives inside the period counts its share of it.
    """
    each = design.accelerators * (1.0 - design.repair_share) / unit
    counted, weighted = existing_systems(draft.sizing.calendar, design, t)
    return (
        draft.term(each, "installed", (design.location, design.label, t)),
        each * (weighted - counted),
    )
