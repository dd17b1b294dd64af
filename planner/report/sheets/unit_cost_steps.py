"""Sensitivity, second block: unit costs of the frozen plan at another utilisation or share of peak."""

from __future__ import annotations

from collections.abc import Mapping

from planner.messages import spoken
from planner.report import styles
from planner.report.cells import ONE, ZERO, Formula, flag, smallest
from planner.report.context import Context
from planner.report.grid import Sheet
from planner.report.method import POINTS_STEP, own_ref
from planner.report.sheets.npv import NpvCells

_EFLOP_PER_TFLOPS_HOUR = 3_600.0 / 1e6
_HEADINGS = ("Unit cost", "As it is", "Step, points", "Share now", "", "Down: unit cost", "Up: unit cost")


def write(ctx: Context, sheet: Sheet, row: int, npv: NpvCells) -> int:
    """Write the block; returns the row after it.

    Quantities and cost stay: at u instead of u0 a unit costs u0 / u as much.
    """
    there, used = _hours(ctx)
    peak = _peak_eflop(ctx)
    done = sum(work.eflop for work in ctx.result.workloads)
    rows: list[tuple[str, Formula, float, float]] = []
    if there and used:
        rows.append(("Per accelerator-hour used, at another utilisation", npv.per_hour, used, there))
    if peak and done:
        rows.append(("Per EFLOP, at another share of dense bf16 peak (MFU)", npv.per_eflop, done, peak))
    if not rows:
        return row
    currency = ctx.result.currency
    title = spoken(
        "Frozen plan at other utilisation and MFU, unit costs, {currency} (live)", currency=currency
    )
    sheet.section(row, title, 6)
    for column, words in enumerate(_HEADINGS):
        sheet.text(row + 1, column, words, "heading_right" if column else "heading")
    top = row + 2
    for row, (title, cost, part, whole) in enumerate(rows, top):
        sheet.text(row, 0, title, "wrap")
        unit = sheet.put(row, 1, cost, "linked", styles.FINE)
        step = sheet.put(row, 2, ctx.live[own_ref(POINTS_STEP)], "linked", styles.SHARE)
        share = sheet.number(row, 3, part / whole, "solved", styles.FINE_SHARE)
        sheet.put(row, 5, _at(unit, share, share - step), "formula", styles.FINE)
        sheet.put(row, 6, _at(unit, share, smallest(ONE, share + step)), "formula", styles.FINE)
    return row + 2


def _at(unit: Formula, share: Formula, other: Formula) -> Formula:
    """The unit cost at another share; 0 where there is none left."""
    possible = flag(f"{other.text}>0", other.value > 0)
    divided = unit.value * share.value / other.value if possible.value else ZERO.value
    return Formula(f"IF({other.text}>0,{unit.text}*{share.text}/({other.text}),0)", divided)


def _hours(ctx: Context) -> tuple[float, float]:
    """Accelerator-hours there and used over the plan."""
    everywhere = ctx.books.hours.get("")
    return (0.0, 0.0) if everywhere is None else (everywhere.there, everywhere.used)


def _peak_eflop(ctx: Context) -> float:
    """EFLOP that the hours used would do at the systems' dense peak; 0 where a system is not known."""
    rates: Mapping[str, float] = {
        str(row.system_id): row.bf16_tflops_per_accelerator for row in ctx.plan.systems
    }
    total = 0.0
    for work in ctx.result.workloads:
        for pool, hours in work.served_by.items():
            rate = next((rates[part] for part in pool.split("/") if part in rates), None)
            if rate is None:
                return 0.0
            total += float(hours.sum()) * rate * _EFLOP_PER_TFLOPS_HOUR
    return total
