"""Stays of data in storage stages."""

from __future__ import annotations

import math

import pytest

from models.engineering.lifecycle import durability_of_copies, stay_of_batch, stay_of_stream, versions_written


def test_batch_stays_in_its_window() -> None:
    """Ages 0.5 to 2.25 periods: half of the first period, all of the second, a quarter of the third."""
    assert [stay_of_batch(0.5, 2.25, t) for t in range(4)] == [0.5, 1.0, 0.25, 0.0]


def test_stream_of_one_period() -> None:
    """Kept for one period: half a unit on average while it is written, half while it goes."""
    assert [stay_of_stream(0, 1, t) for t in range(3)] == [0.5, 0.5, 0.0]


def test_stream_kept_for_a_tenth() -> None:
    """0.1 periods: the stock builds up over the first tenth to 0.1; 0.005 are left to the next period."""
    assert [stay_of_stream(0, 0.1, t) for t in range(3)] == pytest.approx([0.095, 0.005, 0.0])


@pytest.mark.parametrize(("first", "last"), [(0.0, 0.3), (0.3, 2.7), (1.2, 1.9)])
def test_stream_adds_up_to_its_time(first: float, last: float) -> None:
    """Nothing is lost between the periods."""
    assert math.fsum(stay_of_stream(first, last, t) for t in range(6)) == pytest.approx(last - first)


def test_versions() -> None:
    """A version every half hour for 10 hours; without a finite interval nothing limits them."""
    assert versions_written(10, 1800) == 20
    assert versions_written(10, 0) == versions_written(10, math.inf) == math.inf


def test_durability_of_two_copies() -> None:
    """Both copies are lost in one year of ten thousand."""
    assert durability_of_copies(0.99, 2) == pytest.approx(0.9999)
