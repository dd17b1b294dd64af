"""minimal.xlsx worked by hand, line by line (docs/hand-worked.md)."""

from __future__ import annotations

import pytest

from inputs.minimal import minimal_tables
from tests.known.solving import least_cost, plan_of

HOURS = 4380.0


def worth(years: float) -> float:
    """Present value of 1 at 8 %."""
    return float(1.08**-years)


RUNNING = (0.75, 1.25, 1.75)
BUSY = (HOURS, HOURS, 12_500 - 2 * HOURS)
LINES = {
    "systems": 360_000 + 840_000 * worth(0.5),
    "fabric": 35_000 + 128 * 500 + 64 * (60 + 40),
    "energy": sum(
        ((5 * 8 + 0.8) * busy + (5 * 3 + 0.8) * (HOURS - busy)) * 1.25 * 0.08 * worth(at)
        for busy, at in zip(BUSY, RUNNING, strict=True)
    ),
    "staff": sum(50_000 * worth(at) for at in RUNNING),
    "residual_value": -0.95 * 0.5 * 1_200_000 * worth(2),
}


def test_least_cost() -> None:
    """Own five systems: the sum of the lines."""
    assert sum(LINES.values()) == pytest.approx(968_636.37, abs=0.005)
    assert least_cost(plan_of(minimal_tables())) == pytest.approx(sum(LINES.values()), rel=1e-9)


def test_best_rented_plan() -> None:
    """64 accelerators in the last two half-years: 1,116,520.92."""
    tables = minimal_tables()
    tables["Workloads"][0]["allowed_locations"] = "Cloud:us"
    last = 500_000 - 64 * HOURS
    expected = 2.5 * (64 * HOURS * worth(1.25) + last * worth(1.75))
    assert expected == pytest.approx(1_116_520.92, abs=0.005)
    assert least_cost(plan_of(tables)) == pytest.approx(expected, rel=1e-9)


def test_eight_systems_ordered_later() -> None:
    """With eight systems from July 2027 on: 1,098,236.86 (nothing else may be bought or rented)."""
    tables = minimal_tables()
    tables["Workloads"][0] |= {"start": "2028-01", "allowed_locations": "dallas"}
    assert least_cost(plan_of(tables)) == pytest.approx(1_098_236.86, abs=0.005)
