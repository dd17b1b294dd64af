"""Profiles of cost lines: coverage of dates and resale curves, one row a distinct profile.

Periods fully in or out are written 1 and 0; other shares are assumptions of their own, a row each.
"""

from __future__ import annotations

from collections.abc import Sequence

from models.costing.evaluate import PricedLine
from models.costing.line import CostLine
from models.plan.values import FieldRef, Provenance
from models.sizing.calendar import Calendar
from planner.messages import spoken, tr
from planner.report import styles
from planner.report.cells import ONE, ZERO, Formula
from planner.report.register import REPORT, Assumption

Profile = tuple[float, ...]
_WORTH = ("retire", "fleet_held")
"""Activities whose profile is the resale value of a system in money, not a share."""


def profiles_of(lines: Sequence[PricedLine]) -> dict[Profile, tuple[int, CostLine]]:
    """Each distinct profile, its number from 1, and the first line that uses it."""
    found: dict[Profile, tuple[int, CostLine]] = {}
    for priced in lines:
        profile = priced.line.profile
        if profile is not None and profile not in found:
            found[profile] = (len(found) + 1, priced.line)
    return found


def profile_ref(number: int, period: int) -> FieldRef:
    """Name of one share of a profile."""
    return FieldRef(REPORT, f"profile {number}", f"period_{period + 1}")


def profile_assumptions(
    lines: Sequence[PricedLine], calendar: Calendar, currency: str
) -> list[Assumption]:
    """A row for each share that is neither 0 nor 1."""
    rows = []
    for profile, (number, line) in profiles_of(lines).items():
        worth = line.activity.kind in _WORTH
        for period, share in enumerate(profile):
            if share in (0.0, 1.0):
                continue
            name = spoken(
                "Profile {number} ({term}), {period}",
                number=number,
                term=tr(line.cost_term.title),
                period=calendar.label(period),
            )
            rows.append(
                Assumption(
                    profile_ref(number, period),
                    name,
                    share,
                    spoken("{currency} a system", currency=currency) if worth else "share",
                    styles.RATE if worth else styles.FINE_SHARE,
                    Provenance(source="dates and curves of the input"),
                    "derived",
                    "profile",
                )
            )
    return rows


def profile_cell(live: dict[FieldRef, Formula], number: int, profile: Profile, period: int) -> Formula:
    """The share of a period as a formula; past the profile's end it is 0."""
    share = profile[period] if period < len(profile) else 0.0
    if share == 1.0:
        return ONE
    return ZERO if share == 0.0 else live[profile_ref(number, period)]
