"""Levelised unit costs, a block of sheet NPV."""

from __future__ import annotations

from collections.abc import Mapping

from models.finance.discounting import Timing
from planner.messages import spoken, tr
from planner.report import heads, styles
from planner.report.cells import Formula, added, ratio, sumproduct
from planner.report.context import Context
from planner.report.grid import B, C, D, F, PeriodRow, Sheet
from planner.report.sheets.cashflow import CashCells
from planner.report.sheets.workloads import WorkCells


def write(
    ctx: Context,
    sheet: Sheet,
    row: int,
    cash: CashCells,
    terms: Mapping[str, Formula],
    factors: Mapping[str, PeriodRow],
    work: WorkCells,
) -> tuple[Formula, Formula]:
    """Present value of cost (without the penalty for unmet work) over present value of output."""
    sheet.section(
        row, "Levelised unit costs: present value of cost, unmet work left out, per discounted unit"
    )
    costs = [pv for name, pv in terms.items() if cash.terms[name].term.nature != "penalty"]
    heads.item(sheet, row + 1, "Cost net of valuations, present value", ctx.result.currency, "calc")
    base = sheet.put(row + 1, F, added(costs), "label")
    discount = factors[Timing.RUNNING.value].block(0, ctx.periods - 1)
    found = []
    for number, (title, unit, source) in enumerate(
        (("Accelerator-hours used", "accelerator-hours", work.hours), ("Work done", "EFLOP", work.eflop))
    ):
        at = row + 2 + 2 * number
        heads.item(sheet, at, spoken("{title}, discounted", title=tr(title)), unit, "Workloads")
        output = sheet.put(at, F, sumproduct(source.block(0, ctx.periods - 1), discount))
        sheet.text(at + 1, B, spoken("Levelised cost per {unit}", unit=_one(unit)), "label")
        sheet.text(at + 1, C, f"{ctx.result.currency}/{_one(unit)}")
        sheet.text(at + 1, D, "calc")
        found.append(sheet.put(at + 1, F, ratio(base, output), "label", styles.FINE))
    return found[0], found[1]


def _one(unit: str) -> str:
    """One of a unit, in the language in use."""
    shown = tr(unit)
    return shown.removesuffix("s") if shown == unit else shown
