"""Output files: never half written, never over somebody's work."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

_MOST_NAMES = 100


class WorkbookExistsError(Exception):
    """The file to be written is already there."""


def replace_file(target: Path, data: bytes) -> None:
    """Write the bytes beside `target` first and then move them there: never half a file. Raises OSError."""
    handle, name = tempfile.mkstemp(prefix=".planner-", suffix=target.suffix, dir=target.parent)
    beside = Path(name)
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(data)
        mask = os.umask(0)
        os.umask(mask)
        beside.chmod(0o666 & ~mask)  # a temporary file is private; the result has the folder's usual rights
        beside.replace(target)
    finally:
        beside.unlink(missing_ok=True)


def place_file(target: Path, data: bytes) -> Path:
    """Write to `target`, or where a program holds that open to the first free `name-2`, `name-3` …

    Returns the path written. Raises OSError where nothing can be written.
    """
    try:
        replace_file(target, data)
    except PermissionError:
        if not target.exists():
            raise
        for number in range(2, _MOST_NAMES):
            other = target.with_name(f"{target.stem}-{number}{target.suffix}")
            if not other.exists():
                replace_file(other, data)
                return other
        raise
    return target
