"""What the report states about the run that made it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from models.plan.values import FieldRef

REPORT_FORMAT = "1.0"
"""Version of the report's layout; readers of reports refuse a newer one by name."""


@dataclass(frozen=True, slots=True)
class OptionUsed:
    """One option of the run and where it came from: command line, scenario, Settings or default."""

    name: str
    value: str
    origin: str


class DefaultTaken(Protocol):
    """A blank cell of the input, what was taken for it, and why."""

    @property
    def ref(self) -> FieldRef:
        """The blank cell."""

    @property
    def value(self) -> object:
        """What it took; None where blank has a meaning of its own."""

    @property
    def why(self) -> str:
        """By which rule."""


@dataclass(frozen=True, slots=True)
class RunMeta:
    """The run: identity, input, versions, options.

    utc: aware time of the run's start · versions: component -> version (planner, solver, libraries) ·
    data_cut_off: the newest date among the input's sources, in words · log_tail: last lines of the solver
    """

    run_id: str
    utc: datetime
    input_name: str
    input_sha256: str
    versions: Mapping[str, str]
    options: tuple[OptionUsed, ...] = ()
    log_tail: tuple[str, ...] = ()
    defaults: Sequence[DefaultTaken] = ()
    scenario: str = "base"
    report_format: str = REPORT_FORMAT
    plan_version: str = "1"
    supersedes: str = ""
    data_cut_off: str = ""
