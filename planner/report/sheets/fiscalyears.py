"""FiscalYears: cash, capex on three bases, cost in the books, book value by fiscal year and quarter."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from models.finance.discounting import Timing
from planner.messages import spoken, tr
from planner.report.cells import Formula, to_tenths, total
from planner.report.context import Axis, Check, Constants, Context
from planner.report.fiscal import QUARTER, YEAR, Grain, finest, fiscal_parts, part_months
from planner.report.grid import HEADER_ROWS, LEAST_SCALE, Sheet
from planner.report.method import PART_MONTHS, own_ref
from planner.report.sheets import books_by_year
from planner.report.sheets.cashflow import CashCells
from planner.report.sheets.fixedassets import AssetCells
from planner.report.sheets.span_table import Column, table, within

LABEL_WIDTH, COLUMN_WIDTH = 16, 16
LAST_COLUMN = 6
"""Last printed column."""
_TABLES, _ROWS_BESIDE = 5, 4
"""Tables of a grain; rows of each beside its spans: title, heading, total, gap."""
_NOTES = (
    "Payments at the start of a period belong to the year or quarter in which it starts, those at its end to "
    "that in which it ends;",
    "running cost and depreciation are spread over the months. Nothing is depreciated past the plan's "
    "end; later years hold commitments only.",
)


@dataclass(frozen=True, slots=True)
class YearCells:
    """Cells by fiscal year: cash, cost in the books, closing book value, depreciation; then totals."""

    cash: tuple[Formula, ...]
    books: tuple[Formula, ...]
    book_value: tuple[Formula, ...]
    depreciation: tuple[Formula, ...]
    cash_total: Formula
    books_total: Formula
    depreciation_total: Formula


def write(
    ctx: Context, axis: Axis, constants: Constants, cash: CashCells, assets: AssetCells
) -> YearCells:
    """Write a table a subject, one row a fiscal year; then the same by the finest part that periods allow."""
    sheet = ctx.book["FiscalYears"]
    sheet.width(0, 0, LABEL_WIDTH)
    sheet.width(1, 8, COLUMN_WIDTH)
    sheet.tight()
    sheet.most_scale, sheet.whole = LEAST_SCALE, 1.0  # a table of ten years' quarters fits a page
    sheet.height(HEADER_ROWS - 1, sheet.usual_height)
    sheet.text(
        4, 0, spoken("Money in {currency}; years named as in Settings", currency=ctx.result.currency), "note"
    )
    years = Grain(YEAR, cash.years)
    paid, row = _cash(ctx, sheet, HEADER_ROWS, years, cash, constants)
    row = _bases(ctx, sheet, row, years, assets, constants)
    books, depreciation, row = books_by_year.costs(ctx, sheet, row, years, cash, assets, constants)
    value, row = books_by_year.values(sheet, row, years, assets)
    _parts(ctx, sheet, row, axis, constants, cash, assets)
    sheet.print_columns = LAST_COLUMN
    for name, cells in (("cash_first_fiscal_year", paid), ("book_value_first_fiscal_year", value)):
        ctx.book.name(name, cells[0])
    return YearCells(
        tuple(paid[:-1]), tuple(books[:-1]), value, depreciation[:-1], paid[-1], books[-1], depreciation[-1]
    )


def _parts(
    ctx: Context,
    sheet: Sheet,
    row: int,
    axis: Axis,
    constants: Constants,
    cash: CashCells,
    assets: AssetCells,
) -> None:
    """The tables again by quarter, or by half where periods are longer; below, not printed, their shares.

    A split finer than the plan's periods would be made up, so there is none.
    """
    length = ctx.result.calendar.period_months
    months = part_months(length)
    if months is None:
        sheet.text(row, 0, finest(length, YEAR), "note")
        _notes(sheet, row + 1)
        return
    name = "fiscal quarter" if months == QUARTER else "fiscal half-year"
    if months > QUARTER:
        sheet.text(row, 0, finest(length, name), "note")
        row += 2
    below = row + _TABLES * (len(cash.years) * (12 // months) + _ROWS_BESIDE) + len(_NOTES) + 1
    title = spoken("Shares of periods in each {span}, by time of payment (not printed)", span=tr(name))
    sheet.section(below, title, LAST_COLUMN)
    length_cell = ctx.live[own_ref(PART_MONTHS)]
    spans = fiscal_parts(ctx, sheet, below + 1, cash.years, length_cell, axis, constants)
    grain = Grain(name, spans)
    _, row = _cash(ctx, sheet, row, grain, cash, constants)
    row = _bases(ctx, sheet, row, grain, assets, constants)
    _, _, row = books_by_year.costs(ctx, sheet, row, grain, cash, assets, constants)
    _, row = books_by_year.values(sheet, row, grain, assets)
    _notes(sheet, row)
    assert row + len(_NOTES) < below
    sheet.print_rows = row + len(_NOTES)


def _cash(
    ctx: Context, sheet: Sheet, row: int, grain: Grain, cash: CashCells, constants: Constants
) -> tuple[list[Formula], int]:
    columns: list[Column] = [
        ("Capex", lambda year: year.of(cash.capex)),
        ("Opex", lambda year: year.of(cash.opex)),
        ("Receipts and balances used", lambda year: year.of(cash.receipts)),
    ]
    cells, row = table(sheet, row, "Cash", grain, columns, "Cash")
    ctx.checks.append(
        Check(
            spoken("{spans} = periods: cash", spans=grain.plural),
            cells[-1][-1],
            cash.cash_total,
            constants.money_tolerance,
            sheet.name,
            "each payment falls into exactly one of them, or is spread over the months of two",
        )
    )
    return cells[-1], row


def _bases(
    ctx: Context, sheet: Sheet, row: int, grain: Grain, assets: AssetCells, constants: Constants
) -> int:
    """Capex when it is ordered, paid, and enters service: three columns that do not add up."""
    title = "Capex by basis (fixed assets; the three are the same money at different dates)"
    sheet.section(row, grain.of(title), 4)
    for column, words in enumerate(
        (grain.name.capitalize(), "Ordered", "Paid", "In service", "Under construction at the end")
    ):
        sheet.text(row + 1, column, words, "heading_right" if column else "heading")
    sheet.height(row + 1, 28)
    roll = assets.fixed
    assert roll.ordered is not None
    assert roll.paid is not None
    sources = (roll.ordered, roll.paid, roll.rows["additions"])
    bases = ("ordered", "paid", "in service")
    columns: list[list[Formula]] = [[], [], []]
    first = row + 2
    for row, year in enumerate(grain.spans, first):
        sheet.put_words(row, 0, year.label)
        for column, source in enumerate(sources):
            figure = within(ctx, source.block(), year, Timing.START)
            columns[column].append(sheet.put(row, column + 1, figure, "linked"))
        paid, entered = (
            total(sheet.block(first, column, np.array([[cell.value] for cell in columns[column - 1]])))
            for column in (2, 3)
        )
        sheet.put(row, 4, to_tenths(paid - entered), "label")
    row += 1
    sheet.text(row, 0, tr(f"All {grain.name.removeprefix('fiscal ')}s"), "total")
    for column, own in enumerate(columns, 1):
        values = np.array([cell.value for cell in own]).reshape(-1, 1)
        summed = sheet.put(row, column, total(sheet.block(first, column, values)), "total")
        ctx.checks.append(
            Check(
                spoken(
                    "{spans} = periods: capex {basis}", spans=grain.plural, basis=tr(bases[column - 1])
                ),
                summed,
                total(sources[column - 1].block()),
                constants.money_tolerance,
                sheet.name,
                "each order, payment and entry into service within the plan falls into one of them",
            )
        )
    return row + 2


def _notes(sheet: Sheet, row: int) -> None:
    for at, words in enumerate(_NOTES, row):
        sheet.text(at, 0, words, "note")
