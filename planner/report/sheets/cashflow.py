"""CashFlow: cash by cost term and period, subtotals, cumulative; valuations and penalties stand apart."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from models.costing.basis import VALUATIONS
from models.finance.discounting import Timing
from models.terms import CostTerm
from planner.messages import spoken, tr
from planner.report import heads
from planner.report.cells import Formula, added, total
from planner.report.context import Axis, Check, Constants, Context
from planner.report.fiscal import WHEN, Dated, FiscalYear, fiscal_years
from planner.report.grid import HEADER_ROWS, B, C, F, PeriodRow, Sheet
from planner.report.sheets.costcalc import CostCells, TermBlock, line_sum

WIDTHS = (11, 50, 8, 11, 9, 15, 10)

GROUPS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("Compute", ("compute", "value")),
    ("Network", ("network",)),
    ("Facilities", ("facility",)),
    ("Energy", ("energy",)),
    ("Cloud", ("cloud",)),
    ("Storage, software, people, other", ("storage", "software", "people", "other")),
)
"""Categories as charts and the Summary show them: no more than six."""

@dataclass(frozen=True, slots=True)
class TermRow:
    """A term's row: amounts by cash period and their sum (credits negative)."""

    term: CostTerm
    row: PeriodRow
    total: Formula


@dataclass(frozen=True, slots=True)
class CashCells:
    """Rows that other sheets use.

    capex, opex, receipts: dated cash of the natures (receipts, negative: proceeds and balances used) ·
    groups: dated cash of each category group, receipts included
    """

    terms: Mapping[str, TermRow]
    capex: Dated
    opex: Dated
    receipts: Dated
    cash: PeriodRow
    cash_total: Formula
    capex_total: Formula
    opex_total: Formula
    receipts_total: Formula
    grand_total: Formula
    groups: Mapping[str, Dated]
    years: tuple[FiscalYear, ...]


def write(ctx: Context, axis: Axis, constants: Constants, costs: CostCells) -> CashCells:
    """Write all blocks of the sheet."""
    sheet = ctx.book["CashFlow"]
    heads.columns(sheet, WIDTHS, ctx.cash_periods, heads.money_width(ctx))
    heads.time_axis(sheet, axis, ctx.cash_periods)
    heads.print_until_last_payment(ctx, sheet)

    terms: dict[str, TermRow] = {}
    row = HEADER_ROWS
    capex, capex_total, row = _nature(ctx, sheet, row, costs, "capex", "Capital expenditure", terms)
    opex, opex_total, row = _nature(ctx, sheet, row, costs, "opex", "Operating expenditure", terms)
    receipts, receipts_total, row = _nature(
        ctx, sheet, row, costs, "receipt", "Receipts and prepaid balances used (negative)", terms
    )
    sheet.section(row, "Cash")
    cash = _sum_row(ctx, sheet, row + 1, "Cash out, net of receipts", (capex, opex, receipts))
    cash_total = sheet.put(row + 1, F, total(cash.block()), "total")
    cumulative = _cumulative(ctx, sheet, row + 2, cash)
    row += 4
    credit, credit_total, row = _nature(
        ctx, sheet, row, costs, "credit", "Valuations, not cash (credits are negative)", terms
    )
    penalty, penalty_total, row = _nature(ctx, sheet, row, costs, "penalty", "Unmet work, not cash", terms)
    sheet.section(row, "All cost terms")
    everything = _sum_row(ctx, sheet, row + 1, "Cash, valuations and unmet work", (cash, credit, penalty))
    grand_total = sheet.put(row + 1, F, total(everything.block()), "total")
    groups, row = _groups(ctx, sheet, row + 3, terms)
    dated, row = _dated(ctx, sheet, row, terms)
    years = fiscal_years(ctx, sheet, row + 1, axis, constants, cash)
    by_nature = added((capex_total, opex_total, receipts_total, credit_total, penalty_total))
    ctx.checks += [
        Check(
            "Cash flow = cost calculation",
            grand_total,
            costs.total,
            constants.money_tolerance,
            sheet.name,
            "every cost line reaches the cash flow, none twice",
        ),
        Check(
            "Capex + opex - receipts - credits + penalty = total",
            by_nature,
            grand_total,
            constants.money_tolerance,
            sheet.name,
            "each term has one nature and is in one subtotal",
        ),
        Check(
            "Cumulative cash at the end = total cash",
            cumulative,
            cash_total,
            constants.money_tolerance,
            sheet.name,
            "the running total misses no period",
        ),
        Check(
            "Cash by category = total cash",
            added(total(r.block()) for dated_rows in groups.values() for r in dated_rows.values()),
            cash_total,
            constants.money_tolerance,
            sheet.name,
            "each term belongs to one category",
        ),
    ]
    ctx.book.name("cash_total", cash_total)
    return CashCells(
        terms,
        dated["capex"],
        dated["opex"],
        dated["receipt"],
        cash,
        cash_total,
        capex_total,
        opex_total,
        receipts_total,
        grand_total,
        groups,
        years,
    )


