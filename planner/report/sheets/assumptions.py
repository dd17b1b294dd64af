"""Assumptions: the register of every figure behind the formulas, as solved (locked) and live (to edit)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from models.plan.values import OLD_MONTHS, WEAK, Provenance
from planner.messages import tr
from planner.report import as_read, styles
from planner.report.cells import Block, Formula, Words, added, total
from planner.report.context import Check, Constants, Context
from planner.report.grid import HEADER_ROWS, A, B, C, D, E, Sheet
from planner.report.lives import ledger_assumptions
from planner.report.method import constants, eflop_assumptions, method_assumptions
from planner.report.profiles import profile_assumptions
from planner.report.register import Assumption, Inputs, all_factors, collect

COLUMNS: tuple[tuple[str, int, str], ...] = (
    ("No.", 11, "heading"),
    ("Assumption", 34, "heading"),
    ("As solved", 13, "heading_right"),
    ("Live", 13, "heading_right"),
    ("Unit", 14, "heading_beside"),
    ("Low", 7, "heading_right"),
    ("High", 7, "heading_right"),
    ("Source", 26, "heading_beside"),
    ("As of", 8, "heading"),
    ("Confi- dence", 9, "heading"),
    ("Owner", 9, "heading"),
    ("Reviewer", 9, "heading"),
    ("Input cell", 17, "heading"),
    ("Edited", 8, "heading_right"),
    ("Old or weak", 8, "heading_beside"),
)
_EDITED, _TOLD = 13, 14


@dataclass(frozen=True, slots=True)
class AssumptionCells:
    """What the sheet leaves for others. `edits`: number of live figures that differ from those solved."""

    constants: Constants
    edits: Formula
    currency: Words
    input_hash: Words


def write(ctx: Context) -> AssumptionCells:
    """Write the register; fills `ctx.live` with the live cell of each figure."""
    sheet = ctx.book["Assumptions"]
    for column, (heading, width, kind) in enumerate(COLUMNS):
        sheet.width(column, column, width)
        sheet.text(4, column, heading, kind)
    inputs, sources = Inputs(ctx.plan), as_read.Sources()
    used = collect(all_factors(ctx.priced, ctx.result), inputs, ctx.origin, ctx.result.currency)
    method = method_assumptions(ctx)
    used = [a for a in used if a.ref not in {m.ref for m in method}]
    derived = [a for a in used if a.group == "derived"] + eflop_assumptions(ctx)
    groups = (
        ("Calendar, discounting and method", method),
        ("Inputs that price or measure the plan", [a for a in used if a.group == "input"]),
        ("Derived by the engineering functions, as solved: other figures' edits do not move them", derived),
        ("Ledger: lives in the books, values of what is held", ledger_assumptions(ctx)),
        (
            "Shares by period: dates, coverage, resale curves",
            profile_assumptions(ctx.priced, ctx.result.calendar, ctx.result.currency),
        ),
    )
    row = HEADER_ROWS
    changed: list[Block] = []
    counted: list[Block] = []
    number = 0
    for title, rows in groups:
        if not rows:
            continue
        sheet.section(row, title, len(COLUMNS) - 1)
        first = row + 1
        for row, assumption in enumerate(rows, first):
            number += 1
            _write_row(ctx, sheet, row, number, assumption, sources)
        _mark_edits(sheet, first, row)
        changed.append(sheet.block(first, _EDITED, np.zeros((len(rows), 1))))
        counted.append(sheet.block(first, D, np.zeros((len(rows), 1))))
        row += 2
    edits = sheet.put(row, _EDITED, added(total(b) for b in changed), "total", styles.COUNT)
    sheet.text(row, B, "Live figures that differ from those solved", "label")
    currency, hashed = _texts(ctx, sheet, row + 1)
    method_cells = constants(ctx)
    _count(ctx, sheet, row + 3, counted, number, method_cells)
    printed = row = sources.write(sheet, row + 5, len(COLUMNS) - 1)
    row = as_read.write_inputs(ctx, sheet, row + 1, inputs, sources)
    as_read.write_defaults(ctx, sheet, row + 1)
    sheet.print_rows = printed
    sheet.worksheet.protect(
        "", {"format_columns": True, "format_rows": True, "autofilter": True, "sort": True}
    )
    ctx.book.name("edits", edits)
    return AssumptionCells(method_cells, edits, currency, hashed)


def _count(
    ctx: Context, sheet: Sheet, row: int, columns: list[Block], number: int, method_cells: Constants
) -> None:
    """How many figures there are, against a row that goes missing."""
    sheet.text(row, B, "Number of figures, as solved and live", "label")
    solved = sheet.number(row, C, number, "solved", styles.COUNT)
    text = "+".join(f"COUNT({block.text})" for block in columns)
    live = sheet.put(row, D, Formula(text, number, 0), "formula", styles.COUNT)
    ctx.checks.append(
        Check(
            "Rows of Assumptions",
            live,
            solved,
            method_cells.count_tolerance,
            sheet.name,
            "no figure was removed or added, none is blank or text",
        )
    )


def _mark_edits(sheet: Sheet, first: int, last: int) -> None:
    """Edited live figures stand out, by colour here and by 1 in the last column."""
    rule = {"type": "formula", "criteria": f"=$D{first + 1}<>$C{first + 1}", "format": sheet.style.edited}
    sheet.worksheet.conditional_format(first, D, last, D, rule)


def _write_row(
    ctx: Context, sheet: Sheet, row: int, number: int, item: Assumption, sources: as_read.Sources
) -> None:
    sheet.number(row, A, number, "left", "0")
    sheet.text(row, B, item.name, "wrap")
    solved = sheet.number(row, C, item.value, "solved", item.number)
    live = sheet.number(row, D, item.value, "input", item.number)
    sheet.text(row, E, item.unit, "beside_wrap")
    for column in (5, 6):
        sheet.worksheet.write_blank(row, column, None, sheet.style.get("input", item.number))
    as_read.write_provenance(sheet, row, item.provenance, sources)
    for column in (10, 11):
        sheet.worksheet.write_blank(row, column, None, sheet.style.get("input"))
    sheet.text(row, 12, item.cell, "wrap")
    _tell(ctx, sheet, row, item.provenance)
    same = Formula(f"IF({live.text}={solved.text},0,1)", 0.0)
    sheet.put(row, _EDITED, same, "formula", styles.COUNT)
    ctx.live[item.ref] = live


def _tell(ctx: Context, sheet: Sheet, row: int, stated: Provenance) -> None:
    """A price that is old at the plan's first month, or little trusted, as checking tells it."""
    words = []
    if stated.as_of is not None and ctx.result.calendar.start - stated.as_of > OLD_MONTHS:
        words.append("old")
    if stated.confidence in WEAK:
        words.append("weak")
    if words:
        sheet.text(row, _TOLD, ", ".join(map(tr, words)), "told")


def _texts(ctx: Context, sheet: Sheet, row: int) -> tuple[Words, Words]:
    sheet.text(row, B, "Currency of the plan", "label")
    currency = sheet.text(row, C, ctx.result.currency, "solved")
    sheet.text(row + 1, B, "SHA-256 of the input file as solved", "label")
    hashed = sheet.text(row + 1, C, ctx.meta.input_sha256, "solved")
    return currency, hashed
