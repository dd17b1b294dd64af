"""Each cost line on three bases: present value, cash, full cost with depreciation instead of purchases."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from models.costing.basis import UNMET, VALUATIONS, Bridge, CostBasis
from models.costing.evaluate import PricedLine, weights
from models.costing.holding import Holding, holding
from models.finance.assets import charges_with_sale, straight_line_charges
from models.matrix import Key
from models.plan import CostTermTag, ExistingFleet, Plan
from models.sizing import Sizing
from models.sizing.designs import Design
from models.sizing.vintages import sale_ages

FloatArray = npt.NDArray[np.float64]
Activities = Mapping[Key, FloatArray]

PREPAID = "cloud_upfront"
"""The running cost that is paid ahead of its term."""

DRAWN = "prepaid_drawn"
"""The credit for what a prepaid balance pays."""


@dataclass(frozen=True, slots=True)
class Account:
    """A line on all bases. capitalised: what is written off instead of expensed · charges: its depreciation
    within the plan, and what the books still hold when it is sold, by period (T) · tail: cash past the
    horizon
    """

    priced: PricedLine
    cost: CostBasis
    capitalised: float
    charges: FloatArray
    tail: float


def accounts(
    plan: Plan, sizing: Sizing, lines: Sequence[PricedLine], activities: Activities
) -> tuple[Account, ...]:
    """Every line but the penalty for unmet work."""
    tags = {row.cost_term: row for row in plan.cost_terms}
    return tuple(
        _account(plan, sizing, line, activities, tags.get(line.line.term))
        for line in lines
        if line.line.term != UNMET
    )


def _account(
    plan: Plan, sizing: Sizing, priced: PricedLine, activities: Activities, tag: CostTermTag | None
) -> Account:
    line, periods = priced.line, sizing.calendar.periods
    nothing = np.zeros(periods)
    if line.term in VALUATIONS:
        return Account(priced, CostBasis(present_value=priced.present_value), 0.0, nothing, 0.0)
    cash = float(priced.amounts.sum())
    if line.term == DRAWN:  # a prepayment of before the plan: what it pays is borne all the same
        return Account(priced, CostBasis(priced.present_value, cash, 0.0), cash, nothing, 0.0)
    capitalised = line.cost_term.nature == "capex" or line.term == PREPAID
    if tag is not None and tag.capitalise is not None:
        capitalised = tag.capitalise
    if not capitalised:
        tail = float(priced.amounts[periods:].sum())
        return Account(priced, CostBasis(priced.present_value, cash, cash - tail), 0.0, nothing, tail)
    held = _held(plan, sizing, line.activity)
    stated = None if tag is None else tag.accounting_life
    by_order = line.sign * weights(line, sizing.calendar).sum(axis=1) * activities[line.activity]
    charges = np.zeros(periods)
    for t, cost in enumerate(by_order):
        if cost:
            whole = _charges(sizing, float(cost), t, held, stated)
            charges += whole
            for period, share in _sales(sizing, activities, line.activity, t):
                charges += charges_with_sale(whole, float(cost), period, share)
    return Account(priced, CostBasis(priced.present_value, cash, float(charges.sum())), cash, charges, 0.0)


def _held(plan: Plan, sizing: Sizing, activity: Key) -> Holding:
    if activity.kind == "commit":
        offer = next(row for row in plan.cloud_offers if row.offer_id == activity.parts[1])
        return Holding(0, offer.term_months)
    return holding(plan, sizing, activity)


def _sales(sizing: Sizing, activities: Activities, activity: Key, t: int) -> Iterator[tuple[int, float]]:
    """Sales of the systems ordered in t: period, and share of that order."""
    if activity.kind != "order":
        return
    design = sizing.pool(str(activity.parts[1]))
    assert isinstance(design, Design)
    ordered = float(activities[activity][t])
    for age in sale_ages(sizing.calendar, design):
        sold = activities.get(Key("sold_at_age", (*activity.parts, age)))
        if sold is not None and sold[t]:
            period = t + design.service_lag + age // sizing.calendar.period_months
            yield period, float(sold[t]) / ordered


def _charges(sizing: Sizing, cost: float, t: int, held: Holding, stated: int | None) -> FloatArray:
    calendar = sizing.calendar
    first = t + held.lag
    life = stated or held.accounting_months or held.life_months
    if life is None:
        life = max(1, calendar.periods - first) * calendar.period_months
    return straight_line_charges(cost, first, life, calendar.periods, calendar.period_months)


@dataclass(frozen=True, slots=True)
class Borne:
    """Cost of what was paid before the plan and is used up in it, by period (T).

    label: pool whose users bear it, None: all users at the location
    """

    label: str | None
    location: str
    charges: FloatArray


def paid_before(plan: Plan, sizing: Sizing, activities: Activities) -> tuple[Borne, ...]:
    """Depreciation of existing systems and of what was paid on open orders that are kept.

    Existing systems: the book value at the start (or what straight line leaves of the original cost) over the
    remaining life in the books; what the books still hold of systems that are sold is charged then.
    """
    calendar = sizing.calendar
    found: list[Borne] = []
    for design in sizing.designs:
        for row in design.fleet:
            life = design.system.accounting_life_months or design.system.life_months
            left = life - max(0, calendar.start - row.in_service)
            value = _book_value(row, life, left)
            if value > 0.0 and left > 0:
                whole = straight_line_charges(value, 0, left, calendar.periods, calendar.period_months)
                charged = whole.copy()
                retired = activities.get(Key("retire", (design.location, design.label, row.fleet_id)), ())
                for t, number in enumerate(retired):
                    charged += charges_with_sale(whole, value, t, float(number) / row.systems)
                found.append(Borne(design.label, design.location, charged))
    for order in plan.open_orders:
        key = Key("open_order", (str(order.site_id), order.order_id))
        if order.paid_to_date and key in activities:
            charged = _charges(sizing, order.paid_to_date, 0, holding(plan, sizing, key), None)
            found.append(Borne(None, str(order.site_id), charged))
    return tuple(found)


def _book_value(row: ExistingFleet, life: int, left: int) -> float:
    if row.tenure == "leased":
        return 0.0
    if row.book_value is not None:
        return row.book_value
    return 0.0 if row.cost_original is None else row.cost_original * max(0.0, left / life)


def bridge(rows: Sequence[Account], before: Sequence[Borne]) -> Bridge:
    """From cash to full cost, over the whole plan."""
    used_up = float(sum(row.charges.sum() for row in before))
    return Bridge(
        cash=sum(row.cost.cash for row in rows),
        capitalised=sum(row.capitalised for row in rows),
        charges=float(sum(row.charges.sum() for row in rows)),
        existing=used_up,
        tail=sum(row.tail for row in rows),
        full=sum(row.cost.full for row in rows) + used_up,
    )
