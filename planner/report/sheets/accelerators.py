"""Accelerators owned and rented by pool and tenure: the first block of sheet Capacity."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from models.results import FleetRow
from planner.report import styles
from planner.report.cells import Formula, added, largest
from planner.report.context import Constants, Context
from planner.report.grid import A, B, C, F, PeriodRow, Sheet
from planner.report.sheets.workloads import WorkCells
from planner.report.traced import part_formulas

TENURES = (
    ("owned", "Owned"),
    ("leased", "Leased"),
    ("reserved", "Rented, reserved"),
    ("on_demand", "Rented on demand"),
    ("spot", "Rented on spot"),
)


@dataclass(frozen=True, slots=True)
class AcceleratorCells:
    """Accelerators by tenure and period, those at work, those needed, and the most of any period."""

    tenures: Mapping[str, PeriodRow]
    at_work: PeriodRow
    needed: PeriodRow
    peak: Formula


def write(
    ctx: Context, sheet: Sheet, row: int, constants: Constants, work: WorkCells
) -> tuple[AcceleratorCells, int]:
    """One row a pool, sums by tenure, what works, what is needed, what stands idle; the row after it."""
    sheet.section(row, "Accelerators (rented on demand and on spot: mean over the period)")
    rows: dict[str, list[PeriodRow]] = {tenure: [] for tenure, _ in TENURES}
    for fleet in ctx.result.fleet:
        row += 1
        rows[fleet.tenure].append(_pool(ctx, sheet, row, fleet, constants))
    totals = {}
    for tenure, title in TENURES:
        row += 1
        totals[tenure] = _summed(ctx, sheet, row, title, rows[tenure])
    row += 1
    together = _summed(ctx, sheet, row, "All accelerators", list(totals.values()))
    peak = sheet.reference(row, F, float(together.values.max()))
    periods = range(ctx.periods)
    used = [work.hours.at(t) / constants.hours_per_period for t in periods]
    at_work = _row(sheet, row + 1, "At work (accelerator-hours used / hours of a period)", used)
    asked = [work.asked.at(t) / constants.hours_per_period for t in periods]
    needed = _row(sheet, row + 2, "Needed: at work, and for unmet work in proportion", asked)
    _row(sheet, row + 3, "Idle, spare or waiting", [together.at(t) - at_work.at(t) for t in periods])
    return AcceleratorCells(totals, at_work, needed, peak), row + 5


def _row(sheet: Sheet, row: int, title: str, figures: list[Formula]) -> PeriodRow:
    sheet.text(row, B, title, "wrap")
    sheet.text(row, C, "accelerators")
    placed = sheet.put_periods(row, figures, "formula", styles.COUNT)
    sheet.put(row, F, largest(placed.block()), "label", styles.COUNT)
    return placed


def _summed(ctx: Context, sheet: Sheet, row: int, title: str, rows: list[PeriodRow]) -> PeriodRow:
    sheet.text(row, B, title, "total")
    sheet.text(row, C, "accelerators", "total")
    figures = [added(r.at(t) for r in rows) for t in range(ctx.periods)]
    placed = sheet.put_periods(row, figures, "total", styles.COUNT)
    sheet.put(row, F, largest(placed.block()), "total", styles.COUNT)
    return placed


def _pool(ctx: Context, sheet: Sheet, row: int, fleet: FleetRow, constants: Constants) -> PeriodRow:
    sheet.text(row, A, fleet.location, "wrap")
    sheet.text(row, B, fleet.label, "wrap")
    sheet.text(row, C, "accelerators")
    figures = part_formulas(ctx, fleet.parts)
    if fleet.unit == "accelerator-hours":
        figures = [figure / constants.hours_per_period for figure in figures]
    placed = sheet.put_periods(row, figures, "linked", styles.COUNT)
    sheet.put(row, F, largest(placed.block()), "label", styles.COUNT)
    return placed
