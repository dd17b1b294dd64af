"""Factors and payment taps that several cost terms share."""

from __future__ import annotations

from models.costing.line import Factor, Form, Tap, derived
from models.plan import Fabric, FieldRef, Plan, PowerExpansion, Site, System
from models.plan.facility import Cooling
from models.sizing.calendar import Calendar
from models.sizing.designs import Design


def figure(table: str, key: str, field: str, value: float, unit: str, form: Form = "value") -> Factor:
    """A figure typed by the user (or filled in as its default)."""
    return Factor(FieldRef(table, key, field), value, unit, form)


def system_price(system: System) -> Factor:
    """Price of one system."""
    return figure("Systems", system.system_id, "price_per_system", system.price_per_system, "money/system")


def system_growth(system: System) -> Factor:
    """Yearly price change of a system."""
    return figure(
        "Systems", system.system_id, "price_change_per_year", system.price_change_per_year, "1/year"
    )


def deployment_cost(system: System) -> Factor:
    """Cost of installing one system."""
    return figure(
        "Systems", system.system_id, "deploy_cost_per_system", system.deploy_cost_per_system, "money/system"
    )


def inflation(plan: Plan) -> Factor:
    """The plan's general price change a year."""
    return figure("Settings", "", "inflation_default", plan.settings.inflation_default, "1/year")


def after_selling(plan: Plan) -> Factor:
    """What remains of a resale after the cost of selling, as a share."""
    share = plan.settings.selling_cost_share
    return figure("Settings", "", "selling_cost_share", share, "share", "one_minus")


def landed(site: Site) -> Factor:
    """Freight, duty and unrecovered tax on hardware at a site, as a factor on its price."""
    return figure("Sites", site.site_id, "landed_cost_factor", site.landed_cost_factor, "factor")


def site_rent(site: Site, calendar: Calendar) -> tuple[Factor, Factor]:
    """Rent of a kW of IT power for a period: its price a month, months."""
    price = figure("Sites", site.site_id, "rent_per_kw_month", site.rent_per_kw_month, "money/kW-month")
    return price, months_per_period(calendar)


def site_fixed(site: Site, calendar: Calendar) -> tuple[Factor, Factor]:
    """Fixed cost of a site for a period: its cost a year, years."""
    cost = figure("Sites", site.site_id, "fixed_cost_per_year", site.fixed_cost_per_year, "money/year")
    return cost, years_per_period(calendar)


def site_growth(site: Site) -> Factor:
    """Yearly price change of a site's own prices: energy, rent, charges."""
    return figure("Sites", site.site_id, "price_change_per_year", site.price_change_per_year, "1/year")


def years_per_period(calendar: Calendar) -> Factor:
    """Length of a period in years."""
    return derived("calendar", "years_per_period", calendar.years_per_period, "years")


def months_per_period(calendar: Calendar) -> Factor:
    """Length of a period in months."""
    return derived("calendar", "months_per_period", float(calendar.period_months), "months")


def hours_per_period(calendar: Calendar) -> Factor:
    """Hours of a period."""
    return derived("calendar", "hours_per_period", calendar.hours_per_period, "h")


def system_taps(design: Design) -> tuple[Tap, ...]:
    """Payments of a system: at order, at delivery, the rest at acceptance."""
    system = design.system
    name = system.system_id
    rest = 1.0 - system.pay_at_order_share - system.pay_at_delivery_share
    taps = []
    if system.pay_at_order_share:
        share = figure("Systems", name, "pay_at_order_share", system.pay_at_order_share, "share")
        taps.append(Tap(0, (share,)))
    if system.pay_at_delivery_share:
        share = figure("Systems", name, "pay_at_delivery_share", system.pay_at_delivery_share, "share")
        taps.append(Tap(design.delivery_lag, (share,)))
    if rest > 1e-12:
        taps.append(Tap(design.service_lag, (derived(name, "pay_at_acceptance_share", rest, "share"),)))
    return tuple(taps)


def built_taps(
    table: str, key: str, item: PowerExpansion | Cooling | Fabric, calendar: Calendar
) -> tuple[Tap, ...]:
    """Payments of what is built: by its profile, or evenly over its lead time where none is given."""
    lag = calendar.lag(item.lead_months)
    if item.pay_at_order_share is None:
        steps = max(1, lag)
        share = derived(f"{table} {key}", "pay_per_period_share", 1.0 / steps, "share")
        return tuple(Tap(k, (share,)) for k in range(steps))
    taps = []
    if item.pay_at_order_share:
        taps.append(Tap(0, (figure(table, key, "pay_at_order_share", item.pay_at_order_share, "share"),)))
    if item.pay_at_order_share < 1.0:
        rest = derived(f"{table} {key}", "pay_when_ready_share", 1.0 - item.pay_at_order_share, "share")
        taps.append(Tap(lag, (rest,)))
    return tuple(taps)


def holding_taps(first: int, life: int, calendar: Calendar) -> tuple[Tap, ...]:
    """One tap a period while a purchase is in service: `first` periods after its order, for its life."""
    return tuple(Tap(k) for k in range(first, min(first + life, calendar.periods)))


def vintage_ages(calendar: Calendar, lag: int) -> list[int]:
    """Age in months at the horizon's end of what is ordered in each period; negative if not yet there."""
    return [(calendar.periods - t - lag) * calendar.period_months for t in range(calendar.periods)]


def padded(values: list[float], calendar: Calendar) -> tuple[float, ...]:
    """A profile over all cash periods, zero past the horizon."""
    return tuple(values) + (0.0,) * calendar.tail
