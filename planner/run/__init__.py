"""One run from workbook to report: read, check, size, build, solve, verify, report."""

from __future__ import annotations

from planner.run.options import Overrides
from planner.run.outcome import ExitCode, Run, RunError, StopRequestedError, UsageError
from planner.run.pipeline import new_run, run_plan
from planner.run.request import Listener, Request

__all__ = [
    "ExitCode", "Listener", "Overrides", "Request", "Run", "RunError", "StopRequestedError", "UsageError",
    "new_run", "run_plan",
]
