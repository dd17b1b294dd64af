"""Quantities that cost lines price but no decision sets directly: busy hours, billed peaks, overhead drivers.

Code "DEF" marks the rows that define a billed quantity from below; the price makes them tight.
"""

from __future__ import annotations

from models.costing.overheads import places
from models.plan import Overhead, Plan, Site
from models.program.capacity import runs_in
from models.program.cloud import in_force
from models.program.divisible import held_load
from models.program.draft import KILO, Draft, Term, scaled
from models.sizing.designs import Design
from models.sizing.fleet import existing_systems


def _busy(draft: Draft, design: Design, t: int, block: str) -> list[Term]:
    """Mean systems at work in a block."""
    terms: list[Term] = []
    for work in draft.sizing.divisible:
        terms += held_load(draft, work, design.label, t, block)
    for campaign, width, k, (_, run) in runs_in(draft, design.label, t):
        if not campaign.workload.interruptible:
            terms.append((width.accelerators * width.held[k] / KILO, run))
    for campaign in draft.sizing.campaigns:
        if campaign.workload.interruptible:
            terms += draft.term(1.0, "pace", (str(campaign.workload.workload_id), design.label, t, block))
    return scaled(KILO / design.accelerators, terms)


def add_columns(draft: Draft) -> None:
    """contracted[s,t], peak[s,t] in MW; amount[o,l,t] of overheads with a minimum."""
    for site in draft.plan.sites:
        s = str(site.site_id)
        for t in draft.periods:
            if site.kind == "colo" and site.rent_per_kw_month:
                contracted = draft.column("contracted", (s, t))
                draft.activity("contracted_kw", (s,), t, [(KILO, contracted)])
            if site.demand_charge_kw_month:
                peak = draft.column("peak", (s, t))
                draft.activity("peak_kw", (s,), t, [(KILO, peak)])
    for row in draft.plan.overheads:
        if row.amount_minimum > 0 and _unit_driver(row):
            for location in places(draft.plan, draft.sizing, row):
                for t in draft.periods:
                    amount = draft.column("amount", (row.overhead_id, location, t))
                    draft.activity("overhead", (location, row.overhead_id), t, [(1.0, amount)])


def add_activities(draft: Draft) -> None:
    """busy and idle system-hours of every design; overhead amounts without a minimum."""
    hours = draft.sizing.calendar.hours_per_period
    for design in draft.sizing.designs:
        index = (design.location, design.label)
        for t in draft.periods:
            installed = draft.term(1.0, "installed", (*index, t))
            if not installed:
                continue
            busy = [
                (phi * hours * coefficient, var)
                for block, phi in draft.sizing.blocks.share.items()
                for coefficient, var in _busy(draft, design, t, block)
            ]
            draft.activity("busy", index, t, busy)
            counted, weighted = existing_systems(draft.sizing.calendar, design, t)
            idle = scaled(hours, installed) + scaled(-1.0, busy)
            draft.activity("idle", index, t, idle, hours * (weighted - counted))
    for row in draft.plan.overheads:
        if not _unit_driver(row):
            continue
        for location in places(draft.plan, draft.sizing, row):
            for t in draft.periods:
                if draft.get("amount", (row.overhead_id, location, t)) is None:
                    terms, constant = driver_amount(draft, row, location, t)
                    draft.activity("overhead", (location, row.overhead_id), t, terms, constant)


def add_rows(draft: Draft) -> None:
    r"""Rows that hold billed quantities up.

    contracted[s,t] >= \sum_d IT MW[d] installed[d,t],  contracted[s,t] >= contracted[s,t-1]
    peak[s,t] >= \sum_d PUE[d] kW[d] (idle share installed + (average load - idle share) busy[d,t,b])
    amount[o,l,t] >= driver[o,l,t],  amount[o,l,t] >= minimum[o] * site in use
    """
    for site in draft.plan.sites:
        _rent_rows(draft, site)
        _peak_rows(draft, site)
    for row in draft.plan.overheads:
        for location in places(draft.plan, draft.sizing, row):
            for t in draft.periods:
                amount = draft.term(1.0, "amount", (row.overhead_id, location, t))
                if not amount:
                    continue
                terms, constant = driver_amount(draft, row, location, t)
                draft.row(
                    "DEF",
                    ("driver", row.overhead_id, location, t),
                    [*amount, *scaled(-1.0, terms)],
                    lower=constant,
                )
                used, always = _in_use(draft, location, t)
                draft.row(
                    "DEF",
                    ("minimum", row.overhead_id, location, t),
                    [*amount, *scaled(-row.amount_minimum, used)],
                    lower=row.amount_minimum * always,
                )


def _designs(draft: Draft, location: str) -> list[Design]:
    return [design for design in draft.sizing.designs if design.location == location]


