"""A plan to compare with: what it does, what it costs by term, what stays undone, or why there is none."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from models.costing.basis import UNMET


@dataclass(frozen=True, slots=True)
class Baseline:
    """Present values in the plan's currency.

    name: do-minimum, all-cloud, all-own · what: in words · terms: by cost term, empty without a plan ·
    unmet_eflop: work that is not done · bound: what any such plan costs at least · why: no plan, in words
    """

    name: str
    what: str
    terms: Mapping[str, float] = field(default_factory=dict)
    unmet_eflop: float = 0.0
    bound: float = 0.0
    gap: float = 0.0
    why: str = ""

    @property
    def found(self) -> bool:
        """Whether there is a plan."""
        return not self.why

    @property
    def cost(self) -> float:
        """Present value of cost, the penalty for unmet work left out."""
        return sum(value for name, value in self.terms.items() if name != UNMET)
