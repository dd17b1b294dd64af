"""Findings at the cell that a figure of the plan was typed in."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from models.plan import FieldRef
from planner.workbook.findings import Finding, finding

_MOST_REASONS = 3


def at(origin: Mapping[FieldRef, str], code: str, ref: FieldRef, **params: object) -> Finding:
    """A finding at the figure's cell; at its sheet where the cell was blank."""
    sheet, mark, cell = origin.get(ref, "").rpartition("!")
    if not mark:
        return finding(code, ref.table, "", ref.field, **params)
    return finding(code, sheet, cell, ref.field, **params)


def reasons(by_pool: Iterable[tuple[str, str]]) -> str:
    """Reasons in words, each once with the first pool it holds for."""
    first: dict[str, str] = {}
    for pool, why in by_pool:
        first.setdefault(why, pool)
    told = [f"{pool}: {why}" for why, pool in first.items()]
    if not told:
        return "there is none"
    more = len(told) - _MOST_REASONS
    return "; ".join(told[:_MOST_REASONS]) + (f"; and {more} more reasons" if more > 0 else "")
