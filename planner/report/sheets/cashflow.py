"""CashFlow: cash by cost term and period, subtotals, cumulative; valuations and penalties stand apart."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from models.terms import CostTerm
from planner.report import heads, styles
from planner.report.cells import ZERO, Formula, Words, added, largest, remainder, smallest, total, whole
from planner.report.context import Axis, Check, Constants, Context
from planner.report.grid import HEADER_ROWS, A, B, C, D, E, F, PeriodRow, Sheet
from planner.report.sheets.costcalc import CostCells, TermBlock, line_sum

WIDTHS = (11, 40, 8, 11, 9, 15, 10)

GROUPS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("Compute", ("compute",)),
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
class FiscalYear:
    """A fiscal year: label, share of each period that falls into it, and which periods start in it."""

    label: Words
    shares: PeriodRow
    starts: PeriodRow


@dataclass(frozen=True, slots=True)
class CashCells:
    """Rows that other sheets use. `groups`: capex row and opex row of each category group."""

    terms: Mapping[str, TermRow]
    capex: PeriodRow
    opex: PeriodRow
    cash: PeriodRow
    cash_total: Formula
    capex_total: Formula
    opex_total: Formula
    grand_total: Formula
    groups: Mapping[str, tuple[PeriodRow, PeriodRow]]
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
    sheet.section(row, "Cash")
    cash = _sum_row(ctx, sheet, row + 1, "Cash out, capex and opex", (capex, opex))
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
    years = _fiscal_years(ctx, sheet, row + 1, axis, constants, cash)
    by_nature = added((capex_total, opex_total, credit_total, penalty_total))
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
            "Capex + opex - credits + penalty = total",
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
            added(total(r.block()) for pair in groups.values() for r in pair),
            cash_total,
            constants.money_tolerance,
            sheet.name,
            "each term belongs to one category",
        ),
    ]
    ctx.book.name("cash_total", cash_total)
    return CashCells(
        terms, capex, opex, cash, cash_total, capex_total, opex_total, grand_total, groups, years
    )


def _nature(
    ctx: Context, sheet: Sheet, row: int, costs: CostCells, nature: str, title: str, terms: dict[str, TermRow]
) -> tuple[PeriodRow, Formula, int]:
    """The rows of one nature with their subtotal; where there is none, a subtotal of 0."""
    sheet.section(row, title)
    blocks = [b for b in costs.blocks if b.term.nature == nature]
    first = row + 1
    for row, block in enumerate(blocks, first):
        terms[block.term.name] = _term(ctx, sheet, row, block)
    row = first + len(blocks)
    rows = [terms[b.term.name].row for b in blocks]
    subtotal = _sum_row(ctx, sheet, row, f"Subtotal: {title.split(',')[0].lower()}", rows)
    return subtotal, sheet.put(row, F, total(subtotal.block()), "total"), row + 2


def _term(ctx: Context, sheet: Sheet, row: int, block: TermBlock) -> TermRow:
    sheet.text(row, B, block.term.title)
    sheet.text(row, C, ctx.result.currency)
    sheet.text(row, D, "CostCalc")
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


def _groups(
    ctx: Context, sheet: Sheet, row: int, terms: Mapping[str, TermRow]
) -> tuple[dict[str, tuple[PeriodRow, PeriodRow]], int]:
    sheet.section(row, "Cash by category")
    found = {}
    for title, categories in GROUPS:
        pair = []
        for nature in ("capex", "opex"):
            row += 1
            members = [
                r.row for r in terms.values() if r.term.nature == nature and r.term.category in categories
            ]
            sheet.text(row, B, f"{title}, {nature}")
            sheet.text(row, C, ctx.result.currency)
            figures = [added(m.at(t) for m in members) for t in range(ctx.cash_periods)]
            pair.append(sheet.put_periods(row, figures))
            sheet.put(row, F, total(pair[-1].block()), "label")
        found[title] = (pair[0], pair[1])
    return found, row + 1


def _fiscal_years(
    ctx: Context, sheet: Sheet, row: int, axis: Axis, constants: Constants, cash: PeriodRow
) -> tuple[FiscalYear, ...]:
    """Fiscal years with cash: capex is dated at its period's start, opex spread over its months."""
    settings, calendar = ctx.plan.settings, ctx.result.calendar
    sheet.section(
        row, "Fiscal years: share of each period's months, and whether the period starts in the year"
    )
    months = constants.period_months
    first_month = axis.month_numbers.at(0)
    begin = first_month - remainder(first_month - constants.fiscal_start, 12)
    paid = np.flatnonzero(cash.values)
    last = axis.month_numbers.values[paid[-1] if len(paid) else 0] + calendar.period_months - 1
    years = []
    while begin.value <= last:
        row += 1
        start = sheet.put(row, E, begin, "formula", "0")
        named_by = start - 1 if settings.fiscal_year_named_by == "start" else start + 12 - 1 - 1
        year = whole(named_by / 12)
        label = sheet.put_words(row, A, Words(f'"FY"&{year.text}', f"FY{year.value:.0f}"))
        sheet.text(row, B, "Share of the period's months")
        sheet.text(row, C, "share")
        sheet.text(row, D, "calc")
        shares = [
            largest(ZERO, smallest(m + months, start + 12) - largest(m, start)) / months
            for m in (axis.month_numbers.at(t) for t in range(ctx.cash_periods))
        ]
        share_row = sheet.put_periods(row, shares, "formula", styles.FACTOR)
        row += 1
        sheet.put_words(row, A, label)
        sheet.text(row, B, "Period starts in the year")
        sheet.text(row, C, "0 or 1")
        sheet.text(row, D, "calc")
        begins = [
            Formula(
                f"IF(AND({m.text}>={start.text},{m.text}<{start.text}+12),1,0)",
                float(start.value <= m.value < start.value + 12),
            )
            for m in (axis.month_numbers.at(t) for t in range(ctx.cash_periods))
        ]
        years.append(FiscalYear(label, share_row, sheet.put_periods(row, begins, "formula", "0")))
        begin = start + 12
    return tuple(years)
