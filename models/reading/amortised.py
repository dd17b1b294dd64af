"""What the hardware of an owned run loses in value while it runs, and the run's energy: a reporting method.

Method of arXiv 2405.21015 (models.finance.amortisation): value falls with hardware price-performance from the
day of acquisition, here the month in which a vintage enters service. It is no cash flow of the plan.
"""

from __future__ import annotations

from collections.abc import Iterator

from models.costing.evaluate import months_from_base
from models.finance.amortisation import TrainingCost, amortised_training_cost, chip_value
from models.finance.escalation import price_index
from models.matrix import Key
from models.reading.accounts import Activities
from models.sizing.calendar import Calendar
from models.sizing.designs import Design
from models.sizing.fitting import fan_factor
from models.sizing.vintages import sale_ages


def amortised_run(
    calendar: Calendar, design: Design, activities: Activities, period: int, accelerator_hours: float
) -> TrainingCost | None:
    """Cost of one run on a design; None where no price of its systems is known.

    The part `chip` holds whole servers: a plan does not tell the accelerator's share of a system's price.
    """
    vintages = list(_vintages(calendar, design, activities, period))
    systems = sum(count for count, _ in vintages)
    if systems <= 0:
        return None
    value = sum(count * worth for count, worth in vintages) / systems / design.accelerators
    system, site = design.system, design.site
    kw = system.max_kw_per_system * fan_factor(system, design.cooling) * system.average_load_share
    growth = price_index(site.price_change_per_year, months_from_base(calendar, period + 0.5))
    return amortised_training_cost(
        value_per_chip=value,
        chip_hours=accelerator_hours,
        server_overhead=1.0,
        kw_per_chip=kw / design.accelerators,
        pue=design.site_cooling.pue_annual,
        price_per_kwh=site.energy_price_kwh * growth,
    )


def _vintages(
    calendar: Calendar, design: Design, activities: Activities, period: int
) -> Iterator[tuple[float, float]]:
    """Systems in service at the start of `period` and the value of one of them then."""
    list_price = design.system.price_per_system * design.site.landed_cost_factor
    start = calendar.first_month(period)
    for row in design.fleet:
        if row.in_service <= start:
            price = list_price if row.cost_original is None else row.cost_original / row.systems
            retired = activities.get(Key("retire", (design.location, design.label, row.fleet_id)))
            left = row.systems - (0.0 if retired is None else float(retired[: period + 1].sum()))
            yield left, chip_value(price, (start - row.in_service) / 12.0)
    orders = activities.get(Key("order", (design.location, design.label)))
    if orders is None:
        return
    for ordered, count in enumerate(orders):
        age = period - ordered - design.service_lag
        if count and 0 <= age < design.life:
            growth = price_index(design.system.price_change_per_year, months_from_base(calendar, ordered))
            left = float(count) - _sold(calendar, design, activities, ordered, age)
            yield left, chip_value(list_price * growth, age * calendar.period_months / 12.0)


def _sold(calendar: Calendar, design: Design, activities: Activities, ordered: int, periods: int) -> float:
    """Systems of an order that have been sold when they are so many periods old."""
    sold = (
        activities.get(Key("sold_at_age", (design.location, design.label, age)))
        for age in sale_ages(calendar, design)
        if age <= periods * calendar.period_months
    )
    return sum(float(values[ordered]) for values in sold if values is not None)
