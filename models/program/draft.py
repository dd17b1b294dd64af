"""The program while it is written: Pyomo columns and rows by name, and the activities they make.

Scales: money in millions, loads in thousand accelerators, power in MW, counts as they are.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pyomo.environ as pyo
from pyomo.core.expr.numeric_expr import LinearExpression

from models.activities import KIND
from models.limits import Bound
from models.matrix import Key
from models.plan import Plan
from models.sizing import Sizing

KILO = 1000.0
"""Accelerators per unit of load."""

DATA_SCALE = 100.0
"""TB per unit of data."""

MONEY_SCALE = 1e6
"""Plan currency per unit of objective."""

Term = tuple[float, Any]
"""A coefficient and a Pyomo variable."""

Index = tuple[str | int, ...]


class Draft:
    """Columns, rows and activities of one plan, collected topic by topic."""

    def __init__(self, plan: Plan, sizing: Sizing) -> None:
        self.plan = plan
        self.sizing = sizing
        self.model = pyo.ConcreteModel()
        self.stages: dict[int, int] = {}
        self.preferences: dict[int, float] = {}
        self.activities: dict[Key, list[list[Term]]] = {}
        self.constants: dict[Key, list[float]] = {}
        self.impossible: list[tuple[Key, float]] = []
        self.bounds: tuple[Bound, ...] = ()

    @property
    def periods(self) -> range:
        """The horizon's periods."""
        return range(self.sizing.calendar.periods)

    def column(
        self, kind: str, index: Index, *, upper: float | None = None, integer: bool = False, stage: int = 3
    ) -> Any:
        """A new column kind[index] >= 0, at most `upper`; `stage`: when it is decided, 1 to 3."""
        var = self.model.component(kind)
        if var is None:
            var = pyo.Var(pyo.Any, dense=False, domain=pyo.NonNegativeReals)
            self.model.add_component(kind, var)
        data = var.add(index)
        if integer:
            data.domain = pyo.NonNegativeIntegers
            self.stages[id(data)] = stage
        data.setub(upper)
        return data

    def prefer_none(self, data: Any, weight: float = 1.0) -> None:
        """Among plans of equal cost, prefer those with less of this column."""
        self.preferences[id(data)] = weight

    def get(self, kind: str, index: Index) -> Any | None:
        """The column kind[index], or None where it was not made."""
        var = self.model.component(kind)
        return None if var is None or index not in var else var[index]

    def term(self, coefficient: float, kind: str, index: Index) -> list[Term]:
        """[(coefficient, column)], empty where there is no such column or nothing to weigh."""
        data = self.get(kind, index)
        return [] if data is None or coefficient == 0 else [(coefficient, data)]

    def row(
        self,
        code: str,
        index: Index,
        terms: Iterable[Term],
        *,
        lower: float | None = None,
        upper: float | None = None,
    ) -> None:
        """A row lower <= sum of terms <= upper of family `code`.

        A row without terms that asks for more than nothing is kept aside: the plan cannot be met.
        """
        merged = merge(terms)
        if not merged:
            if lower is not None and lower > 0:
                self.impossible.append((Key(code, index), lower))
            elif upper is not None and upper < 0:
                self.impossible.append((Key(code, index), upper))
            return
        constraint = self.model.component(code)
        if constraint is None:
            constraint = pyo.Constraint(pyo.Any)
            self.model.add_component(code, constraint)
        body = LinearExpression(
            constant=0.0,
            linear_coefs=[coefficient for coefficient, _ in merged],
            linear_vars=[variable for _, variable in merged],
        )
        if lower is not None and lower == upper:
            constraint.add(index, (body, lower))
        else:
            constraint.add(index, (lower, body, upper))

    def activity(self, kind: str, index: Index, t: int, terms: Iterable[Term], constant: float = 0.0) -> None:
        """Adds terms and a constant to the value of activity kind[index] in period t.

        Raises KeyError for an unknown kind.
        """
        if kind not in KIND:
            raise KeyError(f"no activity kind {kind}")
        key = Key(kind, index)
        if key not in self.activities:
            self.activities[key] = [[] for _ in self.periods]
            self.constants[key] = [0.0 for _ in self.periods]
        self.activities[key][t].extend(terms)
        self.constants[key][t] += constant

    def activity_terms(self, key: Key, t: int) -> list[Term]:
        """Terms of an activity in period t; none where it was not made."""
        by_period = self.activities.get(key)
        return [] if by_period is None else by_period[t]


def scaled(factor: float, terms: Iterable[Term]) -> list[Term]:
    """The terms times a factor."""
    return [(factor * coefficient, variable) for coefficient, variable in terms]


def merge(terms: Iterable[Term]) -> list[Term]:
    """Terms with equal variables added up, in order of first appearance; zeros dropped."""
    total: dict[int, float] = {}
    variables: dict[int, Any] = {}
    for coefficient, variable in terms:
        key = id(variable)
        if key in total:
            total[key] += coefficient
        else:
            total[key] = coefficient
            variables[key] = variable
    return [(total[key], variables[key]) for key in total if total[key] != 0.0]