def nature_of(term: CostTerm) -> str:
    """The term's nature; credits that are paid out are receipts, the others valuations."""
    return "receipt" if term.nature == "credit" and term.name not in VALUATIONS else term.nature


def _nature(
    ctx: Context, sheet: Sheet, row: int, costs: CostCells, nature: str, title: str, terms: dict[str, TermRow]
) -> tuple[PeriodRow, Formula, int]:
    """The rows of one nature with their subtotal; where there is none, a subtotal of 0."""
    sheet.section(row, title)
    blocks = [b for b in costs.blocks if nature_of(b.term) == nature]
    first = row + 1
    for row, block in enumerate(blocks, first):
        terms[block.term.name] = _term(ctx, sheet, row, block)
    row = first + len(blocks)
    rows = [terms[b.term.name].row for b in blocks]
    words = spoken("Subtotal: {title}", title=tr(title).split(",")[0].lower())
    subtotal = _sum_row(ctx, sheet, row, words, rows)
    return subtotal, sheet.put(row, F, total(subtotal.block()), "total"), row + 2


def _term(ctx: Context, sheet: Sheet, row: int, block: TermBlock) -> TermRow:
    heads.item(sheet, row, block.term.title, ctx.result.currency, "CostCalc")
    figures = [line_sum(block, t) for t in range(ctx.cash_periods)]
    amounts = sheet.put_periods(row, figures, "linked")
    return TermRow(block.term, amounts, sheet.put(row, F, total(amounts.block()), "label"))


def _sum_row(ctx: Context, sheet: Sheet, row: int, title: str, rows: Sequence[PeriodRow]) -> PeriodRow:
    sheet.text(row, B, title, "total")
    sheet.text(row, C, ctx.result.currency, "total")
    figures = [added(r.at(t) for r in rows) for t in range(ctx.cash_periods)]
    return sheet.put_periods(row, figures, "total")


def _cumulative(ctx: Context, sheet: Sheet, row: int, cash: PeriodRow) -> Formula:
    sheet.text(row, B, "Cumulative")
    sheet.text(row, C, ctx.result.currency)
    running = PeriodRow(sheet.name, row, np.cumsum(cash.values))
    figures = [cash.at(0)] + [running.at(t - 1) + cash.at(t) for t in range(1, ctx.cash_periods)]
    return sheet.put_periods(row, figures).at(ctx.cash_periods - 1)


CASH_NATURES = ("capex", "opex", "receipt")


def _groups(
    ctx: Context, sheet: Sheet, row: int, terms: Mapping[str, TermRow]
) -> tuple[dict[str, Dated], int]:
    sheet.section(row, "Cash by category and time of payment, receipts taken off")
    found: dict[str, Dated] = {}
    for title, categories in GROUPS:
        members = [
            r for r in terms.values() if nature_of(r.term) in CASH_NATURES and r.term.category in categories
        ]
        found[title], row = _by_timing(ctx, sheet, row, title, members)
    return found, row + 2


def _by_timing(
    ctx: Context, sheet: Sheet, row: int, title: str, members: Sequence[TermRow]
) -> tuple[Dated, int]:
    """One row for each timing class that has members; one of zeros where none has."""
    dated: dict[Timing, PeriodRow] = {}
    for timing in Timing:
        rows = [r.row for r in members if r.term.timing is timing]
        if rows or (not members and timing is Timing.START):
            row += 1
            sheet.text(row, B, f"{tr(title)}, {tr(WHEN[timing])}")
            sheet.text(row, C, ctx.result.currency)
            figures = [added(m.at(t) for m in rows) for t in range(ctx.cash_periods)]
            dated[timing] = sheet.put_periods(row, figures)
            sheet.put(row, F, total(dated[timing].block()), "label")
    return dated, row


def _dated(
    ctx: Context, sheet: Sheet, row: int, terms: Mapping[str, TermRow]
) -> tuple[dict[str, Dated], int]:
    """Cash of each nature, apart by time of payment: what fiscal years are made of."""
    sheet.section(row, "Cash by nature and time of payment")
    found: dict[str, Dated] = {}
    for nature, title in zip(CASH_NATURES, ("Capex", "Opex", "Receipts"), strict=True):
        members = [r for r in terms.values() if nature_of(r.term) == nature]
        found[nature], row = _by_timing(ctx, sheet, row, title, members)
    return found, row + 2
