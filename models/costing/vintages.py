"""Lines of new systems that leave before their life ends: leased instead of bought, or sold early."""

from __future__ import annotations

import math
from collections.abc import Iterator

from models.costing.figures import (
    after_selling,
    deployment_cost,
    figure,
    holding_taps,
    inflation,
    landed,
    months_per_period,
    system_growth,
    system_price,
    years_per_period,
)
from models.costing.line import CostLine, Factor, Tap, derived
from models.finance.escalation import price_index
from models.finance.residual import resale_share
from models.matrix import Key
from models.plan import Plan
from models.sizing import Sizing
from models.sizing.designs import Design
from models.sizing.fleet import shares_of
from models.sizing.vintages import sale_ages
from models.words import said


def held_for(plan: Plan, sizing: Sizing, design: Design) -> list[tuple[Key, int]]:
    """Bought systems by how long they are held: activity (by order period) and periods in service."""
    place = (design.location, design.label)
    ages = sale_ages(sizing.calendar, design) if plan.settings.early_retirement else ()
    if not ages:
        return [(Key("order", place), design.life)]
    sold = [(Key("sold_at_age", (*place, age)), age // sizing.calendar.period_months) for age in ages]
    return [(Key("kept_to_end", place), design.life), *sold]


def lease_lines(plan: Plan, sizing: Sizing) -> Iterator[CostLine]:
    """Leased systems: rent from service to the end of the term, at the price of the order date; deployment
    and upkeep are the user's, property tax and resale the owner's."""
    calendar = sizing.calendar
    for design in sizing.designs:
        system = design.system
        if design.given or not design.lease_life or system.lease_months is None:
            continue
        name = system.system_id
        key = Key("lease", (design.location, design.label))
        rent = figure("Systems", name, "lease_per_month", system.lease_per_month or 0.0, "money/system-month")
        yield CostLine(
            "equipment_lease",
            design.label,
            design.location,
            key,
            (rent, months_per_period(calendar)),
            system_growth(system),
            "activity",
            term_taps(str(name), system.lease_months, design.service_lag, calendar.period_months),
        )
        if system.deploy_cost_per_system:
            yield CostLine(
                "deployment",
                said("{name}, leased", name=design.label),
                design.location,
                key,
                (deployment_cost(system),),
                inflation(plan),
                "payment",
                (Tap(design.service_lag),),
            )
        if system.maintenance_share_per_year:
            share = figure(
                "Systems", name, "maintenance_share_per_year", system.maintenance_share_per_year, "1/year"
            )
            yield CostLine(
                "maintenance",
                said("{name}, leased", name=design.label),
                design.location,
                key,
                (system_price(system), landed(design.site), share, years_per_period(calendar)),
                system_growth(system),
                "activity",
                holding_taps(design.service_lag, design.lease_life, calendar),
                within_horizon=True,
            )


def term_taps(
    name: str, months: int, first: int, period_months: int, what: str = "last_lease_period_share"
) -> tuple[Tap, ...]:
    """One payment a period over a term of `months`; the last one may be part of a period, named `what`."""
    taps = []
    for k in range(math.ceil(months / period_months)):
        covered = min(1.0, months / period_months - k)
        part = () if covered == 1.0 else (derived(name, what, covered, "share"),)
        taps.append(Tap(first + k, part))
    return tuple(taps)


def sale_lines(plan: Plan, sizing: Sizing) -> Iterator[CostLine]:
    """What systems bought in the plan bring when they are sold at an age, as residual value is counted."""
    if not plan.settings.early_retirement:
        return
    calendar = sizing.calendar
    selling = after_selling(plan)
    for design in sizing.designs:
        if design.given:
            continue
        system = design.system
        for age in sale_ages(calendar, design):
            share = resale_share(age, shares_of(system), system.life_months)
            if not share:
                continue
            lag = design.service_lag + age // calendar.period_months
            what = said("resale share at {age} months", age=age)
            parts: list[Factor] = [derived(system.system_id, what, share, "share")]
            # the price of a new one when it is sold, where that is lower than the price paid
            fall = price_index(system.price_change_per_year, lag * calendar.period_months)
            if fall < 1.0:
                what = said("price {lag} periods later", lag=lag)
                parts.append(derived(system.system_id, what, fall, "factor"))
            yield CostLine(
                "resale",
                said("{name} at {age} months", name=design.label, age=age),
                design.location,
                Key("sold_at_age", (design.location, design.label, age)),
                (system_price(system), landed(design.site), selling),
                system_growth(system),
                "activity",
                (Tap(lag, tuple(parts)),),
            )
