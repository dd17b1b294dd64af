"""Solve a program: choose the way of searching, and say what came of it as a typed outcome."""

from __future__ import annotations

import math
import threading
from dataclasses import replace

import numpy as np

from models.matrix import FloatArray, Matrix
from planner.solve import bridge, stages
from planner.solve.options import SolveOptions
from planner.solve.outcome import (
    Infeasible,
    Optimal,
    Outcome,
    SolverError,
    Stopped,
    StoppedWithout,
    StopReason,
    Unbounded,
    target_objective,
)
from planner.solve.progress import Phase, ProgressCallback
from planner.solve.tree import run_tree
from planner.solve.tree_task import Ending, TreeResult, TreeTask
from planner.solve.verify import check, objective_of
from planner.solve.watch import Watch

CONTRADICTION = 1e-5  # relative distance by which a bound may pass a plan through tolerances alone
START_NODES = 500  # the search for a plan around a partial start is a help, not the task
START_TIME_SHARE = 0.2
NOT_CLOSED = 1e-6  # a gap further above the one asked for is no proof, whatever the solver says


def solve(
    matrix: Matrix,
    options: SolveOptions,
    *,
    start: FloatArray | None = None,
    stop: threading.Event | None = None,
    on_progress: ProgressCallback | None = None,
    small_program: int = stages.SMALL_PROGRAM,
) -> Outcome:
    """Minimise `matrix` to the gap asked for, or as far as time allows.

    `start` has one value a column, NaN where unknown (start.start_vector); a feasible complete start
    counts as the first plan. Setting `stop` (from a signal handler or another thread) ends the solve
    within about a second with the best plan so far, also inside the root relaxation; see tree.py for
    what stays behind then. `on_progress` is called in the calling thread, some ten times a second.
    Programs with more than `small_program` integer columns are solved in stages.

    Raises bridge.BridgeError for a matrix with NaN or misplaced infinity, and options.OptionError for
    a log file that cannot be written. What happens inside the solver is an outcome.
    """
    bridge.check_matrix(matrix)
    watch = Watch(options, stop or threading.Event(), on_progress)
    try:
        return _solve(matrix, options, start, watch, small_program)
    finally:
        watch.log.close()


def _solve(
    matrix: Matrix, options: SolveOptions, start: FloatArray | None, watch: Watch, small_program: int
) -> Outcome:
    if matrix.n_columns == 0:
        return _without_columns(matrix, watch)
    if start is not None and np.isfinite(start).all() and not check(matrix, start):
        watch.offer_plan(start, objective_of(matrix, start))
    result: TreeResult | None = None
    if stages.worth_staging(matrix, small_program):
        result = stages.search_in_stages(matrix, options, watch)
    if result is None and not (watch.gap() <= options.mip_gap):
        if start is not None and watch.best_x is None:
            _complete(matrix, options, start, watch)
        result = _whole_tree(matrix, options, watch)
    if result is not None and result.ending in (
        Ending.INFEASIBLE,
        Ending.INFEASIBLE_OR_UNBOUNDED,
        Ending.UNBOUNDED,
    ):
        return _confirm(matrix, options, result.ending, watch)
    return _conclude(options, result, watch)


def _complete(matrix: Matrix, options: SolveOptions, start: FloatArray, watch: Watch) -> None:
    """Look for a plan that keeps the known integers of `start`.

    The solver would do so itself, but states the bound of that smaller program as if it held for the whole.
    """
    task = TreeTask(
        stages.with_fixed(matrix, matrix.integer & np.isfinite(start), np.nan_to_num(start)),
        Phase.FIXED,
        relative_gap=options.mip_gap,
        plan_counts=True,
        bound_counts=False,
        seconds=watch.remaining() * START_TIME_SHARE,
        nodes=START_NODES,
    )
    run_tree(task, options, watch)


def _whole_tree(matrix: Matrix, options: SolveOptions, watch: Watch) -> TreeResult:
    task = TreeTask(
        matrix,
        Phase.TREE,
        relative_gap=options.mip_gap,
        plan_counts=True,
        bound_counts=True,
        target=target_objective(watch.bound, options.mip_gap),
        start=watch.best_x,
    )
    result = run_tree(task, options, watch)
    if task.start is not None and _is_solved(result) and watch.gap() > options.mip_gap + NOT_CLOSED:
        # Presolve can move a start to a better plan that the solver then prices but does not give back.
        result = run_tree(replace(task, start=None), options, watch)
    return result


def _conclude(options: SolveOptions, result: TreeResult | None, watch: Watch) -> Outcome:
    """The outcome of a search that did not end in infeasible or unbounded."""
    solution = watch.solution()
    message = result.message if result is not None and result.ending is Ending.ERROR else ""
    if solution is not None and watch.bound - solution.objective > CONTRADICTION * max(
        1.0, abs(solution.objective)
    ):
        message = (
            f"the solver contradicts itself: bound {watch.bound:g} above a plan of {solution.objective:g}"
        )
    if message:
        return SolverError(message, solution, watch.seconds(), watch.log.tail())
    if solution is not None and (_is_solved(result) or solution.gap <= options.mip_gap):
        return Optimal(solution)
    reason = StopReason.INTERRUPTED if watch.stop.is_set() else StopReason.TIME_LIMIT
    if solution is not None:
        return Stopped(reason, solution)
    if _is_solved(result):
        message = "the solver reports success but gives no plan"
        return SolverError(message, None, watch.seconds(), watch.log.tail())
    return StoppedWithout(reason, watch.bound, watch.seconds(), watch.log.tail())


def _is_solved(result: TreeResult | None) -> bool:
    return result is not None and result.ending in (Ending.OPTIMAL, Ending.TARGET)


def _confirm(matrix: Matrix, options: SolveOptions, first: Ending, watch: Watch) -> Outcome:
    """Repeat a run that found no optimum without presolve, which also tells infeasible from unbounded."""
    task = TreeTask(
        matrix,
        Phase.CONFIRM,
        relative_gap=options.mip_gap,
        plan_counts=True,
        bound_counts=True,
        presolve=False,
    )
    second = run_tree(task, options, watch)
    contradicted = second.x is not None or watch.best_x is not None
    if second.ending is Ending.UNBOUNDED or (first is Ending.UNBOUNDED and not contradicted):
        return Unbounded(watch.seconds(), watch.log.tail())
    if second.ending is Ending.INFEASIBLE or (first is Ending.INFEASIBLE and not contradicted):
        if watch.best_x is not None:
            message = "the solver reports infeasible although a feasible plan is known"
            return SolverError(message, watch.solution(), watch.seconds(), watch.log.tail())
        return Infeasible(second.ending is Ending.INFEASIBLE, watch.seconds(), watch.log.tail())
    return _conclude(options, second, watch)


def _without_columns(matrix: Matrix, watch: Watch) -> Outcome:
    """Nothing to decide: the offset is the objective, if every row admits 0."""
    if np.any(matrix.row_lower > 0.0) or np.any(matrix.row_upper < 0.0):
        return Infeasible(True, watch.seconds(), watch.log.tail())
    watch.offer_plan(np.zeros(0), matrix.offset)
    watch.offer_bound(matrix.offset)
    solution = watch.solution()
    assert solution is not None and math.isfinite(solution.objective)
    return Optimal(solution)
