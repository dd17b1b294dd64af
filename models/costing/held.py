"""Lines of what is held at the plan's start: existing systems, their leases, open orders."""

from __future__ import annotations

from collections.abc import Iterator

from models.costing.figures import (
    after_selling,
    deployment_cost,
    figure,
    holding_taps,
    inflation,
    months_per_period,
    padded,
    site_growth,
    years_per_period,
)
from models.costing.line import CostLine, Factor, Tap, derived
from models.finance.escalation import price_index
from models.finance.residual import resale_share, straight_line_book_value
from models.matrix import Key
from models.plan import ExistingFleet, Fabric, OpenOrder, Plan, PowerExpansion, Site, System
from models.sizing import Sizing
from models.sizing.calendar import Calendar
from models.sizing.designs import Design
from models.sizing.fleet import fleet_resale, shares_of
from models.sizing.orders import arrival, arrives, order_kind, payments
from models.words import said


def new_prices(calendar: Calendar, site: Site, system: System) -> tuple[float, ...]:
    """Price of a new system at the site at the start of each period 0..T (T: the horizon's end)."""
    price = system.price_per_system * site.landed_cost_factor
    months = (calendar.base_offset_months + t * calendar.period_months for t in range(calendar.periods + 1))
    return tuple(price * price_index(system.price_change_per_year, month) for month in months)


def _rows(sizing: Sizing) -> Iterator[tuple[Design, ExistingFleet]]:
    for design in sizing.designs:
        for row in design.fleet:
            yield design, row


def fleet_lines(plan: Plan, sizing: Sizing) -> Iterator[CostLine]:
    """Resale of existing systems when they leave, and what the others still bring at the horizon's end."""
    calendar = sizing.calendar
    for design, row in _rows(sizing):
        prices = new_prices(calendar, design.site, design.system)
        worth = fleet_resale(calendar, design.system, row, prices)
        index = (design.location, design.label, row.fleet_id)
        item = f"{design.label}: {row.fleet_id}"
        if any(worth[:-1]):
            yield CostLine(
                "resale",
                item,
                design.location,
                Key("retire", index),
                (after_selling(plan),),
                profile=padded(list(worth[:-1]), calendar),
            )
        if worth[-1]:
            at_end = [0.0] * (calendar.periods - 1) + [worth[-1]]
            yield CostLine(
                "residual_value",
                item,
                design.location,
                Key("fleet_held", index),
                (after_selling(plan),),
                profile=padded(at_end, calendar),
            )


def fleet_lease_lines(plan: Plan, sizing: Sizing) -> Iterator[CostLine]:
    """Leases of existing systems: paid to their last month, used or not; without one, to the plan's end."""
    del plan
    calendar = sizing.calendar
    for design, row in _rows(sizing):
        if row.tenure != "leased" or not row.lease_per_month:
            continue
        taps = []
        for tau in range(calendar.cash_periods if row.lease_end is not None else calendar.periods):
            share = calendar.coverage(tau, None, row.lease_end)
            if share > 0:
                part = (derived(row.fleet_id, "last_lease_period_share", share, "share"),)
                taps.append(Tap(tau, part if share < 1.0 else ()))
        rent = figure("ExistingFleet", row.fleet_id, "lease_per_month", row.lease_per_month, "money/month")
        yield CostLine(
            "equipment_lease",
            row.fleet_id,
            design.location,
            Key("leased_rows", (design.location, row.fleet_id)),
            (rent, months_per_period(calendar)),
            taps=tuple(taps),
        )


def fleet_tax_lines(plan: Plan, sizing: Sizing) -> Iterator[CostLine]:
    """Property tax and insurance of owned existing systems on their original cost, where it is stated."""
    del plan
    for design, row in _rows(sizing):
        share = design.site.property_tax_insurance_share
        if share and row.cost_original and row.tenure == "owned":
            rate = figure("Sites", design.site.site_id, "property_tax_insurance_share", share, "1/year")
            cost = figure("ExistingFleet", row.fleet_id, "cost_original", row.cost_original, "money")
            each = derived(row.fleet_id, "share of the row per system", 1.0 / row.systems, "1/system")
            yield CostLine(
                "property_tax_insurance",
                f"{design.label}: {row.fleet_id}",
                design.location,
                Key("fleet_held", (design.location, design.label, row.fleet_id)),
                (cost, each, rate, years_per_period(sizing.calendar)),
            )


_TERM = {"systems": "systems", "power": "power_expansion", "fabric": "fabric"}


def _key(row: OpenOrder) -> Key:
    return Key("open_order", (str(row.site_id), row.order_id))


def _price(row: OpenOrder) -> Factor:
    return figure("OpenOrders", row.order_id, "total_price", row.total_price, "money")


def _due(row: OpenOrder, period: str, money: float) -> Factor:
    what = said("share due in {period}", period=period)
    return derived(row.order_id, what, money / row.total_price, "share")


