"""Sheet Contracts, below the obligations: prepaid balances, what is committed, what can be cancelled."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from models.costing.basis import VALUATIONS
from models.costing.line import CostLine
from models.plan import OpenOrder
from models.plan.values import Month, month_text
from models.sizing.stays import stands
from planner.report import styles
from planner.report.cells import ZERO, Block, Formula, added, sumproduct
from planner.report.context import Axis, Context
from planner.report.grid import Sheet
from planner.report.register import serial
from planner.report.roll import sum_cells
from planner.report.sheets.cashflow import CashCells
from planner.report.sheets.costcalc import CostCells

LAST_COLUMN = 10
SIGNED = ("signed", "leased_rows", "open_order", "cancel_order", "unspent", "drawn", "active_signed")
"""Activities that were signed or ordered before the plan."""
_FIRST = 4
_LEAST_MONTHS, _MOST_MONTHS = 12, 36


@dataclass(frozen=True, slots=True)
class CancelCells:
    """What can be cancelled in a month: the month as `2027_03`, what need not be paid then, the fee."""

    label: str
    month: Formula
    avoided: Formula
    fee: Formula


def prepaid(ctx: Context, sheet: Sheet, row: int, costs: CostCells) -> int:
    """Balances paid before the plan: at its start, used, left."""
    rows = [row for row in ctx.plan.commitments if row.prepaid_balance]
    if not rows:
        return row
    sheet.section(row, "Prepaid balances", LAST_COLUMN)
    headings = {0: "Commitment", 1: "Provider or offer", 3: "Ends", 4: "At the start", 5: "Used", 6: "Left"}
    for column in range(7):
        kind = "heading_right" if column >= _FIRST else "heading"
        sheet.text(row + 1, column, headings.get(column, ""), kind)
    row += 2
    for commitment in rows:
        used = [
            costs.totals[number]
            for number in costs.rows
            if ctx.result.lines[number].line.term == "prepaid_drawn"
            and str(ctx.result.lines[number].line.activity.parts[1]) == commitment.commitment_id
        ]
        sheet.text(row, 0, commitment.commitment_id, "wrap")
        sheet.text(row, 1, str(commitment.offer_id or commitment.provider), "wrap")
        sheet.text(row, 3, month_text(commitment.end))
        start = sheet.number(row, 4, commitment.prepaid_balance, "solved")
        drawn = sheet.put(row, 5, 0 - added(used), "linked")
        sheet.put(row, 6, start - drawn, "label")
        row += 1
    return row + 1


def is_signed(ctx: Context, line: CostLine) -> bool:
    """Whether it is signed already: what is held before the plan, rent of sites that stand."""
    if line.term != "colocation_rent":
        return line.activity.kind in SIGNED
    return any(site.site_id == line.location and stands(ctx.plan, site) for site in ctx.plan.sites)


def committed(ctx: Context, sheet: Sheet, row: int, costs: CostCells, cash: CashCells) -> tuple[Formula, int]:
    """Cash on what was signed or ordered before the plan, by cost term; its sum and the row after it."""
    sheet.section(row, "Committed before the plan (signed or ordered) and still to be paid", LAST_COLUMN)
    headings = {0: "Cost term", 4: "Committed", 5: "All of the term"}
    for column in range(6):
        kind = "heading_right" if column >= _FIRST else "heading"
        sheet.text(row + 1, column, headings.get(column, ""), kind)
    row += 2
    sums = []
    for term in cash.terms.values():
        if term.term.name in VALUATIONS:
            continue
        signed = [
            (costs.rows[number], costs.totals[number])
            for number in costs.rows
            if ctx.result.lines[number].line.term == term.term.name
            and is_signed(ctx, ctx.result.lines[number].line)
        ]
        if signed:
            sheet.text(row, 0, term.term.title, "wrap")
            sums.append(sheet.put(row, 4, sum_cells(signed), "linked"))
            sheet.put(row, 5, term.total, "linked")
            row += 1
    sheet.text(row, 0, "All that is committed", "total")
    return sheet.put(row, 4, added(sums), "total"), row + 2


def cancellable(ctx: Context, sheet: Sheet, row: int, axis: Axis) -> list[CancelCells]:
    """Open orders that can be cancelled, and month by month what that would save and cost."""
    orders = [one for one in ctx.plan.open_orders if one.cancellable_until is not None]
    sheet.section(row, "Open orders that can be cancelled", LAST_COLUMN)
    if not orders:
        sheet.text(row + 1, 0, "No open order can be cancelled.", "note")
        return [CancelCells(_label(ctx.result.calendar.start), axis.starts.at(0), ZERO, ZERO)]
    headings = ("Order", "What", "Where", "Until", "Fee", "Paid to date", "Price", "Still to pay", "Plan")
    for column, words in enumerate(headings):
        kind = "heading_right" if _FIRST <= column < 8 else "heading_beside" if column == 8 else "heading"
        sheet.text(row + 1, column, words, kind)
    outcome = {held.name.split(" ")[0]: held.outcome for held in ctx.result.held if held.kind == "order"}
    first = row + 2
    for row, order in enumerate(orders, first):
        number = f" ({order.po_number})" if order.po_number else ""
        sheet.text(row, 0, order.order_id + number, "wrap")
        what = order.system_id or order.expansion_id or order.fabric_id
        sheet.text(row, 1, f"{order.quantity:g} x {what}", "wrap")
        sheet.text(row, 2, str(order.site_id), "wrap")
        sheet.number(row, 3, _until(order), "solved", styles.MONTH)
        sheet.number(row, 4, order.cancel_fee or 0.0)
        paid = sheet.number(row, 5, order.paid_to_date)
        sheet.put(row, 7, sheet.number(row, 6, order.total_price) - paid, "label")
        sheet.text(row, 8, outcome.get(order.order_id, ""), "beside")
    return _months(ctx, sheet, first + len(orders) + 1, axis, orders, first)


def _until(order: OpenOrder) -> float:
    assert order.cancellable_until is not None
    return serial(order.cancellable_until)


def _label(month: Month) -> str:
    return month_text(month).replace("-", "_")


def _months(
    ctx: Context, sheet: Sheet, row: int, axis: Axis, orders: Sequence[OpenOrder], first: int
) -> list[CancelCells]:
    """One row a month: a year from the plan's start at least, else to the last month that can be chosen."""
    start = ctx.result.calendar.start
    last = max(int(o.cancellable_until or start) for o in orders)
    count = min(max(_LEAST_MONTHS, last - start + 1), _MOST_MONTHS)
    title = "If every order that can still be cancelled were cancelled in a month"
    sheet.section(row, title, LAST_COLUMN)
    headings = {3: "Month", 4: "Orders", 5: "Need not be paid", 6: "Fees", 7: "Saved"}
    for column in range(8):
        kind = "heading_right" if column >= _FIRST else "heading"
        sheet.text(row + 1, column, headings.get(column, ""), kind)
    sheet.height(row + 1, 28)
    until, fees, unpaid = (
        sheet.block(first, column, np.array(values, dtype=np.float64).reshape(-1, 1))
        for column, values in (
            (3, [_until(o) for o in orders]),
            (4, [o.cancel_fee or 0.0 for o in orders]),
            (7, [o.total_price - o.paid_to_date for o in orders]),
        )
    )
    found: list[CancelCells] = []
    top = row + 2
    for number in range(count):
        row, month = top + number, Month(start + number)
        before = f"EDATE({found[-1].month.text},1)" if found else axis.starts.at(0).text
        at = sheet.put(row, 3, Formula(before, serial(month)), "linked_left", styles.MONTH)
        open_then = Block(f"({until.text}>={at.text})*1", np.float64(1.0) * (until.values >= at.value))
        many, avoided, fee = (sumproduct(open_then, *more) for more in ((), (unpaid,), (fees,)))
        sheet.put(row, 4, many, "formula", styles.COUNT)
        saved = sheet.put(row, 5, avoided)
        cost = sheet.put(row, 6, fee)
        sheet.put(row, 7, saved - cost, "label")
        label = _label(month)
        found.append(CancelCells(label, at, saved, cost))
        ctx.book.name(f"cancel_avoidable_{label}", saved)
        ctx.book.name(f"cancel_fee_{label}", cost)
    return found
