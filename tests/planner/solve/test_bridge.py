"""Nothing reaches the solver unchecked."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from models.matrix import Matrix
from planner.solve.bridge import BridgeError, check_matrix, load, new_instance, set_option
from planner.solve.options import SolveOptions

Program = Callable[..., Matrix]
INF = math.inf


@pytest.fixture
def small(program: Program) -> Matrix:
    return program([1, 2], [[1, 1], [3, 4]], [1, -INF], [INF, 9], [0, -INF], [INF, 5], [True, False])


def test_infinite_bounds_are_fine(small: Matrix) -> None:
    check_matrix(small)


@pytest.mark.parametrize(
    ("field", "value", "message"),
    [
        ("cost", [1.0, INF], r"cost of column x\[1\] is inf"),
        ("lower", [math.nan, 0.0], r"lower bound of column x\[0\] is nan"),
        ("lower", [INF, 0.0], r"lower bound of column x\[0\] is inf"),
        ("upper", [1.0, -INF], r"upper bound of column x\[1\] is -inf"),
        ("row_lower", [1.0, math.nan], r"lower bound of row r\[1\] is nan"),
        ("row_upper", [-INF, 1.0], r"upper bound of row r\[0\] is -inf"),
        ("offset", math.nan, "offset of the objective is nan"),
        ("cost", [1.0], "do not fit 2 rows and 2 columns"),
    ],
)
def test_bad_arrays_are_refused_by_key(small: Matrix, field: str, value: Any, message: str) -> None:
    changed: dict[str, Any] = {field: value if field == "offset" else np.array(value)}
    with pytest.raises(BridgeError, match=message):
        check_matrix(replace(small, **changed))


def test_bad_coefficient_is_refused_by_row_and_column(small: Matrix) -> None:
    matrix = small.matrix.copy()
    matrix.data[2] = math.nan
    with pytest.raises(BridgeError, match=r"coefficient of column x\[0\] in row r\[1\] is nan"):
        check_matrix(replace(small, matrix=matrix))


@pytest.mark.parametrize(
    ("name", "value"), [("mip_rel_gapp", 0.1), ("mip_rel_gap", -1.0), ("output_flag", 1.5)]
)
def test_bad_solver_option_is_refused(name: str, value: float) -> None:
    with pytest.raises(BridgeError, match=name):
        set_option(new_instance(), name, value)


def test_model_arrives_as_given(small: Matrix) -> None:
    highs = load(small, SolveOptions())
    lp = highs.getLp()
    assert (lp.num_col_, lp.num_row_) == (2, 2)
    assert list(lp.col_cost_) == [1.0, 2.0]
    assert list(lp.row_upper_) == [INF, 9.0]
    assert [kind.name for kind in lp.integrality_] == ["kInteger", "kContinuous"]
