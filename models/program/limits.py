"""C16 supply, C17 money, C18 environment, C19 concentration, C21 overrides: rows of `models.limits`."""

from __future__ import annotations

from models.program.draft import Draft, Term, scaled


def _write(draft: Draft, code: str) -> None:
    for bound in draft.bounds:
        if bound.code != code or not bound.hard:
            continue
        terms: list[Term] = []
        constant = 0.0
        for key, weights in bound.weights.items():
            for t in weights.nonzero()[0].tolist() if key in draft.activities else ():
                weight = float(weights[t]) / bound.scale
                terms += scaled(weight, draft.activities[key][t])
                constant += weight * draft.constants[key][t]
        draft.row(
            code,
            bound.index,
            terms,
            lower=None if bound.lower is None else bound.lower / bound.scale - constant,
            upper=None if bound.upper is None else bound.upper / bound.scale - constant,
        )


def add_supply_rows(draft: Draft) -> None:
    r"""Rows of C16 for Limits of kind supply and crew_mw.

    supply:   \sum_{d of the system or vendor, t in span} order[d,t] <= amount; without a key each system
    crew_mw:  \sum_{d at s} IT MW[d] (order[d,t - lag] + join[d,t]) <= amount, in every period of the span;
              without a key each site. Leased systems and open orders count too
    """
    _write(draft, "C16")


def add_budget_rows(draft: Draft) -> None:
    r"""Rows of C17, one a hard budget; the others are evaluated after the solve.

    \sum_{lines in scope, t} money[line,t] * activity[line,t] <= amount, in millions
    money[line,t]: capex on its basis: ordered (all of the price when it is ordered), paid, in_service (all
    of it when the item enters service); opex when it is paid, less what was prepaid.
    Undiscounted; other credits and penalties are no spending.
    A hard budget of work (project, owner, business_line, environment, workload) bounds its direct cost: what
    is priced for it alone, and hours paid by use beyond the reserved capacity of their pool.
    """
    _write(draft, "C17")


def add_environment_rows(draft: Draft) -> None:
    r"""Rows of C18 for Limits of kind carbon_t and water_m3.

    \sum_{lines at the key, t in span} footprint[line,t] * activity[line,t] <= amount
    The key is a location or a provider; without one the whole plan counts. Rented hours count at the average
    load of their system, reserved ones whether used or not.
    """
    _write(draft, "C18")


def add_concentration_rows(draft: Draft) -> None:
    r"""Rows of C19 for Limits of kind location_share, provider_share, vendor_share and spot_share.

    \sum_{w, p in key} useful[w,p,t] <= amount * \sum_{w,p} useful[w,p,t]    every period of the span
    Without a key for each location, provider or vendor (spot: all of it). useful[w,p,t] is work done in t,
    in the accelerator-hours that w takes where it runs best: installed cards, and hours lost on slow ones, do
    not count. The work of a run spreads over its duration.
    """
    _write(draft, "C19")


def add_override_rows(draft: Draft) -> None:
    r"""Rows of C21.

    flows:   min <= \sum_{t in span} \sum decision[.,t] <= max
    stocks:  min <= \sum decision[.,t] <= max, in every period of the span
    over the decisions at the location and of the item named; without a name over all of them
    """
    _write(draft, "C21")
