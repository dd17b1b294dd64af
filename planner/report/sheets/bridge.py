"""Bridge: from doing the minimum to the plan by cost term, beside the other baselines."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from models.costing.basis import UNMET
from models.sizing.demand import MILLION
from models.terms import TERMS, CostTerm
from planner.messages import spoken, tr
from planner.report import styles
from planner.report.baseline import Baseline
from planner.report.breaking import broken
from planner.report.cells import ZERO, Formula, added, ratio, total
from planner.report.context import Check, Constants, Context
from planner.report.grid import HEADER_ROWS, LEAST_SCALE, Sheet
from planner.report.other_plans import OtherCells, worth
from planner.report.sheets import approved
from planner.report.sheets.cashflow import GROUPS
from planner.report.sheets.costcalc import CostCells
from planner.report.sheets.npv import NpvCells
from planner.report.sheets.waterfall import Ends, waterfall

WIDTHS = (40, 18, 18, 18, 18, 18, 18, 18)
_FIRST = "do-minimum"
_LINE_WIDTH = 170
GROUP_OF = {category: title for title, categories in GROUPS for category in categories}


@dataclass(frozen=True, slots=True)
class Compared:
    """A baseline's cell of cost (penalty left out), None where there is no such plan."""

    baseline: Baseline
    cost: Formula | None


@dataclass(frozen=True, slots=True)
class BridgeCells:
    """The plan's cost without the penalty for unmet work, the baselines, and the waterfall: cost of doing the
    minimum, changes by category, cost of the plan (empty without that baseline).
    """

    plan: Formula
    compared: tuple[Compared, ...]
    steps: tuple[tuple[str, Formula], ...] = ()


def write(
    ctx: Context,
    constants: Constants,
    costs: CostCells,
    npv: NpvCells,
    others: Mapping[str, OtherCells],
) -> BridgeCells:
    """Write cost by term of plan and baselines, the waterfall, and the steps from the last approved plan."""
    sheet = ctx.book["Bridge"]
    for column, width in enumerate(WIDTHS):
        sheet.width(column, column, width)
    sheet.tight()
    sheet.most_scale = LEAST_SCALE  # a table of all cost terms on a page
    cells, steps, row = _terms(ctx, sheet, HEADER_ROWS, npv, others, constants)
    row = _unmet(ctx, sheet, row)
    minimum = next((c for c in cells.compared if c.baseline.name == _FIRST and c.cost is not None), None)
    if minimum is not None and minimum.cost is not None:
        shown, row = waterfall(
            ctx,
            sheet,
            row + 1,
            "From do-minimum to the plan by category",
            Ends("From do-minimum to the plan", _FIRST, minimum.cost, "plan", cells.plan),
            {title: added(members) for title, members in steps.items()},
            constants,
            "every cost term is in one step",
        )
        cells = replace(cells, steps=shown)
    if ctx.comparison is not None:
        approved.write(ctx, sheet, row + 1, ctx.comparison, constants, costs, npv, others)
        return cells
    sheet.section(row + 1, "From the last approved plan to this one: price, demand, timing, scope", 6)
    sheet.text(row + 2, 0, "No earlier report was given: planner solve --previous report.xlsx.", "note")
    return cells


