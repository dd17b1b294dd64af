"""The independent recheck: three ways to the same cost, and what it says when they differ."""

from __future__ import annotations

import runpy
from dataclasses import replace

import pytest

from models.costing.lines import cost_lines
from models.program.build import build
from models.results import PlanResult
from models.sizing import size
from planner.run.recheck import recheck
from planner.run.verified import verified
from planner.solve.options import SolveOptions
from planner.solve.outcome import Optimal
from planner.solve.search import solve
from planner.workbook import plan_from_tables

COST = 968_636.3684939


@pytest.fixture(scope="module")
def result(request: pytest.FixtureRequest) -> PlanResult:
    """The verified minimal plan."""
    tables = runpy.run_path(str(request.path.parents[1] / "cli" / "plans.py"))["minimal"]()
    plan = plan_from_tables(tables).plan
    assert plan is not None
    sizing = size(plan)
    lines = cost_lines(plan, sizing)
    matrix = build(plan, sizing, lines)
    outcome = solve(matrix, SolveOptions(mip_gap=0.0))
    assert isinstance(outcome, Optimal)
    return verified(plan, sizing, lines, matrix, outcome, SolveOptions(mip_gap=0.0))


def test_the_minimal_plan_holds_up(result: PlanResult) -> None:
    assert result.proof.cost == pytest.approx(COST, abs=1e-3)
    assert recheck(result, result.proof.cost, result.proof.cost) == []


@pytest.mark.parametrize(("shift", "sentences"), [(0.9, 0), (1.1, 2), (-1.1, 2)])
def test_a_currency_unit_is_the_tolerance(result: PlanResult, shift: float, sentences: int) -> None:
    objective = result.total + shift
    assert len(recheck(result, objective, objective)) == sentences


def test_a_line_whose_present_value_is_not_that_of_its_cash(result: PlanResult) -> None:
    first, *rest = result.lines
    wrong = replace(result, lines=(replace(first, amounts=first.amounts * 1.01), *rest))
    (sentence,) = recheck(wrong, result.total, result.total)
    assert sentence.startswith("the cash flows are worth")


def test_whole_numbers_that_cost_more_than_the_solver_said(result: PlanResult) -> None:
    (sentence,) = recheck(result, result.total, result.total - 2.0)
    assert sentence.startswith("the solver states 968,634.37")


def test_a_better_plan_than_the_solver_said_is_welcome(result: PlanResult) -> None:
    assert recheck(result, result.total, result.total + 1e5) == []
