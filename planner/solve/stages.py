"""Search in two stages, for programs whose first-stage integers govern the rest.

A master in which only first-stage columns are integer is a relaxation, so its bound holds for the
whole program; it is far easier than the whole, because the other integers need no branching. Its
first-stage values are then fixed and the rest is solved to a plan. If the gap is still open, the root
of the whole program, with cuts for all its integers, may lift the bound; then the plan is repaired by
freeing neighbourhoods of the first stage. What gap is left is for the whole tree (search.py).

Only results decide which step comes next; the clock bounds each step but, unless it strikes, never
changes the path. With one thread the same input then gives the same plan.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from models.matrix import BoolArray, FloatArray, Matrix
from planner.solve.neighbourhoods import agreeing, neighbourhoods
from planner.solve.options import SolveOptions
from planner.solve.outcome import target_objective
from planner.solve.progress import Phase
from planner.solve.tree import Ending, TreeResult, TreeTask, run_tree
from planner.solve.watch import Watch

MASTER_GAP_SHARE = 0.25  # of the gap asked for; the rest is for what the relaxation leaves out
FIXED_GAP_SHARE = 0.5
MASTER_TIME_SHARE = 0.5  # of the time left, as is each share below
FIXED_TIME_SHARE = 0.3
FIXED_NODES = 200
ROOT_TIME_SHARE = 0.3
REPAIR_TIME_SHARE = 0.05
REPAIR_NODES = 100
MAX_FRUITLESS = 4  # repairs in a row without a better plan before the whole tree takes over
SMALL_PROGRAM = 2000  # integer columns up to which one tree is quicker than stages


def worth_staging(matrix: Matrix, small_program: int = SMALL_PROGRAM) -> bool:
    """Whether the program is large enough, and has integers of both stages."""
    first = matrix.integer & (matrix.stage == 1)
    return bool(first.any()) and int(matrix.integer.sum()) > max(small_program, int(first.sum()))


def search_in_stages(matrix: Matrix, options: SolveOptions, watch: Watch) -> TreeResult | None:
    """Master, fixed rest, root, repairs: plans and bounds go to `watch`.

    Returns the master's result when it settles the whole program (infeasible, unbounded, error), else
    None: the caller looks at `watch` and goes on with the whole tree if gap and time are left.
    """
    master = _solve_master(matrix, options, watch)
    if master.ending in (Ending.INFEASIBLE, Ending.INFEASIBLE_OR_UNBOUNDED, Ending.UNBOUNDED, Ending.ERROR):
        return master
    if master.x is None or watch.must_end():
        return None
    proven = _solve_fixed(matrix, master.x, options, watch)
    if watch.best_x is None or watch.gap() <= options.mip_gap:
        return None
    _solve_root(matrix, options, watch)
    repair(matrix, None if proven else master.x, options, watch)
    return None


def _solve_master(matrix: Matrix, options: SolveOptions, watch: Watch) -> TreeResult:
    task = TreeTask(
        replace(matrix, integer=matrix.integer & (matrix.stage == 1)),
        Phase.MASTER,
        relative_gap=options.mip_gap * MASTER_GAP_SHARE,
        plan_counts=False,
        bound_counts=True,
        seconds=watch.remaining() * MASTER_TIME_SHARE,
    )
    return run_tree(task, options, watch)


def _solve_fixed(matrix: Matrix, x: FloatArray, options: SolveOptions, watch: Watch) -> bool:
    """Solve the rest with the first stage as in `x`; says whether that was solved to its gap."""
    task = TreeTask(
        with_fixed(matrix, matrix.integer & (matrix.stage == 1), x),
        Phase.FIXED,
        relative_gap=options.mip_gap * FIXED_GAP_SHARE,
        plan_counts=True,
        bound_counts=False,
        seconds=watch.remaining() * FIXED_TIME_SHARE,
        nodes=FIXED_NODES,
        target=target_objective(watch.bound, options.mip_gap),
        start=watch.best_x,
    )
    return run_tree(task, options, watch).ending in (Ending.OPTIMAL, Ending.TARGET)


def _solve_root(matrix: Matrix, options: SolveOptions, watch: Watch) -> None:
    """The whole program without branching, from the best plan."""
    task = TreeTask(
        matrix,
        Phase.ROOT,
        relative_gap=options.mip_gap,
        plan_counts=True,
        bound_counts=True,
        seconds=watch.remaining() * ROOT_TIME_SHARE,
        nodes=1,
        target=target_objective(watch.bound, options.mip_gap),
        start=watch.best_x,
    )
    run_tree(task, options, watch)


def repair(matrix: Matrix, relaxed: FloatArray | None, options: SolveOptions, watch: Watch) -> None:
    """Free one neighbourhood after the other around the best plan.

    `relaxed` (the master's point) is given when the fixed rest was too hard to finish: then other
    integers on which plan and relaxation agree stay fixed too.
    """
    fruitless = 0
    first_stage: BoolArray = matrix.integer & (matrix.stage == 1)
    for freed in neighbourhoods(matrix, options.random_seed):
        if fruitless >= MAX_FRUITLESS or watch.must_end() or watch.gap() <= options.mip_gap:
            return
        plan = watch.best_x
        if plan is None:
            return
        fixed = first_stage.copy()
        if relaxed is not None:
            fixed |= agreeing(matrix, plan, relaxed)
        fixed[freed] = False
        before = watch.objective
        task = TreeTask(
            with_fixed(matrix, fixed, plan),
            Phase.REPAIR,
            relative_gap=options.mip_gap * FIXED_GAP_SHARE,
            plan_counts=True,
            bound_counts=False,
            seconds=watch.remaining() * REPAIR_TIME_SHARE,
            nodes=REPAIR_NODES,
            target=target_objective(watch.bound, options.mip_gap),
            start=plan,
        )
        run_tree(task, options, watch)
        fruitless = 0 if watch.objective < before else fruitless + 1


def with_fixed(matrix: Matrix, fixed: BoolArray, x: FloatArray) -> Matrix:
    """The program with the integer columns in `fixed` held at their rounded value in `x`."""
    value = np.clip(np.rint(x), matrix.lower, matrix.upper)
    return replace(
        matrix,
        lower=np.where(fixed, value, matrix.lower),
        upper=np.where(fixed, value, matrix.upper),
    )
