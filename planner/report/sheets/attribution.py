"""Attribution: planned cost by workload, project, environment, owner and business line; idle on its own line.

Column names of the charges are those of the FinOps Open Cost and Usage Specification (FOCUS).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from models.plan import Workload
from planner.messages import spoken
from planner.report import charts, styles
from planner.report.cells import ZERO, Formula, ratio, sumproduct, total
from planner.report.context import Axis, Check, Constants, Context
from planner.report.cost_pools import CostPools
from planner.report.grid import HEADER_ROWS, Sheet
from planner.report.paper import GroupCost
from planner.report.sheets import charges, pool_costs
from planner.report.sheets.bearers import (
    COLUMNS,
    GROUPS,
    NOT_STATED,
    WorkCost,
    cost_of,
    draw,
    property_of,
    values_of,
    write_group,
)
from planner.report.sheets.budgets import write_budgets
from planner.report.sheets.cashflow import CashCells
from planner.report.sheets.costcalc import CostCells
from planner.report.sheets.pool_costs import NOBODY, PoolColumns

WIDTHS = (22, 22, 16, 16, 16, 16, 16, 16, 16, 14, 14)


@dataclass(frozen=True, slots=True)
class AttributionCells:
    """Rows by workload and the sum of all; sums by project where any workload names one."""

    rows: tuple[WorkCost, ...]
    everything: Formula
    idle: Formula
    projects: tuple[GroupCost, ...] = ()


def write(
    ctx: Context,
    axis: Axis,
    constants: Constants,
    costs: CostCells,
    cash: CashCells,
    pools: CostPools,
) -> AttributionCells:
    """Write workloads, groups, budgets, the pools they are made of; charges, the longest table, end it."""
    sheet = ctx.book["Attribution"]
    for column, width in enumerate(WIDTHS):
        sheet.width(column, column, width)
    names = _names(ctx, pools)
    works = {str(w.workload_id): w for w in ctx.plan.workloads}
    top = HEADER_ROWS + (charts.ROWS if names else 0)
    tables = top + len(names) + 4
    groups = [(group, values_of(names, works, group)) for group in GROUPS]
    groups = [(group, values) for group, values in groups if values not in ([], [NOT_STATED])]
    budgets = tables + sum(len(values) + 4 for _, values in groups)
    end = write_budgets(ctx, sheet, budgets)
    found = pool_costs.write(ctx, sheet, end + 1, constants, costs, pools, names)
    charged = sheet.last_row + 2
    cells = _workloads(ctx, sheet, top, names, works, found)
    row = tables
    drawn = ("workload", (top + 2, top + 1 + len(names)))
    for group, values in groups:
        first = row + 2
        costs_of, row = write_group(sheet, row, group, values, cells.rows, works)
        if group == "project":
            cells = replace(cells, projects=costs_of)
            drawn = ("project", (first, first + len(values) - 1))
    if names:
        draw(sheet, ctx.result.currency, *drawn, cells.everything.value)
    charges.write(ctx, sheet, charged, axis, cells.rows, works)
    ctx.checks.append(
        Check(
            "Attribution = cash flow",
            cells.everything,
            cash.cash_total,
            constants.money_tolerance,
            sheet.name,
            "every payment is borne by a workload, direct, shared or idle, none twice",
        )
    )
    ctx.book.name("idle_cost", cells.idle)
    sheet.print_columns = len(WIDTHS) - 1
    return cells


def _names(ctx: Context, pools: CostPools) -> list[str]:
    """Workloads in order; those that only the pools name and what nobody bears last."""
    names = [work.workload for work in ctx.result.workloads]
    for bearers in pools.pools.values():
        names += [name for name, _ in bearers.shares if name not in names]
    return names + ([NOBODY] if any(not b.shares for b in pools.pools.values()) else [])


def _workloads(
    ctx: Context,
    sheet: Sheet,
    row: int,
    names: Sequence[str],
    works: Mapping[str, Workload],
    pools: PoolColumns,
) -> AttributionCells:
    sheet.section(
        row,
        spoken(
            "Planned cash by workload, {currency}, whole plan with all commitments",
            currency=ctx.result.currency,
        ),
        10,
    )
    headings = (
        "Workload",
        "Project",
        "Environment",
        "Owner",
        "Business line",
        *COLUMNS,
        "Accelerator- hours",
        "Per hour",
    )
    for column, words in enumerate(headings):
        sheet.text(row + 1, column, words, "heading_right" if column > 4 else "heading")
    sheet.height(row + 1, 28)
    hours = {work.workload: float(work.hours.sum()) for work in ctx.result.workloads}
    rows = []
    first = row + 2
    for row, name in enumerate(names, first):
        sheet.text(row, 0, name, "wrap")
        for column, group in enumerate(GROUPS, 1):
            sheet.text(row, column, property_of(works.get(name), group), "wrap")
        shares = pools.shares[name]
        direct, shared, idle = (
            sheet.put(row, 5 + n, sumproduct(block, shares))
            for n, block in enumerate((pools.direct, pools.shared, pools.idle))
        )
        everything = sheet.put(row, 8, direct + shared + idle, "label")
        used = sheet.number(row, 9, hours.get(name, 0.0), "solved", styles.COUNT)
        sheet.put(row, 10, ratio(everything, used), "formula", styles.FINE)
        rows.append(WorkCost(name, row, direct, shared, idle, everything))
    row = first + len(names)
    sheet.text(row, 0, "All workloads", "total")
    sums = []
    for column in range(5, 9):
        values = np.array([[cost_of(work, column - 5).value] for work in rows])
        figure = total(sheet.block(first, column, values)) if rows else ZERO
        sums.append(sheet.put(row, column, figure, "total"))
    return AttributionCells(tuple(rows), sums[3], sums[2])
