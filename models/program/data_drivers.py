"""Overhead drivers of data: TB stored, TB moved, GB of logs."""

from __future__ import annotations

from models.plan import Overhead
from models.program.draft import Draft, Term, scaled

Amount = tuple[list[Term], float]


def _sum(draft: Draft, kind: str, location: str, t: int) -> list[Term]:
    """An activity kind at a location in period t, over the rest of its index."""
    return [
        term
        for key, by_period in draft.activities.items()
        if key.kind == kind and key.parts[0] == location
        for term in by_period[t]
    ]


def tb_stored(draft: Draft, row: Overhead, location: str, t: int) -> Amount:
    """TB kept, all copies; once: TB of storage bought."""
    kind = "storage_order" if row.per == "once" else "stored"
    return _sum(draft, kind, location, t), 0.0


def tb_moved(draft: Draft, row: Overhead, location: str, t: int) -> Amount:
    """TB that leave the location, in the time of `per`."""
    return scaled(_per(draft, row), _sum(draft, "data_out", location, t)), 0.0


def log_gb(draft: Draft, row: Overhead, location: str, t: int) -> Amount:
    """GB of logs written, before compression, in the time of `per`."""
    return scaled(_per(draft, row), _sum(draft, "log_gb", location, t)), 0.0


def _per(draft: Draft, row: Overhead) -> float:
    """Periods in the time of `per`: events in it for an event of a period."""
    calendar = draft.sizing.calendar
    times = {"once": 1.0, "year": calendar.years_per_period, "month": float(calendar.period_months)}
    return 1.0 / times[row.per]
