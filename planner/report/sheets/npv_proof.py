"""Proof of the net present value on sheet NPV: bridge from the objective, a second way to the figure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import isfinite

from models.finance.discounting import Timing
from planner.report import heads
from planner.report.cells import ONE, Formula, absolute, added, ratio, total
from planner.report.context import Check, Constants, Context
from planner.report.grid import F, PeriodRow, Sheet
from planner.report.sheets.cashflow import CashCells


@dataclass(frozen=True, slots=True)
class Discounting:
    """Discount factors by timing class, and the horizon's end's."""

    rows: Mapping[str, PeriodRow]
    at_end: Formula


def bridge(
    ctx: Context,
    sheet: Sheet,
    row: int,
    live: Formula,
    as_solved: Formula,
    constants: Constants,
    apart: Formula,
) -> tuple[Formula, Formula, Formula | None, int]:
    """From the objective that the solver stated to the net present value."""
    proof, currency = ctx.result.proof, ctx.result.currency
    sheet.section(
        row, "Bridge from the solver's objective to the net present value (cost positive, NPV = -cost)"
    )
    heads.item(sheet, row + 1, "Objective stated by the solver", currency, "solver")
    objective = sheet.number(row + 1, F, proof.cost)
    heads.item(sheet, row + 2, "Proven bound: no plan of this program costs less", currency, "solver")
    bound = None
    if isfinite(proof.bound):
        bound = sheet.number(row + 2, F, proof.bound)
    else:
        sheet.text(row + 2, F, "no bound", "solved")
    heads.item(sheet, row + 3, "Solver's objective to the sum of cost terms as solved", currency, "calc")
    rounding = sheet.put(row + 3, F, as_solved - objective)
    heads.item(sheet, row + 4, "Edited assumptions: live minus as solved", currency, "calc")
    difference = sheet.put(row + 4, F, live - as_solved)
    heads.item(sheet, row + 5, "Cost, present value, live", currency, "calc")
    bridged = sheet.put(row + 5, F, objective + rounding + difference, "total")
    heads.item(sheet, row + 6, "Net present value (NPV)", currency, "calc")
    sheet.put(row + 6, F, 0 - bridged, "total")
    moved = sheet.put(row + 7, F, apart)
    heads.item(sheet, row + 7, "Sum of the terms' differences, without sign", currency, "calc")
    ctx.checks += [
        Check(
            "Bridge: objective of the solver = NPV (as solved)",
            objective,
            as_solved,
            constants.solver_tolerance,
            sheet.name,
            "the cost terms of the report are all that the optimiser minimised, and nothing else",
        ),
        Check(
            "Bridge reaches the live NPV",
            bridged,
            live,
            constants.money_tolerance,
            sheet.name,
            "objective, rounding and edits explain the live figure",
        ),
        Check(
            "PV live = PV as solved, term by term",
            moved,
            Formula("0", 0.0),
            constants.money_tolerance,
            sheet.name,
            "without edits the formulas price the plan as the optimiser did",
            "RE-PRICED",
        ),
        Check(
            "Gap within the target",
            constants.asked_gap,
            ONE if bound is None else ratio(objective - bound, absolute(objective)),
            constants.relative_tolerance,
            sheet.name,
            "no plan can cost less than the bound; the plan is as near to it as was asked",
            "NOT PROVEN",
            at_least=True,
        ),
    ]
    return difference, objective, bound, row + 9


def two_ways(
    ctx: Context,
    sheet: Sheet,
    row: int,
    cash: CashCells,
    factors: Discounting,
    live: Formula,
    by_period: PeriodRow,
    constants: Constants,
) -> None:
    """Second way: sum what each timing class pays in a period, then discount."""
    sheet.section(row, "A second way to the same figure: discount each class's payments together")
    currency = ctx.result.currency
    end = [r for r in cash.terms.values() if r.term.name == "residual_value"]
    parts = []
    for timing in Timing:
        members = [r for r in cash.terms.values() if r.term.timing is timing and r not in end]
        if members:
            blocks = [m.row for m in members]
            sums = "+".join(b.block().text for b in blocks)
            values = sum(b.values for b in blocks)
            discount = factors.rows[timing.value].block()
            parts.append(
                Formula(f"SUMPRODUCT({sums},{discount.text})", float((values * discount.values).sum()))
            )
    parts += [r.total * factors.at_end for r in end]
    heads.item(sheet, row + 1, "Cost, present value, by timing class", currency, "CashFlow")
    second = sheet.put(row + 1, F, added(parts))
    heads.item(sheet, row + 2, "Cost, present value, by period", currency, "calc")
    third = sheet.put(row + 2, F, total(by_period.block()))
    ctx.checks += [
        Check(
            "Two ways to NPV agree: by term and by timing class",
            live,
            second,
            constants.money_tolerance,
            sheet.name,
            "each term is discounted in its own class",
        ),
        Check(
            "Two ways to NPV agree: by term and by period",
            live,
            third,
            constants.money_tolerance,
            sheet.name,
            "no period is lost between cash flow and present value",
        ),
    ]
