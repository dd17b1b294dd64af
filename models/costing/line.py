"""The cost line: the shape every cost takes, so that objective, verification and report read it alike.

With activity values a(t), t = 0..T-1, the line is worth, in cash period tau = 0..C-1 (C >= T: commitments
run past the horizon),

    amount(tau) = rate * profile(tau) * sum over taps (lag, share):
                      share * a(tau - lag) * index(tau, tau - lag)

    rate        product of the factors
    index       (1 + g) ** years(payment period, with the term's timing offset)   priced_at = "payment"
                (1 + g) ** years(activity period, at its start)                   priced_at = "activity"
                the lower of that and the index at the horizon's end              priced_at = "lower_at_end"
    years(...)  counted from the price base month

A line of term "residual_value" is settled at the horizon's end: amount(t) stands in the period t of its
vintage, and all of it is discounted from the end of period T-1.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from models.matrix import Key
from models.plan.values import FieldRef
from models.terms import TERM, CostTerm

Form = Literal["value", "one_minus", "one_plus"]
PricedAt = Literal["payment", "activity", "lower_at_end"]


@dataclass(frozen=True, slots=True)
class Factor:
    """One figure in a rate. `ref.table` is "Derived" for numbers computed by the engineering functions."""

    ref: FieldRef
    value: float
    unit: str
    form: Form = "value"

    @property
    def amount(self) -> float:
        """The figure as it enters the product."""
        if self.form == "one_minus":
            return 1.0 - self.value
        if self.form == "one_plus":
            return 1.0 + self.value
        return self.value


@dataclass(frozen=True, slots=True)
class Tap:
    """A payment `lag` periods after the activity, of `share` of the price (the product of its factors)."""

    lag: int
    share: tuple[Factor, ...] = ()

    @property
    def weight(self) -> float:
        """The share as a number; 1 without factors."""
        weight = 1.0
        for factor in self.share:
            weight *= factor.amount
        return weight


@dataclass(frozen=True, slots=True)
class CostLine:
    """One priced activity. `item` and `location` are words for people; `activity` has no period."""

    term: str
    item: str
    location: str
    activity: Key
    factors: tuple[Factor, ...]
    growth: Factor | None = None
    priced_at: PricedAt = "payment"
    taps: tuple[Tap, ...] = (Tap(0),)
    profile: tuple[float, ...] | None = None
    """Multiplier by cash period (dates, coverage) or, for residual value, by vintage (the resale curve)."""
    within_horizon: bool = False
    """Payments past the horizon are left out: running cost of things whose life goes on."""
    elastic: bool | None = None
    """Whether the line moves with use, where that differs from its term."""

    @property
    def moves_with_use(self) -> bool:
        """Whether the cost moves with use rather than with what was bought."""
        return self.cost_term.elastic if self.elastic is None else self.elastic

    @property
    def cost_term(self) -> CostTerm:
        """The term this line belongs to."""
        return TERM[self.term]

    @property
    def rate(self) -> float:
        """Product of the factors: money per unit of activity at the price base month."""
        rate = 1.0
        for factor in self.factors:
            rate *= factor.amount
        return rate

    @property
    def sign(self) -> int:
        """-1 for credits, else 1."""
        return -1 if self.cost_term.nature == "credit" else 1

    @property
    def settled_at_end(self) -> bool:
        """Whether the amounts are all dated at the horizon's end."""
        return self.term == "residual_value"


DERIVED = "Derived"


def derived(key: str, field: str, value: float, unit: str) -> Factor:
    """A factor computed by the engineering functions rather than typed by the user."""
    return Factor(FieldRef(DERIVED, key, field), value, unit)
