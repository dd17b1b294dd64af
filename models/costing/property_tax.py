"""Lines of property tax and insurance: a share of the price paid for what stands at a site, a year."""

from __future__ import annotations

from collections.abc import Iterator

from models.costing.facility import (
    cooling_bought,
    cooling_growth,
    cooling_key,
    expansion_growth,
    power_bought,
)
from models.costing.figures import (
    figure,
    holding_taps,
    landed,
    system_growth,
    system_price,
    years_per_period,
)
from models.costing.hardware import fabric_growth, fabric_parts_bought
from models.costing.line import CostLine, Factor, Tap
from models.costing.vintages import held_for
from models.matrix import Key
from models.plan import Plan, Site
from models.sizing import Sizing
from models.words import said


def property_tax_lines(plan: Plan, sizing: Sizing) -> Iterator[CostLine]:
    """Systems, fabrics without their cabling labour, power blocks and cooling bought within the plan."""
    calendar = sizing.calendar
    sites = {str(site.site_id): site for site in plan.sites}

    def line(
        site: Site, item: str, key: Key, factors: tuple[Factor, ...], growth: Factor, taps: tuple[Tap, ...]
    ) -> Iterator[CostLine]:
        share = site.property_tax_insurance_share
        if share:
            name = str(site.site_id)
            rate = figure("Sites", name, "property_tax_insurance_share", share, "1/year")
            yield CostLine(
                "property_tax_insurance",
                item,
                name,
                key,
                (*factors, rate, years_per_period(calendar)),
                growth,
                "activity",
                taps,
                within_horizon=True,
            )

    for design in sizing.designs:
        if design.given:
            continue
        site = sites[design.location]
        price = (system_price(design.system), landed(site))
        for key, periods in held_for(plan, sizing, design):
            taps = holding_taps(design.service_lag, periods, calendar)
            yield from line(site, design.label, key, price, system_growth(design.system), taps)
    for design, kind, part, factors in fabric_parts_bought(sizing):
        if not part.startswith("cabling labour"):
            key = Key(kind, (design.location, design.label))
            taps = holding_taps(design.fabric_lag, design.fabric_life, calendar)
            item = said("{name}: {kind}", name=design.label, kind=said(part))
            yield from line(sites[design.location], item, key, factors, fabric_growth(design.fabric), taps)
    for site, row, level, factors in power_bought(plan):
        key = Key("power_blocks", (str(site.site_id), row.expansion_id, level))
        taps = holding_taps(calendar.lag(row.lead_months), calendar.life(row.life_months), calendar)
        item = said("{expansion} at {level}", expansion=row.expansion_id, level=level)
        yield from line(site, item, key, factors, expansion_growth(row), taps)
    for site, cooling, kind, factors in cooling_bought(plan):
        taps = holding_taps(calendar.lag(cooling.lead_months), calendar.life(cooling.life_months), calendar)
        item = said("{name}: {kind}", name=cooling.cooling_id, kind=said(kind.removeprefix("cooling_")))
        key = cooling_key(kind, site, cooling)
        yield from line(site, item, key, factors, cooling_growth(cooling), taps)
