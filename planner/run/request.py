"""What a run is asked for, and who is told while it goes on."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from planner.run.options import Overrides
from planner.workbook.findings import Finding

if TYPE_CHECKING:
    from planner.solve.progress import ProgressCallback


def _nothing(_: object) -> None:
    return None


@dataclass(frozen=True, slots=True)
class Request:
    """What to solve. `report`: path asked for; `force`: replace it whoever wrote it · `choices`: solve again
    to tell what protection and overrides cost · `baselines`: solve plans to compare with · `page`: write the
    HTML page too · `language`: wish that goes before environment and Settings · `previous`: report of the
    last approved plan."""

    source: Path
    report: Path
    overrides: Overrides = field(default_factory=Overrides)
    force: bool = False
    choices: bool = False
    baselines: bool = True
    page: bool = False
    language: str | None = None
    previous: Path | None = None


@dataclass(frozen=True, slots=True)
class Listener:
    """Whoever watches a run.

    phase: name of the part that begins · progress: state of the search, money in the plan's currency ·
    findings: of reading and checking, as soon as known · folder: the run folder, once made · tell: one
    sentence for the user · currency: known once the input is read
    """

    phase: Callable[[str], None] = _nothing
    progress: ProgressCallback = _nothing
    findings: Callable[[Sequence[Finding]], None] = _nothing
    folder: Callable[[Path], None] = _nothing
    tell: Callable[[str], None] = _nothing
    currency: Callable[[str], None] = _nothing
