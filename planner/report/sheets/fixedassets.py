"""FixedAssets: roll-forward of book values per class, under construction, gain or loss on what is sold."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from models.costing.evaluate import weights
from models.terms import TERMS, CostTerm
from planner.messages import spoken, tr
from planner.report import heads, styles
from planner.report.books import PREPAID, Sale, WriteOff, capitalised, tag_of
from planner.report.cells import ZERO, Formula, added, to_tenths, total
from planner.report.context import Axis, Check, Constants, Context
from planner.report.formulas import LineCells
from planner.report.grid import HEADER_ROWS, A, B, C, D, E, F, PeriodRow
from planner.report.lives import life_ref
from planner.report.roll import AssetPage, Roll, roll_forward, sum_rows
from planner.report.sheets.cashflow import CashCells
from planner.report.sheets.costcalc import CostCells
from planner.report.sheets.held_assets import held_block
from planner.report.sheets.sold_assets import SoldRows, sales_block, sold_rows
from planner.report.write_off import charge, left_at_end

WIDTHS = (11, 52, 9, 12, 13, 15, 10)
_LONGEST_FORMULA = 8_000


@dataclass(frozen=True, slots=True)
class AssetCells:
    """Roll-forwards by cost term of capitalised lines, of what was held before, of all fixed assets, and of
    prepayments; gain (positive) of sales by period."""

    classes: Mapping[str, Roll]
    held: Roll
    fixed: Roll
    prepaid: Roll
    gain: PeriodRow


def write(ctx: Context, axis: Axis, constants: Constants, costs: CostCells, cash: CashCells) -> AssetCells:
    """Write a block a class, what was held before, and the totals."""
    sheet = ctx.book["FixedAssets"]
    heads.columns(sheet, WIDTHS, ctx.periods, heads.money_width(ctx))
    heads.time_axis(sheet, axis, ctx.periods)
    page = AssetPage(ctx, sheet, PeriodRow(sheet.name, 4, axis.numbers.values[: ctx.periods]), constants)
    row = HEADER_ROWS
    classes: dict[str, Roll] = {}
    for term in TERMS:
        if term.name in cash.terms and capitalised(ctx.plan, term):
            classes[term.name], row = _class(page, row, term, costs, cash)
    sales = [sale for found in ctx.books.sales.values() for sale in found]
    row = sales_block(page, row, costs, classes, sales)
    held, gain, row = held_block(page, row, costs)
    owned = [roll for name, roll in classes.items() if name != PREPAID]
    fixed, row = _all(page, row, "All fixed assets", owned, held)
    prepaid, row = _all(page, row, "Prepayments", [r for n, r in classes.items() if n == PREPAID], None)
    return AssetCells(classes, held, fixed, prepaid, gain)


def _class(page: AssetPage, row: int, term: CostTerm, costs: CostCells, cash: CashCells) -> tuple[Roll, int]:
    ctx, sheet = page.ctx, page.sheet
    tag = tag_of(ctx.plan, term.name)
    words = ""
    if tag is not None and tag.asset_class is not None:
        words = spoken(" (asset class {name})", name=tag.asset_class)
    what = "prepayment" if term.name == PREPAID else "fixed asset"
    sheet.section(row, f"{tr(term.title)}{words}: {tr(what)}")
    ordered: list[PeriodRow] = []
    entered: list[PeriodRow] = []
    charges: list[PeriodRow] = []
    sold: list[SoldRows] = []
    for terms, lines in _groups(ctx, costs, term).items():
        first = row + 1
        for row, number in enumerate(lines, first):
            ordered.append(_ordered(page, row, costs.lines[number]))
        block = (first, row)
        own = ordered[-len(lines) :]
        sales = [
            (costs.lines[number], bought, sale)
            for number, bought in zip(lines, own, strict=True)
            for sale in ctx.books.sales.get(number, ())
        ]
        enters, charged, gone, row = _group(page, row + 1, terms, own, block, sales)
        entered.append(enters)
        charges += [charged, *(rows.charges for rows in gone)]
        sold += gone
        row += 1
    periods = range(ctx.periods)
    roll, row = roll_forward(
        page,
        row,
        term.title,
        {
            "additions": [added(r.at(t) for r in entered) for t in periods],
            "depreciation": [added(r.at(t) for r in charges) for t in periods],
            "disposals": [added(r.disposals.at(t) for r in sold) for t in periods],
        },
        ZERO,
    )
    at_order = page.row(row, "Capex by basis: ordered", [sum_rows(ordered, t) for t in periods])
    sheet.put(row, F, total(at_order.block()), "label")
    paid = page.row(
        row + 1, "Capex by basis: paid", [cash.terms[term.name].row.at(t) for t in periods], "linked"
    )
    sheet.put(row + 1, F, total(paid.block()), "label")
    entered_all = roll["additions"]
    figures = [to_tenths(total(paid.block(0, t)) - total(entered_all.block(0, t))) for t in periods]
    due = page.row(row + 2, "Under construction (negative: in service, still payable)", figures, "total")
    return Roll(roll, at_order, paid, due), row + 4


def _groups(ctx: Context, costs: CostCells, term: CostTerm) -> dict[WriteOff, list[int]]:
    """Lines of a term that cost something, by how they are written off."""
    groups: dict[WriteOff, list[int]] = {}
    for number in costs.lines:
        priced = ctx.result.lines[number]
        if priced.line.term == term.name and priced.amounts.any():
            groups.setdefault(ctx.books.write_offs.get(number, WriteOff()), []).append(number)
    return groups


def _ordered(page: AssetPage, row: int, cells: LineCells) -> PeriodRow:
    """What a line's orders of each period cost in all, whenever it is paid."""
    line, calendar = cells.line, page.ctx.result.calendar
    by_cash = line.sign * weights(line, calendar) * cells.decision.values[: calendar.periods, np.newaxis]
    figures = []
    for t in range(calendar.periods):
        texts = [cells.one_activity_text(t, tau) for tau in range(t, calendar.cash_periods)]
        found = [
            Formula(text, float(by_cash[t, tau]), 1) for tau, text in enumerate(texts, t) if text is not None
        ]
        figures.append(added(found))
    page.sheet.text(row, A, "ordered")
    page.sheet.text(row, C, page.ctx.result.currency)
    page.sheet.text(row, B, f"{tr(line.item)}, {line.location}")
    if max(len(figure.text) for figure in figures) > _LONGEST_FORMULA:
        return page.sheet.numbers(row, [figure.value for figure in figures], "solved", styles.MONEY)
    return page.sheet.put_periods(row, figures, "linked")


