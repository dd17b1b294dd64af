"""The log: kept in memory until the run folder is there, then in its file. Configured nowhere else."""

from __future__ import annotations

import logging
import logging.handlers
from pathlib import Path

from planner.run.folder import LOG

_FORMAT = "%(asctime)s %(levelname)s %(name)s: %(message)s"
_LOGGERS = ("planner", "models")


class RunLog:
    """Takes what our own packages log. Use `close` at the end."""

    def __init__(self) -> None:
        self.path: Path | None = None
        self._memory = logging.handlers.MemoryHandler(100_000, flushLevel=logging.CRITICAL + 1)
        for name in _LOGGERS:
            logger = logging.getLogger(name)
            logger.setLevel(logging.INFO)
            logger.addHandler(self._memory)
            logger.propagate = False

    def attach(self, folder: Path) -> None:
        """Write what was kept, and all that follows, into the run folder. A log that fails is left out."""
        try:
            target = logging.FileHandler(folder / LOG, encoding="utf-8")
        except OSError:
            return
        target.setFormatter(logging.Formatter(_FORMAT))
        self.path = folder / LOG
        self._memory.setTarget(target)
        self._memory.flush()
        self._memory.capacity = 1

    def close(self) -> None:
        """Give the loggers back."""
        for name in _LOGGERS:
            logger = logging.getLogger(name)
            logger.removeHandler(self._memory)
            logger.propagate = True
        target = self._memory.target
        self._memory.close()
        if target is not None:
            target.close()
