"""A finding about a plan before it has a cell: code, figure it is about, words to fill in."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from models.plan import FieldRef


@dataclass(frozen=True, slots=True)
class Reason:
    """Code and parameters of a finding, and the figure of the plan it is about."""

    code: str
    ref: FieldRef
    params: Mapping[str, str]
