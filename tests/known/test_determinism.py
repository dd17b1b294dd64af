"""Same input, options, seed and versions, one thread and no time limit reached: the same plan."""

from __future__ import annotations

import numpy as np

from models.costing.lines import cost_lines
from models.program.build import build
from models.sizing import size
from planner.solve.options import SolveOptions
from planner.solve.outcome import Optimal
from planner.solve.search import solve
from tests.brute.random_plans import plan_tables
from tests.known.solving import plan_of


def test_two_builds_and_solves_give_the_same_plan() -> None:
    for seed in (3, 17):
        plans = []
        for _ in range(2):
            plan = plan_of(plan_tables(seed))
            sizing = size(plan)
            matrix = build(plan, sizing, cost_lines(plan, sizing))
            outcome = solve(matrix, SolveOptions(mip_gap=0.0, threads=1, random_seed=1), small_program=0)
            assert isinstance(outcome, Optimal)
            plans.append((matrix, outcome.solution.x))
        (first, x), (second, y) = plans
        assert list(first.columns) == list(second.columns)
        assert list(first.rows) == list(second.rows)
        assert np.array_equal(first.matrix.toarray(), second.matrix.toarray())
        assert np.array_equal(x, y)
