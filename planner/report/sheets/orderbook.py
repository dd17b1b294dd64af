"""OrderBook: what to approve by when, where, how many, what it costs and when it is paid."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from models.costing.evaluate import weights
from models.plan.values import month_text
from models.reading.purchases import PAID_WITH
from models.results import Purchase
from planner.messages import spoken, tr
from planner.report import styles
from planner.report.cells import (
    ZERO,
    Formula,
    Words,
    added,
    at_largest,
    largest,
    quoted,
    remainder,
    total,
    whole,
)
from planner.report.context import Axis, Check, Constants, Context
from planner.report.formulas import LineCells
from planner.report.grid import HEADER_ROWS, Sheet
from planner.report.sheets.costcalc import CostCells
from planner.report.sheets.npv import NpvCells

COLUMNS: tuple[tuple[str, int, str], ...] = (
    ("No.", 11, "heading"),
    ("Approve by", 9, "heading_beside"),
    ("What to approve", 28, "heading"),
    ("Where", 12, "heading"),
    ("Quantity", 8, "heading_right"),
    ("Unit", 8, "heading_beside"),
    ("Lead, months", 8, "heading_right"),
    ("In service", 9, "heading_beside"),
    ("Payments, share of amount", 17, "heading"),
    ("Fiscal year", 8, "heading"),
    ("MW", 7, "heading_right"),
    ("Amount", 13, "heading_right"),
    ("Present value", 13, "heading_right"),
    ("Why", 25, "heading_beside"),
    ("PO number", 9, "heading"),
    ("Cancel by", 9, "heading"),
)
_NO, _BY, _WHAT, _WHERE, _QTY, _UNIT, _LEAD, _SERVICE = range(8)
_PAY, _YEAR, _MW, _AMOUNT, _PV, _WHY, _PO, _CANCEL = range(8, 16)
NOTES = (
    "MW: IT power of systems and storage, facility power of power blocks, heat carried by cooling modules.",
    "PO number and Cancel by of what is to be approved are for you to fill in; fees stand on Contracts.",
)
_TOGETHER = {
    "open_fabric": ("open_fabric", "fabric_units"),
    "fabric_units": ("open_fabric", "fabric_units"),
    "cooling_plant": ("cooling_plant", "cooling_modules"),
    "cooling_modules": ("cooling_plant", "cooling_modules"),
}
"""Activities that one approval may hold: a fabric with its first units, a plant with its modules."""
ORDERED_BEFORE = "open_order"
"""Activity of what was ordered before the plan: nothing to approve."""
_LONGEST_FORMULA = 8_000
_AGREES = 1e-6


@dataclass(frozen=True, slots=True)
class OrderCells:
    """One entry a purchase, in order of approval: date, amount, present value; the sum and the largest amount
    of what is to be approved, and by when that is.

    rows: of what is to be approved; what was ordered before the plan is not among them
    """

    rows: tuple[tuple[Purchase, Formula, Formula], ...]
    amount: Formula
    largest: Formula
    largest_by: Formula | Words


def by_date(purchases: Sequence[Purchase]) -> list[Purchase]:
    """Purchases in order of approval, the larger first within a period."""
    return sorted(purchases, key=lambda p: (p.order_period, -p.amount))


def write(ctx: Context, axis: Axis, constants: Constants, costs: CostCells, npv: NpvCells) -> OrderCells:
    """Write one row a purchase."""
    sheet = ctx.book["OrderBook"]
    for column, (heading, width, kind) in enumerate(COLUMNS):
        sheet.width(column, column, width)
        sheet.text(4, column, heading, kind)
    purchases = by_date(ctx.result.purchases)
    new = [one for one in purchases if one.activity.kind != ORDERED_BEFORE]
    page = _Page(ctx, sheet, axis, constants, _prices(costs), npv)
    row = HEADER_ROWS
    rows, sums, row = _block(page, row, new, 1, "All approvals")
    sheet.worksheet.autofilter(4, 0, max(HEADER_ROWS + len(rows) - 1, 5), len(COLUMNS) - 1)
    old = [one for one in purchases if one.activity.kind == ORDERED_BEFORE]
    if old:
        sheet.section(row + 1, "Ordered before the plan and kept: what is still to be paid", len(COLUMNS) - 1)
        _, _, row = _block(page, row + 2, old, len(new) + 1, "All open orders")
    for offset, words in enumerate(NOTES, 1):
        sheet.text(row + offset, _NO, words, "note")
    ctx.book.name("to_approve_total", sums[0])
    if not rows:
        return OrderCells((), sums[0], ZERO, quoted("nothing"))
    amounts = sheet.block(HEADER_ROWS, _AMOUNT, np.array([[r[1].value] for r in rows]))
    starts = [axis.starts.values[purchase.order_period] for purchase in new]
    dates = sheet.block(HEADER_ROWS, _BY, np.array(starts).reshape(-1, 1))
    most = largest(amounts)
    return OrderCells(tuple(rows), sums[0], most, at_largest(dates, amounts, most))


@dataclass(frozen=True, slots=True)
class _Page:
    """What every row is written with."""

    ctx: Context
    sheet: Sheet
    axis: Axis
    constants: Constants
    prices: Mapping[tuple[str | int, ...], list[LineCells]]
    npv: NpvCells


def _block(
    page: _Page, row: int, purchases: Sequence[Purchase], number: int, title: str
) -> tuple[list[tuple[Purchase, Formula, Formula]], list[Formula], int]:
    """Rows with their sums of amount and present value; returns the row after the sums."""
    sheet, first = page.sheet, row
    rows = []
    for row, purchase in enumerate(purchases, first):
        rows.append(_purchase(page, row, number + row - first, purchase))
    row = first + len(rows)
    if not rows:
        sheet.text(row, _WHAT, "Nothing to order or sign in this plan.", "note")
        row += 1
    sheet.text(row, _WHAT, title, "total")
    sums = []
    for column, values in ((_AMOUNT, [r[1].value for r in rows]), (_PV, [r[2].value for r in rows])):
        block = sheet.block(first, column, np.array(values).reshape(-1, 1))
        sums.append(sheet.put(row, column, total(block) if rows else ZERO, "total"))
    if rows:
        row += 1
        _as_solved(page, row, title, sums, purchases)
    return rows, sums, row + 1


def _as_solved(
    page: _Page, row: int, title: str, sums: Sequence[Formula], purchases: Sequence[Purchase]
) -> None:
    """The sums as the optimiser's purchases state them, and checks against the formulas."""
    page.sheet.text(row, _WHAT, "As solved", "note")
    orders = tr(title)
    for column, live, words, solved in (
        (_AMOUNT, sums[0], spoken("{orders}: amount live = as solved", orders=orders),
         [p.amount for p in purchases]),
        (_PV, sums[1], spoken("{orders}: present value live = as solved", orders=orders),
         [p.present_value for p in purchases]),
    ):  # fmt: skip
        page.ctx.checks.append(
            Check(
                words,
                live,
                page.sheet.number(row, column, sum(solved)),
                page.constants.money_tolerance,
                page.sheet.name,
                "without edits every order costs in the formulas what it cost the optimiser",
                "RE-PRICED",
            )
        )


