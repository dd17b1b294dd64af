"""One run from workbook to report: read, check, size, build, solve, verify, report."""

from __future__ import annotations

from planner.run.options import Overrides
from planner.run.outcome import ExitCode, Run, RunError, StopRequestedError, UsageError
from planner.run.pipeline import Listener, Request, new_run, run_plan

__all__ = [
    "ExitCode", "Listener", "Overrides", "Request", "Run", "RunError", "StopRequestedError", "UsageError",
    "new_run", "run_plan",
]
