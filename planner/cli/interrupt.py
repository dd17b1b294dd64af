"""Ctrl-C: told at once; the first ends the search with the best plan, the third leaves at any price.

Until the search begins there is no plan to keep, so a stop ends the run where it stands. From then on it only
raises the flag that the search reads; verification and report go on to their end.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

from planner.messages import tr
from planner.run.outcome import ExitCode, StopRequestedError

GENTLE_PHASES = frozenset({"solve", "diagnose", "verify", "choices", "baselines", "report"})
"""Parts of a run that a stop does not break off."""

_SIGNALS = (signal.SIGINT, signal.SIGTERM)
_LEAVE_AT = 3
_SHOW_CURSOR = "\x1b[?25h"  # a live line hides it


class Interrupt:
    """Counts requests to stop. `event` is set by the first."""

    def __init__(self) -> None:
        self.event = threading.Event()
        self.requests = 0
        self._phase = ""

    def enter(self, phase: str) -> None:
        """Says which part of the run begins; raises StopRequestedError where a request to stop ends it."""
        self._phase = phase
        if self.event.is_set() and phase not in GENTLE_PHASES:
            raise StopRequestedError

    @contextmanager
    def listening(self) -> Iterator[None]:
        """Takes the signals over and gives them back at the end."""
        before = [(number, signal.signal(number, self._on_signal)) for number in _SIGNALS]
        try:
            yield
        finally:
            for number, handler in before:
                signal.signal(number, handler)

    def _on_signal(self, number: int, frame: FrameType | None) -> None:
        del number, frame
        self.requests += 1
        self.event.set()
        if self.requests >= _LEAVE_AT:
            self._say(f"{_SHOW_CURSOR if os.isatty(2) else ''}{tr('Leaving without the report.')}")
            os._exit(ExitCode.STOPPED_WITHOUT_PLAN)
        if self._phase not in GENTLE_PHASES:
            self._say(tr("Stopping: there is no plan yet."))
            raise StopRequestedError
        self._say(self._answer())

    def _answer(self) -> str:
        if self.requests > 1:
            return tr("Writing the best plan, then leaving. Press Ctrl-C once more to leave without it.")
        if self._phase in ("solve", "diagnose", "choices", "baselines"):
            return tr("Stopping: the best plan found so far is kept and reported.")
        return tr("The search is over; the report is being finished.")

    @staticmethod
    def _say(sentence: str) -> None:
        """Writes past Python's buffers: a handler may run in the middle of a print."""
        os.write(sys.__stderr__.fileno() if sys.__stderr__ else 2, f"\n{sentence}\n".encode())
