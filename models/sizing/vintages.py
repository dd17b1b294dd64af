"""New vintages that may be sold before the end of their life."""

from __future__ import annotations

from models.plan import Settings
from models.sizing.calendar import Calendar
from models.sizing.designs import Design

FIRST_SALE_MONTHS = 24
"""Youngest age at which a new system may be sold."""


def sale_ages(calendar: Calendar, design: Design) -> tuple[int, ...]:
    """Ages in months at which a new system may be sold: whole years from two on, within its life."""
    life = design.life * calendar.period_months
    ages = range(FIRST_SALE_MONTHS, life, 12)
    return tuple(age for age in ages if age % calendar.period_months == 0)


def stays(calendar: Calendar, settings: Settings, design: Design) -> int:
    """Periods for which every new system of the design is sure to stay once in service."""
    periods = design.life
    if design.lease_life:
        periods = min(periods, design.lease_life)
    if settings.early_retirement:
        periods = min([periods, *(age // calendar.period_months for age in sale_ages(calendar, design))])
    return periods
