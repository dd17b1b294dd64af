"""One run of the solver in a thread of its own, watched from the calling thread.

No interrupt callback fires inside the root relaxation, so a request to stop can go unheard for
minutes. The caller therefore waits only `STOP_GRACE_S` for the solver to obey and then leaves it
behind: the worker is a daemon thread, its callbacks find the run closed and write nothing any more,
plans found before are kept. At exit the interpreter gives such a worker `EXIT_GRACE_S` to end, for the
solver's own threads must not be torn down under it; a program that must leave at once uses `os._exit`.
"""

from __future__ import annotations

import atexit
import math
import threading
import time
from typing import Any

import highspy
import numpy as np

from models.matrix import FloatArray
from planner.solve import bridge
from planner.solve.options import SolveOptions
from planner.solve.tree_task import Ending, TreeResult, TreeTask
from planner.solve.watch import Watch

POLL_S = 0.1
STOP_GRACE_S = 0.5
OVERTIME_S = 5.0  # the solver looks at its clock rarely; past this it is left behind
ABSOLUTE_GAP = 1e-9  # the relative gap decides; the solver's default would cut small plans short
FEASIBILITY = 1e-7  # loads are in thousands: 1e-6 would let a run go 0.001 accelerators short
TARGET_SLACK = 1e-9  # relative; the solver compares strictly
EXIT_GRACE_S = 60.0
FEASIBLE_POINT = 2  # HighsInfo.primal_solution_status of a feasible solution


def run_tree(task: TreeTask, options: SolveOptions, watch: Watch) -> TreeResult:
    """Solve one program; feed plans, bounds and progress to `watch` while it runs.

    Never raises for what happens inside the solver: that is Ending.ERROR with a message. Raises
    bridge.BridgeError when the program cannot be handed over.
    """
    seconds = min(task.seconds, watch.remaining())
    if watch.must_end() or seconds <= 0.0:
        ending = Ending.INTERRUPTED if watch.stop.is_set() else Ending.TIME_LIMIT
        return TreeResult(ending, None, math.inf, -math.inf, "")
    run = _Run(task, _prepared(task, options, seconds), watch)
    thread = threading.Thread(target=run.execute, name=f"solver-{task.phase.value}", daemon=True)
    thread.start()
    try:
        _wait(thread, run, watch, time.monotonic() + seconds + OVERTIME_S)
    finally:
        run.close()
        if thread.is_alive():
            _left_behind.append(thread)
    run.publish()
    watch.nodes += run.nodes
    return run.result()


_left_behind: list[threading.Thread] = []


def _let_end() -> None:
    """Wait, within reason, for solvers left behind."""
    deadline = time.monotonic() + EXIT_GRACE_S
    for thread in _left_behind:
        thread.join(max(0.0, deadline - time.monotonic()))


atexit.register(_let_end)


def _prepared(task: TreeTask, options: SolveOptions, seconds: float) -> bridge.Highs:
    highs = bridge.load(task.matrix, options, time_limit_s=seconds)
    bridge.set_option(highs, "mip_rel_gap", task.relative_gap)
    bridge.set_option(highs, "mip_abs_gap", ABSOLUTE_GAP)
    bridge.set_option(highs, "mip_feasibility_tolerance", FEASIBILITY)
    if task.nodes is not None:
        bridge.set_option(highs, "mip_max_nodes", task.nodes)
    if math.isfinite(task.target):
        slack = TARGET_SLACK * max(1.0, abs(task.target))
        bridge.set_option(highs, "objective_target", task.target + slack)
    if not task.presolve:
        bridge.set_option(highs, "presolve", "off")
    if task.start is not None:
        bridge.set_start(highs, task.start)
    return highs


def _wait(thread: threading.Thread, run: _Run, watch: Watch, hard_deadline: float) -> None:
    """Return when the run is over, or when it must be left behind."""
    obey_until = math.inf
    while thread.is_alive():
        thread.join(POLL_S)
        run.publish()
        run.end_if_enough()
        now = time.monotonic()
        if watch.stop.is_set() and obey_until == math.inf:
            obey_until = now + STOP_GRACE_S
        if now >= obey_until or now >= hard_deadline:
            return


