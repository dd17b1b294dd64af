"""Outcomes of a solve: canaries, proofs, limits, determinism."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from models.matrix import Matrix
from planner.solve.bridge import BridgeError
from planner.solve.options import OptionError, SolveOptions
from planner.solve.outcome import (
    Infeasible,
    Optimal,
    Stopped,
    StoppedWithout,
    StopReason,
    Unbounded,
    gap,
    target_objective,
)
from planner.solve.progress import Progress
from planner.solve.search import solve
from planner.solve.start import start_vector

Program = Callable[..., Matrix]
EXACT = SolveOptions(mip_gap=0.0, time_limit_s=math.inf)
INF = math.inf


def test_case_on_which_highs_1_14_is_wrong(program: Program) -> None:
    # min 2x + y, 2x + y >= 10, x binary, y >= 9: 1.14.0 answers 11, the truth is 10 (x = 0, y = 10).
    matrix = program([2, 1], [[2, 1]], [10], [INF], [0, 9], [1, INF], [True, False])
    outcome = solve(matrix, EXACT)
    assert isinstance(outcome, Optimal)
    assert outcome.solution.objective == pytest.approx(10.0, abs=1e-9)
    assert outcome.solution.bound == pytest.approx(10.0, abs=1e-9)
    assert outcome.solution.x == pytest.approx([0.0, 10.0], abs=1e-9)


def test_offset_is_part_of_objective_and_bound(program: Program) -> None:
    matrix = program([3, 2], [[2, 1]], [3.5], [INF], [0, 0], [9, 9], [True, True], offset=100.0)
    outcome = solve(matrix, EXACT)
    assert isinstance(outcome, Optimal)
    # 3x + 2y with 2x + y >= 3.5: (2, 0) costs 6, (1, 2) costs 7, (0, 4) costs 8.
    assert outcome.solution.objective == pytest.approx(106.0)
    assert outcome.solution.bound == pytest.approx(106.0)
    assert outcome.solution.gap == 0.0


def test_nan_cost_is_refused(program: Program) -> None:
    matrix = program([1, math.nan], [[1, 1]], [1], [INF], [0, 0], [9, 9], [True, False])
    with pytest.raises(BridgeError, match=r"cost of column x\[1\] is nan"):
        solve(matrix, EXACT)


@pytest.mark.parametrize("integer", [[True, True], [False, False]])
def test_infeasible_is_confirmed(program: Program, integer: list[bool]) -> None:
    matrix = program([1, 1], [[1, 1], [1, 1]], [3, -INF], [INF, 2], [0, 0], [9, 9], integer)
    outcome = solve(matrix, EXACT)
    assert isinstance(outcome, Infeasible)
    assert outcome.confirmed


def test_infeasible_through_integrality_alone(program: Program) -> None:
    matrix = program([1], [[2]], [1], [1], [0], [9], [True])
    outcome = solve(matrix, EXACT)
    assert isinstance(outcome, Infeasible)
    assert outcome.confirmed


def test_crossed_bounds_are_infeasible(program: Program) -> None:
    matrix = program([1, 1], [[1, 1]], [1], [INF], [3, 0], [2, 9], [True, False])
    outcome = solve(matrix, EXACT)
    assert isinstance(outcome, Infeasible)


@pytest.mark.parametrize("integer", [[True, False], [False, False]])
def test_unbounded(program: Program, integer: list[bool]) -> None:
    matrix = program([1, -1], [[1, -1]], [-INF], [5], [0, 0], [9, INF], integer)
    assert isinstance(solve(matrix, EXACT), Unbounded)


def test_continuous_program_has_its_objective_as_bound(program: Program) -> None:
    matrix = program([1, 2], [[1, 1]], [4], [INF], [0, 0], [3, 9], [False, False])
    outcome = solve(matrix, EXACT)
    assert isinstance(outcome, Optimal)
    assert outcome.solution.objective == pytest.approx(5.0)
    assert outcome.solution.bound == pytest.approx(5.0)


def test_program_without_rows(program: Program) -> None:
    outcome = solve(program([1, -2], [], [], [], [1, 0], [5, 4], [True, True]), EXACT)
    assert isinstance(outcome, Optimal)
    assert outcome.solution.objective == pytest.approx(-7.0)


def test_program_without_columns(program: Program) -> None:
    outcome = solve(program([], [], [], [], [], [], [], offset=4.0), EXACT)
    assert isinstance(outcome, Optimal)
    assert outcome.solution.objective == 4.0
    assert isinstance(solve(program([], [[]], [1], [INF], [], [], []), EXACT), Infeasible)


def test_time_limit_keeps_the_plan(hard_relaxation: Program) -> None:
    matrix = hard_relaxation(4000, 6000, 20, 1)
    outcome = solve(matrix, SolveOptions(mip_gap=0.0, time_limit_s=2.0))
    assert isinstance(outcome, Stopped)
    assert outcome.reason is StopReason.TIME_LIMIT
    assert np.all(matrix.matrix @ outcome.solution.x >= matrix.row_lower - 1e-6)
    assert outcome.solution.gap > 0.0


def test_time_limit_without_plan_says_so(location: Program) -> None:
    outcome = solve(location(8, 12, 0), SolveOptions(time_limit_s=1e-9))
    assert isinstance(outcome, StoppedWithout)
    assert outcome.reason is StopReason.TIME_LIMIT


def test_two_runs_give_the_same_plan(cover: Program) -> None:
    matrix = cover(120, 240, 6, 5)
    options = SolveOptions(mip_gap=0.02, time_limit_s=INF, random_seed=7)
    first, second = solve(matrix, options), solve(matrix, options)
    assert isinstance(first, Optimal) and isinstance(second, Optimal)
    assert first.solution.x.tobytes() == second.solution.x.tobytes()
    assert first.solution.bound == second.solution.bound
    assert first.solution.nodes == second.solution.nodes


def test_thread_count_may_change_within_a_process(cover: Program) -> None:
    matrix = cover(60, 120, 5, 2)
    objectives = []
    for threads in (1, 2, 1):
        outcome = solve(matrix, replace(EXACT, threads=threads))
        assert isinstance(outcome, Optimal)
        objectives.append(outcome.solution.objective)
    assert objectives == pytest.approx([objectives[0]] * 3)


def test_feasible_start_is_the_first_plan(cover: Program) -> None:
    matrix = cover(120, 240, 6, 5)
    reports: list[Progress] = []
    start = np.ones(matrix.n_columns)
    outcome = solve(matrix, EXACT, start=start, on_progress=reports.append)
    assert isinstance(outcome, Optimal)
    assert reports[0].best <= float(matrix.cost.sum())


def test_optimal_start_is_kept(location: Program) -> None:
    matrix = location(6, 10, 3)
    first = solve(matrix, EXACT)
    assert isinstance(first, Optimal)
    values = dict(zip(matrix.columns, first.solution.x.tolist(), strict=True))
    start = start_vector(matrix, {key: value for key, value in values.items() if key.kind != "flow"})
    assert np.isnan(start[12:]).all()
    assert not np.isnan(start[:12]).any()
    again = solve(matrix, EXACT, start=start)
    assert isinstance(again, Optimal)
    assert again.solution.objective == pytest.approx(first.solution.objective, rel=1e-9)


@pytest.mark.parametrize("known", [(0, 1), (0, 1, 0, 2), (0, 1, 0, 2, 0)])
def test_a_poor_start_is_not_taken_for_the_best_plan(program: Program, known: tuple[int, ...]) -> None:
    # min a + 5b + 3x + 2y + 2z, 1 <= a + b <= 2, 2x + 3y + z >= 4: with a = 0, b = 1 at best 9, else 5.
    matrix = program(
        [1, 5, 3, 2, 2],
        [[1, 1, 0, 0, 0], [0, 0, 2, 3, 1]],
        [1, 4],
        [2, 90],
        [0, 0, 0, 0, 0],
        [1, 1, 9, 9, 0.5],
        [True, True, True, True, False],
    )
    outcome = solve(matrix, EXACT, start=np.array([*known, *[math.nan] * (5 - len(known))]))
    assert isinstance(outcome, Optimal)
    assert outcome.solution.objective == pytest.approx(5.0)
    assert outcome.solution.bound == pytest.approx(5.0)


def test_infeasible_start_does_no_harm(cover: Program) -> None:
    matrix = cover(60, 120, 5, 2)
    plain, started = solve(matrix, EXACT), solve(matrix, EXACT, start=np.zeros(matrix.n_columns))
    assert isinstance(plain, Optimal) and isinstance(started, Optimal)
    assert started.solution.objective == pytest.approx(plain.solution.objective)


def test_reports_are_monotone(cover: Program) -> None:
    reports: list[Progress] = []
    solve(cover(200, 400, 8, 1), EXACT, on_progress=reports.append)
    assert reports
    assert all(a.best >= b.best and a.bound <= b.bound for a, b in itertools.pairwise(reports))
    assert all(report.bound <= report.best for report in reports)


def test_log_goes_to_file_and_tail(location: Program, tmp_path: Path) -> None:
    path = tmp_path / "solver.log"
    outcome = solve(location(6, 10, 3), replace(EXACT, log_file=path))
    assert isinstance(outcome, Optimal)
    assert "Solving report" in path.read_text(encoding="utf-8")
    assert 0 < len(outcome.solution.log_tail) <= 40


def test_log_file_in_missing_folder_is_refused(location: Program, tmp_path: Path) -> None:
    with pytest.raises(OptionError, match="cannot be written"):
        solve(location(6, 10, 3), replace(EXACT, log_file=tmp_path / "none" / "solver.log"))


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("mip_gap", -0.1),
        ("mip_gap", 1.0),
        ("mip_gap", math.nan),
        ("time_limit_s", 0.0),
        ("time_limit_s", math.nan),
        ("threads", 0),
        ("threads", 1.5),
        ("random_seed", -1),
        ("random_seed", 2**31),
    ],
)
def test_bad_options_are_refused_by_name(option: str, value: float) -> None:
    with pytest.raises(OptionError, match=option):
        SolveOptions(**{option: value})  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("objective", "bound", "expected"),
    [
        (100.0, 99.0, 0.01),
        (-100.0, -101.0, 0.01),
        (0.0, 0.0, 0.0),
        (0.0, -1.0, INF),
        (5.0, 5.0 + 1e-12, 0.0),
        (INF, 3.0, INF),
        (3.0, -INF, INF),
    ],
)
def test_gap(objective: float, bound: float, expected: float) -> None:
    assert gap(objective, bound) == pytest.approx(expected)


@pytest.mark.parametrize("bound", [99.0, -101.0, 0.0])
def test_target_objective_has_exactly_the_gap(bound: float) -> None:
    assert gap(target_objective(bound, 0.02), bound) == pytest.approx(0.02 if bound else 0.0)