def _terms(
    ctx: Context,
    sheet: Sheet,
    row: int,
    npv: NpvCells,
    others: Mapping[str, OtherCells],
    constants: Constants,
) -> tuple[BridgeCells, dict[str, list[Formula]], int]:
    """One row a cost term; returns the differences from doing the minimum by category group."""
    found = [b for b in ctx.baselines if b.found]
    title = spoken(
        "Present value by cost term, {currency} (live; purple: as solved)", currency=ctx.result.currency
    )
    sheet.section(row, title, 6)
    headings = ("Cost term", *(b.name for b in found), "Plan (live)", "Plan less do-minimum")
    for column, words in enumerate(headings):
        sheet.text(row + 1, column, words, "heading_right" if column else "heading")
    first = row + 2
    plan_column = 1 + len(found)
    columns: list[list[float]] = [[] for _ in range(plan_column)]
    steps: dict[str, list[Formula]] = {}
    row = first
    for term in TERMS:
        named = term.name in npv.terms or any(term.name in b.terms for b in found)
        if term.name == UNMET or not named:
            continue
        priced = _baseline_cells(sheet, row, term, found, npv, others)
        live = sheet.put(row, plan_column, npv.terms.get(term.name, ZERO), "linked")
        for values, cell in zip(columns, [*priced.values(), live], strict=True):
            values.append(cell.value)
        if _FIRST in priced:
            step = sheet.put(row, plan_column + 1, live - priced[_FIRST], "label")
            steps.setdefault(GROUP_OF.get(term.category, "Compute"), []).append(step)
        row += 1
    sheet.text(row, 0, "Cost, unmet work left out", "total")
    sheet.kept.append((first - 2, row))
    sums = []
    for column, values in enumerate(columns, 1):
        figure = total(sheet.block(first, column, np.array(values).reshape(-1, 1))) if values else ZERO
        sums.append(sheet.put(row, column, figure, "total"))
    costs = {b.name: cell for b, cell in zip(found, sums[:-1], strict=True)}
    compared = tuple(Compared(b, costs.get(b.name)) for b in ctx.baselines)
    if found:
        row += 1
        sheet.text(row, 0, "The same as solved")
    for column, b in enumerate(found, 1):
        solved = sheet.number(row, column, b.cost)
        ctx.book.name(f"cost_{b.name.replace('-', '_')}", costs[b.name])
        ctx.checks.append(
            Check(
                spoken("Cost of {plan}: live = as solved", plan=tr(b.name)),
                costs[b.name],
                solved,
                constants.money_tolerance,
                sheet.name,
                "without edits the formulas price the plan to compare with as it was solved",
                "RE-PRICED",
            )
        )
    return BridgeCells(sums[-1], compared), steps, row + 1


def _baseline_cells(
    sheet: Sheet,
    row: int,
    term: CostTerm,
    found: Sequence[Baseline],
    npv: NpvCells,
    others: Mapping[str, OtherCells],
) -> dict[str, Formula]:
    """A term's present value in each baseline: live where its quantities stand on Decisions."""
    sheet.text(row, 0, term.title)
    cells = {}
    for column, b in enumerate(found, 1):
        amounts = others[b.name].terms.get(term.name) if b.name in others else None
        if amounts is None:
            cells[b.name] = sheet.number(row, column, b.terms.get(term.name, 0.0))
        else:
            figure = worth(term, amounts, npv.factors, npv.at_end)
            cells[b.name] = sheet.put(row, column, figure, "linked")
    return cells


def _unmet(ctx: Context, sheet: Sheet, row: int) -> int:
    """What the baselines leave undone, how near to their best they are, and which do not exist."""
    if not ctx.baselines:
        sheet.text(row, 0, "Baselines were not solved (--no-baselines).", "note")
        return row + 1
    found = [b for b in ctx.baselines if b.found]
    sheet.text(row, 0, "Unmet work, EFLOP")
    for column, baseline in enumerate(found, 1):
        sheet.number(row, column, baseline.unmet_eflop, "solved", styles.RATE)
    for unit in dict.fromkeys(unit for baseline in found for unit in baseline.unserved):
        row += 1
        sheet.text(row, 0, spoken("Unmet, million {unit}", unit=tr(unit)))
        for column, baseline in enumerate(found, 1):
            sheet.number(row, column, baseline.unserved.get(unit, 0.0) / MILLION, "solved", styles.RATE)
    row += 1
    sheet.text(row, 0, "Gap to the best of its kind")
    for column, baseline in enumerate(found, 1):
        sheet.number(row, column, baseline.gap, "solved", styles.FINE_SHARE)
    row += 1
    for baseline in ctx.baselines:
        words = tr(baseline.what) if baseline.found else f"{tr(baseline.what)}. {_why(baseline)}"
        for line in broken(f"{tr(baseline.name)}: {words}", _LINE_WIDTH):
            sheet.text(row, 0, line, "note")
            row += 1
    return row


def _why(baseline: Baseline) -> str:
    """Why there is no such plan: every limit in the way."""
    return "; ".join(baseline.reasons) if baseline.reasons else baseline.why


def against(plan: Formula, other: Formula) -> tuple[Formula, Formula]:
    """What the plan saves, in money and as a share of the other cost."""
    return other - plan, ratio(other - plan, other)
