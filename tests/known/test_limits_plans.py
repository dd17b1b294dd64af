"""Limits solved by hand: the program finds the same least cost, and nothing where there is no way."""

from __future__ import annotations

import pytest

from models.program.build import build
from tests.known.cap_plans import EXPECTED as CAPS
from tests.known.cap_plans import carbon_cap, water_cap
from tests.known.limits_plans import (
    EXPECTED,
    basis,
    limit,
    loss_of_a_location,
    work_budget,
)
from tests.known.small_plan import plan
from tests.known.solving import least_cost, plan_of

SHOWN = EXPECTED | CAPS


@pytest.mark.parametrize("shows", SHOWN)
def test_least_cost(shows: str) -> None:
    """The exact cost; the arithmetic stands beside the plan."""
    make, expected = SHOWN[shows]
    assert least_cost(plan_of(make())) == pytest.approx(expected, rel=1e-9)


@pytest.mark.parametrize(
    ("when", "period", "paid_at_order", "expected"),
    [
        ("ordered", "2027-H1", 0, 128_000),
        ("ordered", "2027-H2", 0, 114_000),
        ("paid", "2027-H1", 0, 114_000),
        ("paid", "2027-H2", 0, 128_000),
        ("paid", "2027-H1", 1, 128_000),
        ("in_service", "2027-H1", 1, 114_000),
        ("in_service", "2027-H2", 1, 128_000),
        ("in_service", "FY2027", 1, 128_000),
    ],
)
def test_basis_of_a_budget(when: str, period: str, paid_at_order: float, expected: float) -> None:
    """Money counts when it is ordered, when it is paid, or when what it buys enters service."""
    assert least_cost(plan_of(basis(when, period, paid_at_order))) == pytest.approx(expected, rel=1e-9)


@pytest.mark.parametrize(
    ("scope", "key"),
    [("workload", "first"), ("owner", "ann"), ("business_line", "ads"), ("environment", "prod")],
)
def test_budgets_of_work(scope: str, key: str) -> None:
    """Each way of naming the same work binds alike."""
    assert least_cost(plan_of(work_budget(scope, key))) == pytest.approx(164_000, rel=1e-9)


def test_a_cap_does_not_only_move_work() -> None:
    """Rented hours have carbon and water of their own."""
    tables = carbon_cap()
    tables["Limits"] = limit("carbon_t", 7)
    assert least_cost(plan_of(tables)) is None
    tables["Limits"] = limit("carbon_t", 0, "home")
    assert least_cost(plan_of(tables)) == pytest.approx(128_000, rel=1e-9)
    tables["Limits"] = limit("carbon_t", 0, "Cloud")
    assert least_cost(plan_of(tables)) == pytest.approx(100_000, rel=1e-9)
    tables = water_cap()
    tables["Limits"] = limit("water_m3", 63)
    assert least_cost(plan_of(tables)) is None


def test_nothing_is_added_where_nothing_is_asked_for() -> None:
    """Without limits and critical work the program has no row and no column of theirs."""
    matrix = build(plan_of(plan()))
    assert not {key.kind for key in matrix.rows} & {"C14", "C16", "C17", "C18", "C19", "C21"}
    assert not {key.kind for key in matrix.columns} & {"standby", "direct"}


def test_spot_is_no_standby() -> None:
    """With spot alone beside the site nothing survives its loss."""
    tables = loss_of_a_location(interruptible=True)
    tables["CloudOffers"] = [tables["CloudOffers"][0] | {"term": "spot", "offer_id": "SPOT"}]
    assert least_cost(plan_of(tables)) is None
