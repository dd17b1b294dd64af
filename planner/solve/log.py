"""The solver's log: its tail in memory, all of it in a file when asked for."""

from __future__ import annotations

from collections import deque
from pathlib import Path
from typing import TextIO

from planner.solve.options import OptionError

TAIL_LINES = 40


class SolverLog:
    """Collects log text of all solver runs of one solve.

    Raises OptionError when the file cannot be opened. A write that fails later (disk full) ends the
    file, not the solve.
    """

    def __init__(self, path: Path | None) -> None:
        self._lines: deque[str] = deque(maxlen=TAIL_LINES)
        self._partial = ""
        self._file = _open(path)

    def write(self, text: str) -> None:
        """Add text as the solver printed it, whole lines or pieces of lines."""
        *lines, self._partial = (self._partial + text).split("\n")
        self._lines.extend(line.rstrip() for line in lines if line.strip())
        if self._file is None:
            return
        try:
            self._file.write(text)
            self._file.flush()
        except OSError:
            self._file = None

    def tail(self) -> tuple[str, ...]:
        """The last lines, oldest first, without blank ones."""
        return tuple(self._lines)

    def close(self) -> None:
        """Close the file; text written later is kept in memory only."""
        if self._file is not None:
            file, self._file = self._file, None
            file.close()


def _open(path: Path | None) -> TextIO | None:
    if path is None:
        return None
    try:
        return path.open("w", encoding="utf-8", errors="replace")
    except OSError as error:
        raise OptionError(f"log_file {path} cannot be written: {error.strerror}") from error
