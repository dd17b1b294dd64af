"""A plan of any size: the one made by hand, repeated at as many places, with ten workloads of each kind."""

from __future__ import annotations

import dataclasses
from types import ModuleType
from typing import Any

import numpy as np

from models.costing.evaluate import price
from models.results import PlanResult, WorkloadRow
from planner.report import Books

_WORKS = 10
_NAMES = ("SITE-A", "cloud:west", "RES-36", "OD-1", "OLD-1", "C-1", "+ops", "H100X8")


def large(maker: ModuleType, places: int, periods: int) -> tuple[PlanResult, Books]:
    """A plan with about 14 decisions and cost lines a place, over quarters, and its ledger."""
    one = maker.result(periods=periods, period_months=3, term_months=36)
    lines: dict[object, Any] = {}
    activities: dict[Any, Any] = {}
    bearers: dict[object, Any] = {}
    books = maker.books(one)
    for place in range(places):
        for key, values in one.activities.items():
            name = _renamed(key, place)
            activities[name] = activities.get(name, 0.0) + _thinned(key.kind, values)
        for number, priced in enumerate(one.lines):
            line = _renamed(priced.line, place)
            lines.setdefault((line.term, line.activity), line)
            if number in books.bearers:
                bearers[line.term, line.activity] = _renamed(books.bearers[number], place)
    priced = price(tuple(lines.values()), one.calendar, one.discount_rate, activities)
    cost = sum(p.present_value for p in priced)
    result = dataclasses.replace(
        one,
        activities=activities,
        lines=priced,
        proof=dataclasses.replace(one.proof, cost=cost, bound=cost * 0.996),
        purchases=tuple(
            _renamed(purchase, place) for place in range(places) for purchase in one.purchases[:3]
        ),
        capacity=tuple(_renamed(row, place) for place in range(places) for row in one.capacity),
        fleet=tuple(_renamed(row, place) for place in range(places) for row in one.fleet),
        workloads=_works(one, places),
        liabilities=maker._liabilities(priced, periods),
    )
    write_offs = {
        number: books.write_offs[at]
        for number, line in enumerate(lines.values())
        for at, old in enumerate(one.lines)
        if old.line.term == line.term and at in books.write_offs
    }
    borne = {number: bearers[name] for number, name in enumerate(lines) if name in bearers}
    return result, Books(write_offs, borne, hours=books.hours)


def _thinned(kind: str, values: Any) -> Any:
    """Plans order now and then: in every eighth period."""
    if kind != "order":
        return values
    return np.where(np.arange(len(values)) % 8 == 0, values, 0.0)


def _works(one: PlanResult, places: int) -> tuple[WorkloadRow, ...]:
    merged: dict[str, WorkloadRow] = {}
    for place in range(places):
        for row in one.workloads:
            new = _renamed(row, place)
            old = merged.get(new.workload)
            merged[new.workload] = new if old is None else _together(old, new)
    return tuple(merged.values())


def _together(old: WorkloadRow, new: WorkloadRow) -> WorkloadRow:
    summed = {name: getattr(old, name) + getattr(new, name) for name in ("served", "hours", "eflop")}
    summed["demand"] = summed["served"] + old.short + new.short
    summed["short"] = old.short + new.short
    return dataclasses.replace(
        old, served_by={**old.served_by, **new.served_by}, starts=old.starts + new.starts[:1], **summed
    )


def _renamed(value: Any, place: int) -> Any:
    """The same value at another place: names of things carry its number, workloads one of ten."""
    if isinstance(value, str):
        if value in ("chat", "pretrain"):
            return f"{value}-{place % _WORKS}"
        for name in _NAMES:
            value = value.replace(name, f"{name}-{place:03d}")
        return value
    if isinstance(value, tuple):
        parts = [_renamed(part, place) for part in value]
        return type(value)(*parts) if hasattr(value, "_fields") else tuple(parts)
    if isinstance(value, dict):
        return {_renamed(key, place): _renamed(part, place) for key, part in value.items()}
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        names = [field.name for field in dataclasses.fields(value) if field.init]
        changed = {name: _renamed(getattr(value, name), place) for name in names}
        return dataclasses.replace(value, **changed)
    return value
