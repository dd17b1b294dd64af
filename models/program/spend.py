"""C4 Spend commitments: what a provider is paid counts against what was promised, year by year."""

from __future__ import annotations

from collections.abc import Iterator

from models.costing.evaluate import weights
from models.costing.lines import cost_lines
from models.plan import Commitment, Month
from models.program.draft import MONEY_SCALE, Draft, Term, scaled
from models.sizing.obligations import signed_period
from models.terms import TERMS

NOT_SPENDING = ("spend_shortfall",)

SPENDING = tuple(
    term.name
    for term in TERMS
    if term.nature == "opex" and term.category in ("cloud", "storage") and term.name not in NOT_SPENDING
)
"""Terms whose payments to a provider count as spending there."""


def spend_commitments(draft: Draft) -> Iterator[Commitment]:
    """Signed spend commitments."""
    for row in draft.plan.commitments:
        if row.kind == "spend" and row.provider is not None and row.spend_per_year:
            yield row


def _years(draft: Draft, row: Commitment) -> Iterator[tuple[Month, Month]]:
    """Contract years (first, last month) as far as they lie within the horizon."""
    calendar = draft.sizing.calendar
    last = calendar.last_month(calendar.periods - 1)
    begin = row.start
    while begin <= min(row.end, last):
        end = Month(min(begin + 11, row.end))
        if end >= calendar.start:
            yield Month(max(begin, calendar.start)), Month(min(end, last))
        begin = Month(begin + 12)


def add_columns(draft: Draft) -> None:
    """unspent[c,y]: money short in a contract year; drawn[c,t]: prepaid balance used; in millions."""
    calendar = draft.sizing.calendar
    for row in spend_commitments(draft):
        c = row.commitment_id
        index = (str(row.provider), c)
        draft.activity("signed", index, signed_period(calendar, row), [], 1.0)
        for _, last in _years(draft, row):
            at = calendar.period_of(last)
            short = draft.column("unspent", (c, last))
            draft.activity("unspent", index, at, [(MONEY_SCALE, short)])
        if row.prepaid_balance:
            for t in draft.periods:
                if calendar.coverage(t, row.start, row.end) > 0:
                    drawn = draft.column("drawn", (c, t), upper=row.prepaid_balance / MONEY_SCALE)
                    draft.activity("drawn", index, t, [(MONEY_SCALE, drawn)])


def _spent(draft: Draft, provider: str) -> tuple[list[list[Term]], list[float]]:
    """Millions paid to a provider in each period: terms and constants."""
    terms: list[list[Term]] = [[] for _ in draft.periods]
    constants = [0.0 for _ in draft.periods]
    for line in cost_lines(draft.plan, draft.sizing, SPENDING):
        if line.location.split(":")[0] != provider or line.activity not in draft.activities:
            continue
        by_cash = weights(line, draft.sizing.calendar) / MONEY_SCALE
        for t, of_activity in enumerate(draft.activities[line.activity]):
            for tau in draft.periods:
                weight = float(by_cash[t, tau])
                if weight:
                    terms[tau] += scaled(weight, of_activity)
                    constants[tau] += weight * draft.constants[line.activity][t]
    return terms, constants


def add_rows(draft: Draft) -> None:
    r"""Rows of C4 for spending, each contract year y within the horizon; payments spread over their period.

    unspent[c,y] + \sum_t share of t in y * spent[provider,t] >= spend per year * months of y / 12
    drawn[c,t] <= share of t in force * spent[provider,t],   \sum_t drawn[c,t] <= balance
    """
    calendar = draft.sizing.calendar
    for row in spend_commitments(draft):
        c = row.commitment_id
        terms, constants = _spent(draft, str(row.provider))
        for first, last in _years(draft, row):
            promised = (row.spend_per_year or 0.0) / MONEY_SCALE * (last + 1 - first) / 12.0
            met = draft.term(1.0, "unspent", (c, last))
            sure = 0.0
            for t in draft.periods:
                share = calendar.coverage(t, first, last)
                met += scaled(share, terms[t])
                sure += share * constants[t]
            draft.row("C4", ("spend", c, last), met, lower=promised - sure)
        drawn_ever: list[Term] = []
        for t in draft.periods:
            drawn = draft.term(1.0, "drawn", (c, t))
            if drawn:
                share = calendar.coverage(t, row.start, row.end)
                spent = scaled(-share, terms[t])
                draft.row("C4", ("drawn", c, t), drawn + spent, upper=share * constants[t])
                drawn_ever += drawn
        if drawn_ever:
            draft.row("C4", ("balance", c), drawn_ever, upper=row.prepaid_balance / MONEY_SCALE)
