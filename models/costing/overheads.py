"""Overhead lines and the penalty for unmet work."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from models.costing import cloud, facility, hardware
from models.costing.figures import figure, months_per_period, years_per_period
from models.costing.line import CostLine, Factor
from models.matrix import Key
from models.plan import Overhead, Plan
from models.sizing import Sizing
from models.sizing.calendar import Calendar

TERM_OF_CATEGORY = {"network": "network_lines"}
"""Cost term of an overhead category, where the names differ."""

PLAN_WIDE = "plan"
"""Location of overheads that belong to no place."""


def term_of(row: Overhead) -> str:
    """Cost term that an overhead line adds to."""
    if row.capex_or_opex == "capex":
        return "overhead_capex"
    return TERM_OF_CATEGORY.get(row.category, row.category)


def places(plan: Plan, sizing: Sizing, row: Overhead) -> list[str]:
    """Locations at which an overhead counts: every place in its scope, or the plan as a whole."""
    if row.driver in ("fixed", "per_workload", "per_project", "share_of_capex", "share_of_cloud"):
        return [row.scope if any(row.scope == site.site_id for site in plan.sites) else PLAN_WIDE]
    sites = [str(site.site_id) for site in plan.sites]
    clouds = list(dict.fromkeys(pool.location for pool in sizing.clouds))
    if row.driver != "per_accelerator":
        clouds = []
    if row.scope == "own":
        return sites
    if row.scope == "cloud":
        return clouds
    if row.scope in sites or row.scope in clouds:
        return [row.scope]
    return [*sites, *clouds]


def _index(plan: Plan, row: Overhead, location: str) -> tuple[Factor, ...]:
    if row.index == "none":
        return ()
    field = "staff_index" if row.index == "staff" else "construction_index"
    for site in plan.sites:
        if site.site_id == location:
            return (figure("Sites", location, field, getattr(site, field), "factor"),)
    return ()


def _coverage(row: Overhead, calendar: Calendar) -> tuple[float, ...] | None:
    """Share of each cash period in which the line is in force; once: all of it in its first period."""
    if row.per == "once" and row.driver in ("fixed", "per_workload", "per_project"):
        at = 0 if row.from_ is None else max(0, calendar.period_of(row.from_))
        return tuple(1.0 if t == at else 0.0 for t in range(calendar.cash_periods))
    if row.from_ is None and row.to is None:
        return None
    return tuple(calendar.coverage(t, row.from_, row.to) for t in range(calendar.cash_periods))


def _cost(row: Overhead) -> Factor:
    return figure("Overheads", row.overhead_id, "unit_cost", row.unit_cost, f"money per {row.per}")


def _growth(row: Overhead) -> Factor:
    return figure("Overheads", row.overhead_id, "price_change_per_year", row.price_change_per_year, "1/year")


Source = Callable[[Plan, Sizing], Iterator[CostLine]]

CAPEX_SOURCES: tuple[Source, ...] = (
    hardware.system_lines,
    hardware.fabric_lines,
    facility.cooling_lines,
    facility.power_lines,
    facility.opening_lines,
)
CLOUD_SOURCES: tuple[Source, ...] = (
    cloud.metered_lines,
    cloud.reserved_lines,
    cloud.upfront_lines,
)


def _share_lines(
    plan: Plan, sizing: Sizing, row: Overhead, sources: tuple[Source, ...]
) -> Iterator[CostLine]:
    """A share of other lines, paid with them."""
    profile = _coverage(row, sizing.calendar)
    for source in sources:
        for line in source(plan, sizing):
            if row.scope in ("all", "own", "cloud") or row.scope == line.location:
                yield replace(
                    line,
                    term=term_of(row),
                    item=f"{row.overhead_id} on {line.item}",
                    factors=(*line.factors, _cost(row)),
                    profile=profile,
                )


def overhead_lines(plan: Plan, sizing: Sizing) -> Iterator[CostLine]:
    """Every line of sheet Overheads: its amount in a period times unit cost, regional index and coverage."""
    calendar = sizing.calendar
    for row in plan.overheads:
        if row.driver in ("share_of_capex", "share_of_cloud"):
            sources = CAPEX_SOURCES if row.driver == "share_of_capex" else CLOUD_SOURCES
            yield from _share_lines(plan, sizing, row, sources)
            continue
        length = {"year": (years_per_period(calendar),), "month": (months_per_period(calendar),), "once": ()}
        for location in places(plan, sizing, row):
            yield CostLine(
                term_of(row),
                row.overhead_id,
                location,
                Key("overhead", (location, row.overhead_id)),
                (_cost(row), *length[row.per], *_index(plan, row, location)),
                _growth(row),
                profile=_coverage(row, calendar),
            )


def penalty_lines(plan: Plan, sizing: Sizing) -> Iterator[CostLine]:
    """Unmet work at its stated penalty."""
    del sizing
    for workload in plan.workloads:
        if workload.shortfall_penalty_per_eflop is not None:
            name = str(workload.workload_id)
            price = figure(
                "Workloads",
                name,
                "shortfall_penalty_per_eflop",
                workload.shortfall_penalty_per_eflop,
                "money/EFLOP",
            )
            yield CostLine("shortfall_penalty", name, "plan", Key("short", (name,)), (price,))
