"""A plan to compare with: what it does, what it costs by term, what stays undone, or why there is none."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from models.costing.basis import UNMET
from models.costing.evaluate import FloatArray, PricedLine
from models.matrix import Key
from models.sizing.demand import MILLION
from models.words import Said, said
from planner.report.other_plan import OtherPlan

_SAME_WORK = 1e-6
"""Share of the work undone below which two plans do the same."""


@dataclass(frozen=True, slots=True)
class Baseline:
    """Present values in the plan's currency.

    name: do-minimum, all-cloud, all-own · what: in words · terms: by cost term, empty without a plan ·
    unmet_eflop: work that is not done · unserved: requests and tokens that are not served, by unit ·
    bound: what any such plan costs at least · why: no plan, in one sentence · reasons: each limit in the way,
    where more than one is · lines, activities: priced lines that cost something and the quantities behind
    them, for pricing it again
    """

    name: str
    what: str
    terms: Mapping[str, float] = field(default_factory=dict)
    unmet_eflop: float = 0.0
    bound: float = 0.0
    gap: float = 0.0
    why: str = ""
    reasons: tuple[str, ...] = ()
    lines: tuple[PricedLine, ...] = ()
    activities: Mapping[Key, FloatArray] = field(default_factory=dict)
    unserved: Mapping[str, float] = field(default_factory=dict)

    @property
    def found(self) -> bool:
        """Whether there is a plan."""
        return not self.why

    def does_less(self, undone: float) -> bool:
        """Whether it leaves more undone than the plan; undone: in all workloads' own units."""
        own = self.unmet_eflop + sum(self.unserved.values())
        return own > undone + _SAME_WORK * max(own, 1.0)

    @property
    def unserved_words(self) -> tuple[Said, ...]:
        """What is not served, a sentence a unit."""
        return tuple(
            said("{amount} million {unit} unserved", amount=f"{amount / MILLION:,.1f}", unit=said(unit))
            for unit, amount in self.unserved.items()
        )

    def to_price(self) -> OtherPlan:
        """What its cost rests on, the penalty for unmet work left out."""
        lines = tuple(priced for priced in self.lines if priced.line.term != UNMET)
        return OtherPlan("Plan to compare with", self.name, lines, self.activities)

    @property
    def cost(self) -> float:
        """Present value of cost, the penalty for unmet work left out."""
        return sum(value for name, value in self.terms.items() if name != UNMET)
