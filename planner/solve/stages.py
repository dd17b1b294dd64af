"""Search in stages, for programs whose integers differ in weight: a few decide where and when, some come
whole and costly, the many others are counts.

    master   first-stage integers only                              a relaxation: its bound holds
    fixed    stage by stage downwards, earlier stages held          ends in a plan, perhaps a rough one
    lift     all stages but the last, nothing held, from that plan  a strong bound, and a better outline
    fixed    the last stage with that outline held                  ends in a better plan

What gap is left is for the whole tree (search.py). Only results decide which step comes next; the clock
bounds each step but, unless it strikes, never changes the path. With one thread the same input then gives
the same plan.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from models.matrix import BoolArray, FloatArray, Matrix
from planner.solve.options import SolveOptions
from planner.solve.outcome import target_objective
from planner.solve.progress import Phase
from planner.solve.tree import run_tree
from planner.solve.tree_task import Ending, TreeResult, TreeTask
from planner.solve.watch import Watch

OUTLINE_NODES = 1  # an outline below the master only has to lead to a plan: what its root finds will do
OUTLINE_GAP_SHARE = 0.2  # of the gap asked for, where the root gets as near
PLAN_GAP_SHARE = 0.3
LIFT_GAP_SHARE = 0.4
MASTER_TIME_SHARE = 0.12  # of the time left, as is each share below
FIXED_TIME_SHARE = 0.25
LIFT_TIME_SHARE = 0.85
SMALL_PROGRAM = 1000  # integer columns up to which one tree is quicker than stages


def _stages(matrix: Matrix) -> list[int]:
    """The stages that occur among the integers, first to last."""
    return sorted({int(stage) for stage in np.unique(matrix.stage[matrix.integer])})


def worth_staging(matrix: Matrix, small_program: int = SMALL_PROGRAM) -> bool:
    """Whether the program is large enough, and has integers of more than one stage."""
    return int(matrix.integer.sum()) > small_program and len(_stages(matrix)) > 1


def search_in_stages(matrix: Matrix, options: SolveOptions, watch: Watch) -> TreeResult | None:
    """Master, fixed, lift, fixed: plans and bounds go to `watch`.

    Returns the master's result when it settles the whole program (infeasible, unbounded, error), else
    None: the caller looks at `watch` and goes on with the whole tree if gap and time are left.
    """
    stages = _stages(matrix)
    master = _relaxation(matrix, stages[0], Phase.MASTER, 1.0, MASTER_TIME_SHARE, options, watch)
    if master.ending in (Ending.INFEASIBLE, Ending.INFEASIBLE_OR_UNBOUNDED, Ending.UNBOUNDED, Ending.ERROR):
        return master
    if master.x is None:
        return None
    _descend(matrix, stages, 1, master.x, options, watch)
    if len(stages) > 2 and not _solved(options, watch):
        lift = _relaxation(matrix, stages[-2], Phase.LIFT, LIFT_GAP_SHARE, LIFT_TIME_SHARE, options, watch)
        if lift.x is not None and not _solved(options, watch):
            _descend(matrix, stages, len(stages) - 1, lift.x, options, watch)
    return None


def _solved(options: SolveOptions, watch: Watch) -> bool:
    return watch.must_end() or watch.gap() <= options.mip_gap


def _relaxation(
    matrix: Matrix,
    last: int,
    phase: Phase,
    gap_share: float,
    time_share: float,
    options: SolveOptions,
    watch: Watch,
) -> TreeResult:
    """The program with integers up to stage `last` only, from the best plan."""
    task = TreeTask(
        replace(matrix, integer=matrix.integer & (matrix.stage <= last)),
        phase,
        relative_gap=options.mip_gap * gap_share,
        plan_counts=False,
        bound_counts=True,
        seconds=watch.remaining() * time_share,
        start=watch.best_x,
        enough_gap=options.mip_gap,
    )
    return run_tree(task, options, watch)


def _descend(
    matrix: Matrix, stages: list[int], first: int, x: FloatArray, options: SolveOptions, watch: Watch
) -> None:
    """Solve stage after stage from `stages[first]` on, earlier ones held as in `x`, down to a plan."""
    for number in range(first, len(stages)):
        if watch.must_end():
            return
        whole = number == len(stages) - 1
        held = with_fixed(matrix, matrix.integer & (matrix.stage <= stages[number - 1]), x)
        task = TreeTask(
            replace(held, integer=matrix.integer & (matrix.stage <= stages[number])),
            Phase.FIXED,
            relative_gap=options.mip_gap * (PLAN_GAP_SHARE if whole else OUTLINE_GAP_SHARE),
            plan_counts=whole,
            bound_counts=False,
            seconds=watch.remaining() * FIXED_TIME_SHARE,
            nodes=None if whole else OUTLINE_NODES,
            target=target_objective(watch.bound, options.mip_gap) if whole else -np.inf,
        )
        found = run_tree(task, options, watch).x
        if found is None:
            return
        x = found


def with_fixed(matrix: Matrix, fixed: BoolArray, x: FloatArray) -> Matrix:
    """The program with the integer columns in `fixed` held at their rounded value in `x`."""
    value = np.clip(np.rint(x), matrix.lower, matrix.upper)
    return replace(
        matrix,
        lower=np.where(fixed, value, matrix.lower),
        upper=np.where(fixed, value, matrix.upper),
    )
