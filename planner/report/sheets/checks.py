"""Checks: every reconciliation with both sides, the difference, and what it proves; the master status."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from planner.messages import spoken
from planner.report import styles
from planner.report.cells import ZERO, Formula, Words, absolute, flag, sumproduct
from planner.report.context import Axis, Check, Constants, Context
from planner.report.grid import HEADER_ROWS, Sheet, address
from planner.report.sheets.assumptions import AssumptionCells

COLUMNS: tuple[tuple[str, int, str], ...] = (
    ("No.", 11, "heading"),
    ("Check", 40, "heading"),
    ("Left", 17, "heading_right"),
    ("Right", 17, "heading_right"),
    ("Difference", 11, "heading_right"),
    ("Tolerance", 11, "heading_right"),
    ("Status", 13, "heading_beside"),
    ("Link", 12, "heading_beside"),
    ("What it proves", 56, "heading"),
)
_STATUS = 6
IN_HORIZON = frozenset({"Capacity", "Workloads", "FixedAssets"})
"""Calculation sheets whose columns end with the horizon: nothing happens there later."""


@dataclass(frozen=True, slots=True)
class CheckCells:
    """Master status; how many checks fail, hold, or wait for a proof; `rows`: number of checks."""

    status: Words
    failed: Formula
    holding: Formula
    unproven: Formula
    rows: int


def axis_checks(ctx: Context, axis: Axis, constants: Constants, sheets: Sequence[str]) -> None:
    """The period axis of each calculation sheet equals CostCalc's."""
    for name in sheets:
        last = (ctx.periods if name in IN_HORIZON else ctx.cash_periods) - 1
        right = sumproduct(axis.ends.block(0, last), axis.numbers.block(0, last))
        left = Formula(right.text.replace("CostCalc!", f"{name}!"), right.value)
        ctx.checks.append(
            Check(
                spoken("Period axis of {sheet}", sheet=name),
                left,
                right,
                constants.count_tolerance,
                name,
                "columns mean the same period on every sheet",
            )
        )


def error_checks(ctx: Context, constants: Constants, sheets: Sequence[str]) -> None:
    """No cell of a sheet shows an error."""
    for name in sheets:
        left = Formula(f"SUMPRODUCT(ISERROR({ctx.book[name].used()})*1)", 0.0)
        ctx.checks.append(
            Check(
                spoken("No error cell on {sheet}", sheet=name),
                left,
                ZERO,
                constants.count_tolerance,
                name,
                "every formula of the sheet has a result",
            )
        )


def hash_check(ctx: Context, constants: Constants, on_cover: Words, as_solved: Words) -> None:
    """The cover names the input file that was solved."""
    differs = flag(f"{on_cover.text}<>{as_solved.text}", on_cover.value != as_solved.value)
    ctx.checks.append(
        Check(
            "Input file of the cover = input file solved",
            differs,
            ZERO,
            constants.count_tolerance,
            "Cover",
            "the report belongs to the workbook whose SHA-256 it shows",
        )
    )


def write(ctx: Context, assumptions: AssumptionCells) -> CheckCells:
    """Write all collected checks; the master status stands on the Cover."""
    sheet = ctx.book["Checks"]
    for column, (heading, width, kind) in enumerate(COLUMNS):
        sheet.width(column, column, width)
        sheet.text(4, column, heading, kind)
    row = HEADER_ROWS
    words = [_check(sheet, row + i, i + 1, check, assumptions) for i, check in enumerate(ctx.checks)]
    statuses = f"{sheet.name}!{address(row, _STATUS)}:{address(row + len(words) - 1, _STATUS)}"
    _colour(sheet, row, row + len(words) - 1)
    row += len(words) + 1
    sheet.text(row, 1, "Checks that fail", "label")
    failing = words.count("ERROR")
    failed = sheet.put(row, 2, Formula(f'COUNTIF({statuses},"ERROR")', failing), "label", styles.COUNT)
    counts = {}
    for word, label in (
        ("OK", "Checks that hold"),
        ("NOT PROVEN", "Checks not proven"),
        ("NOT FEASIBLE", "Limits broken by edited assumptions"),
    ):
        row += 1
        sheet.text(row, 1, label)
        counted = Formula(f'COUNTIF({statuses},"{word}")', words.count(word))
        counts[word] = sheet.put(row, 2, counted, "formula", styles.COUNT)
    sheet.text(row + 1, 1, "Master status", "label")
    edits = assumptions.edits
    broken = counts["NOT FEASIBLE"]
    value = "ERROR" if failing else "RE-PRICED" if edits.value else "OK"
    unless_broken = f'IF({broken.text}>0,"NOT FEASIBLE",IF({edits.text}>0,"RE-PRICED","OK"))'
    status = sheet.put_words(
        row + 1, 2, Words(f'IF({failed.text}>0,"ERROR",{unless_broken})', value), "label"
    )
    _colour(sheet, row + 1, row + 1, column=2)
    return CheckCells(status, failed, counts["OK"], counts["NOT PROVEN"], len(words))


def _number(value: float) -> str:
    """A format in which the sides of a check fit their columns."""
    if abs(value) < 1e6:
        return "#,##0.00######;-#,##0.00######;0"
    return "#,##0.00" if abs(value) < 1e11 else "0.000000E+00"


def _check(sheet: Sheet, row: int, number: int, check: Check, assumptions: AssumptionCells) -> str:
    shown = _number(check.left.value)
    sheet.number(row, 0, number, "left", "0")
    sheet.text(row, 1, check.title, "wrap")
    left = sheet.put(row, 2, check.left, "linked", shown)
    right = sheet.put(row, 3, check.right, "linked", shown)
    difference = sheet.put(row, 4, left - right, "formula", "0.00E+00")
    tolerance = sheet.put(row, 5, check.tolerance, "linked", "0.00E+00")
    if check.at_least:
        holds, condition = difference.value + tolerance.value >= 0, f"{difference.text}+{tolerance.text}>=0"
    else:
        distance = absolute(difference)
        holds, condition = distance.value <= tolerance.value, f"{distance.text}<={tolerance.text}"
    otherwise, word = f'"{check.otherwise}"', str(check.otherwise)
    if check.otherwise in ("RE-PRICED", "NOT FEASIBLE"):
        otherwise = f'IF({assumptions.edits.text}>0,"{check.otherwise}","ERROR")'
        word = str(check.otherwise) if assumptions.edits.value else "ERROR"
    status = "OK" if holds else word
    sheet.put_words(
        row,
        _STATUS,
        Words(f'IF(ISERROR({difference.text}),"ERROR",IF({condition},"OK",{otherwise}))', status),
        "status",
    )
    sheet.worksheet.write_url(row, 7, f"internal:'{check.sheet}'!A1", sheet.style.get("link"), check.sheet)
    sheet.text(row, 8, check.proves, "wrap")
    return status


def _colour(sheet: Sheet, first: int, last: int, column: int = _STATUS) -> None:
    for word, form in sheet.style.status_words.items():
        rule = {"type": "cell", "criteria": "==", "value": f'"{word}"', "format": form}
        sheet.worksheet.conditional_format(first, column, last, column, rule)
