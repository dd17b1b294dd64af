"""Hand values of models.engineering.throughput."""

from __future__ import annotations

import pytest

from models.engineering import throughput as t


def test_training_work() -> None:
    assert t.training_flop(8e9, 15e12) == 7.2e23


def test_hours_per_eflop() -> None:
    # 1000 TFLOP/s · 0.4 = 4e14 FLOP/s: 2,500 s an EFLOP
    assert t.accelerator_hours_per_eflop(1000, 0.4) == pytest.approx(2500 / 3600)
    assert t.accelerator_hours_per_eflop(1000, 0.4, efficiency=0.5, goodput=0.8) == pytest.approx(6250 / 3600)


@pytest.mark.parametrize(
    "peak, mfu, efficiency, goodput", [(0, 0.4, 1, 1), (1, 0, 1, 1), (1, 1, 0, 1), (1, 1, 1, -1)]
)
def test_hours_per_eflop_needs_throughput(peak: float, mfu: float, efficiency: float, goodput: float) -> None:
    with pytest.raises(ValueError, match="throughput must be positive"):
        t.accelerator_hours_per_eflop(peak, mfu, efficiency=efficiency, goodput=goodput)


@pytest.mark.parametrize(
    "sensitivity, penalty, kept",
    [(1, 0.1, 0.9), (0.5, 0.1, 0.95), (0, 0.9, 1.0), (2, 0.9, 0.05), (1, -0.2, 1.0)],
)
def test_fabric_efficiency(sensitivity: float, penalty: float, kept: float) -> None:
    assert t.fabric_efficiency(sensitivity, penalty) == pytest.approx(kept)


def test_hours_and_widths_agree() -> None:
    assert t.accelerator_hours(16, 240) == 3840
    assert t.run_hours(3840, 16) == 240
    with pytest.raises(ValueError, match="at least one accelerator"):
        t.run_hours(1, 0)


def test_utilisation_and_token_rate() -> None:
    assert t.utilisation(3.6e18, 2, 1000) == pytest.approx(0.5)
    assert t.tokens_per_second(1e9, 6, 1000, 0.5) == pytest.approx(500_000)
    with pytest.raises(ValueError, match="positive hours"):
        t.utilisation(1, 0, 1)
    with pytest.raises(ValueError, match="number of parameters"):
        t.tokens_per_second(0, 1, 1, 1)