def _purchase(page: _Page, row: int, number: int, purchase: Purchase) -> tuple[Purchase, Formula, Formula]:
    ctx, sheet, axis = page.ctx, page.sheet, page.axis
    order = purchase.order_period
    sheet.number(row, _NO, number, "left", "0")
    date = axis.starts.at(order)
    if purchase.activity.kind == ORDERED_BEFORE:
        sheet.text(row, _BY, "ordered", "beside")
    else:
        date = sheet.put(row, _BY, date, "linked_left", styles.MONTH)
    sheet.text(row, _WHAT, purchase.what, "wrap")
    sheet.text(row, _WHERE, purchase.location, "wrap")
    decided = ctx.decisions[purchase.activity].at(order) if purchase.activity in ctx.decisions else None
    shown = styles.COUNT if purchase.quantity == round(purchase.quantity) else styles.RATE
    if decided is not None and decided.value == purchase.quantity:
        sheet.put(row, _QTY, decided, "linked", shown)
    else:
        sheet.number(row, _QTY, purchase.quantity, "solved", shown)
    sheet.text(row, _UNIT, purchase.unit, "beside_wrap")
    sheet.number(row, _LEAD, purchase.lead_months, "solved", "0")
    if 0 <= purchase.in_service_period < ctx.cash_periods:
        sheet.put(row, _SERVICE, axis.starts.at(purchase.in_service_period), "linked_left", styles.MONTH)
    else:
        sheet.text(row, _SERVICE, "past the plan")
    sheet.text(row, _PAY, payments_text(ctx, purchase), "solved_wrap")
    sheet.put_words(row, _YEAR, fiscal_label(ctx, date, page.constants))
    sheet.number(row, _MW, purchase.it_mw, "solved", '0.00;-0.00;"–"')
    amount, value = _money(ctx, purchase, page.prices, page.npv)
    put_amount = _put(sheet, row, _AMOUNT, amount, purchase.amount)
    put_value = _put(sheet, row, _PV, value, purchase.present_value)
    sheet.text(row, _WHY, purchase.why, "beside_wrap")
    _papers(ctx, sheet, row, purchase)
    return purchase, put_amount, put_value


