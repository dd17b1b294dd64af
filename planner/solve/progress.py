"""What a running solve tells its caller. Drawing it is the caller's business."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import TypeAlias


class Phase(Enum):
    """Part of the search that is running."""

    MASTER = "master"
    FIXED = "fixed"
    LIFT = "lift"
    TREE = "tree"
    CONFIRM = "confirm"


@dataclass(frozen=True, slots=True)
class Progress:
    """State of a solve: `best` never rises and `bound` never falls from one report to the next.

    `seconds` is wall time since the start; `best` is inf before the first plan, `bound` -inf before
    the first bound; `gap` is relative.
    """

    seconds: float
    best: float
    bound: float
    gap: float
    phase: Phase


ProgressCallback: TypeAlias = Callable[[Progress], None]


class Throttle:
    """Passes on a report when a plan or phase is new, else at most one every `every_s` seconds.

    Time is taken from the reports themselves.
    """

    def __init__(self, receiver: ProgressCallback, every_s: float) -> None:
        self._receiver = receiver
        self._every_s = every_s
        self._last: Progress | None = None

    def __call__(self, progress: Progress) -> None:
        """Receive one report."""
        if self._is_due(progress):
            self._last = progress
            self._receiver(progress)

    def _is_due(self, progress: Progress) -> bool:
        last = self._last
        if last is None or progress.phase is not last.phase:
            return True
        improved = progress.best < last.best and math.isfinite(progress.best)
        return improved or progress.seconds - last.seconds >= self._every_s
