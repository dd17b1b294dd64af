"""read(): column values of a verified solution to the plan's result."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from models.costing.evaluate import price
from models.costing.line import CostLine
from models.matrix import Matrix
from models.plan import Plan
from models.reading.activities import activity_values
from models.reading.binding import binding
from models.reading.capacity import capacity_rows
from models.reading.fleet import fleet_rows
from models.reading.held import held_rows, liability_rows
from models.reading.limits import limit_rows, loss_rows
from models.reading.purchases import purchases
from models.reading.storage import storage_rows
from models.reading.unit_costs import unit_costs
from models.reading.workloads import workload_rows
from models.results import PlanResult, Proof
from models.sizing import Sizing


def read(
    plan: Plan,
    sizing: Sizing,
    lines: Sequence[CostLine],
    matrix: Matrix,
    x: npt.NDArray[np.float64],
    proof: Proof,
) -> PlanResult:
    """Tables of a solution `x` (one value a column). Lines without activity cost nothing and are left out."""
    activities = activity_values(matrix, x, sizing.calendar.periods)
    used = [line for line in lines if line.activity in activities]
    priced = price(used, sizing.calendar, plan.settings.discount_rate, activities)
    capacity = capacity_rows(plan, sizing, activities)
    workloads = workload_rows(plan, sizing, activities)
    return PlanResult(
        plan_name=plan.settings.plan_name,
        currency=plan.settings.currency,
        calendar=sizing.calendar,
        discount_rate=plan.settings.discount_rate,
        proof=proof,
        activities=activities,
        lines=priced,
        purchases=purchases(plan, sizing, activities, priced),
        capacity=capacity,
        workloads=workloads,
        binding=binding(sizing, capacity, workloads),
        storage=storage_rows(plan, activities),
        fleet=fleet_rows(sizing, activities),
        held=held_rows(plan, sizing, activities, priced),
        liabilities=liability_rows(plan, sizing, priced),
        limits=limit_rows(plan, sizing, lines, priced, activities),
        unit_costs=unit_costs(plan, sizing, priced, activities, workloads),
        losses=loss_rows(sizing, activities),
    )
