"""Thinning of progress reports."""

from __future__ import annotations

import math

from planner.solve.progress import Phase, Progress, Throttle


def report(seconds: float, best: float = math.inf, phase: Phase = Phase.TREE) -> Progress:
    return Progress(seconds, best, 0.0, 1.0, phase)


def test_throttle_passes_news_at_once_and_the_rest_at_its_pace() -> None:
    passed: list[float] = []
    throttle = Throttle(lambda progress: passed.append(progress.seconds), every_s=1.0)
    for progress in (
        report(0.0),
        report(0.125),  # nothing new
        report(0.25, best=9.0),  # first plan
        report(0.375, best=9.0),
        report(0.5, best=8.0),  # better plan
        report(1.375, best=8.0),
        report(1.5, best=8.0),  # a second after the last one passed on
        report(1.625, best=8.0, phase=Phase.LIFT),  # new phase
    ):
        throttle(progress)
    assert passed == [0.0, 0.25, 0.5, 1.5, 1.625]
