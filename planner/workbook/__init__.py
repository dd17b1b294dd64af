"""Excel in: the schema, the reader that turns a workbook into a plan, the writer of templates.

    result = read_workbook("plan.xlsx")        # or plan_from_tables({"Sites": [{"site_id": ...}]})
    if result.plan is None:
        print(*lines(result.findings), sep="\\n")
"""

from __future__ import annotations

from planner.workbook.assemble import ReadResult
from planner.workbook.blanks import DefaultUsed
from planner.workbook.files import WorkbookExistsError
from planner.workbook.findings import Finding, grouped, has_errors, lines, strict, to_json
from planner.workbook.reader import read_workbook
from planner.workbook.tables import plan_from_tables
from planner.workbook.template import write_workbook

__all__ = [
    "DefaultUsed", "Finding", "ReadResult", "WorkbookExistsError", "grouped", "has_errors", "lines",
    "plan_from_tables", "read_workbook", "strict", "to_json", "write_workbook",
]
