"""State that all trees of one solve share: clock, stop flag, log, best plan, best bound."""

from __future__ import annotations

import math
import threading
import time

import numpy as np

from models.matrix import FloatArray
from planner.solve.log import SolverLog
from planner.solve.options import SolveOptions
from planner.solve.outcome import Solution, gap
from planner.solve.progress import Phase, Progress, ProgressCallback


class Watch:
    """Keeps the best plan and bound of the whole program, and reports them. Used by one thread only.

    Reports are monotone because a worse plan or a weaker bound is never taken.
    """

    def __init__(
        self, options: SolveOptions, stop: threading.Event, on_progress: ProgressCallback | None
    ) -> None:
        self.stop = stop
        self.log = SolverLog(options.log_file)
        self.best_x: FloatArray | None = None
        self.objective = math.inf
        self.bound = -math.inf
        self.root_bound = -math.inf
        self.nodes = 0
        self._on_progress = on_progress
        self._started = time.monotonic()
        self._deadline = self._started + options.time_limit_s

    def seconds(self) -> float:
        """Wall time since the start, in seconds."""
        return time.monotonic() - self._started

    def remaining(self) -> float:
        """Seconds left of the time limit, at least 0; infinite without a limit."""
        return max(0.0, self._deadline - time.monotonic())

    def must_end(self) -> bool:
        """Whether the user asked to stop or the time is used up."""
        return self.stop.is_set() or self.remaining() <= 0.0

    def offer_plan(self, x: FloatArray, objective: float) -> bool:
        """Take a feasible plan if it is better than the best; says whether it was."""
        if not objective < self.objective:
            return False
        self.best_x = np.array(x, dtype=np.float64)
        self.objective = objective
        return True

    def offer_bound(self, bound: float) -> None:
        """Take a bound that holds for the whole program if it is stronger."""
        if math.isfinite(bound):
            self.bound = max(self.bound, bound)

    def offer_root_bound(self, bound: float) -> None:
        """Take a bound of the whole program that was found without branching, if it is stronger."""
        if math.isfinite(bound):
            self.root_bound = max(self.root_bound, bound)

    def proven_bound(self) -> float:
        """The best bound, not above the best plan: beyond it only the solver's tolerance speaks."""
        return min(self.bound, self.objective)

    def gap(self) -> float:
        """Relative gap of best plan and best bound."""
        return gap(self.objective, self.bound)

    def report(self, phase: Phase) -> None:
        """Tell the caller where the search stands."""
        if self._on_progress is not None:
            self._on_progress(
                Progress(self.seconds(), self.objective, self.proven_bound(), self.gap(), phase)
            )

    def solution(self) -> Solution | None:
        """The best plan with what is proven about it."""
        if self.best_x is None:
            return None
        return Solution(
            x=self.best_x,
            objective=self.objective,
            bound=self.proven_bound(),
            gap=self.gap(),
            root_bound=min(self.root_bound, self.objective),
            nodes=self.nodes,
            seconds=self.seconds(),
            log_tail=self.log.tail(),
        )
