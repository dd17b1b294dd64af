"""CostCalc: decision x price x escalation x flag, one row a cost line, direct references."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from models.costing.evaluate import PricedLine
from models.costing.line import CostLine
from models.finance.discounting import Timing
from models.plan.values import FieldRef
from models.terms import TERMS, CostTerm
from planner.messages import spoken, tr
from planner.report import heads, styles
from planner.report.cells import Block, Formula, smallest, total
from planner.report.context import Axis, Check, Constants, Context
from planner.report.cost_pools import CostPools
from planner.report.formulas import IndexName, LineCells, factor_cell, index_name, rate_formula, windows
from planner.report.grid import FIRST_PERIOD, A, B, E, F, G, PeriodRow, Sheet, address
from planner.report.profiles import Profile, profile_cell, profiles_of
from planner.report.register import name_of
from planner.report.sheets.decisions import DecisionCells


@dataclass(frozen=True, slots=True)
class TermBlock:
    """The contiguous rows of one cost term, with the sum of their amounts by cash period."""

    term: CostTerm
    first_row: int
    last_row: int
    lines: tuple[PricedLine, ...]


@dataclass(frozen=True, slots=True)
class CostCells:
    """Term blocks in the order of the terms; cells, row and cash of each line of result.lines.

    indices, profiles: rows of price indices and profiles, those of other plans' lines included
    """

    blocks: tuple[TermBlock, ...]
    lines: Mapping[int, LineCells]
    rows: Mapping[int, int]
    totals: Mapping[int, Formula]
    total: Formula
    indices: Mapping[IndexName, PeriodRow]
    profiles: Mapping[Profile, PeriodRow]
    pool_ids: Block
    all_totals: Block
    """Columns of the lines' cost pools and of their totals, from the first line to the last."""


def write(
    ctx: Context, axis: Axis, constants: Constants, decisions: DecisionCells, pools: CostPools
) -> CostCells:
    """Write price indices, profiles and all cost lines, term by term; column G names the cost pool."""
    sheet = ctx.book["CostCalc"]
    row = sheet.last_row + 2
    indices, row = _indices(ctx, sheet, row, axis)
    profiles, row = _profiles(ctx, sheet, row)
    lines: dict[int, LineCells] = {}
    totals: dict[int, Formula] = {}
    rows: dict[int, int] = {}
    blocks = []
    count = 0
    for term in TERMS:
        numbered = [(i, p) for i, p in enumerate(ctx.result.lines) if p.line.term == term.name]
        if not numbered:
            continue
        sheet.section(
            row,
            spoken(
                "{term} ({nature}, {timing} class)",
                term=tr(term.title),
                nature=tr(term.nature),
                timing=tr(term.timing.value),
            ),
        )
        first = row + 1
        for row, (i, priced) in enumerate(numbered, first):
            count += 1
            rows[i] = row
            sheet.text(row, G, pools.of_line.get(i, ""))
            activity = priced.line.activity
            lines[i], _, totals[i] = write_line(
                ctx, sheet, row, f"L{count:05d}", priced, indices, profiles,
                ctx.decisions[activity], decisions.ids[activity].value,
            )  # fmt: skip
        blocks.append(TermBlock(term, first, row, tuple(p for _, p in numbered)))
        row += 2
    everything = _totals(ctx, sheet, row, blocks, count, constants)
    first, last = (min(rows.values()), max(rows.values())) if rows else (row, row)
    ids, sums = (
        Block(f"{sheet.name}!{address(first, column)}:{address(last, column)}", np.zeros(0))
        for column in (G, F)
    )
    return CostCells(tuple(blocks), lines, rows, totals, everything, indices, profiles, ids, sums)


def _indices(ctx: Context, sheet: Sheet, row: int, axis: Axis) -> tuple[dict[IndexName, PeriodRow], int]:
    needed: dict[IndexName, CostLine] = {}
    for priced in ctx.priced:
        name = index_name(priced.line)
        if name is not None:
            needed.setdefault(name, priced.line)
    if not needed:
        return {}, row
    sheet.section(row, "Price indices: (1 + change a year) ^ years from the price base")
    made: dict[IndexName, PeriodRow] = {}
    top = row + 1
    for row, (name, line) in enumerate(needed.items(), top):
        ref, _, when = name
        assert line.growth is not None
        heads.item(
            sheet, row, f"{name_of(ref)} ({tr(when.replace('_', ' '))})", "index", ctx.origin.get(ref, "calc")
        )
        growth = sheet.put(row, E, factor_cell(line.growth, ctx.live), "linked", styles.FINE_SHARE)
        if when == "lower_at_end":
            at_end = (1 + growth) ** axis.end_years
            figures = [
                smallest((1 + growth) ** axis.years[Timing.START.value].at(t), at_end)
                for t in range(ctx.cash_periods)
            ]
        else:
            figures = [(1 + growth) ** axis.years[when].at(t) for t in range(ctx.cash_periods)]
        made[name] = sheet.put_periods(row, figures, "formula", styles.FACTOR)
    return made, row + 2


