"""The last approved plan as its report states it, and how it compares with this one, line by line."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, NamedTuple

from models.costing.evaluate import FloatArray
from models.plan.values import Month
from planner.messages import LANGUAGES
from planner.report.other_plan import OtherPlan

APPROVED = "last approved plan"
COMMON = "this plan in the periods of both"
"""Names of the two sets of quantities that the comparison prices."""

Step = Literal["price", "demand", "timing", "scope", "model version"]
STEPS: tuple[Step, ...] = ("price", "demand", "timing", "scope", "model version")


class Identity(NamedTuple):
    """A decision as Decisions words it: type, where, item."""

    kind: str
    where: str
    item: str


@dataclass(frozen=True, slots=True)
class StatedLine:
    """A cost line of a report. amounts: by cash period, signed · present_value: at that plan's start"""

    term: str
    words: str
    identity: Identity
    amounts: FloatArray
    present_value: float


@dataclass(frozen=True, slots=True)
class PreviousReport:
    """What a report states, as solved. Money in its currency.

    places: cells to name in a message, by what they hold · figures: assumptions by name · factors: discount
    factors of each line's class by cost term · typed: keys of input rows that a user typed · terms: titles of
    the cost terms that its version knows · language: that figures are named in
    """

    file: str
    plan_name: str
    plan_version: str
    run_id: str
    utc: str
    planner_version: str
    currency: str
    start: Month
    base: Month
    period_months: int
    periods: int
    discount_rate: float
    places: Mapping[str, str]
    figures: Mapping[str, float]
    factors: Mapping[str, FloatArray]
    typed: frozenset[str]
    terms: frozenset[str]
    quantities: Mapping[Identity, FloatArray]
    lines: tuple[StatedLine, ...]
    language: str = LANGUAGES[0]


@dataclass(frozen=True, slots=True)
class ComparedLine:
    """Cost of one decision in one cost term, in both plans. Present values.

    stated: at the previous plan's start · dated: what of it falls due from this plan's start on, at that
    date · old: previous quantities at previous prices by this version's formulas, on this plan's periods ·
    before: of the previous quantities at new prices what is owed for decisions before this plan's start ·
    lines: numbers of this plan's lines · priced: those of the previous quantities' lines ·
    structure: the step that old - dated belongs to · whole: the step that takes the whole difference, if any
    """

    term: str
    words: str
    stated: float
    dated: float
    old: float
    before: float
    lines: tuple[int, ...]
    priced: tuple[int, ...]
    structure: Step
    whole: Step | None


@dataclass(frozen=True, slots=True)
class Comparison:
    """The previous report and its lines beside this plan's, in the order of the cost terms.

    approved: the previous quantities on this plan's periods, with the lines that price them · common: this
    plan's own lines and quantities in the periods of both; None where those are all of its periods
    """

    previous: PreviousReport
    lines: tuple[ComparedLine, ...]
    approved: OtherPlan
    common: OtherPlan | None

    @property
    def plans(self) -> tuple[OtherPlan, ...]:
        """The sets of quantities to price."""
        return (self.approved,) if self.common is None else (self.approved, self.common)
