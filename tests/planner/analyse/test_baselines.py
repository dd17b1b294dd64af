"""Plans to compare with, on the plan that is worked through by hand."""

from __future__ import annotations

import threading
from dataclasses import replace
from pathlib import Path

import pytest

from models.plan import Plan
from planner.analyse.baselines import all_cloud, all_own, baselines, do_minimum
from planner.report import Baseline
from planner.solve.options import SolveOptions
from planner.workbook.reader import read_workbook

MINIMAL = Path(__file__).resolve().parents[3] / "inputs" / "minimal.xlsx"
OPTIONS = SolveOptions(mip_gap=0.0, time_limit_s=60.0, threads=1)


@pytest.fixture(scope="module")
def plan() -> Plan:
    read = read_workbook(MINIMAL)
    assert read.plan is not None
    return read.plan


def _found(plan: Plan) -> dict[str, Baseline]:
    return {b.name: b for b in baselines(plan, {}, OPTIONS, threading.Event())}


def test_what_each_takes_away(plan: Plan) -> None:
    start = plan.settings.start
    assert all(row.last_order == start - 1 for row in all_cloud(plan).systems)
    assert all_cloud(plan).cloud_offers == plan.cloud_offers
    assert all_own(plan).cloud_offers == ()
    assert all_own(plan).systems == plan.systems
    least = do_minimum(plan)
    assert {row.term for row in least.cloud_offers} <= {"on_demand", "spot"}
    assert all(row.shortfall_penalty_per_eflop for row in least.workloads)


def test_costs_of_the_minimal_plan(plan: Plan) -> None:
    """Owning is its best plan: all-own costs the same (968,636); renting all costs 1,116,521."""
    found = _found(plan)
    assert found["all-own"].cost == pytest.approx(968_636.37, abs=1.0)
    assert found["all-cloud"].cost == pytest.approx(1_116_520.92, abs=0.02 * 1_116_520.92)
    assert found["do-minimum"].unmet_eflop == 0.0


def test_what_cannot_be_is_said_with_why(plan: Plan) -> None:
    """Without offers nothing can be rented: doing the minimum leaves work undone, renting all is no plan."""
    alone = replace(plan, cloud_offers=())
    found = _found(alone)
    assert not found["all-cloud"].found
    assert found["all-cloud"].why.startswith("no such plan: ")
    assert found["do-minimum"].unmet_eflop > 0.0
    assert found["do-minimum"].cost == pytest.approx(0.0, abs=1.0)


def test_a_stop_ends_the_rest(plan: Plan) -> None:
    stop = threading.Event()
    stop.set()
    assert [b.why for b in baselines(plan, {}, OPTIONS, stop)] == ["stopped before it was solved"] * 3
