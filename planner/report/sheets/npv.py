"""NPV: discount factors, present value per cost term live beside as solved, bridge, levelised unit costs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from models.finance.discounting import Timing
from models.terms import TERMS
from planner.messages import spoken, tr
from planner.report import heads, styles
from planner.report.cells import Formula, absolute, added, ratio, sumproduct
from planner.report.context import Axis, Constants, Context
from planner.report.grid import FIRST_PERIOD, HEADER_ROWS, B, C, D, E, F, G, PeriodRow, Sheet
from planner.report.sheets import npv_proof, unit_costs
from planner.report.sheets.cashflow import CashCells, TermRow
from planner.report.sheets.npv_proof import Discounting
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


def write(ctx: Context, axis: Axis, constants: Constants, cash: CashCells, work: WorkCells) -> NpvCells:
    """Write all blocks of the sheet."""
    sheet = ctx.book["NPV"]
    heads.columns(sheet, WIDTHS, ctx.cash_periods, heads.money_width(ctx))
    heads.time_axis(sheet, axis, ctx.cash_periods)
    heads.print_until_last_payment(ctx, sheet)
    factors, row = _factors(ctx, sheet, HEADER_ROWS, axis, constants)
    terms, solved, apart, by_period, row = _terms(ctx, sheet, row, cash, factors)
    live, as_solved = solved
    difference, objective, bound, row = npv_proof.bridge(ctx, sheet, row, live, as_solved, constants, apart)
    npv_proof.two_ways(ctx, sheet, row, cash, factors, live, by_period, constants)
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
) -> tuple[Discounting, int]:
    sheet.section(row, "Discount factors: (1 + rate) ^ -years from the plan's start, by timing class")
    rate = constants.discount_rate
    rows = {}
    top = row + 1
    for row, timing in enumerate(Timing, top):
        heads.item(
            sheet, row, spoken("Payments of class {timing}", timing=tr(timing.value)), "factor", "Assumptions"
        )
        offset = sheet.put(row, E, constants.offsets[timing.value], "linked", styles.FINE)
        figures = [
            (1 + rate) ** (0 - (axis.numbers.at(t) - 1 + offset) * constants.period_months / 12)
            for t in range(ctx.cash_periods)
        ]
        rows[timing.value] = sheet.put_periods(row, figures, "formula", styles.FACTOR)
    row += 1
    heads.item(sheet, row, "Valuations at the horizon's end", "factor", "Assumptions")
    at_end = sheet.put(
        row, E, (1 + rate) ** (0 - constants.periods * constants.period_months / 12), "formula", styles.FACTOR
    )
    return Discounting(rows, at_end), row + 2


def _terms(
    ctx: Context, sheet: Sheet, row: int, cash: CashCells, factors: Discounting
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
    ctx: Context, sheet: Sheet, row: int, term_row: TermRow, factors: Discounting
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


def _unused(sheet: Sheet, row: int, terms: Mapping[str, Formula]) -> None:
    """The rest of the cost terms: what this version knows and the plan does not need."""
    rest = [tr(term.title) for term in TERMS if term.name not in terms]
    for at, first in enumerate(range(0, len(rest), _TERMS_A_ROW), row):
        sheet.text(at, B, tr(UNUSED_TERMS) + "; ".join(rest[first : first + _TERMS_A_ROW]), "note")
