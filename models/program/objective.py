"""The objective: the present value of every cost line, as weights on columns."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pyomo.environ as pyo
from pyomo.core.expr.numeric_expr import LinearExpression

from models.costing.evaluate import present_value_weights
from models.costing.line import CostLine
from models.program.draft import MONEY_SCALE, Draft


def add_objective(draft: Draft, lines: Iterable[CostLine]) -> None:
    r"""minimise \sum_lines \sum_t w[line,t] * activity[line,t], in millions.

    w is the present value of one unit of the line's activity in period t, credits negative.
    """
    rate = draft.plan.settings.discount_rate
    total: dict[int, float] = {}
    variables: dict[int, Any] = {}
    constant = 0.0
    for line in lines:
        by_period = draft.activities.get(line.activity)
        if by_period is None:
            continue
        weights = present_value_weights(line, draft.sizing.calendar, rate) / MONEY_SCALE
        constants = draft.constants[line.activity]
        for t, terms in enumerate(by_period):
            weight = float(weights[t])
            if weight == 0.0:
                continue
            constant += weight * constants[t]
            for coefficient, variable in terms:
                key = id(variable)
                total[key] = total.get(key, 0.0) + weight * coefficient
                variables[key] = variable
    draft.model.cost = pyo.Objective(
        expr=LinearExpression(
            constant=constant,
            linear_coefs=list(total.values()),
            linear_vars=[variables[key] for key in total],
        )
    )
