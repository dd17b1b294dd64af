"""Hand values of models.engineering.goodput."""

from __future__ import annotations

import math

import pytest

from models.engineering import goodput as g


def test_job_mtbf_adds_all_sources() -> None:
    # 100 · 0.0876 + 10 · 0.876 = 17.52 a year = 0.002 an hour; 10 systems · 0.3 per 1000 h = 0.003
    mtbf = g.job_mtbf_hours(
        accelerators=100, systems=10, per_accelerator_year=0.0876, per_system_year=0.876, spot_per_1000h=0.3
    )
    assert mtbf == pytest.approx(200.0)


def test_nothing_fails() -> None:
    assert g.job_mtbf_hours(accelerators=8, systems=1) == math.inf
    assert g.job_goodput(mtbf_hours=math.inf, write_s=60, restart_s=600) == 1.0
    assert g.effective_time_ratio(mtbf_s=math.inf, write_s=60, restart_s=0, interval_s=540) == pytest.approx(
        0.9
    )


def test_negative_rate_is_refused() -> None:
    with pytest.raises(ValueError, match="cannot be negative"):
        g.job_mtbf_hours(accelerators=8, systems=1, per_system_year=-1)


def test_effective_time_at_best_and_given_interval() -> None:
    # M = 20,000 s, w = 1 s: dt = 200 s; (1 − (100 + 100)/20000)/(1 + 1/200)
    assert g.young_interval_s(1, 20_000) == 200
    assert g.effective_time_ratio(mtbf_s=20_000, write_s=1, restart_s=100) == pytest.approx(0.99 / 1.005)
    given = g.effective_time_ratio(mtbf_s=20_000, write_s=1, restart_s=100, interval_s=1000)
    assert given == pytest.approx(0.97 / 1.001)
    assert g.job_goodput(mtbf_hours=20_000 / 3600, write_s=1, restart_s=100) == pytest.approx(0.99 / 1.005)


def test_free_checkpoints_lose_restarts_only() -> None:
    assert g.effective_time_ratio(mtbf_s=1000, write_s=0, restart_s=100) == pytest.approx(0.9)


def test_hopeless_job_is_floored() -> None:
    assert g.effective_time_ratio(mtbf_s=100, write_s=60, restart_s=600) == 0.01


@pytest.mark.parametrize("mtbf_s, interval_s", [(0, None), (100, 0)])
def test_times_must_be_positive(mtbf_s: float, interval_s: float | None) -> None:
    with pytest.raises(ValueError, match="must be positive"):
        g.effective_time_ratio(mtbf_s=mtbf_s, write_s=1, restart_s=1, interval_s=interval_s)


def test_pauses_and_expected_failures() -> None:
    assert g.pause_loss(2, 60, 600) == pytest.approx(1320 / 86400)
    assert g.pause_loss(0, 60, 600) == 0
    assert g.expected_failures(0.01, 1000, 2.5) == pytest.approx(25)
