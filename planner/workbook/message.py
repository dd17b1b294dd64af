"""One message: severity and words of a finding's code."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class Message:
    """Severity and words of one code. `strict_error`: an error when the reader is told to be strict."""

    severity: Literal["error", "repair", "warning", "notice"]
    seen: str
    expected: str = ""
    fix: str = ""
    strict_error: bool = False


def error(seen: str, expected: str, fix: str) -> Message:
    """The input cannot be planned as it is."""
    return Message("error", seen, expected, fix)


def repair(seen: str, expected: str = "", fix: str = "") -> Message:
    """Read in the only way it can be meant."""
    return Message("repair", seen, expected, fix)


def warning(seen: str, expected: str = "", fix: str = "", strict_error: bool = False) -> Message:
    """Taken as it is, but worth a look."""
    return Message("warning", seen, expected, fix, strict_error)


def notice(seen: str, expected: str = "", fix: str = "") -> Message:
    """Good to know."""
    return Message("notice", seen, expected, fix)
