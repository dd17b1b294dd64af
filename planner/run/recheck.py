"""Independent recheck of a plan: its cost, added up and discounted again by other ways.

Three figures must agree: the objective of the column values, the sum of the priced cost lines, and the net
present value of the dated cash flows. A plan that does not hold up gives an error, never a report.
"""

from __future__ import annotations

from collections.abc import Iterator

from models.finance.cashflow import net_present_value
from models.finance.discounting import months_until
from models.results import PlanResult
from planner.messages import spoken

MONEY_TOLERANCE = 1.0  # currency unit
RELATIVE_TOLERANCE = 1e-9
SOLVER_TOLERANCE = 1e-6  # relative, between the solver's figure and that of exact integers


def dated_flows(result: PlanResult) -> Iterator[tuple[float, float]]:
    """(months from the plan's start, amount) of every payment and credit; costs are positive."""
    calendar = result.calendar
    horizon = float(calendar.periods * calendar.period_months)
    for priced in result.lines:
        timing = priced.line.cost_term.timing
        for period, amount in enumerate(priced.amounts.tolist()):
            if amount:
                at_end = priced.line.settled_at_end
                yield horizon if at_end else months_until(period, timing, calendar.period_months), amount


def recheck(result: PlanResult, objective: float, solver_objective: float) -> list[str]:
    """What disagrees, one sentence each; empty when the plan holds up. Money in the plan's currency.

    `objective` is that of the exact column values, `solver_objective` the solver's own figure.
    """
    found = []
    tolerance = max(MONEY_TOLERANCE, RELATIVE_TOLERANCE * abs(objective))
    if not abs(result.total - objective) <= tolerance:
        found.append(
            spoken(
                "the cost lines add up to {sum}, the objective is {objective}",
                sum=f"{result.total:,.2f}",
                objective=f"{objective:,.2f}",
            )
        )
    value = net_present_value(dated_flows(result), result.discount_rate)
    if not abs(value - objective) <= tolerance:
        found.append(
            spoken(
                "the cash flows are worth {value} today, the objective is {objective}",
                value=f"{value:,.2f}",
                objective=f"{objective:,.2f}",
            )
        )
    # a better figure is welcome: what the solver left continuous has been solved again
    if not objective - solver_objective <= max(MONEY_TOLERANCE, SOLVER_TOLERANCE * abs(objective)):
        found.append(
            spoken(
                "the solver states {stated}, with whole numbers it is {objective}",
                stated=f"{solver_objective:,.2f}",
                objective=f"{objective:,.2f}",
            )
        )
    return found
