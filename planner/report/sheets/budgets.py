"""Budgets and what the plan takes of them, with warn and breach."""

from __future__ import annotations

from models.results import LimitRow
from planner.report import styles
from planner.report.cells import Formula, Words, ratio
from planner.report.context import Context
from planner.report.grid import Sheet

HEADINGS = ("Budget", "Span", "Hard or soft", "Amount", "Planned", "Left", "Taken", "Warn at", "Status")


def write_budgets(ctx: Context, sheet: Sheet, row: int) -> int:
    """One row a budget, planned amounts as solved; returns the row after the table."""
    budgets = [limit for limit in ctx.result.limits if limit.ref.table == "Budgets"]
    sheet.section(row, "Budgets (planned: as solved)", 10)
    if not budgets:
        sheet.text(row + 1, 0, "No budget is stated.", "note")
        return row + 3
    for column, words in enumerate(HEADINGS):
        sheet.text(row + 1, column, words, "heading_right" if 3 <= column <= 7 else "heading")
    top = row + 2
    for row, budget in enumerate(budgets, top):
        _budget(sheet, row, budget)
    rules = {"OK": "OK", "WARN": "RE-PRICED", "BREACH": "ERROR"}
    for word, like in rules.items():
        form = sheet.style.status_words[like]
        rule = {"type": "cell", "criteria": "==", "value": f'"{word}"', "format": form}
        sheet.worksheet.conditional_format(top, 8, row, 8, rule)
    return row + 2


def _budget(sheet: Sheet, row: int, budget: LimitRow) -> None:
    sheet.text(row, 0, budget.what, "wrap")
    sheet.text(row, 1, budget.span, "wrap")
    sheet.text(row, 2, "hard" if budget.hard else "soft")
    amount = sheet.number(row, 3, budget.upper or 0.0)
    planned = sheet.number(row, 4, budget.value)
    sheet.put(row, 5, amount - planned)
    taken = sheet.put(row, 6, ratio(planned, amount), "formula", styles.SHARE)
    warn = sheet.number(row, 7, budget.warn_share, "solved", styles.SHARE)
    sheet.put_words(row, 8, status(budget, taken, warn), "status")


def status(budget: LimitRow, taken: Formula, warn: Formula) -> Words:
    """OK, WARN from the stated share on, BREACH above the whole (to the rounding of a millionth)."""
    value = {"ok": "OK", "warn": "WARN", "breach": "BREACH"}[budget.status]
    if value == "OK" and taken.value >= warn.value:
        value = "WARN"
    over = f"ROUND({taken.text},12)>1"
    return Words(f'IF({over},"BREACH",IF({taken.text}>={warn.text},"WARN","OK"))', value)
