"""Polishing and checking a point without the solver's word for it."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
import pytest

from models.matrix import Key, Matrix
from planner.solve.options import SolveOptions
from planner.solve.outcome import Optimal
from planner.solve.search import solve
from planner.solve.start import start_vector
from planner.solve.verify import VerificationError, Violation, ViolationKind, check, polish

Program = Callable[..., Matrix]
INF = math.inf


@pytest.fixture
def mixed(program: Program) -> Matrix:
    """min 3k + z + 10 with 5k + z >= 7, k whole in 0..4, z in 0..100."""
    return program([3, 1], [[5, 1]], [7], [INF], [0, 0], [4, 100], [True, False], offset=10.0)


def test_polish_rounds_and_solves_the_rest_again(mixed: Matrix) -> None:
    polished = polish(mixed, np.array([1.0 - 4e-6, 2.5]))
    assert polished.x.tolist() == [1.0, 2.0]
    assert polished.objective == 15.0
    assert polished.rounding == pytest.approx(4e-6)
    assert polished.change == pytest.approx(15.0 - (3 * (1.0 - 4e-6) + 2.5 + 10.0))


def test_polish_refuses_a_fraction_by_name(mixed: Matrix) -> None:
    with pytest.raises(VerificationError, match=r"x\[0\] is 1\.2, not a whole number"):
        polish(mixed, np.array([1.2, 2.0]))


def test_polish_refuses_nan(mixed: Matrix) -> None:
    with pytest.raises(VerificationError, match=r"x\[1\] = nan \(not finite\)"):
        polish(mixed, np.array([1.0, math.nan]))


def test_polish_refuses_an_integer_outside_its_bounds(mixed: Matrix) -> None:
    with pytest.raises(VerificationError, match=r"bound x\[0\]: 5 is outside \[0, 4\]"):
        polish(mixed, np.array([5.0, 0.0]))


def test_polish_names_the_row_that_whole_integers_cannot_meet(program: Program) -> None:
    matrix = program([1, 1], [[1, 1]], [8], [INF], [0, 0], [4, 3], [True, False])
    with pytest.raises(VerificationError, match=r"row r\[0\]: 7 is outside \[8, inf\]"):
        polish(matrix, np.array([4.0, 3.0]))


def test_polish_of_a_program_without_continuous_columns(cover: Program) -> None:
    matrix = cover(30, 60, 4, 1)
    outcome = solve(matrix, SolveOptions(mip_gap=0.0))
    assert isinstance(outcome, Optimal)
    polished = polish(matrix, outcome.solution.x)
    assert polished.objective == outcome.solution.objective == round(polished.objective)


@pytest.mark.parametrize("seed", range(5))
def test_polished_plans_agree_with_the_solver(location: Program, seed: int) -> None:
    matrix = location(6, 10, seed)
    outcome = solve(matrix, SolveOptions(mip_gap=0.0))
    assert isinstance(outcome, Optimal)
    polished = polish(matrix, outcome.solution.x)
    assert check(matrix, polished.x) == ()
    assert polished.objective == pytest.approx(outcome.solution.objective, rel=1e-6)


def test_check_names_everything_broken(mixed: Matrix) -> None:
    found = check(mixed, np.array([0.5, -1.0]))
    assert {(violation.kind, violation.key) for violation in found} == {
        (ViolationKind.ROW, Key("r", (0,))),
        (ViolationKind.BOUND, Key("x", (1,))),
        (ViolationKind.INTEGRALITY, Key("x", (0,))),
    }
    row = next(violation for violation in found if violation.kind is ViolationKind.ROW)
    assert (row.value, row.lower, row.amount) == (1.5, 7.0, 5.5)


def test_check_tolerance_is_relative_to_the_limit(program: Program) -> None:
    matrix = program([1], [[1]], [1e6], [INF], [0], [INF], [False])
    assert check(matrix, np.array([1e6 - 0.9])) == ()
    assert len(check(matrix, np.array([1e6 - 1.1]))) == 1


def test_violation_reads_as_one_line() -> None:
    violation = Violation(ViolationKind.ROW, Key("C2", ("a", 3)), 1.5, 2.0, INF, 0.5)
    assert str(violation) == "row C2[a, 3]: 1.5 is outside [2, inf]"


def test_start_vector_rounds_clips_and_leaves_gaps(mixed: Matrix) -> None:
    start = start_vector(mixed, {Key("x", (0,)): 3.6, Key("gone", (1,)): 5.0})
    assert start[0] == 4.0
    assert math.isnan(start[1])
    assert start_vector(mixed, {Key("x", (1,)): 130.0})[1] == 100.0
