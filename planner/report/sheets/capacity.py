"""Capacity: limit, use and headroom of each resource by place and period; accelerators owned and rented."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from models.results import ALL_POWER, CapacityRow
from planner.messages import spoken, tr
from planner.report import charts, heads, styles
from planner.report.cells import Formula, added, at_largest, largest, smallest
from planner.report.context import Axis, Check, Constants, Context
from planner.report.grid import HEADER_ROWS, A, B, C, D, F, G, PeriodRow, Sheet
from planner.report.paper import SitePower
from planner.report.sheets import accelerators, fleet_roll, power_chart
from planner.report.sheets.workloads import WorkCells
from planner.report.traced import put_traced

WIDTHS = (12, 38, 12, 7, 2, 12, 10)
HEADINGS = ("where", "item", "unit", "rule", "", "least or most")


@dataclass(frozen=True, slots=True)
class CapacityCells:
    """Accelerators by tenure and period (labels in column B), at work and needed, the most of any period ·
    peak_power: site, unit and highest facility power · power: against each limit, by period ·
    power_peak: of all sites together, and the start of the period that has it
    """

    tenures: Mapping[str, PeriodRow]
    at_work: PeriodRow
    needed: PeriodRow
    accelerators_peak: Formula
    peak_power: tuple[tuple[str, str, Formula], ...]
    power: tuple[SitePower, ...]
    power_peak: Formula
    power_peak_start: Formula


def write(ctx: Context, axis: Axis, constants: Constants, work: WorkCells) -> CapacityCells:
    """Write the fleet, then each resource."""
    sheet = ctx.book["Capacity"]
    heads.columns(sheet, WIDTHS, ctx.periods, _width(ctx), HEADINGS)
    heads.time_axis(sheet, axis, ctx.periods)
    drawn = any(_limits_power(row) for row in ctx.result.capacity)
    fleet, row = accelerators.write(ctx, sheet, HEADER_ROWS + drawn * charts.ROWS, constants, work)
    spare: list[Formula] = []
    power: list[_Resource] = []
    limited: list[_Resource] = []
    for place, rows in _by_place(ctx).items():
        sheet.section(row, place)
        for resource in rows:
            row += 1
            written, row = _resource(ctx, sheet, row, resource)
            if written.least is not None:
                spare.append(written.least)
            if resource.resource == ALL_POWER:
                power.append(written)
            elif _limits_power(resource):
                limited.append(written)
        row += 2
    peak, start, row = _all_sites(ctx, sheet, row, axis, power)
    row = fleet_roll.write_moves(ctx, sheet, row, constants)
    row = fleet_roll.write_data(ctx, sheet, row)
    if drawn:
        power_chart.write(ctx, sheet, row, [(one.row, one.used, one.limit) for one in limited if one.limit])
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
    sites = tuple((one.row.location, one.row.unit, one.most) for one in power)
    against = tuple(_against(one) for one in limited)
    return CapacityCells(
        fleet.tenures, fleet.at_work, fleet.needed, fleet.peak, sites, against, peak, start
    )


def _against(one: _Resource) -> SitePower:
    return SitePower(one.row.location, one.row.resource, one.row.unit, one.used, one.limit)


def _limits_power(row: CapacityRow) -> bool:
    """Whether a row bounds the power of a site."""
    return row.code == "C10" and row.limit is not None


@dataclass(frozen=True, slots=True)
class _Resource:
    """Cells of a resource: use, limit, the highest use, the least headroom as a share of the limit."""

    row: CapacityRow
    used: PeriodRow
    limit: PeriodRow | None
    most: Formula
    least: Formula | None


def _all_sites(
    ctx: Context, sheet: Sheet, row: int, axis: Axis, power: Sequence[_Resource]
) -> tuple[Formula, Formula, int]:
    """Power of all sites together: its highest value, the start of the period that has it; the row after."""
    sheet.section(row, "All sites")
    row += 1
    words = spoken("Use: {resource}, all sites in the same period", resource=tr(ALL_POWER))
    sheet.text(row, B, words, "wrap")
    sheet.text(row, C, "MW")
    sheet.text(row, D, "C10")
    figures = [added(one.used.at(t) for one in power) for t in range(ctx.periods)]
    together = sheet.put_periods(row, figures, "total", styles.RATE)
    peak = sheet.put(row, F, largest(together.block()), "label", styles.RATE)
    sheet.text(row + 1, B, "First month of the period with the highest power")
    sheet.text(row + 1, C, "month")
    when = at_largest(axis.starts.block(0, ctx.periods - 1), together.block(), peak)
    return peak, sheet.put(row + 1, F, when, "label", styles.MONTH), row + 3


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


def _resource(ctx: Context, sheet: Sheet, row: int, resource: CapacityRow) -> tuple[_Resource, int]:
    """Use, limit, headroom; returns the last row used."""
    used = put_traced(ctx, sheet, row, resource.use_parts, resource.use)
    _labelled(sheet, row, resource, "Use")
    most = sheet.put(row, F, largest(used.block()), "label", styles.RATE)
    if resource.limit is None:
        sheet.text(row, G, "no limit", "note")
        return _Resource(resource, used, None, most, None), row
    limit = put_traced(ctx, sheet, row + 1, resource.limit_parts, resource.limit)
    _labelled(sheet, row + 1, resource, "Limit")
    top = sheet.put(row + 1, F, largest(limit.block()), "label", styles.RATE)
    headroom = sheet.put_periods(
        row + 2, [limit.at(t) - used.at(t) for t in range(ctx.periods)], "total", styles.RATE
    )
    _labelled(sheet, row + 2, resource, "Headroom")
    spare = sheet.put(row + 2, F, smallest(headroom.block()), "label", styles.RATE)
    share = spare / largest(Formula("1", 1.0), top)  # overbooking is judged against the size of the limit
    least = sheet.put(row + 2, G, share, "note", styles.SHARE)
    return _Resource(resource, used, limit, most, least), row + 2


def _labelled(sheet: Sheet, row: int, resource: CapacityRow, what: str) -> None:
    sheet.text(row, A, resource.location, "wrap")
    sheet.text(row, B, f"{tr(what)}: {tr(resource.resource)}", "wrap")
    sheet.text(row, C, resource.unit, "wrap")
    sheet.text(row, D, resource.code)
