"""Attribution: planned cost by workload, project, environment, owner and business line; idle on its own line.

Column names of the charges are those of the FinOps Open Cost and Usage Specification (FOCUS).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from models.costing.basis import CostShare
from models.plan import Workload
from planner.report import styles
from planner.report.books import Bearers
from planner.report.cells import ZERO, Block, Formula, ratio, sumproduct, total
from planner.report.context import Axis, Check, Constants, Context
from planner.report.cost_pools import CostPools
from planner.report.grid import HEADER_ROWS, Sheet, address
from planner.report.idle import HoursAt
from planner.report.paper import GroupCost
from planner.report.sheets.budgets import write_budgets
from planner.report.sheets.cashflow import CashCells
from planner.report.sheets.costcalc import CostCells

WIDTHS = (22, 22, 16, 16, 16, 16, 16, 16, 16, 14, 14)
_MATRIX = 12
"""First column of the shares by workload, right of what is printed."""
NOBODY, NOT_STATED = "Not attributed", "not stated"
GROUPS = ("project", "environment", "owner", "business_line")
_COLUMNS = ("Direct", "Shared, in use", "Shared, idle", "All")


@dataclass(frozen=True, slots=True)
class WorkCost:
    """A workload's cells: who it is, direct cost, shared cost in use, shared cost of idle capacity, all."""

    name: str
    row: int
    direct: Formula
    shared: Formula
    idle: Formula
    everything: Formula


@dataclass(frozen=True, slots=True)
class AttributionCells:
    """Rows by workload and the sum of all; sums by project where any workload names one."""

    rows: tuple[WorkCost, ...]
    everything: Formula
    idle: Formula
    projects: tuple[GroupCost, ...] = ()


@dataclass(frozen=True, slots=True)
class _Pools:
    """Columns of the table of pools: cost in use and idle of shared pools, cost of direct pools."""

    direct: Block
    shared: Block
    idle: Block
    shares: Mapping[str, Block]


def write(
    ctx: Context,
    axis: Axis,
    constants: Constants,
    costs: CostCells,
    cash: CashCells,
    pools: CostPools,
) -> AttributionCells:
    """Write workloads, groups, charges, budgets; the pools they are made of stand at the end."""
    sheet = ctx.book["Attribution"]
    for column, width in enumerate(WIDTHS):
        sheet.width(column, column, width)
    names = _names(ctx, pools)
    works = {str(w.workload_id): w for w in ctx.plan.workloads}
    tables = HEADER_ROWS + len(names) + 4
    groups = [(group, _values(names, works, group)) for group in GROUPS]
    groups = [(group, values) for group, values in groups if values != [NOT_STATED]]
    charges = tables + sum(len(values) + 4 for _, values in groups)
    budgets = charges + 3 * len(names) + 4
    end = write_budgets(ctx, sheet, budgets)
    found = _pools(ctx, sheet, end + 1, constants, costs, pools, names)
    cells = _workloads(ctx, sheet, HEADER_ROWS, names, works, found)
    row = tables
    for group, values in groups:
        costs_of, row = _group(sheet, row, group, values, cells, names, works)
        if group == "project":
            cells = replace(cells, projects=costs_of)
    _charges(ctx, sheet, charges, axis, cells, works)
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


def _pools(
    ctx: Context,
    sheet: Sheet,
    row: int,
    constants: Constants,
    costs: CostCells,
    pools: CostPools,
    names: Sequence[str],
) -> _Pools:
    """One row a pool: its cash, how much of it is idle, and the workloads' shares."""
    sheet.section(row, "Cost pools: cash that the same workloads share; shares stand on the right", 10)
    headings = (
        "Pool", "Where", "Method", "Cash", "Accelerator- hours there", "used", "Idle share", "Direct",
        "Shared, in use", "Shared, idle", "Shares less 100 %",
    )  # fmt: skip
    for column, words in enumerate(headings):
        sheet.text(row + 1, column, words, "heading_right" if column > 2 else "heading")
    sheet.worksheet.set_row(row + 1, 28)
    for column, name in enumerate(names, _MATRIX):
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
        return _Pools(nothing, nothing, nothing, dict.fromkeys(names, nothing))
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
    columns = {name: sheet.block(first, _MATRIX + n, matrix[:, [n]]) for n, name in enumerate(names)}
    direct, shared, idle = (sheet.block(first, 7 + n, table[:, [n]]) for n in range(3))
    return _Pools(direct, shared, idle, columns)


def _sum_of_shares(sheet: Sheet, row: int, own: Sequence[float]) -> Formula:
    return total(sheet.block(row, _MATRIX, np.array([own])))


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
    for column, share in enumerate(shares, _MATRIX):
        sheet.number(row, column, share, "solved", styles.FINE_SHARE)
    direct = sheet.put(row, 7, cash if bearers.direct else ZERO)
    idle = sheet.put(row, 9, cash * unused)
    in_use = sheet.put(row, 8, ZERO if bearers.direct else cash - idle)
    return (direct, in_use, idle), shares


def _method(bearers: Bearers) -> str:
    if bearers.direct:
        return "direct"
    return "accelerator-hours" if bearers.shares else "none"