def _rent_rows(draft: Draft, site: Site) -> None:
    s = str(site.site_id)
    for t in draft.periods:
        contracted = draft.term(1.0, "contracted", (s, t))
        if not contracted:
            continue
        load = [
            term
            for design in _designs(draft, s)
            for term in draft.term(-design.it_kw / KILO, "installed", (s, design.label, t))
        ]
        draft.row("DEF", ("contracted", s, t), contracted + load, lower=0)
        if t > 0 and site.rent_basis == "contracted":
            draft.row("DEF", ("stay", s, t), contracted + draft.term(-1.0, "contracted", (s, t - 1)), lower=0)


def _peak_rows(draft: Draft, site: Site) -> None:
    s = str(site.site_id)
    for t in draft.periods:
        peak = draft.term(1.0, "peak", (s, t))
        if not peak:
            continue
        for block in draft.sizing.blocks.ids:
            load: list[Term] = []
            for design in _designs(draft, s):
                system = design.system
                pue = design.site_cooling.pue_annual / KILO
                full = pue * system.max_kw_per_system * design.cooling.it_power_factor
                standing = full * system.idle_share + pue * design.switch_kw_per_system
                load += draft.term(standing, "installed", (s, design.label, t))
                extra = full * (system.average_load_share - system.idle_share)
                load += scaled(extra, _busy(draft, design, t, block))
            if load:
                draft.row("DEF", ("peak", s, t, block), peak + scaled(-1.0, load), lower=0)


def _unit_driver(row: Overhead) -> bool:
    return row.driver not in ("share_of_capex", "share_of_cloud")


def _in_use(draft: Draft, location: str, t: int) -> tuple[list[Term], float]:
    """Whether a place is in use in period t, as terms or a constant."""
    for site in draft.plan.sites:
        if site.site_id == location:
            active = draft.term(1.0, "in_use", (location, t))
            fleet = any(row.site_id == location for row in draft.plan.existing_fleet)
            return active, 1.0 if fleet else 0.0
    return [], 1.0


def _active_workloads(plan: Plan, draft: Draft, t: int) -> list[str]:
    calendar = draft.sizing.calendar
    return [row.project for row in plan.workloads if calendar.coverage(t, row.start, row.end) > 0]


def driver_amount(draft: Draft, row: Overhead, location: str, t: int) -> tuple[list[Term], float]:
    """Amount of an overhead's driver at a place in period t: terms and a constant.

    once: what is new in the period (sites opened, systems entering service) instead of what is there.
    """
    if row.driver == "fixed":
        return [], 1.0
    if row.driver in ("per_workload", "per_project"):
        there = _active_workloads(draft.plan, draft, t)
        in_scope = [name for name in there if row.scope in ("all", "own", "cloud", name)]
        return [], float(len(in_scope) if row.driver == "per_workload" else len(set(in_scope)))
    if row.driver == "per_site":
        if row.per == "once":
            return draft.term(1.0, "open_site", (location, t)), 0.0
        return _in_use(draft, location, t)
    if row.per == "once":
        return _arriving(draft, row, location, t), 0.0
    return _standing(draft, row, location, t), 0.0


def _weight(row: Overhead, design: Design) -> float:
    return {
        "per_system": 1.0,
        "per_accelerator": float(design.accelerators),
        "per_mw": design.it_kw / KILO,
        "per_rack": design.racks_per_system,
    }.get(row.driver, 0.0)


def _arriving(draft: Draft, row: Overhead, location: str, t: int) -> list[Term]:
    terms: list[Term] = []
    for design in _designs(draft, location):
        if row.driver == "per_cluster":
            terms += draft.term(1.0, "open_fabric", (location, design.label, t - design.fabric_lag))
        else:
            ordered = (location, design.label, t - design.service_lag)
            terms += draft.term(_weight(row, design), "order", ordered)
    return terms


def _standing(draft: Draft, row: Overhead, location: str, t: int) -> list[Term]:
    terms: list[Term] = []
    for design in _designs(draft, location):
        if row.driver == "per_cluster":
            terms += draft.term(1.0, "fabrics", (location, design.label, t))
        else:
            terms += draft.term(_weight(row, design), "installed", (location, design.label, t))
    if row.driver == "per_accelerator":
        for pool in draft.sizing.clouds:
            if pool.location != location:
                continue
            for offer in pool.pay_per_hour:
                for block, phi in draft.sizing.blocks.share.items():
                    index = (location, str(offer.offer_id), t, block)
                    terms += draft.term(KILO * phi, "rent", index)
            for offer in pool.reserved:
                terms += scaled(float(offer.block_accelerators), in_force(draft, pool, offer, t))
    return terms
