"""Hand values of models.engineering.spares."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest

from models.engineering import spares


def exact_at_least(k: int, n: int, q: Fraction) -> float:
    return float(sum(math.comb(n, i) * q**i * (1 - q) ** (n - i) for i in range(k, n + 1)))


@pytest.mark.parametrize("n", [1, 5, 40])
@pytest.mark.parametrize("q", [Fraction(1, 1000), Fraction(1, 2), Fraction(9, 10), Fraction(999, 1000)])
def test_against_exact_fractions(n: int, q: Fraction) -> None:
    for k in range(n + 2):
        assert spares.probability_at_least(k, n, float(q)) == pytest.approx(
            exact_at_least(k, n, q), rel=1e-11
        )


def test_edges() -> None:
    assert spares.probability_at_least(0, 5, 0.0) == 1.0
    assert spares.probability_at_least(1, 5, 0.0) == 0.0
    assert spares.probability_at_least(5, 5, 1.0) == 1.0
    assert spares.probability_at_least(6, 5, 1.0) == 0.0
    with pytest.raises(ValueError, match="probability"):
        spares.probability_at_least(1, 2, 1.01)


def test_thirty_thousand_units() -> None:
    # Symmetric at one half: P(at least 15,001 of 30,001) is exactly one half.
    assert spares.probability_at_least(15_001, 30_001, 0.5) == pytest.approx(0.5, rel=1e-9)
    assert spares.probability_at_least(30_000, 30_000, 0.9999) == pytest.approx(0.9999**30_000, rel=1e-9)
    assert spares.probability_at_least(29_000, 30_000, 0.5) == 0.0


def test_spares_are_the_fewest() -> None:
    assert spares.spares_needed(2, 0.9, 0.95) == 1  # 0.81 without, 0.972 with one
    assert spares.spares_needed(2, 0.9, 0.81) == 0
    for needed, availability, target in [(1250, 0.998, 0.999), (30_000, 0.995, 0.999), (10, 0.5, 0.99)]:
        s = spares.spares_needed(needed, availability, target)
        assert spares.probability_at_least(needed, needed + s, availability) >= target
        assert spares.probability_at_least(needed, needed + s - 1, availability) < target


def test_no_spares_where_none_are_asked_for() -> None:
    assert spares.spares_needed(0, 0.9, 0.99) == 0
    assert spares.spares_needed(10, 1.0, 0.999) == 0
    assert spares.spares_needed(10, 0.9, 0.0) == 0


@pytest.mark.parametrize("availability, target", [(0.9, 1.0), (0.0, 0.9)])
def test_target_out_of_reach(availability: float, target: float) -> None:
    with pytest.raises(ValueError, match="no number of spares"):
        spares.spares_needed(10, availability, target)


def test_availability_of_a_unit() -> None:
    assert spares.unit_availability(990, 10) == pytest.approx(0.99)
    assert spares.unit_availability(math.inf, 48) == 1.0
    assert spares.unit_availability(100, 0) == 1.0
    with pytest.raises(ValueError, match="MTBF"):
        spares.unit_availability(0, 1)
