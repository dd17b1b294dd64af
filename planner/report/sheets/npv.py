"""NPV: discount factors, present value per cost term live beside as solved, bridge, levelised unit costs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import isfinite

from models.finance.discounting import Timing
from models.terms import TERMS
from planner.messages import spoken, tr
from planner.report import heads, styles
from planner.report.cells import ONE, Formula, absolute, added, ratio, sumproduct, total
from planner.report.context import Axis, Check, Constants, Context
from planner.report.grid import FIRST_PERIOD, HEADER_ROWS, B, C, D, E, F, G, PeriodRow, Sheet
from planner.report.sheets import unit_costs
from planner.report.sheets.cashflow import CashCells, TermRow
from planner.report.sheets.workloads import WorkCells

WIDTHS = (11, 44, 19, 12, 15, 15, 13)
END_CLASS = "horizon end"
UNUSED_TERMS = "Cost terms without cost in this plan: "
_TERMS_A_ROW = 6


@dataclass(frozen=True, slots=True)
class NpvCells:
    """Present values (cost positive). terms: live value of each · factors: by class · at_end: the horizon's.

    bound, gap (money), gap_share: None where the solver proved no bound.
    """

    terms: Mapping[str, Formula]
    factors: Mapping[str, PeriodRow]
    at_end: Formula
    live: Formula
    as_solved: Formula
    difference: Formula
    per_hour: Formula
    per_eflop: Formula
    objective: Formula
    bound: Formula | None
    gap: Formula | None
    gap_share: Formula | None


@dataclass(frozen=True, slots=True)
class _Discounting:
    rows: Mapping[str, PeriodRow]
    at_end: Formula


def write(ctx: Context, axis: Axis, constants: Constants, cash: CashCells, work: WorkCells) -> NpvCells:
    """Write all blocks of the sheet."""
    sheet = ctx.book["NPV"]
    heads.columns(sheet, WIDTHS, ctx.cash_periods, heads.money_width(ctx))
    heads.time_axis(sheet, axis, ctx.cash_periods)
    heads.print_until_last_payment(ctx, sheet)
    factors, row = _factors(ctx, sheet, HEADER_ROWS, axis, constants)
    terms, solved, apart, by_period, row = _terms(ctx, sheet, row, cash, factors)
    live, as_solved = solved
    difference, objective, bound, row = _bridge(ctx, sheet, row, live, as_solved, constants, apart)
    _two_ways(ctx, sheet, row, cash, factors, live, by_period, constants)
    per_hour, per_eflop = unit_costs.write(ctx, sheet, row + 4, cash, terms, factors.rows, work)
    _unused(sheet, sheet.last_row + 2, terms)
    for name, cell in (
        ("NPV_cost_live", live),
        ("NPV_cost_as_solved", as_solved),
        ("cost_per_accelerator_hour", per_hour),
        ("cost_per_EFLOP", per_eflop),
    ):
        ctx.book.name(name, cell)
    gap = None if bound is None else objective - bound
    share = None if gap is None else ratio(gap, absolute(objective))
    return NpvCells(
        terms=terms,
        factors=factors.rows,
        at_end=factors.at_end,
        live=live,
        as_solved=as_solved,
        difference=difference,
        per_hour=per_hour,
        per_eflop=per_eflop,
        objective=objective,
        bound=bound,
        gap=gap,
        gap_share=share,
    )


def _factors(
    ctx: Context, sheet: Sheet, row: int, axis: Axis, constants: Constants
) -> tuple[_Discounting, int]:
    sheet.section(row, "Discount factors: (1 + rate) ^ -years from the plan's start, by timing class")
    rate = constants.discount_rate
    rows = {}
    top = row + 1
    for row, timing in enumerate(Timing, top):
        sheet.text(row, B, spoken("Payments of class {timing}", timing=tr(timing.value)))
        sheet.text(row, C, "factor")
        sheet.text(row, D, "Assumptions")
        offset = sheet.put(row, E, constants.offsets[timing.value], "linked", styles.FINE)
        figures = [
            (1 + rate) ** (0 - (axis.numbers.at(t) - 1 + offset) * constants.period_months / 12)
            for t in range(ctx.cash_periods)
        ]
        rows[timing.value] = sheet.put_periods(row, figures, "formula", styles.FACTOR)
    row += 1
    sheet.text(row, B, "Valuations at the horizon's end")
    sheet.text(row, C, "factor")
    sheet.text(row, D, "Assumptions")
    at_end = sheet.put(
        row, E, (1 + rate) ** (0 - constants.periods * constants.period_months / 12), "formula", styles.FACTOR
    )
    return _Discounting(rows, at_end), row + 2


def _terms(
    ctx: Context, sheet: Sheet, row: int, cash: CashCells, factors: _Discounting
) -> tuple[dict[str, Formula], tuple[Formula, Formula], Formula, PeriodRow, int]:
    """Present value per term: constant = as solved (pasted), total = live, blank column = difference."""
    sheet.section(
        row, "Present value by cost term (constant: as solved, pasted; total: live; then the difference)"
    )
    headings = ("id", "cost term", "unit", "timing class", "PV as solved", "PV live", "difference")
    for column, words in enumerate(headings):
        sheet.text(row + 1, column, words, "heading_right" if column in (E, F, G) else "heading")
    for t in range(ctx.cash_periods):
        sheet.text(row + 1, FIRST_PERIOD + t, spoken("PV of period {period}", period=t + 1), "heading_right")
    row += 2
    live: dict[str, Formula] = {}
    solved, apart, rows = [], [], []
    top = row
    for row, term_row in enumerate(cash.terms.values(), top):
        live[term_row.term.name], pasted, gap, by_period = _term(ctx, sheet, row, term_row, factors)
        solved.append(pasted)
        apart.append(gap)
        rows.append(by_period)
    row += 1
    sheet.text(row, B, "Cost, present value", "total")
    sheet.text(row, C, ctx.result.currency, "total")
    as_solved = sheet.put(row, E, added(solved), "total")
    total_live = sheet.put(row, F, added(live.values()), "total")
    sheet.put(row, G, total_live - as_solved, "total")
    by_period = sheet.put_periods(
        row, [added(r.at(t) for r in rows) for t in range(ctx.cash_periods)], "total"
    )
    moved = added(absolute(a) for a in apart)
    return live, (total_live, as_solved), moved, by_period, row + 2


def _term(
    ctx: Context, sheet: Sheet, row: int, term_row: TermRow, factors: _Discounting
) -> tuple[Formula, Formula, Formula, PeriodRow]:
    term = term_row.term
    sheet.text(row, B, term.title)
    sheet.text(row, C, ctx.result.currency)
    at_end = term.name == "residual_value"
    sheet.text(row, D, END_CLASS if at_end else term.timing.value)
    pasted = sheet.number(row, E, ctx.result.present_value(term.name), "solved")
    if at_end:
        value = term_row.total * factors.at_end
        figures = [term_row.row.at(t) * factors.at_end for t in range(ctx.cash_periods)]
    else:
        discount = factors.rows[term.timing.value]
        value = sumproduct(term_row.row.block(), discount.block())
        figures = [term_row.row.at(t) * discount.at(t) for t in range(ctx.cash_periods)]
    live = sheet.put(row, F, value, "label")
    gap = sheet.put(row, G, live - pasted)
    return live, pasted, gap, sheet.put_periods(row, figures)


def _bridge(
    ctx: Context,
    sheet: Sheet,
    row: int,
    live: Formula,
    as_solved: Formula,
    constants: Constants,
    apart: Formula,
) -> tuple[Formula, Formula, Formula | None, int]:
    """From the objective that the solver stated to the net present value."""
    proof = ctx.result.proof
    sheet.section(
        row, "Bridge from the solver's objective to the net present value (cost positive, NPV = -cost)"
    )
    _line(ctx, sheet, row + 1, "Objective stated by the solver", "solver")
    objective = sheet.number(row + 1, F, proof.cost)
    _line(ctx, sheet, row + 2, "Proven bound: no plan of this program costs less", "solver")
    bound = None
    if isfinite(proof.bound):
        bound = sheet.number(row + 2, F, proof.bound)
    else:
        sheet.text(row + 2, F, "no bound", "solved")
    _line(ctx, sheet, row + 3, "Solver's objective to the sum of cost terms as solved", "calc")
    rounding = sheet.put(row + 3, F, as_solved - objective)
    _line(ctx, sheet, row + 4, "Edited assumptions: live minus as solved", "calc")
    difference = sheet.put(row + 4, F, live - as_solved)
    _line(ctx, sheet, row + 5, "Cost, present value, live", "calc")
    bridged = sheet.put(row + 5, F, objective + rounding + difference, "total")
    _line(ctx, sheet, row + 6, "Net present value (NPV)", "calc")
    sheet.put(row + 6, F, 0 - bridged, "total")
    moved = sheet.put(row + 7, F, apart)
    _line(ctx, sheet, row + 7, "Sum of the terms' differences, without sign", "calc")
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


def _unused(sheet: Sheet, row: int, terms: Mapping[str, Formula]) -> None:
    """The rest of the cost terms: what this version knows and the plan does not need."""
    rest = [tr(term.title) for term in TERMS if term.name not in terms]
    for at, first in enumerate(range(0, len(rest), _TERMS_A_ROW), row):
        sheet.text(at, B, tr(UNUSED_TERMS) + "; ".join(rest[first : first + _TERMS_A_ROW]), "note")


def _line(ctx: Context, sheet: Sheet, row: int, item: str, source: str) -> None:
    sheet.text(row, B, item)
    sheet.text(row, C, ctx.result.currency)
    sheet.text(row, D, source)


def _two_ways(
    ctx: Context,
    sheet: Sheet,
    row: int,
    cash: CashCells,
    factors: _Discounting,
    live: Formula,
    by_period: PeriodRow,
    constants: Constants,
) -> None:
    """Second way: sum what each timing class pays in a period, then discount."""
    sheet.section(row, "A second way to the same figure: discount each class's payments together")
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
    _line(ctx, sheet, row + 1, "Cost, present value, by timing class", "CashFlow")
    second = sheet.put(row + 1, F, added(parts))
    _line(ctx, sheet, row + 2, "Cost, present value, by period", "calc")
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
