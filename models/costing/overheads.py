"""Overhead lines and the penalty for unmet work."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from models.costing.figures import figure, holding_taps, months_per_period, years_per_period
from models.costing.holding import holding
from models.costing.line import CostLine, Factor, derived
from models.costing.vintages import held_for
from models.matrix import Key
from models.plan import Overhead, Plan
from models.sizing import Sizing
from models.sizing.calendar import Calendar
from models.sizing.demand import MILLION
from models.words import said

TERM_OF_CATEGORY = {"network": "network_lines"}
"""Cost term of an overhead category, where the names differ."""

PLAN_WIDE = "plan"
"""Location of overheads that belong to no place."""

COUNTED_ONCE = ("fixed", "per_workload", "per_project")
"""Drivers that count in the plan as a whole, not at every place."""

AT_CLOUDS = (
    "per_accelerator",
    "per_million_requests",
    "per_tb_stored",
    "per_tb_moved",
    "per_log_gb",
    "per_move",
)
"""Drivers that count at providers' places too."""

SHARES = ("share_of_capex", "share_of_cloud")

NOT_IN_CAPEX = ("deployment", "overhead_capex")
"""Capex that share_of_capex leaves out where no base is named: it is taken of hardware and facility."""

ELASTIC = ("per_million_requests", "per_tb_moved", "per_log_gb", "per_move")
"""Drivers that move with use rather than with what is there."""


def term_of(row: Overhead) -> str:
    """Cost term that an overhead line adds to."""
    if row.capex_or_opex == "capex":
        return "overhead_capex"
    return TERM_OF_CATEGORY.get(row.category, row.category)


def places(plan: Plan, sizing: Sizing, row: Overhead) -> list[str]:
    """Locations at which an overhead counts: every place in its scope, or the plan as a whole."""
    sites = [str(site.site_id) for site in plan.sites]
    if row.driver in (*COUNTED_ONCE, *SHARES):
        return [row.scope if row.scope in sites else PLAN_WIDE]
    clouds = list(dict.fromkeys(pool.location for pool in sizing.clouds))
    if row.driver not in AT_CLOUDS:
        clouds = []
    if row.scope == "own":
        return sites
    if row.scope == "cloud":
        return clouds
    if row.scope in sites or row.scope in clouds:
        return [row.scope]
    return [*sites, *clouds]


def project_of(plan: Plan, row: Overhead) -> str | None:
    """The project that an overhead is for, if its scope is one."""
    named = ("all", "own", "cloud", *(str(site.site_id) for site in plan.sites))
    if row.scope in named or row.scope not in {workload.project for workload in plan.workloads}:
        return None
    return row.scope


def _index(plan: Plan, row: Overhead, location: str) -> tuple[Factor, ...]:
    if row.index == "none":
        return ()
    field = "staff_index" if row.index == "staff" else "construction_index"
    for site in plan.sites:
        if site.site_id == location:
            return (figure("Sites", location, field, getattr(site, field), "factor"),)
    return ()


def _coverage(row: Overhead, calendar: Calendar) -> tuple[float, ...] | None:
    """Share of each cash period in which the line is in force; fixed, once: all of it in its first period."""
    if row.per == "once" and row.driver == "fixed":
        at = 0 if row.from_ is None else max(0, calendar.period_of(row.from_))
        return tuple(1.0 if t == at else 0.0 for t in range(calendar.cash_periods))
    if row.from_ is None and row.to is None:
        return None
    return tuple(calendar.coverage(t, row.from_, row.to) for t in range(calendar.cash_periods))


def _cost(row: Overhead) -> Factor:
    return figure("Overheads", row.overhead_id, "unit_cost", row.unit_cost, f"money per {row.per}")


def _growth(row: Overhead) -> Factor:
    return figure("Overheads", row.overhead_id, "price_change_per_year", row.price_change_per_year, "1/year")


def _length(row: Overhead, calendar: Calendar) -> tuple[Factor, ...]:
    """The period in the time that the unit cost covers."""
    if row.per == "once":
        return ()
    return (years_per_period(calendar) if row.per == "year" else months_per_period(calendar),)


