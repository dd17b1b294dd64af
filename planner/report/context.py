"""What every sheet is written from, and what sheets leave for those written after them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, Protocol

from models.costing.evaluate import PricedLine
from models.matrix import Key
from models.plan import Plan
from models.plan.values import FieldRef
from models.results import PlanResult
from planner.report.baseline import Baseline
from planner.report.books import Books
from planner.report.cells import Formula
from planner.report.grid import Book, PeriodRow
from planner.report.meta import RunMeta
from planner.report.other_plan import OtherPlan
from planner.report.previous import Comparison

Fails = Literal["ERROR", "RE-PRICED", "NOT FEASIBLE", "NOT PROVEN"]


class Finding(Protocol):
    """What the report needs of a finding of the reader."""

    @property
    def code(self) -> str:
        """Kind of the finding."""

    @property
    def sheet(self) -> str:
        """Sheet of the input."""

    @property
    def field(self) -> str:
        """Column of the input."""

    @property
    def severity(self) -> str:
        """error, warning, repair or notice."""

    @property
    def place(self) -> str:
        """Sheet and cell in words."""

    @property
    def seen(self) -> str:
        """What was found."""

    @property
    def fix(self) -> str:
        """What to do about it."""


@dataclass(frozen=True, slots=True)
class Check:
    """Two figures that must agree within a tolerance.

    otherwise: what a difference means: ERROR; RE-PRICED or NOT FEASIBLE where edited assumptions explain it
    (ERROR without edits); NOT PROVEN for a plan stopped before its proof
    at_least: only left < right is a difference
    """

    title: str
    left: Formula
    right: Formula
    tolerance: Formula
    sheet: str
    proves: str
    otherwise: Fails = "ERROR"
    at_least: bool = False


@dataclass(frozen=True, slots=True)
class Constants:
    """Live cells of calendar, money and method on Assumptions."""

    discount_rate: Formula
    start: Formula
    base: Formula
    period_months: Formula
    periods: Formula
    hours_per_period: Formula
    fiscal_start: Formula
    offsets: Mapping[str, Formula]
    money_tolerance: Formula
    relative_tolerance: Formula
    checksum_modulus: Formula
    checksum_tolerance: Formula
    count_tolerance: Formula
    solver_tolerance: Formula
    asked_gap: Formula


@dataclass(frozen=True, slots=True)
class Axis:
    """The common time axis (CostCalc): one cell a cash period.

    starts, ends: dates · numbers: 1.. · month_numbers: 12 * year + month of the first month ·
    years: years from the price base month by timing class · end_years: those of the horizon's end
    """

    numbers: PeriodRow
    ends: PeriodRow
    starts: PeriodRow
    month_numbers: PeriodRow
    years: Mapping[str, PeriodRow]
    end_years: Formula


@dataclass(slots=True)
class Context:
    """One report being written.

    others: plans whose quantities this report's formulas price too · comparison: with the last approved plan
    """

    book: Book
    result: PlanResult
    plan: Plan
    meta: RunMeta
    origin: Mapping[FieldRef, str]
    findings: Sequence[Finding]
    books: Books = field(default_factory=Books)
    baselines: Sequence[Baseline] = ()
    others: Sequence[OtherPlan] = ()
    comparison: Comparison | None = None
    checks: list[Check] = field(default_factory=list)
    live: dict[FieldRef, Formula] = field(default_factory=dict)
    decisions: dict[Key, PeriodRow] = field(default_factory=dict)

    @property
    def cash_periods(self) -> int:
        """Number of columns of the common grid."""
        return self.result.calendar.cash_periods

    @property
    def priced(self) -> tuple[PricedLine, ...]:
        """Every line that a formula prices: the plan's, then those of other plans."""
        return (*self.result.lines, *(line for plan in self.others for line in plan.lines))

    @property
    def periods(self) -> int:
        """Number of periods of the horizon."""
        return self.result.calendar.periods
