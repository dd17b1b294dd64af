"""Hand values of models.finance.assets."""

from __future__ import annotations

import pytest

from models.finance.assets import straight_line_charges


def test_charges_run_from_service_to_the_end_of_life() -> None:
    """100 over 20 months from period 1 of half-years: 30, 30, 30 and a third of a period."""
    assert straight_line_charges(100, 1, 20, 6, 6).tolist() == pytest.approx([0, 30, 30, 30, 10, 0])


def test_what_is_past_the_plan_or_before_it_is_not_charged() -> None:
    assert straight_line_charges(100, 1, 20, 2, 6).tolist() == pytest.approx([0, 30])
    assert straight_line_charges(100, -2, 20, 2, 6).tolist() == pytest.approx([30, 10])
    assert straight_line_charges(100, 9, 20, 2, 6).tolist() == [0, 0]


def test_a_life_is_positive() -> None:
    with pytest.raises(ValueError, match="positive"):
        straight_line_charges(100, 0, 0, 2, 6)
