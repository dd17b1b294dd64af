"""Amounts of the overhead drivers, at a place and in a period, as terms of the program's columns.

A driver is a function (draft, row, location, t) -> terms and a constant, registered in DRIVERS. Stocks count
what is there, or with `once` what is new; flows count events in the time of `per`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from models.costing.overheads import project_of
from models.plan import Overhead, Workload
from models.program import data_drivers
from models.program.cloud import in_force, signed_in_force
from models.program.draft import KILO, Draft, Term, scaled
from models.program.fleet import entering
from models.program.orders import kept
from models.program.sites import in_use
from models.sizing.designs import Design
from models.sizing.fleet import existing_systems, order_span

Amount = tuple[list[Term], float]
Driver = Callable[[Draft, Overhead, str, int], Amount]

MILLION = 1e6


def _designs(draft: Draft, location: str) -> list[Design]:
    return [design for design in draft.sizing.designs if design.location == location]


def site_in_use(draft: Draft, site_id: str, t: int) -> Amount:
    """Whether a site is in use in period t."""
    return in_use(draft, site_id, t)


def _fixed(draft: Draft, row: Overhead, location: str, t: int) -> Amount:
    del draft, row, location, t
    return [], 1.0


def _per_site(draft: Draft, row: Overhead, location: str, t: int) -> Amount:
    if row.per == "once":
        return draft.term(1.0, "open_site", (location, t)), 0.0
    return site_in_use(draft, location, t)


def _per_cluster(draft: Draft, row: Overhead, location: str, t: int) -> Amount:
    """Fabrics in service, existing and ordered clusters while systems of theirs stand."""
    terms: list[Term] = []
    constant = 0.0
    for design in _designs(draft, location):
        if row.per == "once":
            terms += draft.term(1.0, "open_fabric", (location, design.label, t - design.fabric_lag))
        elif design.ordered is not None:
            span = order_span(draft.sizing.calendar, design.system, design.ordered)
            terms += kept(draft, design.ordered, 1.0 if span.counted[t] > 0 else 0.0)
        elif design.fleet:
            stands = draft.term(1.0, "stands", (location, design.label, t))
            terms += stands
            there = existing_systems(draft.sizing.calendar, design, t)[0] > 0
            constant += 1.0 if there and not stands else 0.0
        else:
            terms += draft.term(1.0, "fabrics", (location, design.label, t))
    return terms, constant


def _weight(row: Overhead, design: Design) -> float:
    """Driver units of one system."""
    return {
        "per_system": 1.0,
        "per_accelerator": float(design.accelerators),
        "per_mw": design.it_kw / KILO,
        "per_rack": design.racks_per_system,
    }[row.driver]


def _hardware(draft: Draft, row: Overhead, location: str, t: int) -> Amount:
    """Systems there (once: that enter service), and rented accelerators; a project's share by its use."""
    project = project_of(draft.plan, row)
    if project is not None:
        return _used_by(draft, row, project, location, t), 0.0
    terms: list[Term] = []
    for design in _designs(draft, location):
        if row.per == "once":
            terms += entering(draft, design, t, _weight(row, design))
        else:
            terms += draft.term(_weight(row, design), "installed", (location, design.label, t))
    if row.driver == "per_accelerator":
        terms += _rented(draft, row, location, t)
    return terms, 0.0


def _rented(draft: Draft, row: Overhead, location: str, t: int) -> list[Term]:
    """Rented accelerators, on average over the period; once: those of blocks signed in it."""
    terms: list[Term] = []
    for pool in draft.sizing.clouds:
        if pool.location != location:
            continue
        for offer in pool.reserved:
            if row.per == "once":
                signed = draft.term(1.0, "commit", (location, str(offer.offer_id), t))
            else:
                signed = in_force(draft, pool, offer, t)
            terms += scaled(float(offer.block_accelerators), signed)
        for commitment in pool.signed if row.per != "once" else ():
            blocks = signed_in_force(draft, commitment, t)
            terms += scaled(float(pool.offer(commitment).block_accelerators), blocks)
        for offer in pool.pay_per_hour if row.per != "once" else ():
            for block, phi in draft.sizing.blocks.share.items():
                terms += draft.term(KILO * phi, "rent", (location, str(offer.offer_id), t, block))
    return terms