def order_lines(plan: Plan, sizing: Sizing) -> Iterator[CostLine]:
    """What open orders still cost when they are kept, and the fee when they are cancelled.

    What was paid before the plan is spent in either case; it is not paid again and not given back.
    """
    calendar = sizing.calendar
    for row in plan.open_orders:
        due = payments(plan, calendar, row)
        if due:
            yield CostLine(
                _TERM[order_kind(row)],
                said("order {order}", order=row.order_id),
                str(row.site_id),
                _key(row),
                (_price(row),),
                taps=tuple(Tap(t, (_due(row, calendar.label(t), money),)) for t, money in due),
            )
        if row.cancel_fee:
            fee = figure("OpenOrders", row.order_id, "cancel_fee", row.cancel_fee, "money")
            index = (str(row.site_id), row.order_id)
            yield CostLine("cancellation", row.order_id, index[0], Key("cancel_order", index), (fee,))
        if arrives(calendar, row):
            yield from _owned_lines(plan, calendar, row)


def _owned_lines(plan: Plan, calendar: Calendar, row: OpenOrder) -> Iterator[CostLine]:
    """Deployment, upkeep, tax and residual value of what an order brings."""
    site = next(site for site in plan.sites if site.site_id == row.site_id)
    first = arrival(calendar, row)
    thing = _thing(plan, row)
    upkeep = 0.0 if isinstance(thing, PowerExpansion) else thing.maintenance_share_per_year
    yearly = []
    if upkeep:
        table, name = ("Systems", row.system_id) if isinstance(thing, System) else ("Fabrics", row.fabric_id)
        share = figure(table, str(name), "maintenance_share_per_year", upkeep, "1/year")
        yearly.append(("maintenance", share))
    if site.property_tax_insurance_share:
        share = figure(
            "Sites", site.site_id, "property_tax_insurance_share", site.property_tax_insurance_share, "1/year"
        )
        yearly.append(("property_tax_insurance", share))
    for term, share in yearly:
        yield CostLine(
            term,
            said("order {order}", order=row.order_id),
            str(row.site_id),
            _key(row),
            (_price(row), share, years_per_period(calendar)),
            taps=holding_taps(first, calendar.life(thing.life_months), calendar),
            within_horizon=True,
        )
    if isinstance(thing, System) and thing.deploy_cost_per_system:
        number = figure("OpenOrders", row.order_id, "quantity", float(row.quantity), "systems")
        yield CostLine(
            "deployment",
            said("order {order}", order=row.order_id),
            str(row.site_id),
            _key(row),
            (deployment_cost(thing), number),
            inflation(plan),
            "payment",
            (Tap(first),),
        )
    yield from _residual(plan, calendar, row, site, thing)


def _thing(plan: Plan, row: OpenOrder) -> System | PowerExpansion | Fabric:
    if row.system_id is not None:
        return next(system for system in plan.systems if system.system_id == row.system_id)
    if row.expansion_id is not None:
        return next(
            option
            for option in plan.power_expansions
            if (option.site_id, option.expansion_id) == (row.site_id, row.expansion_id)
        )
    return next(fabric for fabric in plan.fabrics if fabric.fabric_id == row.fabric_id)


def _residual(
    plan: Plan, calendar: Calendar, row: OpenOrder, site: Site, thing: System | PowerExpansion | Fabric
) -> Iterator[CostLine]:
    """Systems by their resale curve under the cap of a new one's price; the others by straight line."""
    age = calendar.start + calendar.periods * calendar.period_months - max(row.in_service, calendar.start)
    if isinstance(thing, System):
        new = new_prices(calendar, site, thing)[-1] * row.quantity
        curve = resale_share(age, shares_of(thing), thing.life_months) if age < thing.life_months else 0.0
        worth = min(row.total_price, new) * curve
        factors: tuple[Factor, ...] = (
            derived(row.order_id, "resale at the horizon's end", worth, "money"),
            after_selling(plan),
        )
    else:
        share = straight_line_book_value(1.0, age, thing.life_months)
        worth = row.total_price * share * thing.recoverable_share
        table, key = (
            ("PowerExpansions", f"{row.site_id}|{row.expansion_id}")
            if isinstance(thing, PowerExpansion)
            else ("Fabrics", str(row.fabric_id))
        )
        factors = (
            _price(row),
            derived(row.order_id, "book value share at the horizon's end", share, "share"),
            figure(table, key, "recoverable_share", thing.recoverable_share, "share"),
        )
    if worth:
        item = said("order {order}", order=row.order_id)
        yield CostLine("residual_value", item, str(row.site_id), _key(row), factors)


def decommission_lines(plan: Plan, sizing: Sizing) -> Iterator[CostLine]:
    """What leaving a site costs, once."""
    del sizing
    for site in plan.sites:
        if site.decommission_cost:
            name = str(site.site_id)
            cost = figure("Sites", name, "decommission_cost", site.decommission_cost, "money/site")
            yield CostLine("decommission", name, name, Key("close_site", (name,)), (cost,), site_growth(site))
