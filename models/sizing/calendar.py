"""The plan's periods: which months they hold, how windows cover them, how leads round."""

from __future__ import annotations

import math
from dataclasses import dataclass

from models.plan.settings import Settings
from models.plan.values import Month


@dataclass(frozen=True, slots=True)
class Calendar:
    """Equal periods t = 0..periods-1 of `period_months` months from `start`.

    Cash periods run on to `periods + tail`, so that every payment of a commitment has its own date.
    """

    start: Month
    period_months: int
    periods: int
    tail: int
    hours_per_period: float
    base_offset_months: int
    """Months from the price base month to the plan's start (0: prices are of the start)."""

    @property
    def cash_periods(self) -> int:
        """Periods in which cash may flow."""
        return self.periods + self.tail

    @property
    def years_per_period(self) -> float:
        """Length of a period in years."""
        return self.period_months / 12.0

    @property
    def hours_per_month(self) -> float:
        """Hours of a month: a twelfth of the year's."""
        return self.hours_per_period / self.period_months

    def first_month(self, t: int) -> Month:
        """First month of period t."""
        return Month(self.start + t * self.period_months)

    def last_month(self, t: int) -> Month:
        """Last month of period t."""
        return Month(self.first_month(t + 1) - 1)

    def period_of(self, month: Month) -> int:
        """The period that holds `month`; negative before the plan."""
        return (month - self.start) // self.period_months

    def lag(self, months: int) -> int:
        """A lead time in periods, rounded up."""
        return math.ceil(months / self.period_months)

    def life(self, months: int) -> int:
        """A life in periods, rounded down, never below 1."""
        return max(1, months // self.period_months)

    def coverage(self, t: int, first: Month | None, last: Month | None) -> float:
        """Share of period t inside the window from the start of `first` to the end of `last`."""
        begin = self.first_month(t)
        end = begin + self.period_months
        low = begin if first is None else max(begin, first)
        high = end if last is None else min(end, last + 1)
        return max(0, high - low) / self.period_months

    def label(self, t: int) -> str:
        """Short name of period t: 2027, 2027-H1, 2027-Q3 or 2027-04; other lengths show their months."""
        begin = self.first_month(t)
        year, month_index = divmod(begin, 12)
        if self.period_months == 12 and month_index == 0:
            return f"{year}"
        if self.period_months == 6 and month_index % 6 == 0:
            return f"{year}-H{month_index // 6 + 1}"
        if self.period_months == 3 and month_index % 3 == 0:
            return f"{year}-Q{month_index // 3 + 1}"
        if self.period_months == 1:
            return f"{year}-{month_index + 1:02d}"
        end = self.last_month(t)
        return f"{year}-{month_index + 1:02d}..{end // 12}-{end % 12 + 1:02d}"


def calendar_of(
    settings: Settings, longest_term_months: int = 0, last_signed: Month | None = None
) -> Calendar:
    """The calendar of a plan whose longest term on offer lasts `longest_term_months`, and whose signed
    obligations end with the month `last_signed`."""
    tail = math.ceil(longest_term_months / settings.period_months) - 1 if longest_term_months else 0
    if last_signed is not None:
        tail = max(tail, (last_signed - settings.start) // settings.period_months - settings.periods + 1)
    return Calendar(
        start=settings.start,
        period_months=settings.period_months,
        periods=settings.periods,
        tail=max(0, tail),
        hours_per_period=settings.hours_per_year * settings.period_months / 12.0,
        base_offset_months=settings.start - settings.price_base_month,
    )
