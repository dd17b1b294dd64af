"""Stages against one tree, and against enumeration."""

from __future__ import annotations

import itertools
import math
import threading
from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from models.matrix import Matrix
from planner.solve.options import SolveOptions
from planner.solve.outcome import Infeasible, Optimal, Stopped
from planner.solve.progress import Phase, Progress
from planner.solve.search import solve
from planner.solve.stages import worth_staging
from planner.solve.verify import polish

Program = Callable[..., Matrix]
EXACT = SolveOptions(mip_gap=0.0, time_limit_s=math.inf)
STAGED = 0  # small_program: always in stages
ONE_TREE = 10**9


def solved(outcome: object) -> Optimal:
    assert isinstance(outcome, Optimal)
    return outcome


@pytest.mark.parametrize("seed", range(12))
def test_stages_and_one_tree_agree_at_gap_0(location: Program, seed: int) -> None:
    matrix = location(5, 8, seed)
    one = solved(solve(matrix, EXACT, small_program=ONE_TREE)).solution
    two = solved(solve(matrix, EXACT, small_program=STAGED)).solution
    assert two.objective == pytest.approx(one.objective, rel=1e-7)
    assert two.bound == pytest.approx(one.bound, rel=1e-6)


@pytest.mark.parametrize("seed", range(8))
def test_stages_agree_on_covers_with_a_random_first_stage(cover: Program, seed: int) -> None:
    matrix = cover(25, 40, 4, seed)
    first = np.random.default_rng(seed).random(40) < 0.4
    matrix = replace(matrix, stage=np.where(first, 1, 2).astype(np.int8))
    one = solved(solve(matrix, EXACT, small_program=ONE_TREE)).solution
    two = solved(solve(matrix, EXACT, small_program=STAGED)).solution
    assert two.objective == pytest.approx(one.objective)


@pytest.mark.parametrize("seed", range(4))
def test_one_tree_agrees_with_enumeration_of_the_first_stage(location: Program, seed: int) -> None:
    matrix = location(4, 5, seed)
    best = math.inf
    for choice in itertools.product((0.0, 1.0), repeat=4):
        lower, upper = matrix.lower.copy(), matrix.upper.copy()
        lower[:4] = upper[:4] = choice
        outcome = solve(replace(matrix, lower=lower, upper=upper), EXACT)
        if isinstance(outcome, Optimal):
            best = min(best, outcome.solution.objective)
    assert solved(solve(matrix, EXACT)).solution.objective == pytest.approx(best, rel=1e-7)


def test_staged_bounds_hold_and_reports_are_monotone(location: Program) -> None:
    matrix = location(12, 20, 1)
    truth = solved(solve(matrix, EXACT, small_program=ONE_TREE)).solution.objective
    reports: list[Progress] = []
    outcome = solve(matrix, replace(EXACT, mip_gap=0.01), small_program=STAGED, on_progress=reports.append)
    solution = solved(outcome).solution
    assert solution.gap <= 0.01
    assert all(report.bound <= truth * (1 + 1e-7) for report in reports)
    assert solution.root_bound <= solution.bound <= truth * (1 + 1e-7) <= solution.objective * (1 + 2e-7)
    assert all(a.best >= b.best and a.bound <= b.bound for a, b in itertools.pairwise(reports))
    assert list(dict.fromkeys(report.phase for report in reports))[:2] == [Phase.MASTER, Phase.FIXED]


def test_staged_search_is_deterministic(location: Program) -> None:
    matrix = location(10, 16, 2)
    options = SolveOptions(mip_gap=0.0, time_limit_s=math.inf, random_seed=3)
    first = solved(solve(matrix, options, small_program=STAGED)).solution
    second = solved(solve(matrix, options, small_program=STAGED)).solution
    assert first.x.tobytes() == second.x.tobytes()
    assert first.bound == second.bound


def test_infeasible_first_stage_choice_falls_back_to_the_tree(program: Program) -> None:
    # The relaxed master takes y = 0 with z = 0.5; whole z does not exist then (z is 0 or 1 by 2z = 1 - y).
    matrix = program([5, 1], [[1, 2]], [1], [1], [0, 0], [1, 1], [True, True])
    matrix = replace(matrix, stage=np.array([1, 2], dtype=np.int8))
    solution = solved(solve(matrix, EXACT, small_program=STAGED)).solution
    assert solution.x == pytest.approx([1.0, 0.0])
    assert solution.objective == pytest.approx(5.0)


def test_infeasible_master_is_infeasible(program: Program) -> None:
    matrix = program([5, 1], [[1, 1]], [3], [math.inf], [0, 0], [1, 1], [True, True])
    matrix = replace(matrix, stage=np.array([1, 2], dtype=np.int8))
    outcome = solve(matrix, EXACT, small_program=STAGED)
    assert isinstance(outcome, Infeasible)
    assert outcome.confirmed


@pytest.mark.parametrize("phase", [Phase.FIXED, Phase.TREE])
def test_stop_in_any_stage_keeps_the_plan(location: Program, phase: Phase) -> None:
    matrix = location(30, 60, 5)
    stop = threading.Event()

    def receive(progress: Progress) -> None:
        if progress.phase is phase and progress.best < math.inf:
            stop.set()

    outcome = solve(
        matrix,
        SolveOptions(mip_gap=0.0, time_limit_s=60.0),
        small_program=STAGED,
        stop=stop,
        on_progress=receive,
    )
    assert isinstance(outcome, Stopped)
    assert outcome.solution.bound <= outcome.solution.objective
    assert polish(matrix, outcome.solution.x).objective <= outcome.solution.objective * (1 + 1e-6)


def test_small_and_one_stage_programs_are_not_staged(location: Program, cover: Program) -> None:
    assert not worth_staging(location(5, 8, 0))
    assert worth_staging(location(5, 8, 0), 0)
    assert not worth_staging(cover(25, 40, 4, 0), 0)


@pytest.mark.parametrize("seed", range(6))
def test_three_stages_agree_with_one_tree(cover: Program, seed: int) -> None:
    matrix = cover(25, 40, 4, seed)
    stage = np.random.default_rng(seed).integers(1, 4, 40).astype(np.int8)
    matrix = replace(matrix, stage=stage)
    one = solved(solve(matrix, EXACT, small_program=ONE_TREE)).solution
    reports: list[Progress] = []
    three = solved(solve(matrix, EXACT, small_program=STAGED, on_progress=reports.append)).solution
    assert three.objective == pytest.approx(one.objective)
    assert all(report.bound <= one.objective * (1 + 1e-7) for report in reports)
