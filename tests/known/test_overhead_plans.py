"""Overheads: every driver equals a figure worked by hand, and misfits are findings."""

from __future__ import annotations

from typing import Any

import pytest

from models.program.overhead_drivers import DRIVERS
from planner.workbook.tables import plan_from_tables
from tests.known.overhead_plans import EXPECTED, overhead, owned
from tests.known.solving import least_cost, plan_of


@pytest.mark.parametrize("shows", EXPECTED)
def test_least_cost(shows: str) -> None:
    """The exact cost; the arithmetic stands beside the plan."""
    tables, expected = EXPECTED[shows]
    assert least_cost(plan_of(tables)) == pytest.approx(expected, rel=1e-9)


def test_every_driver_has_a_plan() -> None:
    """Counted drivers and shares."""
    shown = {row["driver"] for tables, _ in EXPECTED.values() for row in tables["Overheads"]}
    assert shown >= {
        "fixed", "per_site", "per_cluster", "per_system", "per_accelerator", "per_mw", "per_rack",
        "per_workload", "per_project", "per_million_requests", "per_order", "share_of_capex",
        "share_of_cloud",
    }  # fmt: skip
    assert shown - {"share_of_capex", "share_of_cloud"} <= set(DRIVERS)


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"driver": "per_site", "scope": "P"}, "check.scope_driver"),
        ({"driver": "per_workload", "scope": "home"}, "check.scope_driver"),
        ({"driver": "share_of_capex", "scope": "cloud"}, "check.scope_driver"),
        ({"driver": "per_rack", "scope": "cloud"}, "check.scope_driver"),
        ({"driver": "fixed", "scope": "nowhere"}, "check.scope"),
        ({"driver": "share_of_capex", "unit_cost": 0.1, "base": "nothing"}, "check.base"),
        ({"driver": "share_of_capex", "unit_cost": 0.1, "base": "X"}, "check.base"),
        ({"driver": "fixed", "base": "systems"}, "check.base_unused"),
        ({"driver": "per_system", "per": "once", "amount_minimum": 3}, "check.minimum_unused"),
        ({"driver": "share_of_cloud", "unit_cost": 5}, "check.share_cost"),
    ],
)
def test_misfits_are_findings(changes: dict[str, Any], code: str) -> None:
    """A scope or base that the driver cannot use is told, not left out."""
    tables = owned(overhead() | changes)
    assert code in [finding.code for finding in plan_from_tables(tables).findings]
