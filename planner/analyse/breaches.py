"""Soft limits that a plan breaks or comes near to."""

from __future__ import annotations

from collections.abc import Iterable

from models.results import LimitRow
from models.words import said
from planner.analyse.reason import Reason

_CODES = {"breach": "budget.breach", "warn": "budget.near"}


def breaches(rows: Iterable[LimitRow]) -> tuple[Reason, ...]:
    """One reason a limit that is broken or near, in workbook order."""
    return tuple(
        Reason(_CODES[row.status], row.ref, {
            "what": row.what, "span": said(row.span), "limit": _amount(row.upper or 0.0, row.unit),
            "value": _amount(row.value, row.unit), "more": f"{row.value - (row.upper or 0.0):,.0f}",
            "share": f"{row.value / row.upper:.0%}" if row.upper else ""})
        for row in rows if row.status in _CODES)


def _amount(value: float, unit: str) -> str:
    return said("{amount} {unit}", amount=f"{value:,.0f}", unit=said(unit))


def broken(rows: Iterable[LimitRow]) -> bool:
    """Whether a limit is broken."""
    return any(row.status == "breach" for row in rows)
