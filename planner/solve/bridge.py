"""Hand a Matrix to HiGHS: arrays checked, options checked, start solutions set.

A NaN cost would come back as "optimal" and a misspelt option would be ignored without a word, so
nothing reaches the solver unchecked.
"""

from __future__ import annotations

import contextlib
import ctypes
import math
import os
import sys
import threading
from collections.abc import Iterator, Sequence
from typing import Any, TypeAlias

import highspy
import numpy as np
from scipy.sparse import csr_array

from models.matrix import BoolArray, FloatArray, Key, Matrix
from planner.solve.options import SolveOptions

Highs: TypeAlias = Any  # highspy.Highs carries no usable types

_first_instance = threading.Lock()
_banner_shown = False


class BridgeError(ValueError):
    """The matrix, an option or a start cannot be handed over; the message names the column, row or option."""


def load(matrix: Matrix, options: SolveOptions, *, time_limit_s: float = math.inf) -> Highs:
    """A solver instance holding `matrix`, silent on the console, ready to run.

    `time_limit_s` is for this run alone, in seconds. Raises BridgeError.
    """
    check_matrix(matrix)
    highs = new_instance()
    set_option(highs, "output_flag", True)
    set_option(highs, "log_to_console", False)
    set_option(highs, "threads", options.threads)
    set_option(highs, "random_seed", options.random_seed)
    if math.isfinite(time_limit_s):
        set_option(highs, "time_limit", max(0.0, time_limit_s))
    status = highs.passModel(_as_lp(matrix))
    if status == highspy.HighsStatus.kError:
        raise BridgeError("the solver refused the matrix")
    return highs


def new_instance() -> Highs:
    """A fresh solver instance; the banner that the first one of a process prints is swallowed."""
    global _banner_shown
    with _first_instance:
        if _banner_shown:
            return highspy.Highs()
        with _stdout_to_nowhere():
            highs = highspy.Highs()
        _banner_shown = True
        return highs


def set_option(highs: Highs, name: str, value: bool | int | float | str) -> None:
    """Set one solver option. Raises BridgeError when the solver does not take it."""
    if highs.setOptionValue(name, value) != highspy.HighsStatus.kOk:
        raise BridgeError(f"the solver does not accept {name} = {value!r}")


def set_start(highs: Highs, start: FloatArray) -> None:
    """Give the solver a complete plan to start from. Raises BridgeError."""
    solution = highspy.HighsSolution()
    solution.col_value = start.tolist()
    if highs.setSolution(solution) == highspy.HighsStatus.kError:
        raise BridgeError("the solver refused the start solution")


def check_matrix(matrix: Matrix) -> None:
    """Raise BridgeError for shapes that do not fit, NaN anywhere, or infinity where it has no meaning."""
    _check_shapes(matrix)
    _check_finite(matrix)


def _check_shapes(matrix: Matrix) -> None:
    n, m = matrix.n_columns, matrix.n_rows
    per_column = (matrix.cost, matrix.lower, matrix.upper, matrix.integer, matrix.stage)
    per_row = (matrix.row_lower, matrix.row_upper)
    if (
        matrix.matrix.shape != (m, n)
        or any(array.shape != (n,) for array in per_column)
        or any(array.shape != (m,) for array in per_row)
    ):
        raise BridgeError(f"the arrays of the matrix do not fit {m} rows and {n} columns")


def _check_finite(matrix: Matrix) -> None:
    if not math.isfinite(matrix.offset):
        raise BridgeError(f"the offset of the objective is {matrix.offset}")
    _refuse("the cost of column", matrix.columns, matrix.cost, ~np.isfinite(matrix.cost))
    for name, array, wrong in (
        ("lower", matrix.lower, math.inf),
        ("upper", matrix.upper, -math.inf),
    ):
        _refuse(f"the {name} bound of column", matrix.columns, array, np.isnan(array) | (array == wrong))
    for name, array, wrong in (
        ("lower", matrix.row_lower, math.inf),
        ("upper", matrix.row_upper, -math.inf),
    ):
        _refuse(f"the {name} bound of row", matrix.rows, array, np.isnan(array) | (array == wrong))
    bad = np.flatnonzero(~np.isfinite(matrix.matrix.data))
    if bad.size:
        entry = int(bad[0])
        row = int(np.searchsorted(matrix.matrix.indptr, entry, side="right")) - 1
        column = matrix.columns[int(matrix.matrix.indices[entry])]
        value = matrix.matrix.data[entry]
        raise BridgeError(f"the coefficient of column {column} in row {matrix.rows[row]} is {value}")


def _refuse(what: str, keys: Sequence[Key], values: FloatArray, bad: BoolArray) -> None:
    found = np.flatnonzero(bad)
    if found.size:
        raise BridgeError(f"{what} {keys[int(found[0])]} is {values[found[0]]}")


def _as_lp(matrix: Matrix) -> Any:
    lp = highspy.HighsLp()
    lp.num_col_, lp.num_row_ = matrix.n_columns, matrix.n_rows
    lp.offset_ = matrix.offset
    lp.col_cost_ = matrix.cost
    lp.col_lower_, lp.col_upper_ = matrix.lower, matrix.upper
    lp.row_lower_, lp.row_upper_ = matrix.row_lower, matrix.row_upper
    rows = csr_array(matrix.matrix)
    lp.a_matrix_.format_ = highspy.MatrixFormat.kRowwise
    lp.a_matrix_.num_col_, lp.a_matrix_.num_row_ = matrix.n_columns, matrix.n_rows
    lp.a_matrix_.start_ = rows.indptr.astype(np.int32)
    lp.a_matrix_.index_ = rows.indices.astype(np.int32)
    lp.a_matrix_.value_ = rows.data.astype(np.float64)
    if matrix.integer.any():
        kinds = (highspy.HighsVarType.kContinuous, highspy.HighsVarType.kInteger)
        lp.integrality_ = [kinds[int(flag)] for flag in matrix.integer]
    return lp


@contextlib.contextmanager
def _stdout_to_nowhere() -> Iterator[None]:
    """Point file descriptor 1 at the null device: the banner is printed in C, below sys.stdout."""
    if sys.stdout is not None:
        sys.stdout.flush()
    try:
        saved = os.dup(1)
    except OSError:  # stdout is closed: nothing to protect
        yield
        return
    nowhere = os.open(os.devnull, os.O_WRONLY)
    try:
        os.dup2(nowhere, 1)
        yield
        _flush_c_stdout()
    finally:
        os.dup2(saved, 1)
        os.close(saved)
        os.close(nowhere)


def _flush_c_stdout() -> None:
    with contextlib.suppress(OSError, TypeError, AttributeError):
        ctypes.CDLL(None).fflush(None)
