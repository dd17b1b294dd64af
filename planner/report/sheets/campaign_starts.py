"""Campaign starts on sheet Workloads: how runs are planned, in figures that people hold against runs seen."""

from __future__ import annotations

import numpy as np

from models.plan.values import month_text
from models.results import RunStart, WorkloadRow
from planner.report import styles
from planner.report.context import Context
from planner.report.grid import A, B, C, D, E, F, Sheet

STARTS = (
    "workload",
    "pool",
    "starts",
    "ends by",
    "runs",
    "accelerators",
    "spares",
    "hours",
    "accelerator-hours",
    "MFU",
    "goodput",
    "memory used",
)
PROTECTION = ("workload", "pool", "starts", "capacity", "available", "asked for")
ENGINEERING = (
    "workload",
    "pool",
    "starts",
    "",
    "utilisation",
    "tokens per second",
    "interruptions",
    "checkpoint, GB per accelerator",
    "facility energy, MWh",
)
"""Utilisation: MFU x network x goodput over all hours held. Energy: average load, own systems."""


def write(ctx: Context, sheet: Sheet, row: int) -> None:
    """How campaigns run: physics as the optimiser used them, for reading."""
    starts = [(work, start) for work in ctx.result.workloads for start in work.starts]
    if not starts:
        return
    sheet.section(row, "Campaign starts (as solved)")
    top = _start_heads(sheet, row + 1, STARTS)
    for row, (work, start) in enumerate(starts, top):
        _start(ctx, sheet, row, work, start)
    sheet.section(row + 2, "Campaign starts: capacity and its availability (as solved)")
    top = _start_heads(sheet, row + 3, PROTECTION)
    for row, (work, start) in enumerate(starts, top):
        _named(ctx, sheet, row, work, start)
        sheet.text(row, D, "owned" if start.owned else "rented", "solved")
        sheet.number(row, E, start.availability, "solved", "0.000%")
        sheet.number(row, F, start.availability_target, "solved", "0.000%")
    if any(start.figures is not None for _, start in starts):
        _engineering(ctx, sheet, row + 2, starts)


def _engineering(ctx: Context, sheet: Sheet, row: int, starts: list[tuple[WorkloadRow, RunStart]]) -> None:
    """Figures of one run each; blank without a number of parameters, energy also on a rented pool."""
    sheet.section(row, "Campaign starts: engineering figures of one run (as solved)")
    top = _start_heads(sheet, row + 1, ENGINEERING)
    for row, (work, start) in enumerate(starts, top):
        _named(ctx, sheet, row, work, start)
        if start.figures is None:
            continue
        sheet.number(row, E, start.figures.utilisation, "solved", styles.SHARE)
        others = (
            start.figures.tokens_per_s,
            start.figures.interruptions,
            start.figures.checkpoint_gb_per_accelerator,
            start.figures.energy_mwh,
        )
        for column, value in enumerate(others, F):
            if value is not None:
                sheet.number(row, column, value, "solved", styles.RATE)


def _start_heads(sheet: Sheet, row: int, headings: tuple[str, ...]) -> int:
    """Column heads of a table of campaign starts; gives back the row under them."""
    for column, words in enumerate(headings):
        sheet.text(row, column, words, "heading_right" if column >= E else "heading_beside")
    sheet.height(row, 28)
    return row + 1


def _named(ctx: Context, sheet: Sheet, row: int, work: WorkloadRow, start: RunStart) -> None:
    sheet.text(row, A, work.workload)
    sheet.text(row, B, start.pool)
    sheet.text(row, C, month_text(ctx.result.calendar.first_month(start.period)), "solved")


def _start(ctx: Context, sheet: Sheet, row: int, work: WorkloadRow, start: RunStart) -> None:
    calendar = ctx.result.calendar
    held = max(1, int(np.ceil(start.hours / calendar.hours_per_period - 1e-9)))
    _named(ctx, sheet, row, work, start)
    sheet.text(row, D, month_text(calendar.last_month(start.period + held - 1)), "solved")
    figures: tuple[tuple[float, str], ...] = (
        (start.runs, styles.COUNT),
        (start.width, styles.COUNT),
        (start.spares, styles.COUNT),
        (start.hours, styles.COUNT),
        (start.accelerator_hours, styles.COUNT),
        (start.mfu, styles.SHARE),
        (start.goodput, styles.SHARE),
        (start.memory_share, styles.SHARE),
    )
    for column, (value, number) in enumerate(figures, E):
        sheet.number(row, column, value, "solved", number)
