"""Quantities of other plans, priced by this report's own formulas: baselines, the last approved plan."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from models.activities import KIND
from models.costing.evaluate import PricedLine
from models.costing.line import CostLine
from models.matrix import Key
from models.plan.values import FieldRef
from models.results import PlanResult
from models.terms import TERMS, CostTerm
from planner.messages import spoken, tr
from planner.report import styles
from planner.report.cells import ZERO, FloatArray, Formula, sumproduct, total
from planner.report.context import Check, Constants, Context
from planner.report.grid import FIRST_PERIOD, A, B, C, D, E, PeriodRow, Sheet
from planner.report.other_plan import OtherPlan
from planner.report.register import all_factors, factors_of
from planner.report.sheets.costcalc import CostCells, write_line
from planner.report.sheets.decisions import item_of, ordered, where_of, write_row


@dataclass(frozen=True, slots=True)
class OtherCells:
    """Cells of another plan on Decisions and CostCalc.

    quantities: by activity · lines: amounts by cash period, by number in the plan's lines · terms: the same
    summed by cost term
    """

    quantities: Mapping[Key, PeriodRow]
    lines: Mapping[int, PeriodRow]
    terms: Mapping[str, PeriodRow]


def repriceable(
    result: PlanResult, plans: Sequence[OtherPlan], priced: Sequence[OtherPlan] = ()
) -> tuple[OtherPlan, ...]:
    """The plans with the cost terms that live figures can price, amounts on this plan's cash periods.

    priced: plans whose lines are of this plan's input, and need no such test

    A term is left out where one of its lines rests on another value of a figure than this plan does, or
    pays past this plan's cash periods: no live cell could price both.
    """
    lines = (*result.lines, *(line for plan in priced for line in plan.lines))
    known = {factor.ref: factor.value for factor in all_factors(lines, result)}
    return tuple(_repriceable(plan, known, result.calendar.cash_periods) for plan in plans)


def _repriceable(plan: OtherPlan, known: dict[FieldRef, float], periods: int) -> OtherPlan:
    kept: list[PricedLine] = []
    for term in dict.fromkeys(priced.line.term for priced in plan.lines):
        members = [priced for priced in plan.lines if priced.line.term == term]
        figures: dict[FieldRef, float] = {}
        agree = all(
            known.get(ref, value) == value and figures.setdefault(ref, value) == value
            for priced in members
            for ref, value in _figures(priced.line)
        )
        if agree and not any(priced.amounts[periods:].any() for priced in members):
            known |= figures
            kept += [replace(p, amounts=_fitted(p.amounts, periods)) for p in members]
    return replace(plan, lines=tuple(kept))


def _figures(line: CostLine) -> list[tuple[FieldRef, float]]:
    return [(factor.ref, factor.value) for factor in factors_of(line)]


def _fitted(amounts: FloatArray, periods: int) -> FloatArray:
    fitted = np.zeros(periods)
    fitted[: min(periods, len(amounts))] = amounts[:periods]
    return fitted


def write(
    ctx: Context, constants: Constants, numbers: PeriodRow, costs: CostCells
) -> dict[str, OtherCells]:
    """Write the quantities below Decisions and the priced lines below CostCalc; cells by the plan's name.

    numbers: those of the periods
    """
    return {
        plan.name: _plan(ctx, constants, numbers, costs, mark, plan)
        for mark, plan in enumerate(ctx.others, 1)
        if plan.lines
    }


def _plan(
    ctx: Context, constants: Constants, numbers: PeriodRow, costs: CostCells, mark: int, plan: OtherPlan
) -> OtherCells:
    quantities, ids = _quantities(ctx, constants, numbers, mark, plan)
    sheet = ctx.book["CostCalc"]
    row = sheet.last_row + 2
    names = {"title": tr(plan.title), "plan": tr(plan.name)}
    sheet.section(row, spoken("{title}: {plan}, priced by the live figures of this report", **names))
    lines: dict[int, PeriodRow] = {}
    terms: dict[str, PeriodRow] = {}
    for term in TERMS:
        members = [(n, priced) for n, priced in enumerate(plan.lines) if priced.line.term == term.name]
        if not members:
            continue
        first = row + 1
        for row, (number, priced) in enumerate(members, first):
            mine = ids[priced.line.activity]
            lines[number] = write_line(
                ctx, sheet, row, f"P{mark}-{number + 1:05d}", priced, costs.indices, costs.profiles,
                quantities[priced.line.activity], mine,
            )[1]  # fmt: skip
        row += 1
        terms[term.name] = _sum(ctx, sheet, row, f"{tr(plan.name)}: {tr(term.title)}", first, members)
    return OtherCells(quantities, lines, terms)


def _quantities(
    ctx: Context, constants: Constants, numbers: PeriodRow, mark: int, plan: OtherPlan
) -> tuple[dict[Key, PeriodRow], dict[Key, str]]:
    """Quantities of the activities that the lines price, pasted, each with its checksum."""
    sheet = ctx.book["Decisions"]
    row = sheet.last_row + 2
    words = tr("within its periods" if plan.span else "as solved")
    title = f"{tr(plan.title)}: {tr(plan.name)} ({words})"
    sheet.section(row, title, FIRST_PERIOD + ctx.cash_periods + 1)
    keys = ordered(list(dict.fromkeys(priced.line.activity for priced in plan.lines)))
    rows: dict[Key, PeriodRow] = {}
    ids: dict[Key, str] = {}
    changed = []
    for count, key in enumerate(keys, 1):
        ids[key] = f"Q{mark}-{count:05d}"
        if plan.span:
            rows[key] = _within(ctx, sheet, row + count, ids[key], key, plan.span)
            continue
        written = write_row(
            ctx, sheet, row + count, ids[key], plan.name, key, plan.activities[key], numbers, constants
        )
        rows[key] = written.values
        changed.append(written.changed)
    if changed:
        column = FIRST_PERIOD + ctx.cash_periods + 1
        counted = total(sheet.block(row + 1, column, np.zeros((len(changed), 1))))
        ctx.checks.append(
            Check(
                spoken("Quantities of {plan} unchanged since the solve", plan=tr(plan.name)),
                counted,
                ZERO,
                constants.count_tolerance,
                sheet.name,
                "no quantity of a plan to compare with was typed over",
            )
        )
    return rows, ids


def _within(
    ctx: Context, sheet: Sheet, row: int, name: str, key: Key, span: tuple[int, int]
) -> PeriodRow:
    """This plan's own quantities in periods first..last, 0 elsewhere."""
    first, last = span
    own = ctx.decisions[key]
    sheet.text(row, A, name)
    sheet.text(row, C, KIND[key.kind].title)
    sheet.text(row, D, where_of(key))
    sheet.text(row, E, item_of(key))
    figures = [own.at(t) if first <= t <= last else ZERO for t in range(ctx.periods)]
    return sheet.put_periods(row, figures, "formula", styles.RATE)


def _sum(
    ctx: Context,
    sheet: Sheet,
    row: int,
    title: str,
    first: int,
    members: Sequence[tuple[int, PricedLine]],
) -> PeriodRow:
    """Sum of a term's lines by cash period."""
    sheet.text(row, A, "")
    sheet.text(row, B, title, "total")
    sheet.text(row, C, ctx.result.currency, "total")
    sheet.text(row, D, "calc", "total")
    values = np.sum([priced.amounts for _, priced in members], axis=0)
    figures = []
    for t in range(ctx.cash_periods):
        letter = PeriodRow.letters(t)
        text = f"SUM({sheet.name}!{letter}{first + 1}:{letter}{row})"
        figures.append(Formula(text, float(values[t])))
    return sheet.put_periods(row, figures, "total")


def worth(term: CostTerm, row: PeriodRow, factors: Mapping[str, PeriodRow], at_end: Formula) -> Formula:
    """Present value of a row of amounts of a cost term. factors: by timing class · at_end: the horizon's."""
    if term.name == "residual_value":
        return total(row.block()) * at_end
    return sumproduct(row.block(), factors[term.timing.value].block())
