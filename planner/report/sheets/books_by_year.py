"""Cost in the books and book values by fiscal year, blocks of sheet FiscalYears."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from models.finance.discounting import Timing
from planner.report.books import PREPAID, capitalised
from planner.report.cells import Formula, added, sumproduct
from planner.report.context import Check, Constants, Context
from planner.report.fiscal import YEAR, FiscalYear, Grain
from planner.report.grid import Sheet
from planner.report.roll import Roll
from planner.report.sheets.cashflow import CashCells, nature_of
from planner.report.sheets.fixedassets import AssetCells
from planner.report.sheets.span_table import Column, table, within


def costs(
    ctx: Context,
    sheet: Sheet,
    row: int,
    grain: Grain,
    cash: CashCells,
    assets: AssetCells,
    constants: Constants,
) -> tuple[list[Formula], tuple[Formula, ...], int]:
    """Cost as the books show it within the horizon: depreciation instead of purchases."""
    expensed = [
        r
        for r in cash.terms.values()
        if not capitalised(ctx.plan, r.term)
        and nature_of(r.term) in ("capex", "opex", "receipt")
        and r.term.name not in ("resale", "prepaid_drawn")  # what a prepaid balance pays is borne
    ]
    unvalued = [r for r in cash.terms.values() if r.term.name == "resale"]
    last = ctx.periods - 1

    def running(year: FiscalYear) -> Formula:
        return added(within(ctx, r.row.block(0, last), year, r.term.timing) for r in expensed)

    def depreciation(roll: Roll) -> Callable[[FiscalYear], Formula]:
        return lambda year: within(ctx, roll.rows["depreciation"].block(), year, Timing.RUNNING)

    def sales(year: FiscalYear) -> Formula:
        proceeds = added(within(ctx, r.row.block(0, last), year, Timing.START) for r in unvalued)
        rolls = (assets.held, *new)
        return proceeds + added(
            within(ctx, roll.rows["disposals"].block(), year, Timing.START) for roll in rolls
        )

    new = [roll for name, roll in assets.classes.items() if name != PREPAID]
    columns: list[Column] = [
        ("Running cost", running),
        ("Depreciation, bought", lambda year: added(depreciation(roll)(year) for roll in new)),
        ("Depreciation, held before", depreciation(assets.held)),
        ("Prepayments used", depreciation(assets.prepaid)),
        ("Loss (gain) on sales", sales),
    ]
    cells, row = table(
        sheet,
        row,
        "Cost in the books (P&L view), within the plan's periods",
        grain,
        columns,
        "Cost in the books",
    )
    if grain.name == YEAR:
        _as_unit_costs(ctx, sheet, cells, constants)
        row = max(row, sheet.last_row + 2)
    charged = tuple(a + b for a, b in zip(cells[1], cells[2], strict=True))
    return cells[-1], charged, row


def _as_unit_costs(
    ctx: Context, sheet: Sheet, cells: Sequence[Sequence[Formula]], constants: Constants
) -> None:
    """The optimiser's own full cost."""
    costs = ctx.result.unit_costs
    if costs is None:
        return
    row = sheet.last_row + 1
    sheet.text(row, 0, "As solved", "label")
    solved = sheet.number(row, len(cells), costs.total.full)
    ctx.checks.append(
        Check(
            "Cost in the books = full cost behind the unit costs",
            cells[-1][-1],
            solved,
            constants.money_tolerance,
            sheet.name,
            "running cost and depreciation of the sheets are those that unit costs rest on",
            "RE-PRICED",
        )
    )


def values(
    sheet: Sheet, row: int, grain: Grain, assets: AssetCells
) -> tuple[tuple[Formula, ...], int]:
    """Opening + additions - depreciation - disposals = closing, by span."""
    closing: list[Formula] = []
    for title, roll in (("Book value of fixed assets", assets.fixed), ("Prepayments", assets.prepaid)):
        sheet.section(row, grain.of(title), 5)
        headings = (grain.name.capitalize(), "Opening", "Additions", "Depreciation", "Disposals", "Closing")
        for column, words in enumerate(headings):
            sheet.text(row + 1, column, words, "heading_right" if column else "heading")
        before = roll.rows["opening"].at(0)
        top = row + 2
        ends: list[Formula] = []
        for row, year in enumerate(grain.spans, top):
            n = len(roll.rows["opening"].values) - 1
            sheet.put_words(row, 0, year.label)
            opening = sheet.put(row, 1, before, "formula" if ends else "linked")
            enters, charged, sold = (
                sheet.put(
                    row,
                    column,
                    sumproduct(roll.rows[name].block(), year.shares[timing].block(0, n)),
                    "linked",
                )
                for column, (name, timing) in enumerate(
                    (
                        ("additions", Timing.START),
                        ("depreciation", Timing.RUNNING),
                        ("disposals", Timing.START),
                    ),
                    2,
                )
            )
            before = sheet.put(row, 5, opening + enters - charged - sold, "label")
            ends.append(before)
        closing = closing or ends
        row += 2
    return tuple(closing), row
