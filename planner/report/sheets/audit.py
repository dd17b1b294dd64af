"""Audit: findings with their cells, limits with slack, what choices cost, the solver's log, a glossary."""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite

import numpy as np

from planner.messages import tr
from planner.report import caveats, styles
from planner.report.breaking import broken
from planner.report.cells import Formula
from planner.report.context import Constants, Context, Finding
from planner.report.grid import HEADER_ROWS, Sheet
from planner.report.sheets import limits, questions
from planner.report.sheets.questions import Answer

WIDTHS = (24, 46, 20, 15, 15, 15, 15, 11, 11)
_LAST = len(WIDTHS) - 1
_KIND = 7
_LONGEST_LINE = 150
GLOSSARY: tuple[tuple[str, str], ...] = (
    ("Accelerator-hour", "One accelerator, installed or rented, for one hour."),
    ("Base month", "Month in whose money prices are stated; price changes a year are counted from it."),
    ("Bound", "Proven least cost of any plan of this program; the gap is what a better one could save."),
    ("Capex, opex", "Money for what lasts beyond its period, and for running it; a term has one nature."),
    ("Commitment", "Capacity or spending signed for a term and paid used or not."),
    ("Direct, shared", "Cost that one workload alone causes; cost borne by its users by accelerator-hours."),
    ("EFLOP", "10^18 floating-point operations of training or inference work."),
    ("Frozen re-pricing", "The same quantities, dates and places at other prices."),
    ("Goodput", "Share of a run's time that counts after failures, restarts and checkpoints."),
    ("Idle", "Accelerator-hours there and not used: spare, waiting or more than the work needs."),
    ("MFU", "Share of an accelerator's dense peak that a workload reaches while it runs."),
    ("PUE", "Facility energy over IT energy, of a year."),
    ("Residual value", "What systems are worth at the horizon's end: a valuation, not cash."),
    ("Rule (C1, C2 …)", "Limit of the program by its number in the planner's docs/formulation.md."),
    ("Shortfall, unmet", "Work asked for that the plan does not do, at the penalty stated for it."),
)


def write(ctx: Context, constants: Constants, asked: Sequence[Answer]) -> Formula | None:
    """Write all blocks. `asked`: the controller's questions with their answers.

    Gives back what protection against the loss of a location costs, None where that was not solved.
    """
    sheet = ctx.book["Audit"]
    for column, width in enumerate(WIDTHS):
        sheet.width(column, column, width)
    row = _findings(sheet, HEADER_ROWS + questions.height(len(asked) + 1) + 1, ctx.findings)
    limits_row = row + 1
    row = _losses(ctx, sheet, limits_row + limits.height(ctx))
    protection, row = _choices(ctx, sheet, row + 1)
    everything = [*asked, questions.protection(ctx, sheet.name, protection)]
    questions.write(ctx, sheet, HEADER_ROWS, everything, _LAST)
    sheet.section(row + 1, "Last lines of the solver's log", _LAST)
    row += 2
    for line in ctx.meta.log_tail or ("No log was kept.",):
        sheet.text(row, 0, line[:_LONGEST_LINE])
        row += 1
    sheet.section(row + 1, "Glossary", _LAST)
    for at, (term, words) in enumerate(GLOSSARY, row + 2):
        sheet.text(at, 0, term, "label")
        sheet.text(at, 1, words)
    sheet.print_rows = at
    limits.write(ctx, sheet, limits_row, at + 2, constants)
    return protection


def _heads(sheet: Sheet, row: int, headings: Sequence[str], numbers: Sequence[int]) -> None:
    for column, words in enumerate(headings):
        sheet.text(row, column, words, "heading_right" if column in numbers else "heading")


def _findings(sheet: Sheet, row: int, findings: Sequence[Finding]) -> int:
    sheet.section(row, "Repairs, warnings and notices of reading and checking", _LAST)
    if not findings:
        sheet.text(row + 1, 0, "None.")
        return row + 2
    _heads(sheet, row + 1, ("Cell", "What was found, and what to do", "", "", "", "", "", "Kind", ""), ())
    row += 2
    for item in findings:
        sheet.text(row, 0, item.place, "wrap")
        sheet.text(row, _KIND, item.severity)
        for line in broken(tr(". ").join(filter(None, (item.seen, item.fix))), 135) or [""]:
            sheet.text(row, 1, line)
            row += 1
    return row


def _losses(ctx: Context, sheet: Sheet, row: int) -> int:
    if not ctx.result.losses:
        return row
    sheet.section(row, "Critical work after the loss of a location: least share of its peak left", _LAST)
    _heads(sheet, row + 1, ("Workload", "Location lost", "", "Asked", "Left"), range(3, 5))
    row += 2
    for loss in ctx.result.losses:
        sheet.text(row, 0, loss.workload, "wrap")
        sheet.text(row, 1, loss.lost, "wrap")
        sheet.number(row, 3, loss.asked, "solved", styles.SHARE)
        if not np.all(np.isnan(loss.left)):
            sheet.number(row, 4, float(np.nanmin(loss.left)), "solved", styles.SHARE)
        row += 1
    return row


def _choices(ctx: Context, sheet: Sheet, row: int) -> tuple[Formula | None, int]:
    """What choices cost; gives back the cell of protection's price, None where it was not solved."""
    sheet.section(row, "What protection and overrides cost (each from a solve of its own)", _LAST)
    missing = caveats.unsolved_choices(ctx)
    for words in missing:
        row += 1
        sheet.text(row, 0, words)
    if not ctx.result.choices:
        return None, row + 2
    heads = ("Cell", "Choice", "", "Cost with it", "Without it", "Price", "At most")
    _heads(sheet, row + 1, heads, range(3, 7))
    protection = None
    row += 2
    for choice in ctx.result.choices:
        sheet.text(row, 0, ctx.origin.get(choice.ref, choice.ref.table), "wrap")
        sheet.text(row, 1, choice.what, "wrap")
        cost = sheet.number(row, 3, choice.cost)
        if choice.without is None:
            sheet.text(row, 4, "no plan found in time", "solved")
        else:
            price = sheet.put(row, 5, cost - sheet.number(row, 4, choice.without), "label")
            if isfinite(choice.bound):
                sheet.number(row, 6, max(choice.cost - choice.bound, price.value))
            if caveats.is_protection(choice):
                protection = price
                ctx.book.name("cost_of_protection", price)
        row += 1
    return protection, row
