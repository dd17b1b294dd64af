"""Workloads: what each asked for and got, where, in which accelerator-hours, and how its campaigns run."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from models.matrix import Key
from models.results import PlanResult, WorkloadRow
from planner.messages import spoken, tr
from planner.report import heads, styles
from planner.report.cells import Formula, absolute, added, ratio, total
from planner.report.context import Axis, Check, Constants, Context
from planner.report.grid import FIRST_PERIOD, HEADER_ROWS, A, B, C, D, E, F, PeriodRow, Sheet
from planner.report.method import eflop_factor
from planner.report.sheets import campaign_starts, work_units
from planner.report.traced import activity_parts, put_traced

WIDTHS = (12, 44, 16, 10, 12, 14, 10)
LAST_START = 11
_LARGE, _HUGE = 1e4, 1e9
"""From here on work is shown without decimals, and in millions."""


@dataclass(frozen=True, slots=True)
class WorkCells:
    """Totals over all workloads by period of the horizon.

    asked: hours used, and those that unmet work would take at the same hours a unit ·
    useful_hours: over the plan, after goodput, None where they are not known
    """

    hours: PeriodRow
    asked: PeriodRow
    eflop: PeriodRow
    hours_total: Formula
    short_total: Formula
    useful_hours: Formula | None


def write(ctx: Context, axis: Axis, constants: Constants) -> WorkCells:
    """Write a block a workload, the totals, and the list of campaign starts."""
    sheet = ctx.book["Workloads"]
    heads.columns(sheet, WIDTHS, ctx.periods, 13, ("workload", "item", "unit", "source", "constant", "total"))
    heads.time_axis(sheet, axis, ctx.periods)
    if FIRST_PERIOD + ctx.periods <= LAST_START:  # tables of campaigns and unit costs are wider than the plan
        sheet.width(FIRST_PERIOD + ctx.periods, LAST_START, 13)
    row = HEADER_ROWS
    made: list[_Written] = []
    for work in ctx.result.workloads:
        written, row = _workload(ctx, sheet, row, work)
        made.append(written)
    hours, eflop, wanted = ([w.hours for w in made], [w.eflop for w in made], [w.asked for w in made])
    sheet.section(row, "All workloads")
    cells = []
    for title, unit, rows in (
        ("Accelerator-hours used", "accelerator-hours", hours),
        ("Work done", "EFLOP", eflop),
        ("Accelerator-hours used and for unmet work", "accelerator-hours", wanted),
    ):
        row += 1
        sheet.text(row, B, title, "total")
        sheet.text(row, C, unit, "total")
        figures = [added(r.at(t) for r in rows) for t in range(ctx.periods)]
        by_period = sheet.put_periods(row, figures, "total", styles.COUNT)
        cells.append((by_period, sheet.put(row, F, total(by_period.block()), "total", styles.COUNT)))
    row += 1
    sheet.text(row, B, "Unmet work, each workload in its own unit", "total")
    short_total = sheet.put(row, F, added(w.short for w in made), "total", styles.RATE)
    ctx.checks.append(
        Check(
            "Served + unmet = demand",
            added(w.apart for w in made),
            Formula("0", 0.0),
            constants.count_tolerance,
            sheet.name,
            "every unit of work asked for is done or shown as unmet (shares of demand)",
        )
    )
    useful, row = work_units.write(ctx, sheet, row + 2)
    campaign_starts.write(ctx, sheet, row)
    return WorkCells(cells[0][0], cells[2][0], cells[1][0], cells[0][1], short_total, useful)


@dataclass(frozen=True, slots=True)
class _Written:
    """A workload's rows: hours used, used and for unmet work, EFLOP; served + unmet - demand; unmet."""

    hours: PeriodRow
    asked: PeriodRow
    eflop: PeriodRow
    apart: Formula
    short: Formula