def overhead_lines(plan: Plan, sizing: Sizing) -> Iterator[CostLine]:
    """Lines of sheet Overheads: the driver's amount in a period, unit cost, regional index, coverage."""
    calendar = sizing.calendar
    for row in plan.overheads:
        if row.driver in SHARES:
            continue
        for location in places(plan, sizing, row):
            yield CostLine(
                term_of(row),
                row.overhead_id,
                location,
                Key("overhead", (location, row.overhead_id)),
                (_cost(row), *_length(row, calendar), *_index(plan, row, location)),
                _growth(row),
                profile=_coverage(row, calendar),
                elastic=row.driver in ELASTIC,
            )


def share_lines(plan: Plan, sizing: Sizing, lines: Iterable[CostLine]) -> Iterator[CostLine]:
    """Overheads that are a share of other costs: paid with them, or a year (month) while a purchase is held.

    The base is what the row names, cost terms or overheads; unnamed it is the price of hardware and facility
    (share_of_capex) or what providers are paid (share_of_cloud).
    """
    known = tuple(lines)
    for row in plan.overheads:
        if row.driver in SHARES:
            for line in known:
                if _in_base(row, line) and _in_scope(plan, row, line):
                    yield from _shares(plan, sizing, row, line)


def _in_base(row: Overhead, line: CostLine) -> bool:
    if row.base:
        return line.term in row.base or (line.activity.kind == "overhead" and line.item in row.base)
    term = line.cost_term
    if row.driver == "share_of_capex":
        return term.nature == "capex" and term.name not in NOT_IN_CAPEX
    return term.nature == "opex" and term.category == "cloud"


def _in_scope(plan: Plan, row: Overhead, line: CostLine) -> bool:
    if row.scope in ("own", "cloud"):
        at_site = any(line.location == site.site_id for site in plan.sites)
        return line.location != PLAN_WIDE and at_site == (row.scope == "own")
    return row.scope in ("all", line.location)


def _shares(plan: Plan, sizing: Sizing, row: Overhead, line: CostLine) -> Iterator[CostLine]:
    """The line's share: where a purchase is held for a time, one line for each time that it may be held."""
    calendar = sizing.calendar
    profile = _coverage(row, calendar)
    if profile is not None and line.profile is not None:
        profile = tuple(a * b for a, b in zip(profile, line.profile, strict=True))
    shared = replace(
        line,
        term=term_of(row),
        item=said("{overhead} on {item}", overhead=row.overhead_id, item=line.item),
        factors=(*line.factors, _cost(row), *_index(plan, row, line.location)),
        profile=line.profile if profile is None else profile,
        elastic=line.moves_with_use,
    )
    if row.per == "once" or line.cost_term.nature != "capex":
        yield shared
        return
    held = holding(plan, sizing, line.activity)
    times = [
        (line.activity, calendar.periods if held.life_months is None else calendar.life(held.life_months))
    ]
    if line.activity.kind == "order":
        design = next(row for row in sizing.designs if row.label == line.activity.parts[1])
        times = held_for(plan, sizing, design)
    for activity, periods in times:
        yield replace(
            shared,
            activity=activity,
            factors=(*shared.factors, *_length(row, calendar)),
            taps=holding_taps(held.lag, periods, calendar),
            within_horizon=True,
        )


def penalty_lines(plan: Plan, sizing: Sizing) -> Iterator[CostLine]:
    """Unmet work at its stated penalty: by EFLOP, or by million requests or tokens."""
    units = {str(work.workload.workload_id): work.unit for work in sizing.divisible}
    for workload in plan.workloads:
        name = str(workload.workload_id)
        factors: tuple[Factor, ...]
        if units.get(name, "EFLOP") == "EFLOP":
            penalty, field, unit, factors = (
                workload.shortfall_penalty_per_eflop, "shortfall_penalty_per_eflop", "money/EFLOP", ()
            )  # fmt: skip
        else:
            penalty, field, unit, factors = (
                workload.shortfall_penalty_per_million, "shortfall_penalty_per_million", "money/million",
                (derived("units", "millions per unit", 1.0 / MILLION, "million"),),
            )  # fmt: skip
        if penalty is not None:
            price = figure("Workloads", name, field, penalty, unit)
            yield CostLine("shortfall_penalty", name, "plan", Key("short", (name,)), (price, *factors))
