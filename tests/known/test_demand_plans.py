"""Demand solved by hand, and the predecessors that make a plan dearer."""

from __future__ import annotations

import pytest

from planner.workbook.tables import plan_from_tables
from tests.known.demand_plans import EXPECTED, successor_waits
from tests.known.small_plan import demand, plan, work
from tests.known.solving import least_cost, plan_of


@pytest.mark.parametrize("shows", EXPECTED)
def test_least_cost(shows: str) -> None:
    """The exact cost; the arithmetic stands beside the plan."""
    make, expected = EXPECTED[shows]
    assert least_cost(plan_of(make())) == pytest.approx(expected, rel=1e-9)


def test_a_predecessor_left_undone_never_ends() -> None:
    """With a penalty on both, the second may not be kept while the first is dropped."""
    tables = successor_waits()
    work = 8 * 2000 * 1.44
    tables["Workloads"][0]["shortfall_penalty_per_eflop"] = 20_000 / work
    tables["Workloads"][1]["shortfall_penalty_per_eflop"] = 70_000 / work
    # both: 32,000 + 48,000; only the first: 32,000 + 70,000; none: 90,000; the second alone: 20,000 + 48,000,
    # which is not allowed
    assert least_cost(plan_of(tables)) == pytest.approx(80_000, rel=1e-9)
    tables["Workloads"][0].pop("shortfall_penalty_per_eflop")
    tables["CloudOffers"][0]["available_to"] = "2027-03"
    tables["CloudOffers"][0]["price_per_accelerator_hour"] = 20
    assert least_cost(plan_of(tables)) == pytest.approx(48_000 + 70_000, rel=1e-9)


def test_no_room_for_a_successor() -> None:
    """Both in one half-year is not to be had."""
    tables = successor_waits()
    tables["Workloads"][1]["end"] = "2027-06"
    assert least_cost(plan_of(tables)) is None


def test_steady_work_that_begins_too_early_is_a_finding() -> None:
    """Both have given months: nothing is left to decide."""
    tables = plan(
        Workloads=[work("first"), work("second", after="first")],
        Demand=[demand(4, "first"), demand(4, "second")],
    )
    found = [finding for finding in plan_from_tables(tables).findings if finding.severity == "error"]
    assert [finding.code for finding in found] == ["check.after_overlap"]
    tables["Workloads"][0]["end"] = "2027-06"
    tables["Workloads"][1]["start"] = "2027-07"
    assert plan_from_tables(tables).plan is not None