def _workloads(
    ctx: Context,
    sheet: Sheet,
    row: int,
    names: Sequence[str],
    works: Mapping[str, Workload],
    pools: _Pools,
) -> AttributionCells:
    sheet.section(
        row, f"Planned cash by workload, {ctx.result.currency}, whole plan with all commitments", 10
    )
    headings = (
        "Workload",
        "Project",
        "Environment",
        "Owner",
        "Business line",
        *_COLUMNS,
        "Accelerator- hours",
        "Per hour",
    )
    for column, words in enumerate(headings):
        sheet.text(row + 1, column, words, "heading_right" if column > 4 else "heading")
    sheet.worksheet.set_row(row + 1, 28)
    hours = {work.workload: float(work.hours.sum()) for work in ctx.result.workloads}
    rows = []
    first = row + 2
    for row, name in enumerate(names, first):
        sheet.text(row, 0, name, "wrap")
        for column, group in enumerate(GROUPS, 1):
            sheet.text(row, column, _of(works.get(name), group), "wrap")
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
        values = np.array([[_cell(work, column - 5).value] for work in rows])
        figure = total(sheet.block(first, column, values)) if rows else ZERO
        sums.append(sheet.put(row, column, figure, "total"))
    return AttributionCells(tuple(rows), sums[3], sums[2])


def _cell(work: WorkCost, column: int) -> Formula:
    return (work.direct, work.shared, work.idle, work.everything)[column]


def _of(work: Workload | None, group: str) -> str:
    value = None if work is None else getattr(work, group)
    return str(value) if value else NOT_STATED


def _values(names: Sequence[str], works: Mapping[str, Workload], group: str) -> list[str]:
    return list(dict.fromkeys(_of(works.get(name), group) for name in names))


def _group(
    sheet: Sheet,
    row: int,
    group: str,
    values: Sequence[str],
    cells: AttributionCells,
    names: Sequence[str],
    works: Mapping[str, Workload],
) -> tuple[tuple[GroupCost, ...], int]:
    """Sums by one property of the workloads."""
    title = group.replace("_", " ")
    sheet.section(row, f"By {title}", 10)
    for column in range(9):
        words = {0: title.capitalize(), **dict(enumerate(_COLUMNS, 5))}.get(column, "")
        sheet.text(row + 1, column, words, "heading_right" if column > 4 else "heading")
    first, last = HEADER_ROWS + 2, HEADER_ROWS + 1 + len(names)
    keys = f"{sheet.name}!{address(first, 1 + GROUPS.index(group))}:{address(last, 1 + GROUPS.index(group))}"
    top = row + 2
    found = []
    for row, value in enumerate(values, top):
        label = sheet.text(row, 0, value, "wrap")
        own = []
        for column in range(4):
            members = [w for w in cells.rows if _of(works.get(w.name), group) == value]
            summed = float(sum(_cell(work, column).value for work in members))
            amounts = f"{address(first, 5 + column)}:{address(last, 5 + column)}"
            exact = f"({keys}={label.text})*{sheet.name}!{amounts}"
            figure = Formula(f"SUMPRODUCT({exact})", summed)
            own.append(sheet.put(row, 5 + column, figure, "label" if column == 3 else "formula"))
        found.append(GroupCost(value, tuple(own)))
    return tuple(found), top + len(values) + 2


def _charges(
    ctx: Context,
    sheet: Sheet,
    row: int,
    axis: Axis,
    cells: AttributionCells,
    works: Mapping[str, Workload],
) -> None:
    """The same money as charges, three a workload."""
    sheet.section(row, "Charges under FOCUS column names", 10)
    headings = (
        "ResourceName", "SubAccountName", "Tags", "ChargeCategory", "ChargeDescription", "ChargePeriodStart",
        "ChargePeriodEnd", "BillingCurrency", "BilledCost", "EffectiveCost", "ServiceCategory",
    )  # fmt: skip
    for column, words in enumerate(headings):
        sheet.text(
            row + 1,
            column,
            words,
            "heading_right" if column in (8, 9) else "heading_beside" if column == 10 else "heading",
        )
    shares = {} if ctx.result.unit_costs is None else {s.name: s for s in ctx.result.unit_costs.workloads}
    row += 2
    for work in cells.rows:
        effective = _effective(sheet, row, work, shares.get(work.name))
        for n, (words, billed) in enumerate(
            (("Direct", work.direct), ("Shared, in use", work.shared), ("Shared, idle capacity", work.idle))
        ):
            of = works.get(work.name)
            sheet.text(row, 0, work.name, "wrap")
            sheet.text(row, 1, _of(of, "project"), "wrap")
            sheet.text(row, 2, "; ".join(f"{g}={_of(of, g)}" for g in GROUPS[1:]) if of else "", "wrap")
            sheet.text(row, 3, "Usage")
            sheet.text(row, 4, words, "wrap")
            sheet.put(row, 5, axis.starts.at(0), "linked_left", "yyyy-mm-dd")
            sheet.put(row, 6, axis.ends.at(ctx.cash_periods - 1) + 1, "linked_left", "yyyy-mm-dd")
            sheet.text(row, 7, ctx.result.currency)
            sheet.put(row, 8, billed)
            if effective is not None:
                sheet.put(row, 9, effective[n])
            sheet.text(row, 10, "AI and Machine Learning", "beside_wrap")
            row += 1


def _effective(
    sheet: Sheet, row: int, work: WorkCost, share: CostShare | None
) -> tuple[Formula, Formula, Formula] | None:
    """Amortised cost as solved, the shared part split between use and idle as the cash is."""
    if share is None:
        return None
    direct = sheet.number(row, _MATRIX, share.direct.full)
    rest = sheet.number(row + 1, _MATRIX, share.cost.full - share.direct.full)
    idle = rest * ratio(work.idle, work.shared + work.idle)
    return direct, rest - idle, idle
