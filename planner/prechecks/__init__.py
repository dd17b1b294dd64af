"""Checks with numbers before any solve: what proves, without a solver, that no plan can exist."""

from __future__ import annotations

from collections.abc import Mapping

from models.plan import FieldRef, Plan
from models.sizing import Sizing
from planner.workbook.findings import Finding


def prechecks(plan: Plan, sizing: Sizing, origin: Mapping[FieldRef, str]) -> tuple[Finding, ...]:
    """Findings of all checks."""
    return ()
