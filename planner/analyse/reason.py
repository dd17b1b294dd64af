"""A finding about a plan before it has a cell: code, figure it is about, words to fill in."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from models.plan import FieldRef

_WHOLE = 1_000.0
"""From here on decimals tell nothing."""


def plain(number: float, digits: int = 4) -> str:
    """With so many significant digits, never in powers of ten: `0.3`, `60,000,000`."""
    return f"{number:,.0f}" if abs(number) >= _WHOLE else f"{number:,.{digits}g}"


@dataclass(frozen=True, slots=True)
class Reason:
    """Code and parameters of a finding, and the figure of the plan it is about."""

    code: str
    ref: FieldRef
    params: Mapping[str, str]
