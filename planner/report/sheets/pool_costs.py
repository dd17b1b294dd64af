"""Cost pools on sheet Attribution: their cash, how much of it stands idle, who bears which share."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from planner.report import styles
from planner.report.books import Bearers
from planner.report.cells import ZERO, Block, Formula, ratio, total
from planner.report.context import Check, Constants, Context
from planner.report.cost_pools import CostPools
from planner.report.grid import Sheet
from planner.report.idle import HoursAt
from planner.report.sheets.costcalc import CostCells

MATRIX = 12
"""First column of the shares by workload, right of what is printed."""
NOBODY = "Not attributed"


@dataclass(frozen=True, slots=True)
class PoolColumns:
    """Columns of the table of pools: cost in use and idle of shared pools, cost of direct pools."""

    direct: Block
    shared: Block
    idle: Block
    shares: Mapping[str, Block]


def write(
    ctx: Context,
    sheet: Sheet,
    row: int,
    constants: Constants,
    costs: CostCells,
    pools: CostPools,
    names: Sequence[str],
) -> PoolColumns:
    """One row a pool: its cash, how much of it is idle, and the workloads' shares."""
    sheet.section(row, "Cost pools: cash that the same workloads share; shares stand on the right", 10)
    headings = (
        "Pool", "Where", "Method", "Cash", "Accelerator- hours there", "used", "Idle share", "Direct",
        "Shared, in use", "Shared, idle", "Shares less 100 %",
    )  # fmt: skip
    for column, words in enumerate(headings):
        sheet.text(row + 1, column, words, "heading_right" if column > 2 else "heading")
    sheet.height(row + 1, 28)
    for column, name in enumerate(names, MATRIX):
        sheet.width(column, column, 12)
        sheet.text(row + 1, column, name, "heading_right")
    first = row + 2
    values, shares, apart = [], [], []
    for row, (name, bearers) in enumerate(pools.pools.items(), first):
        of_pool, own = _pool(ctx, sheet, row, name, bearers, costs, pools, names)
        values.append([cell.value for cell in of_pool])
        apart.append(sheet.put(row, 10, _sum_of_shares(sheet, row, own) - 1, "formula", "0.0E+00"))
        shares.append(own)
    if not values:
        nothing = Block("0", np.zeros((1, 1)))
        return PoolColumns(nothing, nothing, nothing, dict.fromkeys(names, nothing))
    block = sheet.block(first, 10, np.array([[cell.value] for cell in apart]))
    ctx.checks.append(
        Check(
            "Shares of each cost pool sum to 100 %",
            Formula(f"SUMPRODUCT(ABS({block.text}))", float(np.abs(block.values).sum())),
            ZERO,
            constants.count_tolerance,
            sheet.name,
            "what a pool costs is borne in full and once",
        )
    )
    table, matrix = np.array(values), np.array(shares)
    columns = {name: sheet.block(first, MATRIX + n, matrix[:, [n]]) for n, name in enumerate(names)}
    direct, shared, idle = (sheet.block(first, 7 + n, table[:, [n]]) for n in range(3))
    return PoolColumns(direct, shared, idle, columns)


def _sum_of_shares(sheet: Sheet, row: int, own: Sequence[float]) -> Formula:
    return total(sheet.block(row, MATRIX, np.array([own])))


def _pool(
    ctx: Context,
    sheet: Sheet,
    row: int,
    name: str,
    bearers: Bearers,
    costs: CostCells,
    pools: CostPools,
    names: Sequence[str],
) -> tuple[tuple[Formula, Formula, Formula], list[float]]:
    lines = [number for number, of in pools.of_line.items() if of == name]
    label = sheet.text(row, 0, name)
    sheet.text(row, 1, bearers.where or "whole plan", "wrap")
    sheet.text(row, 2, _method(bearers))
    value = float(sum(costs.totals[number].value for number in lines))
    found = Formula(f"SUMIF({costs.pool_ids.text},{label.text},{costs.all_totals.text})", value)
    cash = sheet.put(row, 3, found, "linked")
    hours = ctx.books.hours.get(bearers.where) or ctx.books.hours.get("") or HoursAt(0.0, 0.0)
    there = sheet.number(row, 4, hours.there, "solved", styles.COUNT)
    used = sheet.number(row, 5, hours.used, "solved", styles.COUNT)
    if bearers.direct or hours.there <= 0.0:
        unused = ZERO
    else:
        unused = sheet.put(row, 6, 1 - ratio(used, there), "formula", styles.SHARE)
    own = dict(bearers.shares) if bearers.shares else {NOBODY: 1.0}
    shares = [own.get(workload, 0.0) for workload in names]
    for column, share in enumerate(shares, MATRIX):
        sheet.number(row, column, share, "solved", styles.FINE_SHARE)
    direct = sheet.put(row, 7, cash if bearers.direct else ZERO)
    idle = sheet.put(row, 9, cash * unused)
    in_use = sheet.put(row, 8, ZERO if bearers.direct else cash - idle)
    return (direct, in_use, idle), shares


def _method(bearers: Bearers) -> str:
    if bearers.direct:
        return "direct"
    return "accelerator-hours" if bearers.shares else "none"