def _profiles(ctx: Context, sheet: Sheet, row: int) -> tuple[dict[Profile, PeriodRow], int]:
    needed = profiles_of(ctx.priced)
    if not needed:
        return {}, row
    sheet.section(row, "Profiles: share of a period covered, or of a price left at resale")
    made = {}
    top = row + 1
    for row, (profile, (number, line)) in enumerate(needed.items(), top):
        heads.item(
            sheet,
            row,
            spoken(
                "Profile {number}: {term}, {item}",
                number=number,
                term=tr(line.cost_term.title),
                item=line.item,
            ),
            "share",
            "Assumptions",
        )
        figures = [profile_cell(ctx.live, number, profile, t) for t in range(ctx.cash_periods)]
        made[profile] = sheet.put_periods(row, figures, "linked", styles.FACTOR)
    return made, row + 2


def write_line(
    ctx: Context,
    sheet: Sheet,
    row: int,
    name: str,
    priced: PricedLine,
    indices: Mapping[IndexName, PeriodRow],
    profiles: Mapping[Profile, PeriodRow],
    decision: PeriodRow,
    decision_id: str,
) -> tuple[LineCells, PeriodRow, Formula]:
    """A line's row: its cells, its amounts by cash period, their sum."""
    line = priced.line
    sheet.text(row, A, name)
    what = f"{tr(line.item)}, {line.location} ({decision_id})"
    heads.item(sheet, row, what, ctx.result.currency, _source(line, ctx.origin))
    sheet.put(row, E, rate_formula(line, ctx.live), "formula", styles.FINE)
    growth = index_name(line)
    cells = LineCells(
        line=line,
        rate=f"{sheet.name}!$E{row + 1}",
        windows=windows(line, ctx.live),
        decision=decision,
        index=None if growth is None else indices[growth],
        profile=None if line.profile is None else profiles[line.profile],
    )
    own = f"{sheet.name}!"
    form = sheet.style.get("formula", styles.MONEY)
    write_formula = sheet.worksheet.write_formula
    for period, amount in enumerate(priced.amounts):
        text = cells.amount_text(period).replace(own, "")
        write_formula(row, FIRST_PERIOD + period, f"={text}", form, float(amount))
    amounts = PeriodRow(sheet.name, row, priced.amounts)
    return cells, amounts, sheet.put(row, F, total(amounts.block()), "label")


def _source(line: CostLine, origin: Mapping[FieldRef, str]) -> str:
    return next((origin[f.ref] for f in line.factors if f.ref in origin), "calc")


def _totals(
    ctx: Context, sheet: Sheet, row: int, blocks: list[TermBlock], count: int, constants: Constants
) -> Formula:
    """Total of all lines, and how many there are."""
    sheet.text(row, B, "All lines", "label")
    ranges = ",".join(f"{sheet.name}!{address(b.first_row, F)}:{address(b.last_row, F)}" for b in blocks)
    value = float(sum(p.amounts.sum() for b in blocks for p in b.lines))
    summed = Formula(f"SUM({ranges})" if blocks else "0", value)
    everything = sheet.put(row, F, summed, "total")
    ids = ",".join(f"{sheet.name}!{address(b.first_row, A)}:{address(b.last_row, A)}" for b in blocks)
    sheet.text(row + 1, B, "Number of lines", "label")
    counted = sheet.put(
        row + 1, F, Formula(f"COUNTA({ids})" if blocks else "0", count), "total", styles.COUNT
    )
    sheet.text(row + 2, B, "Number of lines as solved", "label")
    solved = sheet.number(row + 2, F, count, "solved", styles.COUNT)
    ctx.checks.append(
        Check(
            "Rows of CostCalc",
            counted,
            solved,
            constants.count_tolerance,
            sheet.name,
            "no cost line was removed or added",
        )
    )
    return everything


def line_sum(block: TermBlock, period: int) -> Formula:
    """Sum of a term's rows in a cash period."""
    letter = PeriodRow.letters(period)
    value = float(sum(p.amounts[period] for p in block.lines))
    return Formula(f"SUM(CostCalc!{letter}{block.first_row + 1}:{letter}{block.last_row + 1})", value)
