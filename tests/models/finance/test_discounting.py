"""Hand values of models.finance.escalation, discounting and cashflow."""

from __future__ import annotations

import pytest

from models.finance.cashflow import annuity_payment, net_present_value
from models.finance.discounting import Timing, discount_factor, monthly_compounded, months_until
from models.finance.escalation import price_index


def test_price_index() -> None:
    assert price_index(0.1, 24) == pytest.approx(1.21)
    assert price_index(-0.19, 6) == pytest.approx(0.9)
    assert price_index(0.21, -6) == pytest.approx(1 / 1.1)
    assert price_index(0.0, 60) == 1.0
    with pytest.raises(ValueError, match="fall by 100%"):
        price_index(-1.0, 12)


def test_discount_factor() -> None:
    assert discount_factor(0.08, 12) == pytest.approx(1 / 1.08)
    assert discount_factor(0.21, 6) == pytest.approx(1 / 1.1)
    assert discount_factor(0.0, 60) == 1.0
    with pytest.raises(ValueError, match="must exceed"):
        discount_factor(-1.0, 12)


@pytest.mark.parametrize("timing, months", [(Timing.START, 12), (Timing.RUNNING, 15), (Timing.END, 18)])
def test_timing_within_a_half_year(timing: Timing, months: float) -> None:
    assert months_until(2, timing, 6) == months


def test_timing_is_data() -> None:
    assert Timing("running") is Timing.RUNNING
    assert [t.offset for t in Timing] == [0.0, 0.5, 1.0]


def test_net_present_value() -> None:
    assert net_present_value([(0, -100.0), (12, 110.0)], 0.1) == pytest.approx(0, abs=1e-12)
    assert net_present_value([(0, -100.0), (12, 60.0), (24, 60.0)], 0.0) == 20.0
    assert net_present_value([], 0.1) == 0.0


def test_annuity() -> None:
    assert annuity_payment(1200, 0.0, 12) == 100.0
    assert annuity_payment(100, 0.12, 1) == pytest.approx(101)
    # two payments at 1 % a month: x/1.01 + x/1.01² = 100
    assert annuity_payment(100, 0.12, 2) == pytest.approx(100 / (1 / 1.01 + 1 / 1.01**2))
    assert annuity_payment(1200, 1e-12, 12) == pytest.approx(100.0)
    with pytest.raises(ValueError, match="at least one month"):
        annuity_payment(100, 0.1, 0)


def test_monthly_steps_make_the_year() -> None:
    nominal = monthly_compounded(0.08)
    assert (1 + nominal / 12) ** 12 == pytest.approx(1.08)
    assert monthly_compounded(0.0) == 0.0
