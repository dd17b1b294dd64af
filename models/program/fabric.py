"""C2 Fabric: networks and their scalable units, bought ahead of the systems they join."""

from __future__ import annotations

from models.program import orders
from models.program.draft import Draft, Term, scaled
from models.sizing.designs import Design


def stock(draft: Draft, kind: str, design: Design, t: int) -> list[Term]:
    """Fabrics or units in service in period t, ordered by the plan or before it."""
    newest = t - design.fabric_lag
    oldest = max(0, newest - design.fabric_life + 1)
    return [
        term
        for ordered in range(oldest, newest + 1)
        for term in draft.term(1.0, kind, (design.location, design.label, ordered))
    ] + orders.joined_fabrics(
        draft, design, t, 1.0 if kind == "open_fabric" else float(design.network.units)
    )


def add_columns(draft: Draft) -> None:
    """open_fabric[d,t], fabric_units[d,t] whole: ordered; fabrics[d,t], units[d,t]: in service.

    Nothing is ordered that would be in service before the first system can be. An existing cluster has its
    fabric.
    """
    for design in draft.sizing.designs:
        if design.given:
            continue
        s, d = design.location, design.label
        units = design.copies * design.network.units
        for t in draft.periods:
            ready = t + design.fabric_lag
            if ready < len(draft.periods) and (ready >= design.first_service or t == 0):
                opened = draft.column("open_fabric", (s, d, t), upper=design.copies, integer=True, stage=2)
                bought = draft.column("fabric_units", (s, d, t), upper=units, integer=True)
                draft.prefer_none(bought)
                draft.prefer_none(opened)
                draft.activity("open_fabric", (s, d), t, [(1.0, opened)])
                draft.activity("fabric_units", (s, d), t, [(1.0, bought)])
            if t >= max(design.first_service, orders.first_fabric(draft, design)):
                fabrics = draft.column("fabrics", (s, d, t), upper=design.copies)
                in_service = draft.column("units", (s, d, t), upper=units)
                draft.activity("fabrics", (s, d), t, [(1.0, fabrics)])
                draft.activity("units", (s, d), t, [(1.0, in_service)])


def add_rows(draft: Draft) -> None:
    r"""Rows of C2.

    fabrics[d,t] = \sum_{t'} open_fabric[d,t'],  units[d,t] = \sum_{t'} fabric_units[d,t']  (arrived, in life)
    installed[d,t] <= planned systems * fabrics[d,t]
    installed[d,t] <= systems per unit * units[d,t]
    """
    for design in draft.sizing.designs:
        if design.given:
            continue
        s, d = design.location, design.label
        for t in draft.periods:
            for kind, ordered in (("fabrics", "open_fabric"), ("units", "fabric_units")):
                in_service = draft.term(1.0, kind, (s, d, t))
                if in_service:
                    arrived = scaled(-1.0, stock(draft, ordered, design, t))
                    draft.row("C2", (kind, s, d, t), in_service + arrived, lower=0, upper=0)
            installed = draft.term(1.0, "installed", (s, d, t))
            if not installed:
                continue
            limits = (
                ("planned", "fabrics", design.planned_systems),
                ("joined", "units", design.systems_per_unit),
            )
            for name, kind, size in limits:
                room = draft.term(-float(size), kind, (s, d, t))
                draft.row("C2", (name, s, d, t), installed + room, upper=0)
