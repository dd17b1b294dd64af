"""From the last approved plan to this one: each decision's cost in both, step by step.

For a cost term and a decision, present values at each plan's own start:

    stated    the last approved plan, as its report says
    dated     what of it falls due from this plan's start on, discounted to that date
    old       its quantities on this plan's periods, priced by this version's formulas at its own prices
    new       the same at this plan's prices and discount rate (before: the part for earlier decisions)
    moved     this plan's cost in the periods of both plans, scaled to the previous total quantity
    common    this plan's cost in the periods of both plans
    now       this plan's cost

    price          new - old
    demand         common - moved
    timing         dated - stated, moved - new, and the end of what was decided before this plan
    scope          now - common; decisions about a place, system, offer or workload that only one input has
    model version  cost terms that only one version of planner has
    old - dated    model version if the versions differ, scope if the plans end at different dates, else
                   timing

The steps of a line add up to now - stated whatever its figures are.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

import numpy as np

from models.activities import KIND
from models.costing.evaluate import FloatArray, PricedLine, index, price
from models.costing.line import CostLine, Factor
from models.finance.discounting import discount_factor, months_until
from models.matrix import Key
from models.plan.values import FieldRef, month_text
from models.results import PlanResult
from models.sizing.calendar import Calendar
from models.terms import TERM, TERMS
from planner.analyse.report_cells import PreviousError
from planner.analyse.report_words import ReportWords
from planner.messages import spoken
from planner.report.other_plan import OtherPlan
from planner.report.previous import (
    APPROVED,
    COMMON,
    ComparedLine,
    Comparison,
    Identity,
    PreviousReport,
    StatedLine,
    Step,
)
from planner.report.register import factors_of
from planner.report.sheets.decisions import all_activities, item_of, where_of

_TITLE = "Comparison"


def check_fits(previous: PreviousReport, currency: str, calendar: Calendar) -> None:
    """Raises PreviousError where the two plans cannot be compared: currency, length or place of periods."""

    def refuse(name: str, words: str) -> PreviousError:
        return PreviousError(f"{previous.file}: Assumptions!{previous.places[name]} {words}")

    if previous.currency != currency:
        raise refuse("Currency of the plan", spoken(
            "is {seen}; this plan is in {currency}", seen=previous.currency, currency=currency))
    if previous.period_months != calendar.period_months:
        raise refuse("Period months", spoken(
            "is {seen}; this plan's periods have {months} months",
            seen=previous.period_months, months=calendar.period_months))
    months = calendar.start - previous.start
    if months % calendar.period_months:
        raise refuse("Start", spoken(
            "is {seen}: not a whole number of periods from this plan's start, {start}",
            seen=month_text(previous.start), start=month_text(calendar.start)))
    shift = months // calendar.period_months
    if not -calendar.periods < shift < previous.periods:
        raise refuse("Start", spoken("and what follows share no period with this plan"))


def compare(
    previous: PreviousReport,
    result: PlanResult,
    lines: Sequence[CostLine],
    typed: frozenset[str],
    planner_version: str,
) -> Comparison:
    """Each decision's cost in both plans. lines: of the input, used or not · typed: keys of its typed rows.

    Raises PreviousError where the two cannot be compared.
    """
    check_fits(previous, result.currency, result.calendar)
    return _Comparer(previous, result, lines, typed, planner_version).comparison()


def typed_keys(origin: Mapping[FieldRef, str]) -> frozenset[str]:
    """Parts of the keys of input rows that stand in cells of the workbook."""
    return frozenset(part for ref, cell in origin.items() if "!" in cell for part in ref.key.split("|"))


_Name = tuple[str, Identity]
"""A cost term's title and a decision."""


