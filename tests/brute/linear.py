"""A small linear program, for the enumerator: variables from 0, rows of sums, solved by SciPy."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from scipy.optimize import linprog

from tests.brute.costs import Cost


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

    def __init__(self, nothing: Cost) -> None:
        self.nothing = nothing
        self.costs: list[Cost] = []
        self.uppers: list[float] = []
        self.fixed = nothing
        self.impossible = False
        self.rows: list[tuple[Sum, bool]] = []

    def variable(self, cost: Cost | None, upper: float) -> int:
        """A new variable from 0 to `upper`."""
        self.costs.append(self.nothing if cost is None else cost)
        self.uppers.append(upper)
        return len(self.costs) - 1

    def charge(self, total: Sum, price: Cost) -> None:
        """Adds price times a sum to the cost."""
        self.fixed = self.fixed + price * total.constant
        for variable, coefficient in total.terms.items():
            self.costs[variable] = self.costs[variable] + price * coefficient

    def within(self, rooms: Sequence[float]) -> None:
        """Keeps what is spent of each budget within its room."""
        for k, room in enumerate(rooms, start=1):
            spent = Sum(float(self.fixed[k]))
            for variable, cost in enumerate(self.costs):
                spent.add(float(cost[k]), variable)
            self.at_most(spent, room)

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
            return float(self.fixed[0]), ()
        parts: dict[bool, tuple[list[np.ndarray], list[float]]] = {False: ([], []), True: ([], [])}
        for row, equal in self.rows:
            line = np.zeros(len(self.costs))
            for variable, coefficient in row.terms.items():
                line[variable] = coefficient
            scale = np.abs(line).max()
            parts[equal][0].append(line / scale)
            parts[equal][1].append(-row.constant / scale)
        costs = [float(cost[0]) for cost in self.costs]
        unit = max(1.0, max(map(abs, costs)))
        solved = linprog(
            np.array(costs) / unit,
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
        return sum(c * v for c, v in zip(costs, x, strict=True)) + float(self.fixed[0]), x
