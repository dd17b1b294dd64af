"""The Excel report that finance audits, prices again, signs and files."""

from __future__ import annotations

from planner.report.baseline import Baseline
from planner.report.book import write_report
from planner.report.books import Books, books_of
from planner.report.meta import REPORT_FORMAT, OptionUsed, RunMeta
from planner.report.paper import Paper
from planner.report.safe_write import record_report

__all__ = [
    "REPORT_FORMAT",
    "Baseline",
    "Books",
    "OptionUsed",
    "Paper",
    "RunMeta",
    "books_of",
    "record_report",
    "write_report",
]
