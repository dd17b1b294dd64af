"""Failures of a job and the share of wall time that makes progress.

Symbols: M mean time between failures of the whole job, w time a checkpoint write blocks training, dt time
between checkpoints, u0 time from a failure to running again.
Sources: Kokolis et al., HPCA 2025, arXiv 2410.21680 (expected effective training time ratio, F2.2);
Young, CACM 17(9), 1974 (checkpoint interval, F2.3).
"""

from __future__ import annotations

import math

HOURS_PER_YEAR = 8760.0
MIN_GOODPUT = 0.01
"""A job that fails faster than it recovers makes no progress; the floor keeps its hours finite and so
expensive that no plan uses it."""

_SECONDS_PER_HOUR = 3600.0
_SECONDS_PER_DAY = 86400.0


def job_mtbf_hours(
    *,
    accelerators: float,
    systems: float,
    per_accelerator_year: float = 0.0,
    per_system_year: float = 0.0,
    spot_per_1000h: float = 0.0,
) -> float:
    """Mean time between interruptions of a job [h] (F2.1); infinite when nothing ever fails.

    Rates: interruptions per accelerator-year and per system-year (8,760 h); `spot_per_1000h` counts
    reclaims per 1,000 hours of one rented system. Any one of them stops the whole job.
    Raises ValueError for negative rates.
    """
    per_hour = (
        accelerators * per_accelerator_year + systems * per_system_year
    ) / HOURS_PER_YEAR + systems * spot_per_1000h / 1000.0
    if per_hour < 0.0:
        raise ValueError(f"failure rates cannot be negative: {per_hour} interruptions per hour")
    return math.inf if per_hour == 0.0 else 1.0 / per_hour


def young_interval_s(write_s: float, mtbf_s: float) -> float:
    """Checkpoint interval [s] with the least expected loss, sqrt(2·w·M) (F2.3).

    0 when writing does not block training, infinite when the job never fails.
    """
    if write_s == 0.0:
        return 0.0
    return math.sqrt(2.0 * write_s * mtbf_s)


def effective_time_ratio(
    *, mtbf_s: float, write_s: float, restart_s: float, interval_s: float | None = None
) -> float:
    """Expected share of wall time that makes progress (F2.2), from 0.01 to 1.

    (1 − (u0 + dt/2)/M) / (1 + w/dt) with times in seconds; without `interval_s` dt is Young's interval.
    Raises ValueError for a non-positive interval or mean time between failures.
    """
    if mtbf_s <= 0.0 or (interval_s is not None and interval_s <= 0.0):
        raise ValueError(f"times must be positive: MTBF {mtbf_s} s, checkpoint interval {interval_s} s")
    interval = young_interval_s(write_s, mtbf_s) if interval_s is None else interval_s
    lost = 0.0 if math.isinf(mtbf_s) else (restart_s + interval / 2.0) / mtbf_s
    writing = 0.0 if write_s == 0.0 else write_s / interval
    return min(1.0, max(MIN_GOODPUT, (1.0 - lost) / (1.0 + writing)))


def job_goodput(*, mtbf_hours: float, write_s: float, restart_s: float) -> float:
    """`effective_time_ratio` at the best interval for a job of `mtbf_hours` [h]."""
    return effective_time_ratio(mtbf_s=mtbf_hours * _SECONDS_PER_HOUR, write_s=write_s, restart_s=restart_s)


def pause_loss(pauses_per_day: float, write_s: float, restart_s: float) -> float:
    """Extra time of interruptible work per useful time [share]: each pause costs a write and a restart."""
    return pauses_per_day * (write_s + restart_s) / _SECONDS_PER_DAY


def expected_failures(rate: float, units: float, time: float) -> float:
    """Expected events = rate [per unit and time] · units · time, all in one unit of time (F2.9)."""
    return rate * units * time