class _Comparer:
    def __init__(
        self,
        previous: PreviousReport,
        result: PlanResult,
        lines: Sequence[CostLine],
        typed: frozenset[str],
        planner_version: str,
    ) -> None:
        self.previous, self.result, self.typed = previous, result, typed
        self.words = ReportWords(previous.language)
        self.same_version = previous.planner_version == planner_version
        calendar = result.calendar
        self.shift = (calendar.start - previous.start) // calendar.period_months
        self.same_end = previous.periods == calendar.periods + self.shift
        activities = all_activities(result)
        keys = {identity(key): key for key in (*(line.activity for line in lines), *activities)}
        self.inside = {
            keys[name]: self._on_periods(values)
            for name, values in previous.quantities.items()
            if name in keys
        }
        self.before = {
            keys[name]: values[: max(self.shift, 0)]
            for name, values in previous.quantities.items()
            if name in keys
        }
        self.stated = _numbers((line.term, line.identity) for line in previous.lines)
        self.now = _numbers(_name(priced.line) for priced in result.lines)
        self.used = [line for line in lines if line.activity in self.inside and _name(line) in self.stated]
        self.priced = _numbers(map(_name, self.used))
        first, last = max(0, -self.shift), min(calendar.periods, previous.periods - self.shift) - 1
        self.span = (first, last)
        self.all_common = self.span == (0, calendar.periods - 1)
        self.masked = {key: self._masked(values) for key, values in activities.items()}

    def comparison(self) -> Comparison:
        """Both plans line by line, with the quantities of each that are still to be priced."""
        common = None
        if not self.all_common:
            own = [priced.line for priced in self.result.lines]
            common = OtherPlan(_TITLE, COMMON, self._price(own, self.masked), self.masked, self.span)
        return Comparison(
            self.previous,
            tuple(self._lines()),
            OtherPlan(_TITLE, APPROVED, self._price(self.used, self.inside), self.inside),
            common,
        )

    def _price(
        self, lines: Sequence[CostLine], activities: Mapping[Key, FloatArray]
    ) -> tuple[PricedLine, ...]:
        return price(lines, self.result.calendar, self.result.discount_rate, activities)

    def _on_periods(self, values: FloatArray) -> FloatArray:
        """Previous quantities on this plan's periods; 0 where the previous plan has none."""
        found = np.zeros(self.result.calendar.periods)
        for t in range(len(found)):
            if 0 <= t + self.shift < len(values):
                found[t] = values[t + self.shift]
        return found

    def _masked(self, values: FloatArray) -> FloatArray:
        found = np.zeros_like(values)
        first, last = self.span
        found[first : last + 1] = values[first : last + 1]
        return found

    def _lines(self) -> Iterator[ComparedLine]:
        names = dict.fromkeys((*self.stated, *self.now))
        titles = dict.fromkeys((*(term.title for term in TERMS), *(term for term, _ in names)))
        rank = {title: n for n, title in enumerate(titles)}
        for name in sorted(names, key=lambda name: rank[name[0]]):
            yield self._line(name)

    def _line(self, name: _Name) -> ComparedLine:
        term, decision = name
        calendar, rate = self.result.calendar, self.result.discount_rate
        stated = [self.previous.lines[number] for number in self.stated.get(name, ())]
        lines = [self.used[number] for number in self.priced.get(name, ())]
        dated = sum(map(self._dated, stated))
        old = self._at_old_prices(lines)
        return ComparedLine(
            term,
            f"{decision.kind}, {decision.item}, {decision.where}",
            sum(line.present_value for line in stated),
            dated,
            dated if old is None else old,
            sum(self._earlier(line, rate, calendar) for line in lines),
            self.now.get(name, ()),
            self.priced.get(name, ()),
            self._structure(),
            self._whole(name),
        )

    def _dated(self, line: StatedLine) -> float:
        """What of a line falls due from this plan's start on, discounted to it at the previous rate."""
        passed = 0 if line.term == TERM["residual_value"].title else max(self.shift, 0)
        left = float(line.amounts[passed:] @ self.previous.factors[line.term][passed:])
        return left / discount_factor(self.previous.discount_rate, self.shift * self.previous.period_months)

    def _structure(self) -> Step:
        if not self.same_version:
            return "model version"
        return "timing" if self.same_end else "scope"

    def _whole(self, name: _Name) -> Step | None:
        """The step that takes all of a line that only one plan has."""
        if name in self.stated and name in self.now:
            return None
        term, decision = name
        versions = self.previous.terms if name in self.now else {known.title for known in TERMS}
        if not self.same_version and term not in versions:
            return "model version"
        parts = {
            part for text in decision for piece in text.split(" · ") for part in (piece, *piece.split("/"))
        }
        mine, theirs = self.typed, self.previous.typed
        if name in self.stated:
            mine, theirs = theirs, mine
        return "scope" if (parts & mine) - theirs else None

    def _at_old_prices(self, lines: Sequence[CostLine]) -> float | None:
        """Previous quantities at previous prices by this version's formulas; None where one is missing."""
        rate = self.previous.discount_rate
        calendar = replace(
            self.result.calendar, base_offset_months=self.result.calendar.start - self.previous.base
        )
        worth = 0.0
        for line in lines:
            old = self._old(line)
            if old is None:
                return None
            (priced,) = price([old], calendar, rate, self.inside)
            worth += priced.present_value + self._earlier(old, rate, calendar)
        return worth if lines else None

    def _old(self, line: CostLine) -> CostLine | None:
        """The line at the prices that the previous report names; None where it lacks one."""
        names = {self.words.name(factor.ref) for factor in factors_of(line)}
        if not names <= self.previous.figures.keys():
            return None

        def factor(one: Factor) -> Factor:
            return replace(one, value=self.previous.figures[self.words.name(one.ref)])

        return replace(
            line,
            factors=tuple(map(factor, line.factors)),
            growth=None if line.growth is None else factor(line.growth),
            taps=tuple(replace(tap, share=tuple(map(factor, tap.share))) for tap in line.taps),
        )

    def _earlier(self, line: CostLine, rate: float, calendar: Calendar) -> float:
        """Present value of what previous decisions before this plan's start still cost from then on."""
        quantities = self.before[line.activity]
        worth = 0.0
        for place, quantity in enumerate(quantities):
            if not quantity:
                continue
            t = place - len(quantities)
            for tap in line.taps:
                tau = t + tap.lag
                if tau < 0 or tau >= calendar.cash_periods or (
                        line.within_horizon and tau >= calendar.periods):
                    continue
                share = 1.0 if line.profile is None else line.profile[tau]
                due = months_until(tau, line.cost_term.timing, calendar.period_months)
                amount = quantity * line.rate * tap.weight * share * index(line, calendar, t, tau)
                worth += line.sign * amount * discount_factor(rate, due)
        return worth


def identity(key: Key) -> Identity:
    """A decision as the report words it."""
    return Identity(KIND[key.kind].title, where_of(key), item_of(key))


def _numbers(names: Iterable[_Name]) -> dict[_Name, tuple[int, ...]]:
    """Numbers of the lines of each name."""
    found: dict[_Name, list[int]] = {}
    for number, name in enumerate(names):
        found.setdefault(name, []).append(number)
    return {name: tuple(numbers) for name, numbers in found.items()}


def _name(line: CostLine) -> _Name:
    return line.cost_term.title, identity(line.activity)
