"""Another plan as the report needs it: what it does, and the lines that price that."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from models.costing.evaluate import FloatArray, PricedLine
from models.matrix import Key


@dataclass(frozen=True, slots=True)
class OtherPlan:
    """A plan beside the report's own.

    title: what it is to this plan · name: its own · lines: cost lines priced for its quantities ·
    activities: those quantities by period of this plan's horizon · span: first and last period, where they
    are this plan's own quantities within these periods
    """

    title: str
    name: str
    lines: tuple[PricedLine, ...] = ()
    activities: Mapping[Key, FloatArray] = field(default_factory=dict)
    span: tuple[int, int] | None = None
