"""Options of a run: command line before Settings before the schema's default, each with its origin."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import TYPE_CHECKING

from models.plan import FieldRef, Settings
from planner.run.outcome import UsageError
from planner.solve.options import OptionError, SolveOptions

if TYPE_CHECKING:
    from planner.report.meta import OptionUsed

COMMAND_LINE = "command line"


@dataclass(frozen=True, slots=True)
class Overrides:
    """Values of the command line; None where it says nothing. `threads` 0 takes all processors."""

    mip_gap: float | None = None
    time_limit_s: float | None = None
    threads: int | None = None
    random_seed: int | None = None


def choose_options(
    settings: Settings, overrides: Overrides, origin: Mapping[FieldRef, str], log_file: Path | None
) -> tuple[SolveOptions, tuple[OptionUsed, ...]]:
    """Options of the solve, and each with its value and origin as the report states them.

    Raises UsageError for a value that the solver cannot use.
    """
    from planner.report.meta import OptionUsed  # late: the report brings its libraries along

    values: dict[str, float | int] = {}
    used: list[OptionUsed] = []
    for name in (field.name for field in fields(Overrides)):
        typed = getattr(overrides, name)
        value = getattr(settings, name) if typed is None else typed
        where = origin.get(FieldRef("Settings", "", name), "default") if typed is None else COMMAND_LINE
        values[name] = value
        used.append(OptionUsed(name, f"{value:g}", where))
    try:
        options = SolveOptions(
            mip_gap=float(values["mip_gap"]), time_limit_s=float(values["time_limit_s"]),
            threads=int(values["threads"]) or os.cpu_count() or 1, random_seed=int(values["random_seed"]),
            log_file=log_file,
        )
    except OptionError as error:
        name = str(error).partition(" ")[0]
        where = next((option.origin for option in used if option.name == name), "")
        raise UsageError(f"{where}: {error}") from error
    return options, tuple(used)
