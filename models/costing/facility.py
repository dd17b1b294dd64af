"""Lines of sites, power and cooling."""

from __future__ import annotations

from collections.abc import Iterator

from models.costing.figures import (
    built_taps,
    figure,
    holding_taps,
    months_per_period,
    padded,
    site_fixed,
    site_growth,
    site_rent,
    vintage_ages,
    years_per_period,
)
from models.costing.line import CostLine, Factor
from models.finance.residual import straight_line_book_value
from models.matrix import Key
from models.plan import Cooling, Plan, PowerExpansion, Site, SiteCooling
from models.sizing import Sizing
from models.words import said


def opening_lines(plan: Plan, sizing: Sizing) -> Iterator[CostLine]:
    """What opening a site costs, once."""
    del sizing
    for site in plan.sites:
        if site.open_cost:
            price = figure("Sites", site.site_id, "open_cost", site.open_cost, "money/site")
            yield CostLine(
                "site_opening",
                str(site.site_id),
                str(site.site_id),
                Key("open_site", (str(site.site_id),)),
                (price,),
                site_growth(site),
                "activity",
            )


def fixed_lines(plan: Plan, sizing: Sizing) -> Iterator[CostLine]:
    """Fixed cost of sites in use."""
    for site in plan.sites:
        if site.fixed_cost_per_year:
            name = str(site.site_id)
            yield CostLine(
                "site_fixed",
                name,
                name,
                Key("site_active", (name,)),
                site_fixed(site, sizing.calendar),
                site_growth(site),
            )


def power_bought(plan: Plan) -> Iterator[tuple[Site, PowerExpansion, str, tuple[Factor, ...]]]:
    """Site, expansion, level and price [money/block] of every power block that can be bought."""
    sites = {site.site_id: site for site in plan.sites}
    for row in plan.power_expansions:
        for level in plan.redundancy:
            key = f"{row.site_id}|{row.expansion_id}"
            yield (
                sites[row.site_id],
                row,
                str(level.level_id),
                (
                    figure("PowerExpansions", key, "block_cost", row.block_cost, "money/block"),
                    figure("Redundancy", level.level_id, "capex_factor", level.capex_factor, "factor"),
                ),
            )


def expansion_growth(row: PowerExpansion) -> Factor:
    """Yearly price change of a power block."""
    key = f"{row.site_id}|{row.expansion_id}"
    return figure("PowerExpansions", key, "price_change_per_year", row.price_change_per_year, "1/year")


def power_lines(plan: Plan, sizing: Sizing) -> Iterator[CostLine]:
    """Power blocks, at the cost of their redundancy level."""
    for site, row, level, factors in power_bought(plan):
        key = f"{row.site_id}|{row.expansion_id}"
        yield CostLine(
            "power_expansion",
            said("{expansion} at {level}", expansion=row.expansion_id, level=level),
            str(site.site_id),
            Key("power_blocks", (str(site.site_id), row.expansion_id, level)),
            factors,
            expansion_growth(row),
            "activity",
            built_taps("PowerExpansions", key, row, sizing.calendar),
        )


def cooling_bought(plan: Plan) -> Iterator[tuple[Site, Cooling, str, tuple[Factor, ...]]]:
    """Site, cooling, activity kind and price [money/plant or module] of all cooling that can be bought."""
    sites = {site.site_id: site for site in plan.sites}
    kinds = {row.cooling_id: row for row in plan.cooling}
    for place in plan.site_cooling:
        cooling = kinds[place.cooling_id]
        site = sites[place.site_id]
        for kind, field, cost in (
            ("cooling_modules", "module_cost", cooling.module_cost),
            ("cooling_plant", "plant_cost", cooling.plant_cost),
        ):
            if cost:
                yield (
                    site,
                    cooling,
                    kind,
                    (
                        figure("Cooling", cooling.cooling_id, field, cost, "money"),
                        _cost_factor(place),
                        figure(
                            "Sites", site.site_id, "construction_index", site.construction_index, "factor"
                        ),
                    ),
                )


def _cost_factor(place: SiteCooling) -> Factor:
    return figure(
        "SiteCooling", f"{place.site_id}|{place.cooling_id}", "cost_factor", place.cost_factor, "factor"
    )


def cooling_growth(cooling: Cooling) -> Factor:
    """Yearly price change of plants and modules."""
    return figure(
        "Cooling", cooling.cooling_id, "price_change_per_year", cooling.price_change_per_year, "1/year"
    )


