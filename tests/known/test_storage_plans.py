"""Plans about data solved by hand: the program finds the same least cost."""

from __future__ import annotations

import pytest

from tests.known.output_plans import EXPECTED as OUTPUTS
from tests.known.solving import least_cost, plan_of
from tests.known.storage_plans import EXPECTED

SHOWN = EXPECTED | OUTPUTS


@pytest.mark.parametrize("shows", SHOWN)
def test_least_cost(shows: str) -> None:
    """The exact cost; the arithmetic stands beside the plan."""
    make, expected = SHOWN[shows]
    assert least_cost(plan_of(make())) == pytest.approx(expected, rel=1e-9)