def _used_by(draft: Draft, row: Overhead, project: str, location: str, t: int) -> list[Term]:
    """Driver units that a project's work keeps busy, on average over the period."""
    hours = draft.sizing.calendar.hours_per_period
    workloads = {str(work.workload_id) for work in draft.plan.workloads if work.project == project}
    terms: list[Term] = []
    for key, by_period in draft.activities.items():
        if key.kind != "hours" or key.parts[0] != location or key.parts[2] not in workloads:
            continue
        pool = draft.sizing.pool(str(key.parts[1]))
        if isinstance(pool, Design):
            terms += scaled(_weight(row, pool) / pool.accelerators / hours, by_period[t])
        elif row.driver == "per_accelerator":
            terms += scaled(1.0 / hours, by_period[t])
    return terms


def _in_scope(draft: Draft, row: Overhead) -> Iterator[Workload]:
    project = project_of(draft.plan, row)
    for workload in draft.plan.workloads:
        if project is None or workload.project == project:
            yield workload


def _per_workload(draft: Draft, row: Overhead, location: str, t: int) -> Amount:
    """Workloads (projects) whose months touch the period; once: for the first time."""
    del location
    calendar = draft.sizing.calendar
    first: dict[str, int] = {}
    there: set[str] = set()
    for workload in _in_scope(draft, row):
        name = str(workload.workload_id) if row.driver == "per_workload" else workload.project
        active = [at for at in draft.periods if calendar.coverage(at, workload.start, workload.end) > 0]
        if not active:
            continue
        first[name] = min(first.get(name, active[0]), active[0])
        if t in active:
            there.add(name)
    counted = {name for name, at in first.items() if at == t} if row.per == "once" else there
    return [], float(len(counted))


def _per_flow(draft: Draft, row: Overhead) -> float:
    """Times of `per` in a period."""
    calendar = draft.sizing.calendar
    return {"once": 1.0, "year": calendar.years_per_period, "month": float(calendar.period_months)}[row.per]


def _requests(draft: Draft, row: Overhead, location: str, t: int) -> Amount:
    """Million requests served there, in the time of `per`."""
    each = 1.0 / MILLION / _per_flow(draft, row)
    names = {str(workload.workload_id) for workload in _in_scope(draft, row)}
    served = {str(work.workload.workload_id) for work in draft.sizing.divisible if work.unit == "requests"}
    terms: list[Term] = []
    for key, by_period in draft.activities.items():
        if key.kind == "served" and key.parts[0] == location and key.parts[2] in names & served:
            terms += scaled(each, by_period[t])
    return terms, 0.0


def _orders(draft: Draft, row: Overhead, location: str, t: int) -> Amount:
    """Orders of systems: one a design and period, however many systems it is for."""
    terms: list[Term] = []
    for design in _designs(draft, location):
        terms += draft.term(1.0 / _per_flow(draft, row), "placed", (location, design.label, t))
    return terms, 0.0


def _moves(draft: Draft, row: Overhead, location: str, t: int) -> Amount:
    """Workloads that move in, in the time of `per`."""
    terms: list[Term] = []
    for workload in _in_scope(draft, row):
        terms += draft.term(1.0 / _per_flow(draft, row), "moves", (str(workload.workload_id), location, t))
    return terms, 0.0


DRIVERS: dict[str, Driver] = {
    "fixed": _fixed,
    "per_site": _per_site,
    "per_cluster": _per_cluster,
    "per_system": _hardware,
    "per_accelerator": _hardware,
    "per_mw": _hardware,
    "per_rack": _hardware,
    "per_workload": _per_workload,
    "per_project": _per_workload,
    "per_million_requests": _requests,
    "per_order": _orders,
    "per_move": _moves,
    "per_tb_stored": data_drivers.tb_stored,
    "per_tb_moved": data_drivers.tb_moved,
    "per_log_gb": data_drivers.log_gb,
}
