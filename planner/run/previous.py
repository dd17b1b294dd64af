"""The last approved plan of `--previous`: read before the search, compared with after it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from models.costing.line import CostLine
from models.results import PlanResult
from models.sizing.calendar import Calendar
from planner.analyse.previous import check_fits, compare, typed_keys
from planner.analyse.previous_report import read_previous
from planner.analyse.report_cells import PreviousError
from planner.report.previous import Comparison, PreviousReport
from planner.run.facts import versions
from planner.run.outcome import UsageError
from planner.workbook.assemble import ReadResult


def previous_report(path: Path | None, currency: str, calendar: Calendar) -> PreviousReport | None:
    """The report asked for, if any. Raises UsageError where this plan cannot be compared with it."""
    if path is None:
        return None
    try:
        found = read_previous(path)
        check_fits(found, currency, calendar)
    except PreviousError as error:
        raise UsageError(f"--previous: {error}") from error
    return found


def comparison(
    previous: PreviousReport | None, result: PlanResult, lines: Sequence[CostLine], read: ReadResult
) -> Comparison | None:
    """Each decision's cost in both plans; None without a previous report."""
    if previous is None:
        return None
    return compare(previous, result, lines, typed_keys(read.origin), versions()["planner"])


def supersedes(previous: PreviousReport | None) -> tuple[str, str]:
    """Version of this plan, and in words the plan that it takes the place of."""
    if previous is None:
        return "1", ""
    number = previous.plan_version
    after = str(int(number) + 1) if number.isdigit() else "1"
    return after, f"{previous.plan_name}, version {number}, run {previous.run_id}"
