"""Capacity: limit, use and headroom of each resource by place and period; accelerators owned and rented."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from models.results import CapacityRow, FleetRow
from planner.report import heads, styles
from planner.report.cells import Formula, added, largest, smallest
from planner.report.context import Axis, Check, Constants, Context
from planner.report.grid import HEADER_ROWS, A, B, C, D, F, G, PeriodRow, Sheet
from planner.report.paper import SitePower
from planner.report.sheets.workloads import WorkCells
from planner.report.traced import part_formulas, put_traced

WIDTHS = (12, 38, 12, 7, 2, 12, 10)
HEADINGS = ("where", "item", "unit", "rule", "", "least or most")
TENURES = (
    ("owned", "Owned"),
    ("leased", "Leased"),
    ("reserved", "Rented, reserved"),
    ("on_demand", "Rented on demand"),
    ("spot", "Rented on spot"),
)


@dataclass(frozen=True, slots=True)
class CapacityCells:
    """Accelerators by tenure and period (labels in column B), those at work, and facility power by site: the
    highest, and by period.
    """

    tenures: Mapping[str, PeriodRow]
    at_work: PeriodRow
    peak_power: tuple[tuple[str, str, Formula], ...]
    accelerators_peak: Formula
    power: tuple[SitePower, ...]


def write(ctx: Context, axis: Axis, constants: Constants, work: WorkCells) -> CapacityCells:
    """Write the fleet, then each resource."""
    sheet = ctx.book["Capacity"]
    heads.columns(sheet, WIDTHS, ctx.periods, _width(ctx), HEADINGS)
    heads.time_axis(sheet, axis, ctx.periods)
    tenures, at_work, peak, row = _fleet(ctx, sheet, HEADER_ROWS, constants, work)
    spare: list[Formula] = []
    peaks: list[tuple[str, str, Formula]] = []
    power: list[SitePower] = []
    for place, rows in _by_place(ctx).items():
        sheet.section(row, place)
        for resource in rows:
            row += 1
            (used, limit), most, least, row = _resource(ctx, sheet, row, resource)
            if least is not None:
                spare.append(least)
            if resource.code.startswith("C10"):
                peaks.append((place, resource.unit, most))
                power.append(SitePower(place, resource.unit, used, limit))
        row += 2
    if spare:
        ctx.checks.append(
            Check(
                "Use within limits",
                smallest(*spare),
                Formula("0", 0.0),
                constants.count_tolerance,
                sheet.name,
                "power, cooling, racks, offers are not overbooked (least headroom as a share)",
                "NOT FEASIBLE",
                at_least=True,
            )
        )
    return CapacityCells(tenures, at_work, tuple(peaks), peak, tuple(power))


def _width(ctx: Context) -> float:
    """Width of a column that holds any limit or use."""
    most = max(
        (float(max(r.use.max(), 0.0 if r.limit is None else r.limit.max())) for r in ctx.result.capacity),
        default=0.0,
    )
    return max(10, len(f"{most:,.2f}") + 1)


def _by_place(ctx: Context) -> dict[str, list[CapacityRow]]:
    places: dict[str, list[CapacityRow]] = {}
    for row in ctx.result.capacity:
        places.setdefault(row.location, []).append(row)
    return places


def _resource(
    ctx: Context, sheet: Sheet, row: int, resource: CapacityRow
) -> tuple[tuple[PeriodRow, PeriodRow | None], Formula, Formula | None, int]:
    """Use, limit, headroom; the highest use and the least headroom as a share of the limit."""
    used = put_traced(ctx, sheet, row, resource.use_parts, resource.use)
    _labelled(sheet, row, resource, "Use")
    most = sheet.put(row, F, largest(used.block()), "label", styles.RATE)
    if resource.limit is None:
        sheet.text(row, G, "no limit", "note")
        return (used, None), most, None, row
    limit = put_traced(ctx, sheet, row + 1, resource.limit_parts, resource.limit)
    _labelled(sheet, row + 1, resource, "Limit")
    top = sheet.put(row + 1, F, largest(limit.block()), "label", styles.RATE)
    headroom = sheet.put_periods(
        row + 2, [limit.at(t) - used.at(t) for t in range(ctx.periods)], "total", styles.RATE
    )
    _labelled(sheet, row + 2, resource, "Headroom")
    share = smallest(headroom.block()) / largest(Formula("1", 1.0), top)
    return (used, limit), most, sheet.put(row + 2, F, share, "label", styles.SHARE), row + 2


def _labelled(sheet: Sheet, row: int, resource: CapacityRow, what: str) -> None:
    sheet.text(row, A, resource.location, "wrap")
    sheet.text(row, B, f"{what}: {resource.resource}", "wrap")
    sheet.text(row, C, resource.unit, "wrap")
    sheet.text(row, D, resource.code)


def _fleet(
    ctx: Context, sheet: Sheet, row: int, constants: Constants, work: WorkCells
) -> tuple[dict[str, PeriodRow], PeriodRow, Formula, int]:
    sheet.section(row, "Accelerators (rented on demand and on spot: mean over the period)")
    rows: dict[str, list[PeriodRow]] = {tenure: [] for tenure, _ in TENURES}
    for fleet in ctx.result.fleet:
        row += 1
        rows[fleet.tenure].append(_pool(ctx, sheet, row, fleet, constants))
    totals = {}
    for tenure, title in TENURES:
        row += 1
        sheet.text(row, B, title, "total")
        sheet.text(row, C, "accelerators", "total")
        totals[tenure] = sheet.put_periods(
            row, [added(r.at(t) for r in rows[tenure]) for t in range(ctx.periods)], "total", styles.COUNT
        )
        sheet.put(row, F, largest(totals[tenure].block()), "total", styles.COUNT)
    row += 1
    together = sheet.put_periods(
        row, [added(r.at(t) for r in totals.values()) for t in range(ctx.periods)], "total", styles.COUNT
    )
    sheet.text(row, B, "All accelerators", "total")
    sheet.text(row, C, "accelerators", "total")
    peak = sheet.put(row, F, largest(together.block()), "total", styles.COUNT)
    row += 1
    used = [work.hours.at(t) / constants.hours_per_period for t in range(ctx.periods)]
    sheet.text(row, B, "At work (accelerator-hours used / hours of a period)")
    sheet.text(row, C, "accelerators")
    used_row = sheet.put_periods(row, used, "formula", styles.COUNT)
    sheet.put(row, F, largest(used_row.block()), "label", styles.COUNT)
    row += 1
    sheet.text(row, B, "Idle, spare or waiting")
    sheet.text(row, C, "accelerators")
    sheet.put_periods(
        row, [together.at(t) - used_row.at(t) for t in range(ctx.periods)], "formula", styles.COUNT
    )
    return totals, used_row, peak, row + 2


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
