"""Cost lines as formulas: the same product that `models.costing.line` states, in cells.

    amount(tau) = sign * rate * profile(tau) * sum over taps: share * decision(tau - lag) * index

Taps with consecutive lags and the same share are one window: a commitment of three years is one SUMPRODUCT.
Payments that would come from before the plan's first period have no term; nor, for lines that stop at the
horizon, those past it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from models.costing.line import CostLine, Factor
from models.plan.values import FieldRef
from planner.report.cells import Formula, multiplied
from planner.report.grid import PeriodRow


@dataclass(frozen=True, slots=True)
class Window:
    """Taps with lags first..last that pay the same share, given as a formula's text ("" for the whole)."""

    first: int
    last: int
    share: str


def factor_cell(factor: Factor, live: Mapping[FieldRef, Formula]) -> Formula:
    """The live cell of a factor in the form in which it enters a product."""
    cell = Formula(live[factor.ref].text, factor.value)
    if factor.form == "one_minus":
        return 1 - cell
    if factor.form == "one_plus":
        return 1 + cell
    return cell


def rate_formula(line: CostLine, live: Mapping[FieldRef, Formula]) -> Formula:
    """Product of the line's factors."""
    return multiplied(factor_cell(f, live) for f in line.factors)


def windows(line: CostLine, live: Mapping[FieldRef, Formula]) -> tuple[Window, ...]:
    """The line's taps, grouped."""
    found: list[Window] = []
    for tap in sorted(line.taps, key=lambda tap: tap.lag):
        share = "" if not tap.share else multiplied(factor_cell(f, live) for f in tap.share).as_factor()
        if found and found[-1].share == share and tap.lag == found[-1].last + 1:
            found[-1] = Window(found[-1].first, tap.lag, share)
        else:
            found.append(Window(tap.lag, tap.lag, share))
    return tuple(found)


@dataclass(frozen=True, slots=True)
class LineCells:
    """Where a line's inputs stand: rate cell, decisions by period, price index and profile rows."""

    line: CostLine
    rate: str
    windows: tuple[Window, ...]
    decision: PeriodRow
    index: PeriodRow | None
    profile: PeriodRow | None

    @property
    def index_at_activity(self) -> bool:
        """Whether the price is that of the activity's period rather than of the payment's."""
        return self.index is not None and self.line.priced_at != "payment"

    def amount_text(self, period: int) -> str:
        """Formula text of the line's amount in a cash period."""
        terms: list[str] = []
        if self.line.within_horizon and period >= len(self.decision.values):
            return "0"
        for window in self.windows:
            first, last = max(period - window.last, 0), period - window.first
            if last >= 0:
                terms.append(self._window_text(window, first, last))
        if not terms:
            return "0"
        return self._scaled(terms, period)

    def one_activity_text(self, activity_period: int, period: int) -> str | None:
        """As `amount_text`, of what is paid for one period's activity; None where nothing is due."""
        if self.line.within_horizon and period >= len(self.decision.values):
            return None
        terms = [
            self._window_text(window, activity_period, activity_period)
            for window in self.windows
            if window.first <= period - activity_period <= window.last
        ]
        return self._scaled(terms, period) if terms else None

    def _scaled(self, terms: list[str], period: int) -> str:
        scale = [("-" if self.line.sign < 0 else "") + self.rate]
        if self.index is not None and not self.index_at_activity:
            scale.append(_cell(self.index, period))
        if self.profile is not None:
            scale.append(_cell(self.profile, period))
        summed = terms[0] if len(terms) == 1 else f"({'+'.join(terms)})"
        return "*".join([*scale, summed])

    def _window_text(self, window: Window, first: int, last: int) -> str:
        if first == last:
            text = _cell(self.decision, first)
            if self.index is not None and self.index_at_activity:
                text += "*" + _cell(self.index, first)
        elif self.index is not None and self.index_at_activity:
            text = f"SUMPRODUCT({_range(self.decision, first, last)},{_range(self.index, first, last)})"
        else:
            text = f"SUM({_range(self.decision, first, last)})"
        return f"{window.share}*{text}" if window.share else text


def _cell(row: PeriodRow, period: int) -> str:
    return f"{row.sheet}!{row.letters(period)}{row.row + 1}"


def _range(row: PeriodRow, first: int, last: int) -> str:
    return f"{row.sheet}!{row.letters(first)}{row.row + 1}:{row.letters(last)}{row.row + 1}"


IndexName = tuple[FieldRef, str, str]
"""A price index: growth figure, its form, and the point of time (a timing class, or lower_at_end)."""


def index_name(line: CostLine) -> IndexName | None:
    """The price index that a line uses; None for constant prices."""
    if line.growth is None:
        return None
    when = {"payment": line.cost_term.timing.value, "activity": "start", "lower_at_end": "lower_at_end"}[
        line.priced_at
    ]
    return line.growth.ref, line.growth.form, when
