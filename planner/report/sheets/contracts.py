"""Contracts: what is owed on what was and will be signed, by when; prepaid balances; what may end."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from models.terms import CostTerm
from planner.messages import spoken, tr
from planner.report.cells import ZERO, Block, Formula, added, total
from planner.report.context import Axis, Check, Constants, Context
from planner.report.grid import HEADER_ROWS, PeriodRow, Sheet
from planner.report.method import obligation_ref
from planner.report.sheets import balances, holdings
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
_ASSESS = ("equipment_lease", "colocation_rent", "cloud_reserved", "cloud_upfront")


@dataclass(frozen=True, slots=True)
class ContractCells:
    """Sums over all contracts: in all, past the horizon; what was signed or ordered before the
    plan; what can be cancelled by month."""

    everything: Formula
    past: Formula
    committed: Formula
    cancellable: tuple[balances.CancelCells, ...]


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
    row = balances.prepaid(ctx, sheet, row + 4, costs)
    committed, row = balances.committed(ctx, sheet, row, costs, cash)
    row = holdings.write(ctx, sheet, row)
    cancel = balances.cancellable(ctx, sheet, row, axis)
    return ContractCells(sums[4], sums[5], committed, tuple(cancel))


@dataclass(frozen=True, slots=True)
class _Contract:
    """A row: term, words, cash by period, and the cell of its sum elsewhere."""

    term: CostTerm
    kind: str
    what: str
    where: str
    signed: str
    cash: PeriodRow
    sum: Formula


def _contracts(ctx: Context, costs: CostCells, cash: CashCells) -> Iterator[_Contract]:
    """Purchase orders as one row a capex term, contracts as one row a line, then what else is paid later."""
    for bought in cash.terms.values():
        if bought.term.nature == "capex" and bought.row.values.any():
            yield _Contract(
                bought.term,
                spoken("Purchase orders: {term}", term=tr(bought.term.title)),
                "all orders of the plan, see OrderBook",
                "",
                _orders_signed(ctx, bought.term),
                bought.row,
                bought.total,
            )
    for number, at in costs.rows.items():
        priced = ctx.result.lines[number]
        line, term = priced.line, priced.line.cost_term
        later = priced.amounts[ctx.periods :].any() and term.nature not in ("credit", "capex")
        if (line.term in CONTRACT_TERMS and priced.amounts.any()) or later:
            signed = "yes" if balances.is_signed(ctx, line) else "to sign"
            row = PeriodRow("CostCalc", at, priced.amounts)
            yield _Contract(term, term.title, line.item, line.location, signed, row, costs.totals[number])


def _orders_signed(ctx: Context, term: CostTerm) -> str:
    """Whether the orders of a term were placed before the plan."""
    paid = [priced for priced in ctx.result.lines if priced.line.term == term.name and priced.amounts.any()]
    placed = [balances.is_signed(ctx, priced.line) for priced in paid]
    return "yes" if all(placed) else "in part" if any(placed) else "to sign"


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
    sheet.text(row, 3, contract.signed)
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
