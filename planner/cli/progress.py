"""Progress on stderr: one live line on a terminal, a plain line every ten seconds elsewhere."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from typing import IO, TYPE_CHECKING, Protocol

from planner.cli.money import money, percent
from planner.messages import spoken, tr

if TYPE_CHECKING:
    from rich.live import Live

    from planner.solve.progress import Progress

EVERY_S = 10.0
LONG_S = 1.0
"""Searches shorter than this tell no first plan."""

PHASES = {
    "read": "reading the workbook", "check": "checking", "build": "building the program",
    "solve": "searching", "diagnose": "finding out why", "verify": "verifying",
    "choices": "what choices cost", "baselines": "plans to compare with",
    "report": "writing the report",
}
SEARCH = {
    "master": "locations first", "fixed": "details for these locations", "lift": "bound of the whole",
    "tree": "whole program", "confirm": "confirming",
}


class Display(Protocol):
    """Shows where a run stands."""

    def phase(self, name: str) -> None:
        """A part of the run begins."""

    def progress(self, state: Progress) -> None:
        """State of the search; money in the plan's currency."""

    def close(self) -> None:
        """Nothing more will come."""


class Silent:
    """Shows nothing."""

    def phase(self, name: str) -> None:
        """Nothing."""

    def progress(self, state: Progress) -> None:
        """Nothing."""

    def close(self) -> None:
        """Nothing."""


def line(state: Progress, currency: str) -> str:
    """Time, best cost, bound, gap in percent and money, part of the search."""
    bound, distance = (money(amount, "").strip() for amount in (state.bound, state.best - state.bound))
    where = tr(SEARCH.get(state.phase.value, state.phase.value))
    return spoken(
        "{seconds} s  best {best}, bound {bound}, gap {gap} ({distance}): {where}",
        seconds=f"{state.seconds:6.1f}", best=money(state.best, currency), bound=bound,
        gap=percent(state.gap), distance=distance, where=where)


class Plain:
    """One line every ten seconds, the first after ten or with the first plan of a longer search."""

    def __init__(self, stream: IO[str], currency: Callable[[], str]) -> None:
        self._stream, self._currency = stream, currency
        self._name = ""
        self._told = time.monotonic()
        self._has_plan = False

    def phase(self, name: str) -> None:
        """A line if the part before took long."""
        self._name = tr(PHASES[name])
        self._every(lambda: self._name)

    def progress(self, state: Progress) -> None:
        """A line if one is due."""
        first = not self._has_plan and math.isfinite(state.best) and state.seconds >= LONG_S
        self._has_plan = self._has_plan or first
        self._every(lambda: line(state, self._currency()), now=first)

    def close(self) -> None:
        """Nothing to close."""

    def _every(self, words: Callable[[], str], *, now: bool = False) -> None:
        if now or time.monotonic() - self._told >= EVERY_S:
            self._told = time.monotonic()
            print(words(), file=self._stream, flush=True)


class Terminal:
    """One line, drawn again some times a second."""

    def __init__(self, stream: IO[str], currency: Callable[[], str]) -> None:
        self._stream, self._currency = stream, currency
        self._live: Live | None = None

    def phase(self, name: str) -> None:
        """Show the part of the run."""
        self._show(tr(PHASES[name]) + " …")

    def progress(self, state: Progress) -> None:
        """Show the state of the search."""
        self._show(line(state, self._currency()))

    def close(self) -> None:
        """Take the line away."""
        if self._live is not None:
            self._live.stop()
            self._live = None

    def _show(self, words: str) -> None:
        from rich.console import Console
        from rich.live import Live
        from rich.text import Text

        text = Text(words, no_wrap=True, overflow="ellipsis")
        if self._live is None:
            console = Console(file=self._stream)
            self._live = Live(text, console=console, transient=True, refresh_per_second=5,
                              redirect_stdout=False, redirect_stderr=False)
            self._live.start()
        else:
            self._live.update(text)


def display(stream: IO[str], currency: Callable[[], str], *, quiet: bool) -> Display:
    """The display that suits where stderr goes."""
    if quiet:
        return Silent()
    return Terminal(stream, currency) if stream.isatty() else Plain(stream, currency)
