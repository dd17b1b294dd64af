"""A request to stop is obeyed at once, in the tree and inside the root relaxation."""

from __future__ import annotations

import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from models.matrix import Matrix
from planner.solve.log import SolverLog
from planner.solve.options import SolveOptions
from planner.solve.outcome import SolverError, Stopped, StoppedWithout, StopReason
from planner.solve.progress import Phase, Progress
from planner.solve.search import solve

Program = Callable[..., Matrix]
LONG = SolveOptions(mip_gap=0.0, time_limit_s=20.0)  # a worker left behind ends then at the latest


def stop_when(condition: Callable[[Progress], bool], stop: threading.Event) -> Callable[[Progress], None]:
    def receive(progress: Progress) -> None:
        if condition(progress):
            stop.set()

    return receive


def test_stop_in_the_tree_keeps_plan_and_bound(cover: Program) -> None:
    matrix = cover(600, 1500, 8, 4)
    stop = threading.Event()
    outcome = solve(matrix, LONG, stop=stop, on_progress=stop_when(lambda p: p.bound > 0 and p.gap < 1, stop))
    assert isinstance(outcome, Stopped)
    assert outcome.reason is StopReason.INTERRUPTED
    assert np.all(matrix.matrix @ outcome.solution.x >= 1.0 - 1e-6)
    assert 0.0 < outcome.solution.bound <= outcome.solution.objective


def test_stop_inside_the_root_relaxation_keeps_the_plan(hard_relaxation: Program) -> None:
    matrix = hard_relaxation(4000, 6000, 20, 1)
    stop = threading.Event()
    before = threading.active_count()
    outcome = solve(matrix, LONG, stop=stop, on_progress=stop_when(lambda p: p.seconds > 2.0, stop))
    assert isinstance(outcome, Stopped)
    assert outcome.reason is StopReason.INTERRUPTED
    assert outcome.solution.seconds < 10.0  # the relaxation alone takes far longer
    assert np.all(matrix.matrix @ outcome.solution.x >= matrix.row_lower - 1e-6)
    assert threading.active_count() == before + 1  # left behind, still in its relaxation
    kept = outcome.solution.x.copy()
    follow_up = solve(matrix, SolveOptions(time_limit_s=8.0))
    assert isinstance(follow_up, Stopped)
    assert np.array_equal(kept, outcome.solution.x)


def test_stop_set_before_the_start(location: Program) -> None:
    stop = threading.Event()
    stop.set()
    outcome = solve(location(6, 10, 0), LONG, stop=stop)
    assert isinstance(outcome, StoppedWithout)
    assert outcome.reason is StopReason.INTERRUPTED


EXIT_WHILE_SOLVING = """
import sys, threading
sys.path[:0] = [{root!r}, {tests!r}]
from conftest import make_hard_relaxation
from planner.solve.log import SolverLog
from planner.solve.options import SolveOptions
from planner.solve.search import solve
stop = threading.Event()
matrix = make_hard_relaxation(4000, 6000, 20, 1)
outcome = solve(
    matrix, SolveOptions(mip_gap=0.0, time_limit_s=10.0), stop=stop,
    on_progress=lambda p: stop.set() if p.best < float("inf") else None,
)
print(type(outcome).__name__, [t.name for t in threading.enumerate() if t.daemon])
sys.exit(4)
"""


def test_interpreter_exits_while_a_left_behind_solver_runs() -> None:
    here = Path(__file__).resolve().parent
    script = EXIT_WHILE_SOLVING.format(root=str(here.parents[2]), tests=str(here))
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, timeout=120, check=False
    )
    assert done.returncode == 4, done.stderr
    assert done.stdout == "Stopped ['solver-tree']\n"  # nothing else: the solver's banner is swallowed
    assert done.stderr == ""


def test_stop_inside_the_master_says_that_there_is_no_plan(location: Program) -> None:
    matrix = location(30, 60, 5)
    stop = threading.Event()
    outcome = solve(
        matrix,
        LONG,
        small_program=0,
        stop=stop,
        on_progress=stop_when(lambda p: p.phase is Phase.MASTER, stop),
    )
    assert isinstance(outcome, StoppedWithout)
    assert outcome.reason is StopReason.INTERRUPTED


def test_failing_callback_is_an_outcome(cover: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_log: SolverLog, text: str) -> None:
        raise RuntimeError(f"no room for {len(text) > 0}")

    monkeypatch.setattr(SolverLog, "write", fail)
    outcome = solve(cover(60, 120, 5, 2), LONG)
    assert isinstance(outcome, SolverError)
    assert outcome.message == "RuntimeError: no room for True"


def test_failing_progress_receiver_leaves_the_solver_behind(cover: Program) -> None:
    def fail(_progress: Progress) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        solve(cover(600, 1500, 8, 4), LONG, on_progress=fail)
    assert all(thread.daemon for thread in threading.enumerate() if thread.name.startswith("solver"))