def cooling_key(kind: str, site: Site, cooling: Cooling) -> Key:
    """The activity that counts plants or modules bought at a site."""
    return Key(kind, (str(site.site_id), str(cooling.cooling_id)))


def cooling_lines(plan: Plan, sizing: Sizing) -> Iterator[CostLine]:
    """Cooling plants and modules."""
    for site, cooling, kind, factors in cooling_bought(plan):
        yield CostLine(
            "cooling_plant",
            said("{name}: {kind}", name=cooling.cooling_id, kind=said(kind.removeprefix("cooling_"))),
            str(site.site_id),
            cooling_key(kind, site, cooling),
            factors,
            cooling_growth(cooling),
            "activity",
            built_taps("Cooling", cooling.cooling_id, cooling, sizing.calendar),
        )


def maintenance_lines(plan: Plan, sizing: Sizing) -> Iterator[CostLine]:
    """Upkeep of cooling as a share of the price paid a year."""
    calendar = sizing.calendar
    for site, cooling, kind, factors in cooling_bought(plan):
        share = cooling.maintenance_share_per_year
        if share:
            rate = figure("Cooling", cooling.cooling_id, "maintenance_share_per_year", share, "1/year")
            taps = holding_taps(
                calendar.lag(cooling.lead_months), calendar.life(cooling.life_months), calendar
            )
            yield CostLine(
                "maintenance",
                said("{name}: {kind}", name=cooling.cooling_id, kind=said(kind.removeprefix("cooling_"))),
                str(site.site_id),
                cooling_key(kind, site, cooling),
                (*factors, rate, years_per_period(calendar)),
                cooling_growth(cooling),
                "activity",
                taps,
                within_horizon=True,
            )


def residual_lines(plan: Plan, sizing: Sizing) -> Iterator[CostLine]:
    """Book value of power and cooling at the horizon's end, times what another use would pay of it."""
    calendar = sizing.calendar
    for site, row, level, factors in power_bought(plan):
        curve = _straight_line(sizing, calendar.lag(row.lead_months), row.life_months)
        if row.recoverable_share and any(curve):
            key = f"{row.site_id}|{row.expansion_id}"
            worth = figure("PowerExpansions", key, "recoverable_share", row.recoverable_share, "share")
            yield CostLine(
                "residual_value",
                said("{expansion} at {level}", expansion=row.expansion_id, level=level),
                str(site.site_id),
                Key("power_blocks", (str(site.site_id), row.expansion_id, level)),
                (*factors, worth),
                expansion_growth(row),
                "lower_at_end",
                profile=padded(curve, calendar),
            )
    for site, cooling, kind, factors in cooling_bought(plan):
        curve = _straight_line(sizing, calendar.lag(cooling.lead_months), cooling.life_months)
        if cooling.recoverable_share and any(curve):
            share = figure(
                "Cooling", cooling.cooling_id, "recoverable_share", cooling.recoverable_share, "share"
            )
            yield CostLine(
                "residual_value",
                said("{name}: {kind}", name=cooling.cooling_id, kind=said(kind.removeprefix("cooling_"))),
                str(site.site_id),
                cooling_key(kind, site, cooling),
                (*factors, share),
                cooling_growth(cooling),
                "lower_at_end",
                profile=padded(curve, calendar),
            )


def _straight_line(sizing: Sizing, lag: int, life_months: int) -> list[float]:
    return [
        straight_line_book_value(1.0, age, life_months) if age >= 0 else 0.0
        for age in vintage_ages(sizing.calendar, lag)
    ]


def charge_lines(plan: Plan, sizing: Sizing) -> Iterator[CostLine]:
    """Demand charge on the billed peak and rent on contracted IT power."""
    months = months_per_period(sizing.calendar)
    for site in plan.sites:
        name = str(site.site_id)
        if site.demand_charge_kw_month:
            price = figure(
                "Sites", name, "demand_charge_kw_month", site.demand_charge_kw_month, "money/kW-month"
            )
            yield CostLine(
                "demand_charge", name, name, Key("peak_kw", (name,)), (price, months), site_growth(site)
            )
        if site.kind == "colo" and site.rent_per_kw_month:
            yield CostLine(
                "colocation_rent",
                name,
                name,
                Key("contracted_kw", (name,)),
                site_rent(site, sizing.calendar),
                site_growth(site),
            )
