"""The order book: what is bought or signed, when, for how much, and why."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Literal

import numpy as np
import numpy.typing as npt

from models.costing.evaluate import (
    PricedLine,
    discount_factors,
    weights,
)
from models.engineering.power import annual_downtime_h
from models.finance.discounting import Timing
from models.matrix import Key
from models.plan import Plan
from models.results import Purchase
from models.sizing import Sizing
from models.sizing.designs import Design
from models.sizing.orders import order_kind

FloatArray = npt.NDArray[np.float64]
Activities = Mapping[Key, FloatArray]
Kind = Literal["systems", "fabric", "power", "cooling", "storage", "site", "commitment"]

PAID_WITH = {
    "order": ("systems", "deployment"),
    "lease": ("equipment_lease", "deployment"),
    "open_order": ("systems", "fabric", "power_expansion", "deployment"),
    "open_fabric": ("fabric",),
    "fabric_units": ("fabric",),
    "power_blocks": ("power_expansion",),
    "cooling_modules": ("cooling_plant",),
    "cooling_plant": ("cooling_plant",),
    "open_site": ("site_opening",),
    "storage_order": ("storage",),
    "commit": ("cloud_reserved", "cloud_upfront"),
}
"""Cost terms that make the price of a purchase, by the activity that orders it."""


class _Prices:
    """Cash of one unit of an activity ordered in a period."""

    def __init__(self, plan: Plan, sizing: Sizing, priced: tuple[PricedLine, ...]) -> None:
        self.calendar = sizing.calendar
        self.factors = {
            timing: discount_factors(self.calendar, timing, plan.settings.discount_rate) for timing in Timing
        }
        self.by_activity: dict[Key, list[tuple[FloatArray, FloatArray]]] = {}
        for row in priced:
            line = row.line
            if line.term in PAID_WITH.get(line.activity.kind, ()):
                discount = self.factors[line.cost_term.timing]
                self.by_activity.setdefault(line.activity, []).append(
                    (weights(line, self.calendar), discount)
                )

    def cash(self, parts: list[tuple[Key, float]], t: int) -> tuple[FloatArray, float]:
        """Amounts by cash period and present value of quantities ordered in period t."""
        total = np.zeros(self.calendar.cash_periods)
        value = 0.0
        for key, quantity in parts:
            for weight, discount in self.by_activity.get(key, []):
                cash = quantity * weight[t]
                total += cash
                value += float(cash @ discount)
        return total, value


def purchases(
    plan: Plan, sizing: Sizing, activities: Activities, priced: tuple[PricedLine, ...]
) -> tuple[Purchase, ...]:
    """Every purchase, by order period, then kind."""
    prices = _Prices(plan, sizing, priced)
    rows = [
        *_open_orders(plan, sizing, activities, prices),
        *_systems(sizing, activities, prices),
        *_leases(sizing, activities, prices),
        *_fabrics(sizing, activities, prices),
        *_power(plan, sizing, activities, prices),
        *_cooling(plan, sizing, activities, prices),
        *_storage(plan, activities, prices),
        *_sites(plan, sizing, activities, prices),
        *_commitments(sizing, activities, prices),
    ]
    return tuple(sorted(rows, key=lambda row: (row.order_period, -row.amount)))


def _ordered(activities: Activities, kind: str) -> Iterator[tuple[Key, int, float]]:
    for key, by_period in activities.items():
        if key.kind == kind:
            for t, quantity in enumerate(by_period):
                if quantity > 0:
                    yield key, t, float(quantity)


def _purchase(
    prices: _Prices,
    what: str,
    kind: Kind,
    parts: list[tuple[Key, float]],
    t: int,
    *,
    item: str,
    unit: str,
    in_service: int,
    lead_months: int,
    it_mw: float,
    why: str,
) -> Purchase:
    cash, value = prices.cash(parts, t)
    key, quantity = parts[0]
    return Purchase(
        what=what,
        kind=kind,
        location=str(key.parts[0]),
        item=item,
        quantity=quantity,
        unit=unit,
        order_period=t,
        in_service_period=in_service,
        lead_months=lead_months,
        amount=float(cash.sum()),
        present_value=value,
        payments=tuple((k, float(v)) for k, v in enumerate(cash) if v),
        it_mw=it_mw,
        activity=key,
        why=why,
    )


def _designs(sizing: Sizing) -> dict[str, Design]:
    return {design.label: design for design in sizing.designs}


def served_by_pool(activities: Activities, label: str) -> list[tuple[str, float]]:
    """Workloads on a pool with their accelerator-hours, most first."""
    hours = [
        (str(key.parts[2]), float(values.sum()))
        for key, values in activities.items()
        if key.kind == "hours" and key.parts[1] == label
    ]
    return sorted(hours, key=lambda row: -row[1])


def _carries(activities: Activities, label: str) -> str:
    served = served_by_pool(activities, label)
    total = sum(hours for _, hours in served)
    if not total:
        return "Stands idle in this plan."
    names = [f"{name} ({hours / total:.0%})" for name, hours in served[:3]]
    return "Carries " + ", ".join(names) + ("." if len(served) <= 3 else f" and {len(served) - 3} more.")


def _systems(sizing: Sizing, activities: Activities, prices: _Prices) -> Iterator[Purchase]:
    designs = _designs(sizing)
    for key, t, quantity in _ordered(activities, "order"):
        design = designs[str(key.parts[1])]
        yield _purchase(
            prices,
            f"{design.system.system_id} systems",
            "systems",
            [(key, quantity)],
            t,
            item=f"{design.system.system_id}, {design.fabric.fabric_id}, {design.cooling.cooling_id}",
            unit="systems",
            in_service=t + design.service_lag,
            lead_months=design.system.lead_months + design.system.acceptance_months,
            it_mw=quantity * design.it_kw / 1000.0,
            why=_carries(activities, design.label),
        )


def _leases(sizing: Sizing, activities: Activities, prices: _Prices) -> Iterator[Purchase]:
    designs = _designs(sizing)
    for key, t, quantity in _ordered(activities, "lease"):
        design = designs[str(key.parts[1])]
        yield _purchase(
            prices,
            f"lease of {design.system.system_id} systems",
            "systems",
            [(key, quantity)],
            t,
            item=f"{design.system.system_id}, {design.fabric.fabric_id}, {design.cooling.cooling_id}",
            unit="leased systems",
            in_service=t + design.service_lag,
            lead_months=design.system.lead_months + design.system.acceptance_months,
            it_mw=quantity * design.it_kw / 1000.0,
            why=f"For {design.system.lease_months} months. " + _carries(activities, design.label),
        )


def _open_orders(
    plan: Plan, sizing: Sizing, activities: Activities, prices: _Prices
) -> Iterator[Purchase]:
    """Orders placed before the plan and kept, with what is still due."""
    kinds: dict[str, Kind] = {"systems": "systems", "power": "power", "fabric": "fabric"}
    for row in plan.open_orders:
        key = Key("open_order", (str(row.site_id), row.order_id))
        if key not in activities:
            continue
        months = row.in_service - sizing.calendar.start
        item = str(row.system_id or row.expansion_id or row.fabric_id)
        number = f" ({row.po_number})" if row.po_number else ""
        yield _purchase(
            prices,
            f"open order {row.order_id}{number}",
            kinds[order_kind(row)],
            [(key, 1.0)],
            0,
            item=f"{row.quantity} x {item}",
            unit="orders",
            in_service=max(0, sizing.calendar.period_of(row.in_service)),
            lead_months=max(0, months),
            it_mw=0.0,
            why="Ordered before the plan: only what is still due is shown.",
        )


def _fabrics(sizing: Sizing, activities: Activities, prices: _Prices) -> Iterator[Purchase]:
    designs = _designs(sizing)
    orders: dict[tuple[str, int], list[tuple[Key, float]]] = {}
    for kind in ("fabric_units", "open_fabric"):
        for key, t, quantity in _ordered(activities, kind):
            orders.setdefault((str(key.parts[1]), t), []).append((key, quantity))
    for (label, t), parts in orders.items():
        design = designs[label]
        kind = "scalable units" if parts[0][0].kind == "fabric_units" else "fabrics"
        yield _purchase(
            prices,
            f"{design.fabric.fabric_id} fabric",
            "fabric",
            parts,
            t,
            item=f"{design.fabric.fabric_id} for {design.system.system_id}",
            unit=kind,
            in_service=t + design.fabric_lag,
            lead_months=design.fabric.lead_months,
            it_mw=0.0,
            why=f"Joins {design.planned_systems} {design.system.system_id} as one cluster at planned size.",
        )


def _power(plan: Plan, sizing: Sizing, activities: Activities, prices: _Prices) -> Iterator[Purchase]:
    options = {(str(row.site_id), row.expansion_id): row for row in plan.power_expansions}
    availability = {str(row.level_id): row.availability for row in plan.redundancy}
    for key, t, quantity in _ordered(activities, "power_blocks"):
        site, expansion, level = map(str, key.parts)
        row = options[site, expansion]
        yield _purchase(
            prices,
            f"power blocks {expansion} at level {level}",
            "power",
            [(key, quantity)],
            t,
            item=f"{expansion}, {row.block_mw:g} MW each, level {level}",
            unit="blocks",
            in_service=t + sizing.calendar.lag(row.lead_months),
            lead_months=row.lead_months,
            it_mw=quantity * row.block_mw,
            why=f"Adds {quantity * row.block_mw:g} MW of facility power beyond what {site} has today; "
            f"at {level} it is down {annual_downtime_h(availability[level]):.2g} h a year.",
        )


def _cooling(plan: Plan, sizing: Sizing, activities: Activities, prices: _Prices) -> Iterator[Purchase]:
    kinds = {str(row.cooling_id): row for row in plan.cooling}
    for kind, word in (("cooling_plant", "plants"), ("cooling_modules", "modules")):
        for key, t, quantity in _ordered(activities, kind):
            cooling = kinds[str(key.parts[1])]
            kw = quantity * cooling.module_kw if kind == "cooling_modules" else 0.0
            yield _purchase(
                prices,
                f"{cooling.cooling_id} cooling {word}",
                "cooling",
                [(key, quantity)],
                t,
                item=str(cooling.cooling_id),
                unit=word,
                in_service=t + sizing.calendar.lag(cooling.lead_months),
                lead_months=cooling.lead_months,
                it_mw=kw / 1000.0,
                why=f"Carries {kw / 1000:g} MW of heat." if kw else "The plant that its modules need.",
            )


def _storage(plan: Plan, activities: Activities, prices: _Prices) -> Iterator[Purchase]:
    tiers = {str(tier.tier_id): tier for tier in plan.storage}
    for key, t, quantity in _ordered(activities, "storage_order"):
        location, tier = (str(part) for part in key.parts)
        stored = [
            tb for kept, tb in activities.items() if kept.kind == "stored" and kept.parts[:2] == key.parts
        ]
        most = float(np.max(np.sum(stored, axis=0)))
        yield _purchase(
            prices,
            f"storage {tier}",
            "storage",
            [(key, quantity)],
            t,
            item=tier,
            unit="TB",
            in_service=t,
            lead_months=0,
            it_mw=quantity * tiers[tier].kw_per_tb / 1000.0,
            why=f"Keeps up to {most:,.0f} TB of data at {location}.",
        )


def _sites(plan: Plan, sizing: Sizing, activities: Activities, prices: _Prices) -> Iterator[Purchase]:
    sites = {str(site.site_id): site for site in plan.sites}
    for key, t, quantity in _ordered(activities, "open_site"):
        site = sites[str(key.parts[0])]
        if not site.open_cost and not site.open_lead_months:
            continue  # it stands ready: nothing to approve
        yield _purchase(
            prices,
            f"opening of {site.site_id}",
            "site",
            [(key, quantity)],
            t,
            item=str(site.site_id),
            unit="sites",
            in_service=t + sizing.calendar.lag(site.open_lead_months),
            lead_months=site.open_lead_months,
            it_mw=0.0,
            why="First systems of the plan stand there.",
        )


def _commitments(sizing: Sizing, activities: Activities, prices: _Prices) -> Iterator[Purchase]:
    offers = {str(offer.offer_id): (pool, offer) for pool in sizing.clouds for offer in pool.reserved}
    for key, t, quantity in _ordered(activities, "commit"):
        pool, offer = offers[str(key.parts[1])]
        accelerators = quantity * offer.block_accelerators
        yield _purchase(
            prices,
            f"{offer.term_months}-month commitment {offer.offer_id}",
            "commitment",
            [(key, quantity)],
            t,
            item=str(offer.offer_id),
            unit="blocks",
            in_service=t,
            lead_months=0,
            it_mw=0.0,
            why=f"{accelerators:,.0f} {offer.system_id} accelerators for {offer.term_months} months. "
            + _carries(activities, pool.label),
        )
