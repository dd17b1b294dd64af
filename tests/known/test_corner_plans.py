"""Plans where two rules meet cost what they cost by hand."""

from __future__ import annotations

import pytest

from tests.known.corner_plans import EXPECTED
from tests.known.solving import least_cost, plan_of


@pytest.mark.parametrize("name", EXPECTED)
def test_cost_by_hand(name: str) -> None:
    """The optimum, proven, is the cost worked by hand."""
    make, cost = EXPECTED[name]
    assert least_cost(plan_of(make())) == pytest.approx(cost, rel=1e-9)
