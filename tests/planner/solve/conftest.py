"""Small programs with known structure, built straight as matrices."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
import numpy.typing as npt
import pytest
from scipy.sparse import coo_array, csr_array

from models.matrix import Key, Matrix

Program = Callable[..., Matrix]


def make(
    cost: Sequence[float],
    rows: Sequence[Sequence[float]],
    row_lower: Sequence[float],
    row_upper: Sequence[float],
    lower: Sequence[float],
    upper: Sequence[float],
    integer: Sequence[bool],
    offset: float = 0.0,
) -> Matrix:
    """A dense program; columns x[0..], rows r[0..]."""
    n = len(cost)
    dense = np.array(rows, dtype=np.float64).reshape(len(row_lower), n)
    return assemble(
        np.array(cost, dtype=np.float64),
        csr_array(dense),
        np.array(row_lower, dtype=np.float64),
        np.array(row_upper, dtype=np.float64),
        np.array(lower, dtype=np.float64),
        np.array(upper, dtype=np.float64),
        np.array(integer, dtype=np.bool_),
        offset=offset,
    )


def assemble(
    cost: npt.NDArray[np.float64],
    matrix: csr_array,
    row_lower: npt.NDArray[np.float64],
    row_upper: npt.NDArray[np.float64],
    lower: npt.NDArray[np.float64],
    upper: npt.NDArray[np.float64],
    integer: npt.NDArray[np.bool_],
    *,
    stage: npt.NDArray[np.int8] | None = None,
    columns: Sequence[Key] | None = None,
    offset: float = 0.0,
) -> Matrix:
    n, m = len(cost), matrix.shape[0]
    return Matrix(
        cost=cost,
        offset=offset,
        matrix=matrix,
        row_lower=row_lower,
        row_upper=row_upper,
        lower=lower,
        upper=upper,
        integer=integer,
        stage=2 * integer.astype(np.int8) if stage is None else stage,
        columns=columns or [Key("x", (j,)) for j in range(n)],
        rows=[Key("r", (i,)) for i in range(m)],
        money_scale=1.0,
        activity=csr_array((0, n)),
        activity_constant=np.zeros(0),
        activity_keys=[],
    )


def make_cover(rows: int, columns: int, per_column: int, seed: int) -> Matrix:
    """Set cover: every row in at least one chosen column, integer costs 1..29."""
    random = np.random.default_rng(seed)
    row = np.concatenate([random.choice(rows, per_column, replace=False) for _ in range(columns)])
    column = np.repeat(np.arange(columns), per_column)
    matrix = csr_array(coo_array((np.ones(row.size), (row, column)), shape=(rows, columns)))
    covered = np.flatnonzero(np.diff(matrix.indptr) > 0)
    m = covered.size
    return assemble(
        random.integers(1, 30, columns).astype(np.float64),
        matrix[covered],
        np.ones(m),
        np.full(m, np.inf),
        np.zeros(columns),
        np.ones(columns),
        np.ones(columns, dtype=np.bool_),
    )


def make_location(places: int, clients: int, seed: int) -> Matrix:
    """Fixed-charge location with modules: open[p] (first stage), modules[p] (second), flow[p, c] >= 0.

    Demand is met exactly; flow[p, c] <= demand · open[p]; total flow of p <= 7 · modules[p].
    """
    random = np.random.default_rng(seed)
    demand = random.integers(2, 12, clients).astype(np.float64)
    columns = [Key("open", (f"p{p}",)) for p in range(places)]
    columns += [Key("modules", (f"p{p}",)) for p in range(places)]
    columns += [Key("flow", (f"p{p}", f"c{c}")) for p in range(places) for c in range(clients)]
    n = len(columns)
    cost = np.concatenate(
        [
            random.uniform(20, 60, places),
            random.uniform(8, 20, places),
            random.uniform(0.2, 4, places * clients),
        ]
    )
    rows: list[dict[int, float]] = []
    lower: list[float] = []
    upper: list[float] = []

    def flow(p: int, c: int) -> int:
        return 2 * places + p * clients + c

    for c in range(clients):
        rows.append({flow(p, c): 1.0 for p in range(places)})
        lower.append(demand[c])
        upper.append(demand[c])
    for p in range(places):
        rows.append({**{flow(p, c): 1.0 for c in range(clients)}, places + p: -7.0})
        lower.append(-np.inf)
        upper.append(0.0)
        for c in range(clients):
            rows.append({flow(p, c): 1.0, p: -demand[c]})
            lower.append(-np.inf)
            upper.append(0.0)
    entries = [(value, i, j) for i, row in enumerate(rows) for j, value in row.items()]
    values, row_index, column_index = (np.array(part) for part in zip(*entries, strict=True))
    matrix = csr_array(coo_array((values, (row_index, column_index)), shape=(len(rows), n)))
    stage = np.array([1] * places + [2] * places + [0] * (places * clients), dtype=np.int8)
    bounds = np.concatenate([np.ones(places), np.full(places, 50.0), np.full(places * clients, np.inf)])
    return assemble(
        cost,
        matrix,
        np.array(lower),
        np.array(upper),
        np.zeros(n),
        bounds,
        stage > 0,
        stage=stage,
        columns=columns,
        offset=3.5,
    )


def make_hard_relaxation(rows: int, columns: int, per_column: int, seed: int) -> Matrix:
    """Covering with random weights and wide integers: its root relaxation alone takes many seconds."""
    random = np.random.default_rng(seed)
    row = np.concatenate([random.choice(rows, per_column, replace=False) for _ in range(columns)])
    column = np.repeat(np.arange(columns), per_column)
    weights = random.uniform(0.1, 2.0, row.size)
    matrix = csr_array(coo_array((weights, (row, column)), shape=(rows, columns)))
    return assemble(
        random.uniform(1, 2, columns),
        matrix,
        random.uniform(1, 5, rows) * per_column,
        np.full(rows, np.inf),
        np.zeros(columns),
        np.full(columns, 10.0),
        np.ones(columns, dtype=np.bool_),
    )


@pytest.fixture
def program() -> Program:
    """Builder of a dense program."""
    return make


@pytest.fixture
def cover() -> Program:
    """Builder of set covers."""
    return make_cover


@pytest.fixture
def location() -> Program:
    """Builder of two-stage location programs."""
    return make_location


@pytest.fixture
def hard_relaxation() -> Program:
    """Builder of programs with a slow root relaxation."""
    return make_hard_relaxation
