"""Decisions: the optimiser's values, pasted, one row an activity, with a checksum against later changes."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from models.activities import KIND, KINDS, ActivityKind
from models.matrix import Key
from models.results import PlanResult
from planner.report import heads, styles
from planner.report.cells import (
    ZERO,
    Block,
    FloatArray,
    Formula,
    Words,
    added,
    flag,
    smallest,
    sumproduct,
    total,
)
from planner.report.context import Axis, Check, Constants, Context
from planner.report.grid import FIRST_PERIOD, HEADER_ROWS, A, B, C, D, E, F, G, PeriodRow, Sheet, address

HEADINGS = ("id", "plan", "type", "where", "item", "unit", "checksum as solved")
WIDTHS = (9, 8, 26, 22, 40, 18, 15)


@dataclass(frozen=True, slots=True)
class DecisionRow:
    """A row of quantities: its id, values, live checksum, and 1 where that differs from the one solved."""

    id: Words
    values: PeriodRow
    checksum: Formula
    changed: Formula


@dataclass(frozen=True, slots=True)
class DecisionCells:
    """Ids of the rows by activity, and the block of all values."""

    ids: dict[Key, Words]
    first_row: int
    last_row: int


def ordered(keys: list[Key]) -> list[Key]:
    """Activities in the order of their kinds; within a kind as given."""
    rank = {kind.name: i for i, kind in enumerate(KINDS)}
    return sorted(keys, key=lambda key: rank[key.kind])


def item_of(key: Key) -> str:
    """The index without the location, in words."""
    name, index = key
    return " · ".join(str(part) for i, part in enumerate(index) if i != KIND[name].where) or "plan"


def where_of(key: Key) -> str:
    """The location of an activity; `plan` where it has none."""
    name, index = key
    where = KIND[name].where
    return "plan" if where is None else str(index[where])


def all_activities(result: PlanResult) -> dict[Key, FloatArray]:
    """Activities with their values by period; those that a cost line names and the plan leaves out are 0."""
    found = dict(result.activities)
    for priced in result.lines:
        found.setdefault(priced.line.activity, np.zeros(result.calendar.periods))
    return found


def write(ctx: Context, axis: Axis, constants: Constants) -> DecisionCells:
    """Write all activities; fills `ctx.decisions`."""
    sheet = ctx.book["Decisions"]
    heads.columns(sheet, WIDTHS, ctx.cash_periods, 13, HEADINGS)
    heads.time_axis(sheet, axis, ctx.cash_periods)
    live_column = FIRST_PERIOD + ctx.cash_periods
    sheet.width(live_column, live_column + 1, 16)
    sheet.text(4, live_column, "checksum live", "heading")
    sheet.text(4, live_column + 1, "changed", "heading")

    row = HEADER_ROWS
    ids: dict[Key, Words] = {}
    solved, rows_of_kind = [], dict[str, list[int]]()
    activities = all_activities(ctx.result)
    for key in ordered(list(activities)):
        name = f"D{len(ids) + 1:05d}"
        written = write_row(ctx, sheet, row, name, "plan", key, activities[key], axis.numbers, constants)
        ids[key], ctx.decisions[key] = written.id, written.values
        solved.append(written.checksum.value)
        rows_of_kind.setdefault(key.kind, []).append(row)
        row += 1
    cells = DecisionCells(ids, HEADER_ROWS, row - 1)
    if ids:
        sheet.worksheet.autofilter(4, 0, row - 1, live_column + 1)
        _totals(ctx, sheet, cells, np.array(solved), constants)
        _sanity(ctx, sheet, rows_of_kind, constants)
    return cells


def write_row(
    ctx: Context,
    sheet: Sheet,
    row: int,
    name: str,
    plan: str,
    key: Key,
    values: FloatArray,
    numbers: PeriodRow,
    constants: Constants,
) -> DecisionRow:
    """An activity's quantities with their checksum, pasted and live. numbers: those of the periods."""
    kind = KIND[key.kind]
    stored = as_stored(values)
    id_ = sheet.text(row, A, name)
    for column, words in ((B, plan), (C, kind.title), (F, kind.unit)):
        sheet.text(row, column, words)
    for column, words in ((D, where_of(key)), (E, item_of(key))):
        sheet.typed(row, column, words)  # a later report finds the decision by them
    cells = _values(sheet, row, stored, kind)
    padded = np.zeros(ctx.cash_periods)
    padded[: len(stored)] = stored
    block = PeriodRow(sheet.name, row, padded).block()
    summed = checksum(block, numbers.fixed(), constants.checksum_modulus)
    column = FIRST_PERIOD + ctx.cash_periods
    live = sheet.put(row, column, summed, "formula", "0.00")
    pasted = sheet.number(row, G, live.value, "solved", "0.00")
    return DecisionRow(id_, cells, live, _changed(sheet, row, column + 1, live, pasted, constants))


def as_stored(values: FloatArray) -> FloatArray:
    """Values with the 16 digits that the file holds: a checksum must be of these."""
    return np.array([float(f"{value:.16G}") for value in values])


