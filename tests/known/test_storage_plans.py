"""Plans about data solved by hand: the program finds the same least cost."""

from __future__ import annotations

import pytest

from tests.known.solving import least_cost, plan_of
from tests.known.storage_plans import EXPECTED


@pytest.mark.parametrize("shows", EXPECTED)
def test_least_cost(shows: str) -> None:
    """The exact cost; the arithmetic stands beside the plan."""
    make, expected = EXPECTED[shows]
    assert least_cost(plan_of(make())) == pytest.approx(expected, rel=1e-9)
