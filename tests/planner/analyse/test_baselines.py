"""Plans to compare with, on the plan that is worked through by hand."""

from __future__ import annotations

import threading
from dataclasses import replace
from pathlib import Path

import pytest

from models.costing.lines import cost_lines
from models.plan import Plan
from models.program.build import build
from models.sizing import size
from planner.analyse.baselines import all_cloud, all_own, baselines, do_minimum
from planner.report import Baseline
from planner.solve.options import SolveOptions
from planner.solve.outcome import Optimal
from planner.solve.search import solve
from planner.workbook.reader import read_workbook
from tests.known.held_plans import fleet
from tests.known.small_plan import demand, rate, run, settings, work
from tests.known.small_plan import plan as tables_of
from tests.known.solving import plan_of

MINIMAL = Path(__file__).resolve().parents[3] / "inputs" / "minimal.xlsx"
OPTIONS = SolveOptions(mip_gap=0.0, time_limit_s=60.0, threads=1)


@pytest.fixture(scope="module")
def plan() -> Plan:
    read = read_workbook(MINIMAL)
    assert read.plan is not None
    return read.plan


def _found(plan: Plan) -> dict[str, Baseline]:
    return {b.name: b for b in baselines(plan, {}, OPTIONS, threading.Event())}


def test_a_plan_that_the_baseline_cannot_keep_is_no_hindrance(plan: Plan) -> None:
    sizing = size(plan)
    matrix = build(plan, sizing, cost_lines(plan, sizing))
    outcome = solve(matrix, OPTIONS)
    assert isinstance(outcome, Optimal)
    known = dict(zip(matrix.columns, outcome.solution.x.tolist(), strict=True))
    started = {b.name: b for b in baselines(plan, known, OPTIONS, threading.Event())}
    for name, unaided in _found(plan).items():
        assert sum(started[name].terms.values()) == pytest.approx(sum(unaided.terms.values())), name
        assert started[name].found, started[name].why


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


def test_the_least_is_always_there() -> None:
    """One existing system serves 16 of 24 requests a second; a run finds none of its 16 accelerators, so the
    batch work after it cannot begin; an order that the planner asks for is not made.

    Unserved: 8 x 3,600 x 8,000; the run 8,000 h x 16 and the batch 4 x 8,000 h, at 1.44 EFLOP an hour.
    """
    tables = tables_of(
        Settings=settings(periods=1),
        CloudOffers=[],
        ExistingFleet=[fleet()],
        Overrides=[{"decision": "order", "period": "all", "min": 1}],
        Workloads=[work("serve", kind="inference"),
                   run("big", accelerators=16, hours=8000), work("then", kind="batch", after="big")],
        Demand=[demand(24, "serve", unit="requests_per_s"), demand(4, "then")],
        ServingRates=[rate()],
    )  # fmt: skip
    least = _found(plan_of(tables))["do-minimum"]
    assert least.why == ""
    assert least.unserved == {"requests": pytest.approx(230.4e6)}
    assert least.unmet_eflop == pytest.approx(1.44 * (16 * 8000 + 4 * 8000))
    assert least.unserved_words == ("230.4 million requests unserved",)
    assert least.cost == pytest.approx(0.0, abs=1e-6)


def test_what_is_left_undone_needs_no_protection() -> None:
    """A service that must survive the loss of its only place is not served at all."""
    tables = tables_of(
        CloudOffers=[],
        ExistingFleet=[fleet()],
        Workloads=[work("serve", kind="inference", critical_share=0.5)],
        Demand=[demand(8, "serve", unit="requests_per_s")],
        ServingRates=[rate()],
    )
    least = _found(plan_of(tables))["do-minimum"]
    assert least.unserved == {"requests": pytest.approx(230.4e6)}


def test_a_stop_ends_the_rest(plan: Plan) -> None:
    stop = threading.Event()
    stop.set()
    assert [b.why for b in baselines(plan, {}, OPTIONS, stop)] == ["stopped before it was solved"] * 3
