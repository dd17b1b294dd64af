"""Cross-checks between cells, rows and sheets: small ones, each by name, one topic a file."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from planner.workbook.book import Book
from planner.workbook.checks.calendar import CALENDAR_CHECKS
from planner.workbook.checks.double import DOUBLE_CHECKS
from planner.workbook.checks.freshness import FRESHNESS_CHECKS
from planner.workbook.checks.held import HELD_CHECKS
from planner.workbook.checks.items import ITEM_CHECKS
from planner.workbook.checks.limit_names import LIMIT_NAME_CHECKS
from planner.workbook.checks.limits import LIMIT_CHECKS
from planner.workbook.checks.overheads import OVERHEAD_CHECKS
from planner.workbook.checks.plausible import PLAUSIBLE_CHECKS
from planner.workbook.checks.reach import REACH_CHECKS
from planner.workbook.checks.work import WORK_CHECKS
from planner.workbook.findings import Finding

Check = Callable[[Book], Iterator[Finding]]

CHECKS: tuple[Check, ...] = (
    *CALENDAR_CHECKS, *WORK_CHECKS, *ITEM_CHECKS, *HELD_CHECKS, *LIMIT_CHECKS, *LIMIT_NAME_CHECKS,
    *PLAUSIBLE_CHECKS, *DOUBLE_CHECKS, *FRESHNESS_CHECKS, *OVERHEAD_CHECKS,
)
"""Checks that look at what is there: they run on any input."""


def cross_checks(book: Book) -> Iterator[Finding]:
    """All findings of all checks. Checks for what is not there run only if every cell could be read."""
    for check in CHECKS:
        yield from check(book)
    if not any(item.severity == "error" for item in book.findings):
        for check in REACH_CHECKS:
            yield from check(book)
