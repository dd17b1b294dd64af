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
from planner.report.grid import FIRST_PERIOD, HEADER_ROWS, A, B, E, F, G, PeriodRow, Sheet, address
from planner.report.profiles import Profile, profile_cell, profiles_of
from planner.report.register import name_of, serial
from planner.report.sheets.decisions import DecisionCells

WIDTHS = (9, 62, 20, 20, 16, 17, 12)


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


def write_axis(ctx: Context, constants: Constants) -> Axis:
    """The common time axis, at the top of CostCalc."""
    sheet = ctx.book["CostCalc"]
    calendar, n = ctx.result.calendar, ctx.cash_periods
    heads.columns(sheet, WIDTHS, n, heads.money_width(ctx))
    months = constants.period_months

    numbers = PeriodRow(sheet.name, 4, np.arange(1.0, n + 1))
    counted = [Formula("1", 1.0)] + [numbers.at(t) + 1 for t in range(n - 1)]
    sheet.put_periods(4, counted, "heading_right", "0")

    row = HEADER_ROWS
    sheet.section(row, "Time")
    starts_values = [serial(calendar.first_month(t)) for t in range(n)]
    starts = [
        Formula(f"EDATE({constants.start.text},({numbers.at(t).text}-1)*{months.text})", starts_values[t])
        for t in range(n)
    ]
    heads.item(sheet, row + 1, "First day of the period", "date", "calc")
    start_row = sheet.put_periods(row + 1, starts, "formula", styles.MONTH)
    ends = [
        Formula(f"EDATE({start_row.at(t).text},{months.text})-1", serial(calendar.first_month(t + 1)) - 1)
        for t in range(n)
    ]
    end_row = sheet.put_periods(3, ends, "heading_right", styles.MONTH)
    heads.item(sheet, row + 2, "Month number of the first month (12 a year)", "months", "calc")
    month_numbers = [
        Formula(
            f"12*YEAR({start_row.at(t).text})+MONTH({start_row.at(t).text})", calendar.first_month(t) + 1.0
        )
        for t in range(n)
    ]
    month_row = sheet.put_periods(row + 2, month_numbers, "formula", "0")
    years, end_years, row = _years(ctx, sheet, row + 3, constants, numbers)
    sheet.last_row = row
    return Axis(numbers, end_row, start_row, month_row, years, end_years)


def _years(
    ctx: Context, sheet: Sheet, row: int, constants: Constants, numbers: PeriodRow
) -> tuple[dict[str, PeriodRow], Formula, int]:
    """Years from the price base month, by timing class, and those of the horizon's end."""
    start, base = constants.start.text, constants.base.text
    heads.item(sheet, row, "Months from the price base month to the plan's start", "months", "calc")
    offset = sheet.put(
        row,
        E,
        Formula(
            f"12*(YEAR({start})-YEAR({base}))+MONTH({start})-MONTH({base})",
            float(ctx.result.calendar.base_offset_months),
        ),
        "formula",
        "0",
    )
    rows = {}
    for timing in Timing:
        row += 1
        heads.item(
            sheet,
            row,
            spoken("Years from the price base, {timing} class", timing=tr(timing.value)),
            "years",
            "calc",
        )
        share = sheet.put(row, E, constants.offsets[timing.value], "linked", styles.FINE)
        figures = [
            (offset + (numbers.at(t) - 1 + share) * constants.period_months) / 12
            for t in range(ctx.cash_periods)
        ]
        rows[timing.value] = sheet.put_periods(row, figures, "formula", styles.FINE)
    row += 1
    heads.item(sheet, row, "Years from the price base, end of the horizon", "years", "calc")
    figure = (offset + constants.periods * constants.period_months) / 12
    return rows, sheet.put(row, E, figure, "formula", styles.FINE), row


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
