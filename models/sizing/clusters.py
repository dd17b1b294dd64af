"""Every cluster design of a plan: new ones, those that stand already, those on order."""

from __future__ import annotations

from collections.abc import Iterator

from models.plan import Cooling, ExistingFleet, Fabric, OpenOrder, Plan, Site, SiteCooling, System
from models.sizing.calendar import Calendar
from models.sizing.designs import Design, Excuse, make_design
from models.sizing.orders import arrival, arrives, order_kind
from models.words import said


def cluster_designs(plan: Plan, calendar: Calendar) -> tuple[tuple[Design, ...], tuple[Excuse, ...]]:
    """Every design that can stand, new ones in workbook order, then existing clusters and those on order; and
    excuses.

    Raises ValueError where an existing or ordered cluster names a combination that cannot stand.
    """
    designs: list[Design] = []
    excuses: list[Excuse] = []
    for site, system, fabric, cooling, place in _combinations(plan):
        joined = _joined_from(plan, calendar, site, system, cooling)
        made = make_design(plan, calendar, site, system, fabric, (cooling, place), joined_from=joined)
        if isinstance(made, Design):
            designs.append(made)
        else:
            excuses.append(made)
    designs += _existing(plan, calendar)
    designs += _ordered(plan, calendar)
    return tuple(designs), tuple(excuses)


def _joined_from(plan: Plan, calendar: Calendar, site: Site, system: System, cooling: Cooling) -> int | None:
    """First period in which systems on order, whose fabric the plan chooses, may join such a design."""
    periods = [
        arrival(calendar, row) for row in plan.open_orders if may_join(calendar, row, site, system, cooling)
    ]
    return min(periods, default=None)


def may_join(calendar: Calendar, row: OpenOrder, site: Site, system: System, cooling: Cooling) -> bool:
    """Whether the systems of an open order may stand in a new design of that site, system and cooling."""
    return (
        order_kind(row) == "systems"
        and row.fabric_id is None
        and row.site_id == site.site_id
        and row.system_id == system.system_id
        and row.cooling_id in (None, cooling.cooling_id)
        and arrives(calendar, row)
    )


def _existing(plan: Plan, calendar: Calendar) -> Iterator[Design]:
    clusters: dict[tuple[str, str, str, str, str], list[ExistingFleet]] = {}
    for row in plan.existing_fleet:
        at = (str(row.site_id), str(row.system_id), str(row.fabric_id), str(row.cooling_id))
        clusters.setdefault((*at, row.cluster_id), []).append(row)
    for key, rows in clusters.items():
        why: str = said("its site has no such cooling (SiteCooling)")
        for combination in _combinations(plan):
            if _ids(combination) != key[:4]:
                continue
            site, system, fabric, cooling, place = combination
            made = make_design(plan, calendar, site, system, fabric, (cooling, place), fleet=tuple(rows))
            if isinstance(made, Design):
                yield made
                break
            why = made.why
        else:
            raise ValueError(said("existing cluster {cluster}: {why}", cluster=key[4], why=why))


def _ordered(plan: Plan, calendar: Calendar) -> Iterator[Design]:
    """Clusters on order with their fabric: each is a fabric of its own."""
    for row in plan.open_orders:
        if order_kind(row) != "systems" or row.fabric_id is None or not arrives(calendar, row):
            continue
        why: str = said("its site has no such cooling (SiteCooling)")
        for combination in _combinations(plan):
            site, system, fabric, cooling, place = combination
            if _ids(combination)[:3] != (row.site_id, row.system_id, row.fabric_id):
                continue
            if row.cooling_id not in (None, cooling.cooling_id):
                continue
            made = make_design(plan, calendar, site, system, fabric, (cooling, place), ordered=row)
            if isinstance(made, Design):
                yield made
                break
            why = made.why
        else:
            raise ValueError(said("open order {order}: {why}", order=row.order_id, why=why))


Combination = tuple[Site, System, Fabric, Cooling, SiteCooling]


def _ids(combination: Combination) -> tuple[str, str, str, str]:
    site, system, fabric, cooling, _ = combination
    return str(site.site_id), str(system.system_id), str(fabric.fabric_id), str(cooling.cooling_id)


def _combinations(plan: Plan) -> Iterator[Combination]:
    cooling = {row.cooling_id: row for row in plan.cooling}
    for site in plan.sites:
        for place in plan.site_cooling:
            if place.site_id != site.site_id or place.cooling_id not in cooling:
                continue
            for system in plan.systems:
                for fabric in plan.fabrics:
                    yield site, system, fabric, cooling[place.cooling_id], place
