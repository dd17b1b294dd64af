"""Checks with numbers before any solve: what proves, without a solver, that no plan can exist.

Each compares a need that every plan has with the most that any plan could offer, so none is a false alarm.
"""

from __future__ import annotations

from collections.abc import Mapping

from models.plan import FieldRef, Plan
from models.sizing import Sizing
from planner.prechecks.campaigns import campaign_findings
from planner.prechecks.demand import demand_findings
from planner.prechecks.messages import IMPOSSIBLE
from planner.prechecks.supply import Supply
from planner.workbook.findings import Finding
from planner.workbook.messages import MESSAGES

MESSAGES.update(IMPOSSIBLE)  # findings look their words up there


def prechecks(plan: Plan, sizing: Sizing, origin: Mapping[FieldRef, str]) -> tuple[Finding, ...]:
    """Findings of all checks, empty where none proves the plan impossible."""
    supply = Supply(plan, sizing)
    return (*campaign_findings(supply, origin), *demand_findings(supply, origin))