def checksum(values: Block, periods: Block, modulus: Formula) -> Formula:
    """Sum of each value's remainder times its period and of its quotient times the next period.

    Splitting by the modulus keeps the sum small: one unit more shows even in a value of 1e13.
    """
    quotient = np.floor(values.values / modulus.value)
    remainder = values.values - modulus.value * quotient
    parts = f"INT({values.text}/{modulus.text})"
    text = (
        f"SUMPRODUCT({values.text}-{modulus.text}*{parts},{periods.text})"
        f"+SUMPRODUCT({parts},{periods.text}+1)"
    )
    value = float(remainder @ periods.values + quotient @ (periods.values + 1))
    return Formula(text, value, 0)


def _values(sheet: Sheet, row: int, values: FloatArray, kind: ActivityKind) -> PeriodRow:
    number = styles.COUNT if kind.whole else '#,##0.##;-#,##0.##;"–"'
    return sheet.numbers(row, values, "solved", number)


def _changed(
    sheet: Sheet, row: int, column: int, live: Formula, pasted: Formula, constants: Constants
) -> Formula:
    tolerance = f"{constants.checksum_tolerance.text}*MAX(1,ABS({pasted.text}))"
    differs = flag(f"ABS({live.text}-{pasted.text})>{tolerance}", False)
    return sheet.put(row, column, differs, "formula", styles.COUNT)


def _totals(
    ctx: Context, sheet: Sheet, cells: DecisionCells, checksums: FloatArray, constants: Constants
) -> None:
    """Row counts and checksums under the list."""
    first, last, row = cells.first_row, cells.last_row, cells.last_row + 2
    live_column = FIRST_PERIOD + ctx.cash_periods
    live = sheet.block(first, live_column, checksums.reshape(-1, 1))
    changed = sheet.block(first, live_column + 1, np.zeros((len(checksums), 1)))
    excel_rows = np.arange(first + 1, last + 2, dtype=np.float64).reshape(-1, 1)
    weighted = sumproduct(live, Block(f"ROW({live.text})", excel_rows))
    ids = f"{sheet.name}!{address(first, A)}:{address(last, A)}"
    sheet.text(row, E, "Checksum weighted by row and column", "label")
    total_live = sheet.put(row, live_column, weighted, "total", "0.00")
    total_solved = sheet.number(row, G, weighted.value, "solved", "0.00")
    count_changed = sheet.put(row, live_column + 1, total(changed), "total", styles.COUNT)
    sheet.text(row + 1, E, "Number of rows", "label")
    counted = sheet.put(
        row + 1, live_column, Formula(f"COUNTA({ids})", len(checksums)), "total", styles.COUNT
    )
    pasted = sheet.number(row + 1, G, len(checksums), "solved", styles.COUNT)
    upper = f"{sheet.name}!{address(first, A)}:{address(last - 1, A)}"
    lower = f"{sheet.name}!{address(first + 1, A)}:{address(last, A)}"
    distinct = Formula(f"1+SUMPRODUCT(({lower}>{upper})*1)", len(checksums), 0) if last > first else counted
    ctx.checks += [
        Check(
            "Decisions unchanged since the solve, row by row",
            count_changed,
            ZERO,
            constants.count_tolerance,
            sheet.name,
            "no quantity was typed over, those that cost nothing included",
        ),
        Check(
            "Checksum of decisions, weighted by row and column",
            total_live,
            total_solved,
            Formula(
                f"{constants.checksum_tolerance.text}*ABS({total_solved.text})",
                constants.checksum_tolerance.value * abs(total_solved.value),
            ),
            sheet.name,
            "no quantity moved to another row or period",
        ),
        Check(
            "Rows of Decisions",
            counted,
            pasted,
            constants.count_tolerance,
            sheet.name,
            "no activity was removed or added",
        ),
        Check(
            "Each decision stands once",
            distinct,
            counted,
            constants.count_tolerance,
            sheet.name,
            "ids rise strictly from row to row, so none repeats",
        ),
    ]


def _sanity(ctx: Context, sheet: Sheet, rows_of_kind: dict[str, list[int]], constants: Constants) -> None:
    """No negative quantity; whole numbers where the kind counts things."""
    activities = all_activities(ctx.result)
    everything = [v for values in activities.values() for v in values]
    first = min(min(rows) for rows in rows_of_kind.values())
    last = max(max(rows) for rows in rows_of_kind.values())
    right = FIRST_PERIOD + ctx.periods - 1
    lowest = Block(
        f"{sheet.name}!{address(first, FIRST_PERIOD)}:{address(last, right)}", np.array(everything)
    )
    parts = []
    for name, rows in rows_of_kind.items():
        if KIND[name].whole:
            cells = f"{sheet.name}!{address(rows[0], FIRST_PERIOD)}:{address(rows[-1], right)}"
            values = np.concatenate([v for k, v in activities.items() if k.kind == name])
            apart = float(np.abs(values - np.round(values)).sum())
            parts.append(Formula(f"SUMPRODUCT(ABS({cells}-ROUND({cells},0)))", apart))
    ctx.checks += [
        Check(
            "No negative quantity",
            smallest(lowest),
            ZERO,
            constants.count_tolerance,
            sheet.name,
            "the least of all decisions is not below 0",
            at_least=True,
        ),
        Check(
            "Whole things are whole numbers",
            added(parts),
            ZERO,
            constants.count_tolerance,
            sheet.name,
            "orders, blocks, runs and signatures carry no fraction",
        ),
    ]
