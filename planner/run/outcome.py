"""What a run ends with."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from datetime import datetime
from enum import IntEnum
from pathlib import Path
from typing import TYPE_CHECKING

from planner.workbook.findings import Finding

if TYPE_CHECKING:
    from models.results import PlanResult
    from planner.report.meta import OptionUsed


class ExitCode(IntEnum):
    """Exit codes of the command line."""

    OK = 0
    INTERNAL = 1
    BAD_INPUT = 2
    INFEASIBLE = 3
    STOPPED_WITH_PLAN = 4
    STOPPED_WITHOUT_PLAN = 5
    BUDGET_BREACH = 6


class StopRequestedError(BaseException):
    """The user asked to stop while there is no plan yet. Like KeyboardInterrupt no Exception, so that
    nothing on the way takes it for a failure of its own."""


class RunError(Exception):
    """The run cannot go on for a reason of its own (solver failed, plan does not hold up): one sentence."""


class UsageError(Exception):
    """An argument or option cannot be used: one sentence that names it, its value and the rule."""


@dataclass(slots=True)
class Run:
    """One run, filled in as it goes.

    utc: aware time of the start · report, page: paths really written · folder: run folder, None before
    reading succeeded · timings: wall seconds by phase · notes: sentences for the user · status: master
    status of the report · bound: proven least cost of any plan, in the plan's currency · language: that of
    its sentences, "" until the input is read
    """

    run_id: str
    utc: datetime
    input_sha256: str = ""
    code: ExitCode = ExitCode.INTERNAL
    outcome: str = "running"
    findings: tuple[Finding, ...] = ()
    options: tuple[OptionUsed, ...] = ()
    result: PlanResult | None = None
    report: Path | None = None
    page: Path | None = None
    status: str = ""
    bound: float = -math.inf
    language: str = ""
    folder: Path | None = None
    timings: dict[str, float] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)
