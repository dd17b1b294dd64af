"""Why no plan exists: the limits named, with the amounts by which they are too small."""

from __future__ import annotations

import threading
from typing import Any

import pytest

from models.program.build import ImpossibleRowsError, build
from models.sizing import size
from planner.analyse.infeasible import explain, impossible_rows
from planner.analyse.reason import Reason
from planner.solve.options import SolveOptions
from planner.workbook import plan_from_tables


def reasons(tables: dict[str, Any]) -> tuple[Reason, ...]:
    """What stands in the way of a plan, without the pre-checks."""
    read = plan_from_tables(tables)
    assert read.plan is not None, read.findings
    sizing = size(read.plan)
    return explain(read.plan, sizing, build(read.plan, sizing), SolveOptions(), threading.Event())


@pytest.mark.parametrize(
    ("need", "most_missing"), [((30, 32, 30, 30), "31"), ((1003, 1200, 1194, 1003), "1,199")])
def test_reserved_limit_is_named(plans: Any, need: tuple[int, ...], most_missing: str) -> None:
    (reason,) = reasons(plans["reserved_only"](need, 1))
    assert reason.code == "limit.offer"
    assert (reason.ref.key, reason.ref.field) == ("RESERVED", "max_accelerators")
    assert reason.params["limit"] == "1"
    assert reason.params["more"] == most_missing
    assert reason.params["when"] == "2027-02 and 3 more periods"


def _demand_on_site(plans: Any, accelerators: int, usable_mw: float) -> dict[str, Any]:
    """Continuous demand from the second period on that only systems of our own can serve."""
    tables: dict[str, Any] = plans["minimal"]()
    tables["CloudOffers"] = []
    tables["Sites"][0]["usable_mw"] = usable_mw
    tables["Workloads"] = [{
        "workload_id": "web", "kind": "continuous", "project": "shop", "start": "2027-07", "end": "2028-12",
        "precision": "bf16", "mfu": 0.4, "max_utilisation": 1}]
    tables["Demand"] = [
        {"workload_id": "web", "from": "2027-07", "amount": accelerators, "unit": "accelerators_of:H100X8"}]
    return tables


def test_power_is_named(plans: Any) -> None:
    """64 accelerators, 8 systems of 10 kW with an eighth of a 0.8 kW switch each: 80.8 kW against 50."""
    (reason,) = reasons(_demand_on_site(plans, accelerators=64, usable_mw=0.05))
    assert reason.code == "limit.power"
    assert (reason.ref.key, reason.ref.field) == ("dallas", "usable_mw")
    assert reason.params["limit"] == "0.05"
    assert reason.params["more"] == "0.0308"


def test_demand_that_no_limit_helps(plans: Any) -> None:
    """Four fabrics of 64 are the most at a site: of 320 accelerators a fifth stays unmet, power or not."""
    tables = _demand_on_site(plans, accelerators=320, usable_mw=2.0)
    (reason,) = reasons(tables)
    assert reason.code == "unmet.demand"
    assert reason.ref.key == "web|2027-07"
    assert reason.params["more"] == "20.0%"
    assert reason.params["when"] == "2027-H2 and 2 more periods"


def test_work_that_nothing_can_serve(plans: Any) -> None:
    """The offer is withdrawn after the first month: the second month's row has no column."""
    tables = plans["reserved_only"]((8, 8), 32)
    tables["CloudOffers"][0]["available_to"] = "2027-01"
    plan = plan_from_tables(tables).plan
    assert plan is not None
    sizing = size(plan)
    with pytest.raises(ImpossibleRowsError) as raised:
        build(plan, sizing)
    (reason,) = impossible_rows(raised.value.rows, sizing)
    assert reason.code == "unmet.row"
    assert reason.ref.key == "web"
    assert reason.params["key"] == "web, 2027-02, all"
