"""Findings at the cell that a figure of the plan was typed in."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from models.plan import FieldRef
from models.words import joined, said
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
    if not first:
        return said("there is none")
    told = joined(
        [said("{pool}: {why}", pool=pool, why=why) for why, pool in first.items()][:_MOST_REASONS], "; "
    )
    more = len(first) - _MOST_REASONS
    return told if more <= 0 else said("{reasons}; and {more} more reasons", reasons=told, more=more)