def _workload(ctx: Context, sheet: Sheet, row: int, work: WorkloadRow) -> tuple[_Written, int]:
    sheet.section(
        row,
        spoken(
            "{workload} ({kind}, project {project})",
            workload=work.workload,
            kind=tr(work.kind),
            project=work.project,
        ),
    )
    names = {"served": "Work served", "short": "Unmet"}
    number, unit = _shown(work)
    _labelled(sheet, row + 1, work, "Demand", unit, "input")
    demand_row = sheet.numbers(row + 1, work.demand, "solved", number)
    demand = sheet.put(row + 1, F, total(demand_row.block()), "label", number)
    got: dict[str, Formula] = {}
    top = row + 2
    for row, (kind, values) in enumerate((("served", work.served), ("short", work.short)), top):
        _labelled(sheet, row, work, names[kind], unit, "Decisions")
        parts = activity_parts(_keys(ctx.result, kind, work.workload))
        by_period = put_traced(ctx, sheet, row, parts, values, number)
        got[kind] = sheet.put(row, F, total(by_period.block()), "label", number)
    row += 1
    _labelled(sheet, row, work, "Served + unmet - demand, as a share of demand", "share", "calc")
    gap = sheet.put(
        row, F, ratio(absolute(got["served"] + got["short"] - demand), demand), "formula", "0.0E+00"
    )
    pools = []
    for label, keys in _by_pool(ctx.result, work.workload).items():
        row += 1
        _labelled(
            sheet,
            row,
            work,
            spoken("Accelerator-hours at {pool}", pool=label),
            "accelerator-hours",
            "Decisions",
        )
        pools.append(put_traced(ctx, sheet, row, activity_parts(keys), _sum(ctx.result, keys), styles.COUNT))
        sheet.put(row, F, total(pools[-1].block()), "label", styles.COUNT)
    row += 1
    _labelled(sheet, row, work, "Accelerator-hours", "accelerator-hours", "calc")
    used = sheet.put_periods(
        row, [added(p.at(t) for p in pools) for t in range(ctx.periods)], "total", styles.COUNT
    )
    used_total = sheet.put(row, F, total(used.block()), "total", styles.COUNT)
    row += 1
    _labelled(sheet, row, work, "Hours used and for unmet work, in proportion", "accelerator-hours", "calc")
    more = [used.at(t) + ratio(used.at(t) * got["short"], got["served"]) for t in range(ctx.periods)]
    asked = sheet.put_periods(row, more, "formula", styles.COUNT)
    sheet.put(row, F, total(asked.block()), "label", styles.COUNT)
    row += 1
    _labelled(sheet, row, work, "Work done", "EFLOP", "calc")
    eflop = sheet.put(row, E, ctx.live[eflop_factor(work.workload, work.eflop).ref], "linked", styles.COUNT)
    done = sheet.put_periods(
        row, [ratio(eflop * used.at(t), used_total) for t in range(ctx.periods)], "formula", styles.COUNT
    )
    sheet.put(row, F, total(done.block()), "label", styles.COUNT)
    return _Written(used, asked, done, gap, got["short"]), row + 2


def _shown(work: WorkloadRow) -> tuple[str, str]:
    """Number format and unit of a workload's figures, so that they fit their columns."""
    most = float(work.demand.sum())
    if most >= _HUGE:
        return styles.MILLIONS, spoken("million {unit}", unit=tr(work.unit))
    return (styles.COUNT if most >= _LARGE else styles.RATE), work.unit


def _labelled(sheet: Sheet, row: int, work: WorkloadRow, item: str, unit: str, source: str) -> None:
    sheet.text(row, A, work.workload)
    sheet.text(row, B, item, "wrap")
    sheet.text(row, C, unit)
    sheet.text(row, D, source)


def _keys(result: PlanResult, kind: str, workload: str) -> list[Key]:
    """Activities of a kind that belong to a workload (the last element of their index)."""
    return [key for key in result.activities if key[0] == kind and key[1][-1] == workload]


def _by_pool(result: PlanResult, workload: str) -> dict[str, list[Key]]:
    """The workload's hours by pool, used ones only."""
    pools: dict[str, list[Key]] = {}
    for key in _keys(result, "hours", workload):
        if np.any(result.activities[key]):
            pools.setdefault(str(key[1][1]), []).append(key)
    return pools


def _sum(result: PlanResult, keys: list[Key]) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    return np.sum([result.activities[key] for key in keys], axis=0)  # type: ignore[no-any-return]
