"""Bridge, lower part: from the last approved plan to this one by price, demand, timing, scope, version.

One row a cost term and decision (see `planner.analyse.previous` for the figures): what the other report says
is pasted; what this workbook prices is live. The steps of a row are sums and differences of its cells, so
that they add up to the difference of the two plans.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from models.terms import TERM
from planner.messages import spoken, tr
from planner.report.cells import ZERO, Formula, added, ratio, total
from planner.report.context import Check, Constants, Context
from planner.report.grid import PeriodRow, Sheet
from planner.report.other_plans import OtherCells, worth
from planner.report.previous import APPROVED, COMMON, STEPS, ComparedLine, Comparison, Step
from planner.report.sheets.costcalc import CostCells
from planner.report.sheets.npv import NpvCells
from planner.report.sheets.waterfall import Ends, height, waterfall

LAST = 7
"""Last printed column."""
_TITLES: Mapping[Step, str] = {
    "price": "Price",
    "demand": "Demand and quantity",
    "timing": "Timing",
    "scope": "Scope",
    "model version": "Model version",
}
_HEADINGS = (
    "Cost term and decision",
    "Last approved",
    "The same from this plan's start on",
    "at its prices on these periods",
    "owed for earlier decisions",
    "Its quantities at these prices",
    "This plan, periods of both",
    "This plan",
    "Its quantity",
    "This quantity",
    "This plan at its quantity",
    *_TITLES.values(),
)
_NOTES = (
    "Price: the approved quantities at this plan's prices and discount rate. Timing: the same total quantity "
    "at other dates, time passed, payment dates.",
    "Demand and quantity: more or less of the same. Scope: places, systems, offers, workloads, periods that "
    "only one plan has. Model version: terms and formulas of another version.",
    "Purple: as the approved report says, or priced as solved. The rest is live. Line by line below, not "
    "printed.",
)


@dataclass(frozen=True, slots=True)
class _Source:
    """What the live cells of a row are made of."""

    costs: CostCells
    npv: NpvCells
    approved: OtherCells | None
    common: OtherCells | None


def write(
    ctx: Context,
    sheet: Sheet,
    row: int,
    found: Comparison,
    constants: Constants,
    costs: CostCells,
    npv: NpvCells,
    others: Mapping[str, OtherCells],
) -> None:
    """Write the table by cost term, the waterfall, and below the print the table by line."""
    source = _Source(costs, npv, others.get(APPROVED), others.get(COMMON))
    terms = list(dict.fromkeys(line.term for line in found.lines))
    previous = found.previous
    title = spoken(
        "From the last approved plan to this one, present value, {currency}", currency=ctx.result.currency
    )
    sheet.section(row, title, LAST)
    sheet.text(
        row + 1,
        0,
        spoken(
            "Last approved: {plan}, version {version}, run {run}, {file}",
            plan=previous.plan_name, version=previous.plan_version, run=previous.run_id, file=previous.file,
        ),
        "note",
    )
    headings = ("Cost term", "Last approved", *_TITLES.values(), "This plan")
    for column, words in enumerate(headings):
        sheet.text(row + 2, column, words, "heading_right" if column else "heading")
    first = row + 3
    sums = first + len(terms)
    chart_at = sums + len(_NOTES) + 2
    lines_at = chart_at + height(len(STEPS)) + 2
    by_term = _lines(ctx, sheet, lines_at, found, source)
    columns: list[list[Formula]] = [[] for _ in headings[1:]]
    for row, term in enumerate(terms, first):
        sheet.text(row, 0, term)
        for column, cell in enumerate(by_term[term], 1):
            kind = "label" if column == len(headings) - 1 else "formula"
            columns[column - 1].append(sheet.put(row, column, cell, kind))
    sheet.text(sums, 0, "Cost, present value, with unmet work", "total")
    totals = []
    for column, cells in enumerate(columns, 1):
        values = np.array([[cell.value] for cell in cells])
        figure = total(sheet.block(first, column, values)) if cells else ZERO
        totals.append(sheet.put(sums, column, figure, "total"))
    sheet.kept.append((first - 3, sums))
    for at, words in enumerate(_NOTES, sums + 1):
        sheet.text(at, 0, words, "note")
    changes = dict(zip(_TITLES.values(), totals[1:-1], strict=True))
    title = "From the last approved plan to this one"
    ends = Ends(title, "last approved plan", totals[0], "this plan", totals[-1])
    waterfall(
        ctx,
        sheet,
        chart_at,
        "From the last approved plan to this one by cause",
        ends,
        changes,
        constants,
        "every difference is in one step",
    )
    _names(ctx, totals)
    _checks(ctx, sheet, found, totals, constants, npv)
    sheet.print_rows, sheet.print_columns = lines_at - 2, LAST


def _names(ctx: Context, totals: Sequence[Formula]) -> None:
    names = ("last_approved_cost", *(f"bridge_{step.replace(' ', '_')}" for step in STEPS))
    for name, cell in zip(names, totals, strict=False):
        ctx.book.name(name, cell)


def _checks(
    ctx: Context,
    sheet: Sheet,
    found: Comparison,
    totals: Sequence[Formula],
    constants: Constants,
    npv: NpvCells,
) -> None:
    ctx.checks += [
        Check(
            "Bridge: last approved plan + steps = cost of this plan",
            added(totals[:-1]),
            npv.live,
            constants.money_tolerance,
            sheet.name,
            "price, demand, timing, scope and model version explain the whole difference",
        ),
        Check(
            "Bridge: all decisions of this plan are compared",
            totals[-1],
            npv.live,
            constants.money_tolerance,
            sheet.name,
            spoken(
                "each cost line is in one row of the comparison with run {run}", run=found.previous.run_id
            ),
        ),
    ]


def _lines(
    ctx: Context, sheet: Sheet, row: int, found: Comparison, source: _Source
) -> dict[str, list[Formula]]:
    """One row a line; gives back last approved, the steps and this plan by cost term."""
    sheet.section(row, "Line by line (not printed)", len(_HEADINGS) - 1)
    for column, words in enumerate(_HEADINGS):
        sheet.text(row + 1, column, words, "heading_right" if column else "heading")
    sheet.height(row + 1, 42)
    sheet.width(LAST + 1, len(_HEADINGS) - 1, 18)
    by_term: dict[str, list[Formula]] = {}
    row += 2
    members: dict[str, list[ComparedLine]] = {}
    for line in found.lines:
        members.setdefault(line.term, []).append(line)
    shown = (1, *range(len(_HEADINGS) - len(STEPS), len(_HEADINGS)), LAST)
    for term, lines in members.items():
        first = row
        cells = []
        for line in lines:
            cells.append(_line(ctx, sheet, row, line, source))
            row += 1
        by_term[term] = [
            total(sheet.block(first, column, np.array([[own[column].value] for own in cells])))
            for column in shown
        ]
    return by_term


def _line(
    ctx: Context, sheet: Sheet, row: int, line: ComparedLine, source: _Source
) -> dict[int, Formula]:
    """The cells of a line by column."""
    sheet.text(row, 0, f"{tr(line.term)}: {line.words}")
    cells: dict[int, Formula] = {}
    for column, value in enumerate((line.stated, line.dated, line.old, line.before), 1):
        cells[column] = sheet.number(row, column, value)
    figures = _worths(ctx, line, source, cells[2])
    for column, figure in enumerate(figures, 5):
        cells[column] = sheet.put(row, column, figure, "linked")
    stated, dated, old, before, new, common, now, quantity, own = (cells[column] for column in range(1, 10))
    moved = ratio(common * quantity, own)
    text = f"IF({own.text}=0,{new.text},{common.text}*{quantity.text}/{own.text})"
    cells[10] = sheet.put(row, 10, Formula(text, moved.value if own.value else new.value))
    changes = {
        "price": new + before - old,
        "demand": common - cells[10],
        "timing": dated - stated - before + cells[10] - new,
        "scope": now - common,
    }
    changes[line.structure] = changes.get(line.structure, ZERO) + old - dated
    if line.whole is not None:
        changes = {line.whole: now - stated}
    for column, step in enumerate(STEPS, 11):
        cells[column] = sheet.put(row, column, changes.get(step, ZERO))
    return cells


def _worths(ctx: Context, line: ComparedLine, source: _Source, dated: Formula) -> list[Formula]:
    """The approved quantities at these prices, this plan in the periods of both, this plan; quantities."""
    term = next((term for term in TERM.values() if term.title == line.term), None)
    factors, at_end = source.npv.factors, source.npv.at_end
    if term is None:
        return [dated, ZERO, ZERO, ZERO, ZERO]
    result = ctx.result
    now = added(
        worth(term, _amounts(ctx, source.costs.rows[n], n), factors, at_end) for n in line.lines
    )
    common = now
    own = ZERO
    if line.lines:
        key = result.lines[line.lines[0]].line.activity
        rows = ctx.decisions if source.common is None else source.common.quantities
        own = total(rows[key].block(0, ctx.periods - 1))
        if source.common is not None:
            common = added(worth(term, source.common.lines[n], factors, at_end) for n in line.lines)
    if not line.priced:
        return [dated, common, now, ZERO, own]
    assert source.approved is not None
    new = added(worth(term, source.approved.lines[n], factors, at_end) for n in line.priced)
    plan = next(plan for plan in ctx.others if plan.name == APPROVED)
    quantity = total(source.approved.quantities[plan.lines[line.priced[0]].line.activity].block())
    return [new, common, now, quantity, own]


def _amounts(ctx: Context, row: int, number: int) -> PeriodRow:
    return PeriodRow("CostCalc", row, ctx.result.lines[number].amounts)
