"""Why no plan exists: the limits that would have to give way, in words, with numbers and cells."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from models.limits import Bound
from models.matrix import Key, Matrix
from models.plan import FieldRef, Plan, month_text
from models.program.families import FAMILY
from models.sizing import Sizing
from models.sizing.feeds import PRESENT
from models.words import said
from planner.analyse.own_limits import FAMILIES as OWN
from planner.analyse.own_limits import own_bounds, size_of, words
from planner.analyse.reason import Reason, plain
from planner.solve.elastic import Slack, relax, without_rows
from planner.solve.options import SolveOptions

GAP = 1e-3
TIME_LIMIT_S = 60.0
KILO = 1000.0  # accelerators per unit of load in the program

_COVER_ROWS = ("stay", "at")
"""First part of the key of rows that repeat other limits, only sharper: they would hide one that gives."""
_LIMIT_COLUMNS = ("commit", "rent", "power_blocks")
_FREE_COLUMNS = ("order", "installed", "fed", "cooling_modules")
"""Columns whose bounds follow from limits that may give way themselves."""


@dataclass(frozen=True, slots=True)
class _Limit:
    """A limit of the input that must give way: code of its message, its cell, amounts in shown units."""

    code: str
    ref: FieldRef
    what: str
    limit: float
    more: float
    period: int | None


def explain(
    plan: Plan, sizing: Sizing, matrix: Matrix, options: SolveOptions, stop: threading.Event
) -> tuple[Reason, ...]:
    """Limits whose rise makes a plan possible; demand is cut only where no limit helps."""
    program = without_rows(matrix, [i for i, key in enumerate(matrix.rows) if _is_cover(key)])
    own = own_bounds(plan, sizing, matrix)
    limits = {i: _size(plan, program, i) for i, key in enumerate(program.rows) if _is_limit(key)}
    limits |= {
        i: size_of(sizing, own[key], bool(np.isfinite(program.row_lower[i])))
        for i, key in enumerate(program.rows) if key.kind in OWN}
    wants = {i: abs(float(program.row_upper[i])) for i, key in enumerate(program.rows) if _is_want(key)}
    bounds = {
        j: float(program.upper[j]) for j, key in enumerate(program.columns) if key.kind in _LIMIT_COLUMNS}
    free = [j for j, key in enumerate(program.columns) if key.kind in _FREE_COLUMNS]
    quick = replace(
        options, mip_gap=GAP, time_limit_s=min(TIME_LIMIT_S, options.time_limit_s), log_file=None)
    for rows in (limits, limits | wants):
        slacks = relax(program, rows, bounds, free, quick, stop)
        if slacks:
            return _reasons(plan, sizing, slacks, own)
    return (Reason("infeasible.unknown", FieldRef("", "", ""), {}),)


def impossible_rows(rows: Iterable[tuple[Key, float]], sizing: Sizing) -> tuple[Reason, ...]:
    """Rows that no column stands in: work that nothing can serve, minima that nothing can reach. The first of
    each workload or minimum."""
    found: dict[str, Reason] = {}
    for key, asked in rows:
        if key.kind in OWN:
            table, row, field, *_ = map(str, key.parts)
            params = {"title": said(FAMILY[key.kind].title), "key": row, "limit": plain(asked, 6)}
            found.setdefault(f"{key.kind}{row}", Reason("unmet.limit", FieldRef(table, row, field), params))
            continue
        name = str(key.parts[1] if key.kind in ("C6", "C14") else key.parts[0])
        words = ", ".join(_part(part, sizing) for part in key.parts)
        found.setdefault(f"{key.kind}{name}", Reason(
            "unmet.row", FieldRef("Workloads", name, "workload_id"),
            {"title": said(FAMILY[key.kind].title), "key": words, "limit": plain(asked, 6)}))
    return tuple(found.values())


def _part(part: str | int, sizing: Sizing) -> str:
    return sizing.calendar.label(part) if isinstance(part, int) else part


def _size(plan: Plan, program: Matrix, row: int) -> float:
    """The size of a limit: present power stands in its row as a coefficient of the site being in use."""
    key = program.rows[row]
    if key.kind == "C10" and key.parts[0] == PRESENT:
        return _usable_mw(plan, str(key.parts[1]))
    upper = float(program.row_upper[row])
    return abs(upper if np.isfinite(upper) else float(program.row_lower[row]))


def _usable_mw(plan: Plan, site_id: str) -> float:
    return next(site.usable_mw for site in plan.sites if site.site_id == site_id)


def _is_cover(key: Key) -> bool:
    return key.kind != "DEF" and key.parts[0] in _COVER_ROWS


def _is_limit(key: Key) -> bool:
    if key.kind == "C10":
        return key.parts[0] in (PRESENT, "number")
    if key.kind == "C14":
        return key.parts[0] == "left"
    return key.kind == "C5" or (key.kind == "C11" and key.parts[0] in ("racks", "heat"))


def _is_want(key: Key) -> bool:
    if key.kind == "C6":
        return key.parts[0] == "runs"
    return key.kind in ("C7", "C8") and len(key.parts) == 3


def _reasons(
    plan: Plan, sizing: Sizing, slacks: Sequence[Slack], own: Mapping[Key, Bound]
) -> tuple[Reason, ...]:
    """One reason a limit: the period in which most is missing, and in how many more something is."""
    by_ref: dict[tuple[str, FieldRef], list[_Limit]] = {}
    found = [Reason(code, own[slack.key].ref, params) for slack in slacks if slack.key in own
             for code, params in (words(sizing, own[slack.key], slack),)]
    for slack in slacks:
        if slack.key in own:
            continue
        limit = _limit(plan, slack)
        by_ref.setdefault((limit.code, limit.ref), []).append(limit)
    for group in by_ref.values():
        worst = max(group, key=lambda limit: limit.more)
        when = said("in all") if worst.period is None else sizing.calendar.label(worst.period)
        others = len({limit.period for limit in group}) - 1
        if others:
            when = said(
                "{period} and {more} more periods" if others > 1 else "{period} and {more} more period",
                period=when, more=others)
        share = worst.code in ("unmet.demand", "limit.critical")
        more = f"{worst.more / worst.limit:.1%}" if share else plain(worst.more)
        found.append(Reason(worst.code, worst.ref, {
            "what": worst.what, "limit": plain(worst.limit, 6), "more": more, "when": when}))
    return tuple(found)


def _at(item: str, place: str) -> str:
    return said("{item} at {place}", item=item, place=place)


def _limit(plan: Plan, slack: Slack) -> _Limit:
    """The limit of the input behind a row or bound of the program."""
    parts, kind = slack.key.parts, slack.key.kind
    names = [str(part) for part in parts]
    if kind in ("commit", "rent", "C5"):
        offer = next(row for row in plan.cloud_offers if str(row.offer_id) in names)
        unit = KILO if kind == "rent" else float(offer.block_accelerators)
        period = int(parts[2])
        limit = slack.limit * unit if offer.max_accelerators is None else offer.max_accelerators
        return _Limit("limit.offer", FieldRef("CloudOffers", str(offer.offer_id), "max_accelerators"),
                      str(offer.offer_id), limit, slack.amount * unit, period)
    if kind == "power_blocks":
        ref = FieldRef("PowerExpansions", f"{names[0]}|{names[1]}", "max_blocks")
        what = _at(names[1], names[0])
        return _Limit("limit.blocks", ref, what, slack.limit, slack.amount, int(parts[3]))
    if kind == "C10" and names[0] == "number":
        ref = FieldRef("PowerExpansions", f"{names[1]}|{names[2]}", "max_blocks")
        return _Limit("limit.blocks", ref, _at(names[2], names[1]), slack.limit, slack.amount, None)
    if kind == "C10":
        ref = FieldRef("Sites", names[1], "usable_mw")
        return _Limit("limit.power", ref, names[1], _usable_mw(plan, names[1]), slack.amount, int(parts[2]))
    if kind == "C11" and names[0] == "racks":
        ref = FieldRef("Sites", names[1], "racks")
        return _Limit("limit.racks", ref, names[1], slack.limit, slack.amount, int(parts[2]))
    if kind == "C11":
        ref = FieldRef("SiteCooling", f"{names[1]}|{names[2]}", "existing_kw")
        what = _at(names[2], names[1])
        return _Limit("limit.heat", ref, what, slack.limit, slack.amount, int(parts[3]))
    if kind == "C14":
        asked = next(row.critical_share for row in plan.workloads if row.workload_id == names[1])
        ref = FieldRef("Workloads", names[1], "critical_share")
        missing = slack.amount / slack.limit * asked if slack.limit else slack.amount
        what = said("{place}, {share} of {workload}", place=names[2], share=f"{asked:.0%}", workload=names[1])
        return _Limit("limit.critical", ref, what, asked, missing, int(parts[3]))
    if kind == "C6":
        ref = FieldRef("Workloads", names[1], "end")
        return _Limit("unmet.runs", ref, names[1], slack.limit, slack.amount, None)
    row = next(row for row in plan.demand if row.workload_id == names[0])
    ref = FieldRef("Demand", f"{row.workload_id}|{month_text(row.from_)}", "amount")
    return _Limit("unmet.demand", ref, names[0], slack.limit, slack.amount, int(parts[1]))
