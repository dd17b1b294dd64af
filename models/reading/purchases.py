"""The order book: what is bought or signed, when, for how much, and why."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from models.costing.evaluate import PricedLine
from models.engineering.power import annual_downtime_h
from models.matrix import Key
from models.plan import Plan
from models.reading.purchasing import (
    PAID_WITH,
    Activities,
    Prices,
    carries,
    designs_by_label,
    ordered,
    purchase,
    systems,
)
from models.reading.taken_over import leases, open_orders
from models.results import Purchase
from models.sizing import Sizing
from models.words import said

__all__ = ["PAID_WITH", "purchases"]


def purchases(
    plan: Plan, sizing: Sizing, activities: Activities, priced: tuple[PricedLine, ...]
) -> tuple[Purchase, ...]:
    """Every purchase, by order period, then kind."""
    prices = Prices(plan, sizing, priced)
    rows = [
        *open_orders(plan, sizing, activities, prices),
        *_systems(sizing, activities, prices),
        *leases(sizing, activities, prices),
        *_fabrics(sizing, activities, prices),
        *_power(plan, sizing, activities, prices),
        *_cooling(plan, sizing, activities, prices),
        *_storage(plan, activities, prices),
        *_sites(plan, sizing, activities, prices),
        *_commitments(sizing, activities, prices),
    ]
    return tuple(sorted(rows, key=lambda row: (row.order_period, -row.amount)))


def _systems(sizing: Sizing, activities: Activities, prices: Prices) -> Iterator[Purchase]:
    designs = designs_by_label(sizing)
    for row in ordered(activities, "order"):
        design = designs[str(row[0].parts[1])]
        what = said("{system} systems", system=design.system.system_id)
        why = carries(activities, design.label)
        yield systems(design, prices, row, what=what, unit="systems", why=why)


def _fabrics(sizing: Sizing, activities: Activities, prices: Prices) -> Iterator[Purchase]:
    designs = designs_by_label(sizing)
    orders: dict[tuple[str, int], list[tuple[Key, float]]] = {}
    for kind in ("fabric_units", "open_fabric"):
        for key, t, quantity in ordered(activities, kind):
            orders.setdefault((str(key.parts[1]), t), []).append((key, quantity))
    for (label, t), parts in orders.items():
        design = designs[label]
        kind = "scalable units" if parts[0][0].kind == "fabric_units" else "fabrics"
        yield purchase(
            prices,
            said("{fabric} fabric", fabric=design.fabric.fabric_id),
            "fabric",
            parts,
            t,
            item=said(
                "{fabric} for {system}", fabric=design.fabric.fabric_id, system=design.system.system_id
            ),
            unit=kind,
            in_service=t + design.fabric_lag,
            lead_months=design.fabric.lead_months,
            it_mw=0.0,
            why=said(
                "Joins {systems} {system} as one cluster at planned size.",
                systems=design.planned_systems,
                system=design.system.system_id,
            ),
        )


def _power(plan: Plan, sizing: Sizing, activities: Activities, prices: Prices) -> Iterator[Purchase]:
    options = {(str(row.site_id), row.expansion_id): row for row in plan.power_expansions}
    availability = {str(row.level_id): row.availability for row in plan.redundancy}
    for key, t, quantity in ordered(activities, "power_blocks"):
        site, expansion, level = map(str, key.parts)
        row = options[site, expansion]
        yield purchase(
            prices,
            said("power blocks {expansion} at level {level}", expansion=expansion, level=level),
            "power",
            [(key, quantity)],
            t,
            item=said(
                "{expansion}, {mw} MW each, level {level}",
                expansion=expansion,
                mw=f"{row.block_mw:g}",
                level=level,
            ),
            unit="blocks",
            in_service=t + sizing.calendar.lag(row.lead_months),
            lead_months=row.lead_months,
            it_mw=quantity * row.block_mw,
            why=said(
                "Adds {mw} MW of facility power beyond what {site} has today; at {level} it is down {hours} "
                "h a year.",
                mw=f"{quantity * row.block_mw:g}",
                site=site,
                level=level,
                hours=f"{annual_downtime_h(availability[level]):.2g}",
            ),
        )


def _cooling(plan: Plan, sizing: Sizing, activities: Activities, prices: Prices) -> Iterator[Purchase]:
    kinds = {str(row.cooling_id): row for row in plan.cooling}
    for kind, word in (("cooling_plant", "plants"), ("cooling_modules", "modules")):
        for key, t, quantity in ordered(activities, kind):
            cooling = kinds[str(key.parts[1])]
            kw = quantity * cooling.module_kw if kind == "cooling_modules" else 0.0
            yield purchase(
                prices,
                said("{cooling} cooling {parts}", cooling=cooling.cooling_id, parts=said(word)),
                "cooling",
                [(key, quantity)],
                t,
                item=str(cooling.cooling_id),
                unit=word,
                in_service=t + sizing.calendar.lag(cooling.lead_months),
                lead_months=cooling.lead_months,
                it_mw=kw / 1000.0,
                why=said("Carries {mw} MW of heat.", mw=f"{kw / 1000:g}")
                if kw
                else said("The plant that its modules need."),
            )


def _storage(plan: Plan, activities: Activities, prices: Prices) -> Iterator[Purchase]:
    tiers = {str(tier.tier_id): tier for tier in plan.storage}
    for key, t, quantity in ordered(activities, "storage_order"):
        location, tier = (str(part) for part in key.parts)
        kept = activities.get(Key("stored", key.parts))
        yield purchase(
            prices,
            said("storage {tier}", tier=tier),
            "storage",
            [(key, quantity)],
            t,
            item=tier,
            unit="TB",
            in_service=t,
            lead_months=0,
            it_mw=quantity * tiers[tier].kw_per_tb / 1000.0,
            why=said("Keeps up to {tb} TB of data at {place}.", tb=f"{np.max(kept):,.0f}", place=location)
            if kept is not None
            else said("Gives the bandwidth that work at {place} asks for.", place=location),
        )


def _sites(plan: Plan, sizing: Sizing, activities: Activities, prices: Prices) -> Iterator[Purchase]:
    sites = {str(site.site_id): site for site in plan.sites}
    for key, t, quantity in ordered(activities, "open_site"):
        site = sites[str(key.parts[0])]
        if not site.open_cost and not site.open_lead_months:
            continue  # it stands ready: nothing to approve
        yield purchase(
            prices,
            said("opening of {site}", site=site.site_id),
            "site",
            [(key, quantity)],
            t,
            item=str(site.site_id),
            unit="sites",
            in_service=t + sizing.calendar.lag(site.open_lead_months),
            lead_months=site.open_lead_months,
            it_mw=0.0,
            why=said("First systems of the plan stand there."),
        )


def _commitments(sizing: Sizing, activities: Activities, prices: Prices) -> Iterator[Purchase]:
    offers = {str(offer.offer_id): (pool, offer) for pool in sizing.clouds for offer in pool.reserved}
    for key, t, quantity in ordered(activities, "commit"):
        pool, offer = offers[str(key.parts[1])]
        accelerators = quantity * offer.block_accelerators
        yield purchase(
            prices,
            said("{months}-month commitment {offer}", months=offer.term_months, offer=offer.offer_id),
            "commitment",
            [(key, quantity)],
            t,
            item=str(offer.offer_id),
            unit="blocks",
            in_service=t,
            lead_months=0,
            it_mw=0.0,
            why=said(
                "{number} {system} accelerators for {months} months. {carries}",
                number=f"{accelerators:,.0f}",
                system=offer.system_id,
                months=offer.term_months,
                carries=carries(activities, pool.label),
            ),
        )
