"""Options of one solve, checked when made."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

MAX_SEED = 2**31 - 1  # the solver keeps its seed in a signed 32-bit integer


class OptionError(ValueError):
    """An option has a value the solver cannot use; the message names option, value and rule."""


@dataclass(frozen=True, slots=True)
class SolveOptions:
    """What the user may set.

    `mip_gap` is relative: (objective - bound) / |objective|, from 0 to below 1.
    `time_limit_s` is wall time of the whole solve in seconds; infinity means no limit.
    `threads` is a count; only 1 gives the same plan on every run.
    `log_file` receives the solver's own log; None keeps only its tail.

    Raises OptionError.
    """

    mip_gap: float = 0.005
    time_limit_s: float = 600.0
    threads: int = 1
    random_seed: int = 0
    log_file: Path | None = None

    def __post_init__(self) -> None:
        _require(0.0 <= self.mip_gap < 1.0, "mip_gap", self.mip_gap, "a number from 0 to below 1")
        _require(self.time_limit_s > 0.0, "time_limit_s", self.time_limit_s, "a number of seconds above 0")
        _require(
            _is_count(self.threads) and self.threads >= 1, "threads", self.threads, "a whole number from 1"
        )
        _require(
            _is_count(self.random_seed) and 0 <= self.random_seed <= MAX_SEED,
            "random_seed",
            self.random_seed,
            f"a whole number from 0 to {MAX_SEED}",
        )


def _is_count(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _require(holds: bool, name: str, value: object, rule: str) -> None:
    if not holds:
        raise OptionError(f"{name} is {value!r}; it must be {rule}")
