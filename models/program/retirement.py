"""C1 Leaving early: existing systems that may be sold, and new vintages sold at whole-year ages."""

from __future__ import annotations

from models.plan import ExistingFleet
from models.program.draft import Draft, Term
from models.sizing.designs import Design
from models.sizing.fleet import fleet_span, sold_on_date
from models.sizing.vintages import sale_ages


def add_columns(draft: Draft) -> None:
    """retire[f,t] whole: existing systems that leave at the start of t; sell[d,v,a] whole: systems ordered
    in v that leave at an age of a months."""
    for design in draft.sizing.designs:
        for row in design.fleet:
            _fleet_columns(draft, design, row)
        if not draft.plan.settings.early_retirement:
            continue
        s, d = design.location, design.label
        for v in range(design.first_order, design.last_order + 1):
            for age in sale_ages(draft.sizing.calendar, design):
                if not _sold_in(draft, design, v, age):
                    continue
                sold = draft.column("sell", (s, d, v, age), upper=design.max_systems, integer=True)
                draft.activity("sold_at_age", (s, d, age), v, [(1.0, sold)])
                draft.activity("kept_to_end", (s, d), v, [(-1.0, sold)])
            draft.activity("kept_to_end", (s, d), v, draft.term(1.0, "order", (s, d, v)))


def _sold_in(draft: Draft, design: Design, v: int, age: int) -> bool:
    calendar = draft.sizing.calendar
    return v + design.service_lag + age // calendar.period_months < calendar.periods


def _fleet_columns(draft: Draft, design: Design, row: ExistingFleet) -> None:
    s, d, f = design.location, design.label, row.fleet_id
    span = fleet_span(draft.sizing.calendar, design.system, row)
    there = [t for t in draft.periods if span.counted[t] > 0]
    if row.tenure == "leased":
        draft.activity("leased_rows", (s, f), 0, [], 1.0)
    if row.may_retire:
        for t in there:
            retired = draft.column("retire", (f, t), upper=row.systems, integer=True)
            draft.activity("retire", (s, d, f), t, [(1.0, retired)])
    for t in there:
        draft.activity("fleet_held", (s, d, f), t, retired_by(draft, row, t, -1.0), span.counted[t])
    if sold_on_date(draft.sizing.calendar, row, span):
        left = retired_by(draft, row, span.gone - 1, -1.0)
        draft.activity("retire", (s, d, f), span.gone, left, float(row.systems))


def retired_by(draft: Draft, row: ExistingFleet, t: int, weight: float) -> list[Term]:
    """Existing systems of a row that have left by the start of period t."""
    return [term for since in range(t + 1) for term in draft.term(weight, "retire", (row.fleet_id, since))]


def sold_by(draft: Draft, design: Design, v: int, t: int, weight: float) -> list[Term]:
    """Systems ordered in v that have been sold by the start of period t."""
    calendar = draft.sizing.calendar
    return [
        term
        for age in sale_ages(calendar, design)
        if v + design.service_lag + age // calendar.period_months <= t
        for term in draft.term(weight, "sell", (design.location, design.label, v, age))
    ]


def add_rows(draft: Draft) -> None:
    r"""Rows of C1: nothing leaves twice.

    \sum_t retire[f,t] <= systems[f],   \sum_a sell[d,v,a] <= order[d,v]
    """
    last = len(draft.periods) - 1
    for design in draft.sizing.designs:
        for row in design.fleet:
            left = retired_by(draft, row, last, 1.0)
            if left:
                draft.row("C1", ("retire", row.fleet_id), left, upper=row.systems)
        s, d = design.location, design.label
        for v in range(design.first_order, design.last_order + 1):
            sold = sold_by(draft, design, v, last, 1.0)
            if sold:
                draft.row("C1", ("sell", s, d, v), sold + draft.term(-1.0, "order", (s, d, v)), upper=0)
