"""build(plan): the whole program as a Matrix. Pyomo is dropped after compiling."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
import pyomo.environ as pyo
from pyomo.common.gc_manager import PauseGC
from pyomo.core.expr.numeric_expr import LinearExpression
from pyomo.repn.plugins.standard_form import LinearStandardFormCompiler
from scipy.sparse import csr_array

from models.costing.line import CostLine
from models.costing.lines import cost_lines
from models.limits import bounds
from models.matrix import Key, Matrix
from models.plan import Plan
from models.program import (
    campaigns,
    capacity,
    cloud,
    cooling,
    data_places,
    direct,
    divisible,
    drivers,
    fabric,
    fleet,
    moves,
    orders,
    overheads,
    power,
    sites,
    spend,
    standby,
    stays,
    storage,
    storage_load,
    succession,
)
from models.program.draft import MONEY_SCALE, Draft
from models.program.families import FAMILIES, Family
from models.program.objective import add_objective
from models.sizing import Sizing, size


class ImpossibleRowsError(Exception):
    """Rows that nothing can meet: no column stands in them. `rows` holds their keys and what they ask for."""

    def __init__(self, rows: Sequence[tuple[Key, float]]) -> None:
        super().__init__(", ".join(f"{key} asks for {value:g}" for key, value in rows))
        self.rows = tuple(rows)


def write(
    plan: Plan, sizing: Sizing, lines: Iterable[CostLine], families: Iterable[Family] = FAMILIES
) -> Draft:
    """Columns, rows of the given families, activities and objective."""
    draft = Draft(plan, sizing)
    priced = tuple(lines)
    for topic in (
        sites,
        orders,
        fleet,
        fabric,
        power,
        cooling,
        cloud,
        spend,
        campaigns,
        succession,
        divisible,
        moves,
        data_places,
        storage,
        storage_load,
        capacity,
        standby,
        direct,
        drivers,
        stays,
        overheads,
    ):
        topic.add_columns(draft)
    drivers.add_activities(draft)
    overheads.add_activities(draft)
    draft.bounds = bounds(plan, sizing, priced, draft.activities)
    for family in families:
        family.write(draft)
    add_objective(draft, priced)
    return draft


def build(
    plan: Plan,
    sizing: Sizing | None = None,
    lines: Sequence[CostLine] | None = None,
    families: Iterable[Family] = FAMILIES,
) -> Matrix:
    """The compiled program of a plan. `lines` and `families` default to all of them.

    Raises ImpossibleRowsError where demand or a campaign has nothing that could serve it.
    """
    sizing = size(plan) if sizing is None else sizing
    priced = cost_lines(plan, sizing) if lines is None else lines
    with PauseGC():
        draft = write(plan, sizing, priced, families)
        if draft.impossible:
            raise ImpossibleRowsError(draft.impossible)
        return _compile(draft)


def _compile(draft: Draft) -> Matrix:
    """Pyomo model to arrays. Columns that no row or cost uses are kept, at a value their bounds allow."""
    model = draft.model
    everything = [data for component in model.component_objects(pyo.Var) for data in component.values()]
    # a row over all columns keeps unused ones in the standard form
    model.every_column = pyo.Constraint(
        expr=(
            None,
            LinearExpression(constant=0.0, linear_coefs=[1.0] * len(everything), linear_vars=everything),
            1e30,
        )
    )
    form = LinearStandardFormCompiler().write(model, mixed_form=True, set_sense=pyo.minimize)
    position = {id(column): number for number, column in enumerate(form.columns)}
    rows = csr_array(form.A)
    lower = np.full(rows.shape[0], -np.inf)
    upper = np.full(rows.shape[0], np.inf)
    keys: list[Key] = []
    keep: list[int] = []
    for number, (row, bound) in enumerate(zip(form.rows, form.rhs, strict=True)):
        constraint = row.constraint
        if constraint.parent_component().name == "every_column":
            continue
        keep.append(number)
        keys.append(_key(constraint))
        if row.bound_type >= 0 and row.bound_type != -1:
            upper[number] = bound
        if row.bound_type in (-1, 0):
            lower[number] = bound
    columns = [_key(column) for column in form.columns]
    cost = np.asarray(form.c.todense(), dtype=float).ravel()
    low = np.array([0.0 if column.lb is None else column.lb for column in form.columns])
    high = np.array([np.inf if column.ub is None else column.ub for column in form.columns])
    integer = np.array([bool(column.is_integer() or column.is_binary()) for column in form.columns])
    stage = np.array([draft.stages.get(id(column), 0) for column in form.columns], dtype=np.int8)
    activity, constant, activity_keys = _activities(draft, position)
    return Matrix(
        cost=cost,
        offset=float(form.c_offset[0]),
        matrix=rows[keep],
        row_lower=lower[keep],
        row_upper=upper[keep],
        lower=low,
        upper=high,
        integer=integer,
        stage=stage,
        columns=columns,
        rows=keys,
        money_scale=MONEY_SCALE,
        activity=activity,
        activity_constant=constant,
        activity_keys=activity_keys,
        preference=np.array([draft.preferences.get(id(column), 0.0) for column in form.columns]),
    )


def _key(component: object) -> Key:
    parts = component.index()  # type: ignore[attr-defined]
    name = component.parent_component().name  # type: ignore[attr-defined]
    return Key(name, parts if isinstance(parts, tuple) else (parts,))


def _activities(draft: Draft, position: dict[int, int]) -> tuple[csr_array, np.ndarray, list[Key]]:
    values: list[float] = []
    where: list[int] = []
    starts = [0]
    constants: list[float] = []
    keys: list[Key] = []
    for key, by_period in draft.activities.items():
        for t, terms in enumerate(by_period):
            for coefficient, variable in terms:
                values.append(coefficient)
                where.append(position[id(variable)])
            starts.append(len(values))
            constants.append(draft.constants[key][t])
            keys.append(Key(key.kind, (*key.parts, t)))
    matrix = csr_array((values, where, starts), shape=(len(keys), len(position)))
    matrix.sum_duplicates()
    return matrix, np.array(constants), keys
