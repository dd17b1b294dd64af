"""C11 Cooling and space: heat of every system goes to a plant with modules enough; racks within the hall."""

from __future__ import annotations

import math

from models.plan import Cooling, SiteCooling
from models.program.draft import Draft, Term
from models.program.storage_load import storage_kw
from models.sizing.cooling import air_plant, heat_share
from models.sizing.designs import Design
from models.sizing.places import storage_cooling


def places(draft: Draft, site_id: str) -> list[tuple[SiteCooling, Cooling]]:
    """Cooling allowed at a site, with its technology."""
    kinds = {row.cooling_id: row for row in draft.plan.cooling}
    return [
        (row, kinds[row.cooling_id])
        for row in draft.plan.site_cooling
        if row.site_id == site_id and row.allowed
    ]


def _designs(draft: Draft, site_id: str) -> list[Design]:
    return [design for design in draft.sizing.designs if design.location == site_id]


def heat(draft: Draft, site_id: str, cooling: Cooling, t: int) -> list[Term]:
    """IT kW that a technology carries away."""
    air = air_plant(draft.plan, site_id)
    storage = storage_cooling(draft.plan, site_id)
    cools_storage = storage is not None and storage.cooling_id == cooling.cooling_id
    stored = storage_kw(draft, site_id, t) if cools_storage and _designs(draft, site_id) else []
    return stored + [
        term
        for design in _designs(draft, site_id)
        for term in draft.term(
            heat_share(design.cooling, cooling, air) * design.it_kw, "installed", (site_id, design.label, t)
        )
    ]


def _most_kw(draft: Draft, site_id: str) -> float:
    return max((design.max_systems * design.it_kw for design in _designs(draft, site_id)), default=0.0)


def _most_modules(draft: Draft, site_id: str, cooling: Cooling) -> int:
    """Modules that all power of the site could ever need; one more, for systems of several designs."""
    most = _most_kw(draft, site_id)
    return math.ceil(most / cooling.module_kw) + 1 + cooling.spare_modules if most else 0


def stock(draft: Draft, kind: str, site_id: str, cooling: Cooling, t: int) -> list[Term]:
    """Plants or modules in service in period t."""
    calendar = draft.sizing.calendar
    newest = t - calendar.lag(cooling.lead_months)
    oldest = max(0, newest - calendar.life(cooling.life_months) + 1)
    return [
        term
        for ordered in range(oldest, newest + 1)
        for term in draft.term(1.0, kind, (site_id, str(cooling.cooling_id), ordered))
    ]


def add_columns(draft: Draft) -> None:
    """cooling_modules[s,c,t] whole, cooling_plant[s,c,t] binary: ordered."""
    calendar = draft.sizing.calendar
    for site in draft.plan.sites:
        s = str(site.site_id)
        for place, cooling in places(draft, s):
            modules = _most_modules(draft, s, cooling)
            if modules == 0:
                continue
            c = str(cooling.cooling_id)
            for t in range(calendar.periods - calendar.lag(cooling.lead_months)):
                ordered = draft.column("cooling_modules", (s, c, t), upper=modules, integer=True)
                draft.prefer_none(ordered)
                draft.activity("cooling_modules", (s, c), t, [(1.0, ordered)])
                if cooling.plant_cost > 0 and place.existing_kw == 0:
                    plant = draft.column("cooling_plant", (s, c, t), upper=1, integer=True, stage=2)
                    draft.prefer_none(plant)
                    draft.activity("cooling_plant", (s, c), t, [(1.0, plant)])
            for t in draft.periods:
                in_service = stock(draft, "cooling_modules", s, cooling, t)
                if in_service and cooling.spare_modules:
                    draft.column("spares_kept", (s, c, t), upper=1, integer=True)
                if in_service:
                    draft.activity("modules", (s, c), t, in_service)


def add_rows(draft: Draft) -> None:
    r"""Rows of C11.

    heat[s,c,t] <= existing kW + module kW * (modules[s,c,t] - spare modules * spares_kept[s,c,t])
    modules[s,c,t] <= most modules * spares_kept[s,c,t]    where the technology keeps spare modules
    modules[s,c,t] <= most modules * plants[s,c,t]         where a plant must be built
    \sum_d racks[d] installed[d,t] <= racks[s]
    """
    for site in draft.plan.sites:
        s = str(site.site_id)
        for t in draft.periods:
            for place, cooling in places(draft, s):
                c = str(cooling.cooling_id)
                load = heat(draft, s, cooling, t)
                if not load:
                    continue
                modules = stock(draft, "cooling_modules", s, cooling, t)
                room = [(-cooling.module_kw, var) for _, var in modules]
                room += draft.term(cooling.module_kw * cooling.spare_modules, "spares_kept", (s, c, t))
                kept = draft.term(-float(_most_modules(draft, s, cooling)), "spares_kept", (s, c, t))
                if kept:
                    draft.row("C11", ("spare", s, c, t), modules + kept, upper=0)
                draft.row("C11", ("heat", s, c, t), load + room, upper=place.existing_kw)
                if cooling.plant_cost > 0 and place.existing_kw == 0 and modules:
                    most = _most_modules(draft, s, cooling)
                    plants = stock(draft, "cooling_plant", s, cooling, t)
                    draft.row(
                        "C11",
                        ("plant", s, c, t),
                        modules + [(-float(most), var) for _, var in plants],
                        upper=0,
                    )
            if site.racks is not None:
                used = [
                    term
                    for design in _designs(draft, s)
                    for term in draft.term(design.racks_per_system, "installed", (s, design.label, t))
                ]
                if used:
                    draft.row("C11", ("racks", s, t), used, upper=site.racks)
