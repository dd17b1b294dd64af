"""Overheads in the program: amounts by driver, least amounts, and what counts only where something is.

The drivers themselves are in overhead_drivers.
"""

from __future__ import annotations

from collections.abc import Iterator

from models.costing.overheads import COUNTED_ONCE, SHARES, places
from models.plan import Overhead
from models.program.draft import Draft, scaled
from models.program.overhead_drivers import DRIVERS, site_in_use
from models.program.presence import present
from models.sizing.designs import Design
from models.sizing.fleet import existing_systems


def counted(draft: Draft) -> Iterator[tuple[Overhead, str]]:
    """Every overhead with an amount of its own, and each place at which it counts."""
    for row in draft.plan.overheads:
        if row.driver in DRIVERS and row.driver not in SHARES:
            for location in places(draft.plan, draft.sizing, row):
                yield row, location


def _has_minimum(row: Overhead) -> bool:
    return row.amount_minimum > 0 and row.per != "once"


def _may_leave(draft: Draft) -> Iterator[tuple[Design, int]]:
    """Existing clusters whose systems may all be sold, where clusters are counted, with their periods."""
    if not any(row.driver == "per_cluster" and row.per != "once" for row in draft.plan.overheads):
        return
    for design in draft.sizing.designs:
        if any(row.may_retire for row in design.fleet):
            for t in draft.periods:
                if existing_systems(draft.sizing.calendar, design, t)[0] > 0:
                    yield design, t


def add_columns(draft: Draft) -> None:
    """amount[o,l,t] of overheads with a minimum; placed[d,t] binary where orders are counted; occupied[l,t]
    binary where a minimum depends on whether something is rented at a place; stands[d,t] binary: a cluster
    that may leave is there."""
    sites = {str(site.site_id) for site in draft.plan.sites}
    if any(row.driver == "per_order" for row in draft.plan.overheads):
        for design in draft.sizing.designs:
            for t in draft.periods:
                if draft.term(1.0, "order", (design.location, design.label, t)):
                    draft.column("placed", (design.location, design.label, t), upper=1, integer=True)
    for design, t in _may_leave(draft):
        draft.column("stands", (design.location, design.label, t), upper=1, integer=True)
    for row, location in counted(draft):
        if not _has_minimum(row):
            continue
        for t in draft.periods:
            amount = draft.column("amount", (row.overhead_id, location, t))
            draft.activity("overhead", (location, row.overhead_id), t, [(1.0, amount)])
            rented = row.driver not in COUNTED_ONCE and location not in sites
            if rented and draft.get("occupied", (location, t)) is None:
                draft.column("occupied", (location, t), upper=1, integer=True)


def add_activities(draft: Draft) -> None:
    """Amounts without a minimum."""
    for row, location in counted(draft):
        for t in draft.periods:
            if draft.get("amount", (row.overhead_id, location, t)) is None:
                terms, constant = DRIVERS[row.driver](draft, row, location, t)
                draft.activity("overhead", (location, row.overhead_id), t, terms, constant)


def add_rows(draft: Draft) -> None:
    r"""Rows that hold counted amounts up.

    amount[o,l,t] >= driver[o,l,t],  amount[o,l,t] >= minimum[o] * place in use
    order[d,t] <= most systems[d] * placed[d,t],  installed[d,t] <= most systems[d] * stands[d,t]
    rented places: at[w,l,t] <= occupied[l,t],  \sum run <= runs[w] * occupied[l,t]
    """
    for design in draft.sizing.designs:
        for t in draft.periods:
            index = (design.location, design.label, t)
            placed = draft.term(-float(design.max_systems), "placed", index)
            if placed:
                draft.row("DEF", ("placed", *index), draft.term(1.0, "order", index) + placed, upper=0)
    for design, t in _may_leave(draft):
        index = (design.location, design.label, t)
        stands = draft.term(-float(design.max_systems), "stands", index)
        draft.row("DEF", ("stands", *index), draft.term(1.0, "installed", index) + stands, upper=0)
    sites = {str(site.site_id) for site in draft.plan.sites}
    clouds = dict.fromkeys(pool.location for pool in draft.sizing.clouds)
    for location in clouds:
        for t in draft.periods:
            _occupied_rows(draft, location, t)
    for row, location in counted(draft):
        for t in draft.periods:
            amount = draft.term(1.0, "amount", (row.overhead_id, location, t))
            if not amount:
                continue
            terms, constant = DRIVERS[row.driver](draft, row, location, t)
            name = (row.overhead_id, location, t)
            draft.row("DEF", ("driver", *name), [*amount, *scaled(-1.0, terms)], lower=constant)
            if location in sites:
                used, always = site_in_use(draft, location, t)
            else:
                used = draft.term(1.0, "occupied", (location, t))
                always = 0.0 if used else 1.0
            least = row.amount_minimum
            draft.row("DEF", ("minimum", *name), [*amount, *scaled(-least, used)], lower=least * always)


def _occupied_rows(draft: Draft, location: str, t: int) -> None:
    occupied = draft.term(-1.0, "occupied", (location, t))
    if not occupied:
        return
    for workload in draft.plan.workloads:
        name = str(workload.workload_id)
        here = present(draft, name, location, t)
        if here:
            most = float(workload.runs) if workload.kind == "training" else 1.0
            draft.row("DEF", ("occupied", name, location, t), here + scaled(most, occupied), upper=0)
