"""Contracts: what is owed on what was and will be signed, by when; prepaid balances; what may end."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from models.costing.line import CostLine
from models.plan.values import month_text
from models.sizing.stays import stands
from models.terms import CostTerm
from planner.report.cells import ZERO, Block, Formula, added, total
from planner.report.context import Axis, Check, Constants, Context
from planner.report.grid import HEADER_ROWS, PeriodRow, Sheet
from planner.report.method import obligation_ref
from planner.report.sheets.cashflow import CashCells
from planner.report.sheets.costcalc import CostCells

CONTRACT_TERMS = (
    "equipment_lease",
    "colocation_rent",
    "cloud_reserved",
    "cloud_upfront",
    "spend_shortfall",
    "cancellation",
)
COLUMNS: tuple[tuple[str, int, str], ...] = (
    ("Kind", 26, "heading"),
    ("What", 34, "heading"),
    ("Where", 18, "heading"),
    ("Signed", 9, "heading"),
    ("Up to 1 year", 15, "heading_right"),
    ("1 to 2 years", 15, "heading_right"),
    ("2 to 5 years", 15, "heading_right"),
    ("Over 5 years", 15, "heading_right"),
    ("All", 15, "heading_right"),
    ("Of it past the horizon", 15, "heading_right"),
    ("Lease accounting", 11, "heading_beside"),
)
_FIRST, _ALL, _PAST, _FLAG = 4, 8, 9, 10
_SIGNED = ("signed", "leased_rows", "open_order", "cancel_order", "unspent", "drawn", "active_signed")
_ASSESS = ("equipment_lease", "colocation_rent", "cloud_reserved", "cloud_upfront")


@dataclass(frozen=True, slots=True)
class ContractCells:
    """Sums over all contracts: by bucket, in all, past the horizon."""

    buckets: tuple[Formula, ...]
    everything: Formula
    past: Formula


def write(ctx: Context, axis: Axis, constants: Constants, costs: CostCells, cash: CashCells) -> ContractCells:
    """Write obligations, prepaid balances, and what can still be cancelled."""
    sheet = ctx.book["Contracts"]
    for column, (heading, width, kind) in enumerate(COLUMNS):
        sheet.width(column, column, width)
        sheet.text(4, column, heading, kind)
    limits = _bounds(ctx, axis)
    row = HEADER_ROWS
    sheet.section(row, "Obligations, undiscounted, by time from the plan's start", _FLAG)
    first = row + 1
    totals: list[list[float]] = []
    row = first
    unpaid = added(
        r.total for r in cash.terms.values() if r.term.nature == "capex" or r.term.name in CONTRACT_TERMS
    )
    for contract in _contracts(ctx, costs, cash):
        totals.append(_contract(ctx, sheet, row, contract, limits))
        if contract.term.nature != "capex" and contract.term.name not in CONTRACT_TERMS:
            unpaid = unpaid + contract.sum
        row += 1
    if not totals:
        sheet.text(row, 0, "Nothing is owed.", "note")
        row += 1
    sheet.text(row, 0, "All contracts and purchase orders", "total")
    sums = []
    for column in range(_FIRST, _PAST + 1):
        values = np.array([own[column - _FIRST] for own in totals]).reshape(-1, 1)
        figure = total(sheet.block(first, column, values)) if totals else ZERO
        sums.append(sheet.put(row, column, figure, "total"))
    _checks(ctx, sheet, row + 1, constants, unpaid, sums)
    for name, cell in (("obligations_total", sums[4]), ("obligations_past_horizon", sums[5])):
        ctx.book.name(name, cell)
    row = _prepaid(ctx, sheet, row + 4, costs)
    _cancellable(ctx, sheet, row)
    return ContractCells(tuple(sums[:4]), sums[4], sums[5])


@dataclass(frozen=True, slots=True)
class _Contract:
    """A row: term, words, cash by period, and the cell of its sum elsewhere."""

    term: CostTerm
    kind: str
    what: str
    where: str
    signed: bool
    cash: PeriodRow
    sum: Formula


def _contracts(ctx: Context, costs: CostCells, cash: CashCells) -> Iterator[_Contract]:
    """Purchase orders as one row a capex term, contracts as one row a line, then what else is paid later."""
    for bought in cash.terms.values():
        if bought.term.nature == "capex" and bought.row.values.any():
            yield _Contract(
                bought.term,
                f"Purchase orders: {bought.term.title}",
                "all orders of the plan, see OrderBook",
                "",
                False,
                bought.row,
                bought.total,
            )
    for number, at in costs.rows.items():
        priced = ctx.result.lines[number]
        line, term = priced.line, priced.line.cost_term
        later = priced.amounts[ctx.periods :].any() and term.nature not in ("credit", "capex")
        if (line.term in CONTRACT_TERMS and priced.amounts.any()) or later:
            signed = _is_signed(ctx, line)
            row = PeriodRow("CostCalc", at, priced.amounts)
            yield _Contract(term, term.title, line.item, line.location, signed, row, costs.totals[number])


def _is_signed(ctx: Context, line: CostLine) -> bool:
    """Whether it is signed already: what is held before the plan, rent of sites that stand."""
    if line.term != "colocation_rent":
        return line.activity.kind in _SIGNED
    return any(site.site_id == line.location and stands(ctx.plan, site) for site in ctx.plan.sites)


@dataclass(frozen=True, slots=True)
class _Bounds:
    """Months from the plan's start to each cash period's start, and the live bounds of the buckets."""

    months: Block
    bounds: tuple[Formula, ...]


def _bounds(ctx: Context, axis: Axis) -> _Bounds:
    block = axis.month_numbers.block()
    first = axis.month_numbers.at(0)
    months = Block(f"({block.text}-{first.text})", block.values - first.value)
    return _Bounds(months, tuple(ctx.live[obligation_ref(n)] for n in (1, 2, 3)))


def _contract(ctx: Context, sheet: Sheet, row: int, contract: _Contract, limits: _Bounds) -> list[float]:
    """A row of the table; its figures from the first bucket on."""
    sheet.text(row, 0, contract.kind, "wrap")
    sheet.text(row, 1, contract.what, "wrap")
    sheet.text(row, 2, contract.where, "wrap")
    sheet.text(row, 3, "yes" if contract.signed else "to sign")
    figures = _buckets(contract.cash, limits)
    cells = [sheet.put(row, _FIRST + n, figure, "linked") for n, figure in enumerate(figures)]
    values = np.array([[cell.value for cell in cells]])
    everything = sheet.put(row, _ALL, total(sheet.block(row, _FIRST, values)), "label")
    past = total(contract.cash.block(ctx.periods)) if ctx.cash_periods > ctx.periods else ZERO
    beyond = sheet.put(row, _PAST, past, "linked")
    if contract.term.name in _ASSESS:
        sheet.text(row, _FLAG, "assess", "input")
    return [*(cell.value for cell in cells), everything.value, beyond.value]


def _buckets(source: PeriodRow, limits: _Bounds) -> list[Formula]:
    """Amounts by bucket: periods that start within the bounds."""
    block, months = source.block(), limits.months
    found = []
    for n in range(len(limits.bounds) + 1):
        low = limits.bounds[n - 1] if n else None
        high = limits.bounds[n] if n < len(limits.bounds) else None
        inside = np.ones(len(block.values), dtype=bool)
        texts = []
        if low is not None:
            texts.append(f"({months.text}>={low.text})")
            inside &= months.values >= low.value
        if high is not None:
            texts.append(f"({months.text}<{high.text})")
            inside &= months.values < high.value
        text = f"SUMPRODUCT({block.text}*{'*'.join(texts)})"
        found.append(Formula(text, float(block.values[inside].sum())))
    return found


def _checks(
    ctx: Context,
    sheet: Sheet,
    row: int,
    constants: Constants,
    unpaid: Formula,
    sums: Sequence[Formula],
) -> None:
    sheet.text(row, 0, "Owed past the horizon, as solved", "label")
    solved = sheet.number(row, _PAST, sum(liability.amount for liability in ctx.result.liabilities))
    ctx.checks += [
        Check(
            "Contracts = unpaid terms",
            sums[4],
            unpaid,
            constants.money_tolerance,
            sheet.name,
            "every payment on a contract or purchase order stands in one bucket",
        ),
        Check(
            "Obligations past the horizon = liabilities as solved",
            sums[5],
            solved,
            constants.money_tolerance,
            sheet.name,
            "what is owed after the last period is all that the optimiser counted",
            "RE-PRICED",
        ),
    ]


def _prepaid(ctx: Context, sheet: Sheet, row: int, costs: CostCells) -> int:
    """Balances paid before the plan: at its start, used, left."""
    rows = [row for row in ctx.plan.commitments if row.prepaid_balance]
    if not rows:
        return row
    sheet.section(row, "Prepaid balances", _FLAG)
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


def _cancellable(ctx: Context, sheet: Sheet, row: int) -> None:
    """Open orders: until when they may be cancelled, at which fee, and what the plan does."""
    orders = [row for row in ctx.plan.open_orders if row.cancellable_until is not None]
    if not orders:
        return
    outcome = {held.name.split(" ")[0]: held.outcome for held in ctx.result.held if held.kind == "order"}
    sheet.section(row, "Open orders that can be cancelled", _FLAG)
    headings = ("Order", "What", "Where", "Until", "Fee", "Paid to date", "Price", "Plan")
    for column, words in enumerate(headings):
        kind = "heading_right" if _FIRST <= column < _FIRST + 3 else "heading"
        sheet.text(row + 1, column, words, kind)
    row += 2
    for order in orders:
        assert order.cancellable_until is not None
        number = f" ({order.po_number})" if order.po_number else ""
        sheet.text(row, 0, order.order_id + number, "wrap")
        what = order.system_id or order.expansion_id or order.fabric_id
        sheet.text(row, 1, f"{order.quantity:g} x {what}", "wrap")
        sheet.text(row, 2, str(order.site_id), "wrap")
        sheet.text(row, 3, month_text(order.cancellable_until))
        for column, value in ((4, order.cancel_fee or 0.0), (5, order.paid_to_date), (6, order.total_price)):
            sheet.number(row, column, value, "solved")
        sheet.text(row, 7, outcome.get(order.order_id, ""))
        row += 1
