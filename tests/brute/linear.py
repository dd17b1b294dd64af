"""A small linear program, for the enumerator: variables from 0, rows of sums, solved by SciPy."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from scipy.optimize import linprog


class Sum:
    """A constant plus coefficients on variables."""

    def __init__(self, constant: float = 0.0) -> None:
        self.constant = constant
        self.terms: dict[int, float] = {}

    def add(self, coefficient: float, variable: int) -> Sum:
        """Adds coefficient times variable; returns itself."""
        self.terms[variable] = self.terms.get(variable, 0.0) + coefficient
        return self

    def include(self, other: Sum, factor: float) -> Sum:
        """Adds a factor times another sum; returns itself."""
        self.constant += factor * other.constant
        for variable, coefficient in other.terms.items():
            self.add(factor * coefficient, variable)
        return self

    def value(self, x: Sequence[float]) -> float:
        """The sum at a solution."""
        return self.constant + sum(c * x[v] for v, c in self.terms.items())


class Linear:
    """Minimise costs of variables 0 <= x <= upper under rows."""

    def __init__(self) -> None:
        self.costs: list[float] = []
        self.uppers: list[float] = []
        self.fixed = 0.0
        self.impossible = False
        self.rows: list[tuple[Sum, bool]] = []

    def variable(self, cost: float, upper: float) -> int:
        """A new variable from 0 to `upper`."""
        self.costs.append(cost)
        self.uppers.append(upper)
        return len(self.costs) - 1

    def charge(self, total: Sum, price: float) -> None:
        """Adds price times a sum to the cost."""
        self.fixed += price * total.constant
        for variable, coefficient in total.terms.items():
            self.costs[variable] += price * coefficient

    def at_most(self, total: Sum, bound: float) -> None:
        """Row total <= bound."""
        self._row(Sum(-bound).include(total, 1.0), False)

    def at_least(self, total: Sum, bound: float) -> None:
        """Row total >= bound."""
        self._row(Sum(bound).include(total, -1.0), False)

    def equal(self, total: Sum, bound: float) -> None:
        """Row total = bound."""
        self._row(Sum(-bound).include(total, 1.0), True)

    def _row(self, row: Sum, equal: bool) -> None:
        if any(row.terms.values()):
            self.rows.append((row, equal))
        elif row.constant > 1e-9 or (equal and row.constant < -1e-9):
            self.impossible = True

    def solve(self) -> tuple[float, Sequence[float]] | None:
        """Least cost and values, or None if nothing meets the rows."""
        if self.impossible:
            return None
        if not self.costs:
            return self.fixed, ()
        parts: dict[bool, tuple[list[np.ndarray], list[float]]] = {False: ([], []), True: ([], [])}
        for row, equal in self.rows:
            line = np.zeros(len(self.costs))
            for variable, coefficient in row.terms.items():
                line[variable] = coefficient
            scale = np.abs(line).max()
            parts[equal][0].append(line / scale)
            parts[equal][1].append(-row.constant / scale)
        unit = max(1.0, max(map(abs, self.costs)))
        solved = linprog(
            np.array(self.costs) / unit,
            A_ub=np.array(parts[False][0]) if parts[False][0] else None,
            b_ub=parts[False][1] or None,
            A_eq=np.array(parts[True][0]) if parts[True][0] else None,
            b_eq=parts[True][1] or None,
            bounds=[(0.0, None if math.isinf(u) else u) for u in self.uppers],
            method="highs",
        )
        if solved.status == 2:
            return None
        if solved.status != 0:
            raise RuntimeError(solved.message)
        x: list[float] = np.asarray(solved.x).tolist()
        return sum(c * v for c, v in zip(self.costs, x, strict=True)) + self.fixed, x
