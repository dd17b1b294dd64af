"""What a running solve tells its caller. Drawing it is the caller's business."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import TypeAlias


class Phase(Enum):
    """Part of the search that is running."""

    MASTER = "master"
    FIXED = "fixed"
    LIFT = "lift"
    TREE = "tree"
    CONFIRM = "confirm"


@dataclass(frozen=True, slots=True)
class Progress:
    """State of a solve: `best` never rises and `bound` never falls from one report to the next.

    `seconds` is wall time since the start; `best` is inf before the first plan, `bound` -inf before
    the first bound; `gap` is relative.
    """

    seconds: float
    best: float
    bound: float
    gap: float
    phase: Phase


ProgressCallback: TypeAlias = Callable[[Progress], None]
