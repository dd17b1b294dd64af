"""What the plan costs and delivers: the first block of sheet Summary."""

from __future__ import annotations

from models.costing.basis import VALUATIONS
from planner.messages import spoken
from planner.report import styles
from planner.report.cells import Formula, added, ratio
from planner.report.context import Context
from planner.report.grid import Sheet
from planner.report.paper import Figure
from planner.report.sheets.capacity import CapacityCells
from planner.report.sheets.cashflow import CASH_NATURES, CashCells, nature_of
from planner.report.sheets.fiscalyears import YearCells
from planner.report.sheets.npv import NpvCells
from planner.report.sheets.workloads import WorkCells

LAST_COLUMN = 9
"""Of sheet Summary's blocks."""


def write(
    ctx: Context,
    sheet: Sheet,
    row: int,
    cash: CashCells,
    npv: NpvCells,
    work: WorkCells,
    capacity: CapacityCells,
    years: YearCells,
    approval: tuple[Formula, Formula],
    protection: Formula | None,
) -> tuple[list[Figure], int]:
    """Write the figures in two columns; gives them back with the row after them.

    approval: cash committed before the plan, and to be approved
    """
    currency = ctx.result.currency

    def value(elastic: bool) -> Formula:
        chosen = [
            pv
            for name, pv in npv.terms.items()
            if cash.terms[name].term.elastic is elastic and nature_of(cash.terms[name].term) in CASH_NATURES
        ]
        return added(chosen)

    credits = added(pv for name, pv in npv.terms.items() if name in VALUATIONS)
    rest = cash.cash_total - approval[0] - approval[1]
    left: list[tuple[str, Formula | None, str]] = [
        ("Cost of the plan, present value, {currency}", npv.live, styles.MONEY),
        ("A better plan could save at most, {currency}", npv.gap, styles.MONEY),
        ("The same as a share of cost (gap)", npv.gap_share, styles.FINE_SHARE),
        ("Capital expenditure, cash, {currency}", cash.capex_total, styles.MONEY),
        ("Operating expenditure, cash, {currency}", cash.opex_total, styles.MONEY),
        ("Committed before the plan, cash, {currency}", approval[0], styles.MONEY),
        ("To approve, cash, {currency}", approval[1], styles.MONEY),
        ("Neither: running, by use, receipts, cash, {currency}", rest, styles.MONEY),
        ("Fixed cost, present value, {currency}", value(False), styles.MONEY),
        ("Elastic cost (moves with use), present value, {currency}", value(True), styles.MONEY),
        ("Energy, cash, {currency}", _energy(cash), styles.MONEY),
        ("Depreciation in the books, {currency}", years.depreciation_total, styles.MONEY),
    ]
    if protection is not None:
        label = "Protection against losing a place, present value, {currency}"
        left.append((label, protection, styles.MONEY))
    full = ratio(years.books_total, work.hours_total)
    right: list[tuple[str, Formula | None, str]] = [
        ("Per accelerator-hour used, {currency}", npv.per_hour, _unit_price(npv.per_hour)),
        ("Per EFLOP of work, {currency}", npv.per_eflop, _unit_price(npv.per_eflop)),
        ("Accelerator-hours used", work.hours_total, styles.COUNT),
        ("Accelerators at the peak, owned and rented", capacity.accelerators_peak, styles.COUNT),
        _power(capacity),
        ("Valuations at the end, present value, {currency}", credits, styles.MONEY),
        ("Unmet work, all workloads' own units", work.short_total, styles.RATE),
        ("Full cost in the books, {currency}", years.books_total, styles.MONEY),
        ("The same per accelerator-hour used, {currency}", full, _unit_price(full)),
    ]
    if work.useful_hours is not None:
        useful = ratio(years.books_total, work.useful_hours)
        label = "The same per useful accelerator-hour, {currency}"
        right.append((label, useful, _unit_price(useful)))
    sheet.section(row, "What the plan costs and delivers", LAST_COLUMN)
    found = []
    for side, (column, at) in ((left, (0, 3)), (right, (5, 9))):
        for offset, (form, figure, number) in enumerate(side, 1):
            label = spoken(form, currency=currency)
            sheet.text(row + offset, column, label)
            cell = None
            if figure is None:
                sheet.text(row + offset, at, "not proven")
            else:
                cell = sheet.put(row + offset, at, figure, "strong" if offset == 1 else "linked", number)
            found.append(Figure(label, cell, number))
    return found, row + max(len(left), len(right)) + 1


def _energy(cash: CashCells) -> Formula:
    return added(r.total for r in cash.terms.values() if r.term.category == "energy")


def _unit_price(figure: Formula) -> str:
    return styles.RATE if abs(figure.value) >= 1 else styles.FINE


def _power(capacity: CapacityCells) -> tuple[str, Formula, str]:
    units = {unit for _, unit, _ in capacity.peak_power}
    unit = units.pop() if len(units) == 1 else "MW"
    return (
        spoken("Peak power, sum of the sites' peaks, {unit}", unit=unit),
        added(p for _, _, p in capacity.peak_power),
        styles.RATE,
    )