def _papers(ctx: Context, sheet: Sheet, row: int, purchase: Purchase) -> None:
    """PO number and the last month for cancelling: known of open orders, to fill in for the rest."""
    order = None
    if purchase.activity.kind == ORDERED_BEFORE:
        order = next((o for o in ctx.plan.open_orders if o.order_id == purchase.activity.parts[1]), None)
    if order is None:
        for column in (_PO, _CANCEL):
            sheet.worksheet.write_blank(row, column, None, sheet.style.get("input"))
        return
    sheet.text(row, _PO, order.po_number or "", "solved_wrap")
    until = order.cancellable_until
    sheet.text(row, _CANCEL, "never" if until is None else month_text(until), "solved")


def _put(sheet: Sheet, row: int, column: int, figure: Formula | None, solved: float) -> Formula:
    if figure is None:
        return sheet.number(row, column, solved, "solved")
    return sheet.put(row, column, figure, "linked")


def payments_text(ctx: Context, purchase: Purchase) -> str:
    """`2027-01 30 %, 2027-07 70 %`; many payments are told by their span."""
    calendar = ctx.result.calendar
    base = purchase.amount or 1.0
    dated = [(month_text(calendar.first_month(t)), money) for t, money in purchase.payments if money]
    if not dated:
        return tr("none")
    if len(dated) > 3:
        return spoken(
            "{number} payments, {first} to {last}", number=len(dated), first=dated[0][0], last=dated[-1][0]
        )
    return ", ".join(f"{month} {_percent(money / base)}" for month, money in dated)


def _percent(share: float) -> str:
    return f"{100 * share:.1f}".removesuffix(".0") + " %"


def fiscal_label(ctx: Context, date: Formula, constants: Constants) -> Words:
    """Fiscal year of a date cell."""
    settings = ctx.plan.settings
    days = np.datetime64("1899-12-30") + np.timedelta64(int(date.value), "D")
    month = int(days.astype("datetime64[M]").astype(int)) + 1970 * 12 + 1
    number = Formula(f"(12*YEAR({date.text})+MONTH({date.text}))", float(month))
    start = number - remainder(number - constants.fiscal_start, 12)
    named_by = start - 1 if settings.fiscal_year_named_by == "start" else start + 12 - 1 - 1
    year = whole(named_by / 12)
    return Words(f'"FY"&{year.text}', f"FY{year.value:.0f}")


def _prices(costs: CostCells) -> dict[tuple[str | int, ...], list[LineCells]]:
    """Lines that price a purchase, by the parts of their activity."""
    found: dict[tuple[str | int, ...], list[LineCells]] = {}
    for cells in costs.lines.values():
        activity = cells.line.activity
        if cells.line.term in PAID_WITH.get(activity.kind, ()):
            found.setdefault(activity.parts, []).append(cells)
    return found


def _money(
    ctx: Context, purchase: Purchase, prices: Mapping[tuple[str | int, ...], list[LineCells]], npv: NpvCells
) -> tuple[Formula | None, Formula | None]:
    """Amount and present value as formulas over the lines that price the purchase; None where none fits."""
    kinds = _TOGETHER.get(purchase.activity.kind, (purchase.activity.kind,))
    alike = prices.get(purchase.activity.parts, ())
    together = [cells for cells in alike if cells.line.activity.kind in kinds]
    own = [cells for cells in together if cells.line.activity == purchase.activity]
    for candidates in (own, together):
        amount, value = _priced(ctx, purchase, candidates, npv)
        if _near(amount.value, purchase.amount):
            fits = len(value.text) <= _LONGEST_FORMULA and _near(value.value, purchase.present_value)
            return amount, value if fits else None
    return None, None


def _near(left: float, right: float) -> bool:
    return abs(left - right) <= _AGREES * max(1.0, abs(right))


def _priced(
    ctx: Context, purchase: Purchase, lines: Sequence[LineCells], npv: NpvCells
) -> tuple[Formula, Formula]:
    amounts, values = [], []
    order = purchase.order_period
    for cells in lines:
        by_cash = weights(cells.line, ctx.result.calendar)[order] * cells.decision.values[order]
        factors = npv.factors[cells.line.cost_term.timing.value]
        for period in range(order, ctx.cash_periods):
            text = cells.one_activity_text(order, period)
            if text is not None:
                paid = Formula(text, float(by_cash[period]), 1)
                amounts.append(paid)
                values.append(paid * factors.at(period))
    return added(amounts), added(values)