class _Run:
    """State shared by the worker thread (solver and its callbacks) and the waiting thread."""

    def __init__(self, task: TreeTask, highs: bridge.Highs, watch: Watch) -> None:
        self.nodes = 0
        self._task = task
        self._highs = highs
        self._watch = watch
        self._is_mip = bool(task.matrix.integer.any())
        self._lock = threading.Lock()
        self._closed = False
        self._enough = False
        self._x: FloatArray | None = None
        self._objective = math.inf
        self._bound = -math.inf
        self._root_bound = -math.inf
        self._ending: Ending | None = None
        self._message = ""

    # Worker thread ---------------------------------------------------------------------------------

    def execute(self) -> None:
        """Run the solver to its end and store what it found."""
        try:
            highspy.Highs.resetGlobalScheduler(True)
            self._subscribe()
            status = self._highs.run()
            with self._lock:
                if not self._closed:
                    self._take_final(status)
        except Exception as error:  # a thread has no caller to raise to
            self._fail(error)

    def _subscribe(self) -> None:
        highs = self._highs
        highs.cbLogging.subscribe(self._guarded(self._on_log))
        highs.cbMipLogging.subscribe(self._guarded(self._on_state))
        highs.cbMipImprovingSolution.subscribe(self._guarded(self._on_plan))
        for interrupt in (highs.cbMipInterrupt, highs.cbSimplexInterrupt, highs.cbIpmInterrupt):
            interrupt.subscribe(self._on_interrupt)

    def _guarded(self, handle: Any) -> Any:
        """A callback that raises would lose the plan: store the error, end the run at the next chance."""

        def callback(event: Any) -> None:
            try:
                with self._lock:
                    if not self._closed:
                        handle(event)
            except Exception as error:
                self._fail(error)

        return callback

    def _on_log(self, event: Any) -> None:
        self._watch.log.write(event.message)

    def _on_state(self, event: Any) -> None:
        data = event.data_out
        self._note_bound(float(data.mip_dual_bound), int(data.mip_node_count))

    def _on_plan(self, event: Any) -> None:
        self._note_plan(np.array(event.data_out.mip_solution, dtype=np.float64))

    def _on_interrupt(self, event: Any) -> None:
        if self._closed or self._enough or self._ending is Ending.ERROR or self._watch.stop.is_set():
            event.data_in.user_interrupt = True

    def _fail(self, error: Exception) -> None:
        with self._lock:
            if not self._closed:
                self._ending = Ending.ERROR
                self._message = f"{type(error).__name__}: {error}"

    def _note_plan(self, x: FloatArray) -> None:
        objective = float(self._task.matrix.cost @ x) + self._task.matrix.offset
        if objective < self._objective:
            self._x, self._objective = x, objective

    def _note_bound(self, bound: float, nodes: int) -> None:
        self.nodes = max(self.nodes, nodes)
        if math.isfinite(bound):
            self._bound = max(self._bound, bound)
            if nodes <= 1 or self._root_bound == -math.inf:
                self._root_bound = self._bound

    def _take_final(self, status: Any) -> None:
        highs = self._highs
        info = highs.getInfo()
        model_status = highs.getModelStatus()
        if info.primal_solution_status == FEASIBLE_POINT and highs.getSolution().value_valid:
            self._note_plan(np.array(highs.getSolution().col_value, dtype=np.float64))
        if self._is_mip:
            self._note_bound(float(info.mip_dual_bound), max(0, int(info.mip_node_count)))
        elif model_status == highspy.HighsModelStatus.kOptimal:
            self._note_bound(self._objective, 0)
        if self._ending is None:
            self._ending = _ENDINGS.get(model_status.name, Ending.ERROR)
            if self._ending is Ending.ERROR or status == highspy.HighsStatus.kError:
                self._ending = Ending.ERROR
                self._message = f"the solver ended with {highs.modelStatusToString(model_status)}"

    # Waiting thread --------------------------------------------------------------------------------

    def close(self) -> None:
        """From now on the worker changes nothing."""
        with self._lock:
            self._closed = True

    def end_if_enough(self) -> None:
        """Ask the solver to end once plan and bound of the whole are close enough."""
        wanted = self._task.enough_gap
        if wanted is not None and self._watch.gap() <= wanted:
            self._enough = True

    def publish(self) -> None:
        """Pass what is known so far to the watch, as far as it counts, and report."""
        task, watch = self._task, self._watch
        with self._lock:
            if task.plan_counts and self._x is not None:
                watch.offer_plan(self._x, self._objective)
            if task.bound_counts:
                watch.offer_bound(self._bound)
                watch.offer_root_bound(self._root_bound)
        watch.report(task.phase)

    def result(self) -> TreeResult:
        """What the run found, complete or left behind."""
        ending = self._ending
        if self._enough and ending is Ending.INTERRUPTED:
            ending = Ending.TARGET
        if ending is None:
            ending = Ending.INTERRUPTED if self._watch.stop.is_set() else Ending.TIME_LIMIT
        return TreeResult(ending, self._x, self._objective, self._bound, self._message)


_ENDINGS = {  # by name: which statuses exist differs between solver versions
    "kOptimal": Ending.OPTIMAL,
    "kModelEmpty": Ending.OPTIMAL,
    "kObjectiveTarget": Ending.TARGET,
    "kSolutionLimit": Ending.NODE_LIMIT,
    "kTimeLimit": Ending.TIME_LIMIT,
    "kInterrupt": Ending.INTERRUPTED,
    "kHighsInterrupt": Ending.INTERRUPTED,
    "kInfeasible": Ending.INFEASIBLE,
    "kUnbounded": Ending.UNBOUNDED,
    "kUnboundedOrInfeasible": Ending.INFEASIBLE_OR_UNBOUNDED,
}