def _group(
    page: AssetPage,
    row: int,
    terms: WriteOff,
    ordered: Sequence[PeriodRow],
    block: tuple[int, int],
    sales: Sequence[tuple[LineCells, PeriodRow, Sale]],
) -> tuple[PeriodRow, PeriodRow, list[SoldRows], int]:
    """What enters service, its depreciation, and apart what of it is sold; returns the last row used."""
    ctx, sheet = page.ctx, page.sheet
    lag = terms.lag
    figures = [sum_rows(ordered, t - lag) if t >= lag else ZERO for t in range(ctx.periods)]
    words = spoken(
        "Rows {first}-{last} enter service {lag} periods after the order",
        first=block[0] + 1,
        last=block[1] + 1,
        lag=lag,
    )
    entered = page.row(row, words, figures)
    sheet.put(row, F, total(entered.block()), "label")
    row += 1
    gone: list[SoldRows] = []
    if terms.life_months is None:
        charges = _to_the_end(page, row, entered)
    else:
        kept, life = entered, ctx.live[life_ref(terms.life_months)]
        for cells, bought, sale in sales:
            rows, row = sold_rows(page, row, cells, bought, lag, sale, life)
            gone.append(rows)
        if gone:
            left = [entered.at(t) - added(r.entered.at(t) for r in gone) for t in range(ctx.periods)]
            kept = page.row(row, "What enters service and is not sold", left)
            row += 1
        life = sheet.put(row, E, life, "linked", styles.COUNT)
        sheet.text(row, D, "months")
        figures = [charge(kept, page.numbers, life, t, page.constants) for t in range(ctx.periods)]
        charges = page.row(row, "Depreciation, straight line over the life in column E", figures)
        _second_way(page, row, kept, charges, life)
    sheet.put(row, F, total(charges.block()), "label")
    return entered, charges, gone, row


def _second_way(page: AssetPage, row: int, entered: PeriodRow, charges: PeriodRow, life: Formula) -> None:
    page.ctx.checks.append(
        Check(
            spoken("Book value by age = by roll-forward, row {row}", row=row + 1),
            left_at_end(entered, page.numbers, life, page.constants),
            total(entered.block()) - total(charges.block()),
            page.constants.money_tolerance,
            page.sheet.name,
            "depreciation takes each vintage straight to 0 at the end of its life",
        )
    )


def _to_the_end(page: AssetPage, row: int, entered: PeriodRow) -> PeriodRow:
    """Without a life of its own: what is left is spread over the rest of the plan."""
    n = page.ctx.periods
    figures: list[Formula] = []
    for t in range(n):
        charged = PeriodRow(page.sheet.name, row, np.array([figure.value for figure in figures]))
        left = total(entered.block(0, t)) - (total(charged.block(0, t - 1)) if t else ZERO)
        figures.append(left / (page.constants.periods - page.numbers.at(t) + 1))
    return page.row(row, "Depreciation, straight line to the end of the plan", figures)


def _all(page: AssetPage, row: int, title: str, rolls: Sequence[Roll], held: Roll | None) -> tuple[Roll, int]:
    """Totals over classes."""
    page.sheet.section(row, title)
    n = range(page.ctx.periods)
    members = [*rolls, *([held] if held is not None else [])]
    rows, row = roll_forward(
        page,
        row,
        title,
        {
            name: [added(roll.rows[name].at(t) for roll in members) for t in n]
            for name in ("additions", "depreciation", "disposals")
        },
        added(roll.rows["opening"].at(0) for roll in members),
    )
    found: dict[str, PeriodRow] = {}
    for name, words in (
        ("ordered", "Capex by basis: ordered"),
        ("paid", "Capex by basis: paid"),
        ("construction", "Under construction at the period's end"),
    ):
        parts = [part for roll in rolls if (part := getattr(roll, name)) is not None]
        found[name] = page.row(row, words, [added(p.at(t) for p in parts) for t in n])
        figure = (
            found[name].at(page.ctx.periods - 1) if name == "construction" else total(found[name].block())
        )
        page.sheet.put(row, F, figure, "label")
        row += 1
    page.ctx.checks += [
        Check(
            spoken("{title}: closing book value = sum of the classes", title=tr(title)),
            rows["closing"].at(page.ctx.periods - 1),
            added(roll.rows["closing"].at(page.ctx.periods - 1) for roll in members),
            page.constants.money_tolerance,
            page.sheet.name,
            "opening + additions - depreciation - disposals = closing, in every class and in all",
        ),
        Check(
            spoken("{title}: paid = entered service + under construction", title=tr(title)),
            total(rows["additions"].block()) + found["construction"].at(page.ctx.periods - 1),
            total(found["paid"].block()),
            page.constants.money_tolerance,
            page.sheet.name,
            "what is paid for enters service once, or is under construction at the end",
        ),
    ]
    return Roll(rows, found["ordered"], found["paid"], found["construction"]), row + 1
