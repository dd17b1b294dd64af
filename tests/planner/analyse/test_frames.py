"""Frames hold the result's own figures."""

from __future__ import annotations

import pytest

from inputs.minimal import minimal_tables
from models.results import PlanResult
from planner.analyse.frames import frames
from tests.known.solving import plan_of, solved


@pytest.fixture(scope="module")
def result() -> PlanResult:
    return solved(plan_of(minimal_tables()))


def test_cash_by_term_is_the_sum_of_the_lines(result: PlanResult) -> None:
    cash = frames(result)["cash"].groupby("term")["amount"].sum()
    for term in {row.line.term for row in result.lines}:
        total = sum(float(row.amounts.sum()) for row in result.lines if row.line.term == term)
        assert cash[term] == pytest.approx(total)


def test_purchases_and_capacity_are_all_there(result: PlanResult) -> None:
    tables = frames(result)
    assert list(tables["purchases"]["amount"]) == [row.amount for row in result.purchases]
    assert set(tables["capacity"]["resource"]) == {row.resource for row in result.capacity}
    orders = tables["activities"].query("kind == 'order'")
    assert list(orders["value"]) == [5.0]
