"""How long what is bought is held: when it enters service after its order, and its useful life."""

from __future__ import annotations

from dataclasses import dataclass

from models.matrix import Key
from models.plan import Plan
from models.sizing import Sizing
from models.sizing.orders import arrival


@dataclass(frozen=True, slots=True)
class Holding:
    """lag: periods from order to service · life_months: useful life; None: to the end of the plan ·
    accounting_months: life in the books, where it is stated apart
    """

    lag: int
    life_months: int | None
    accounting_months: int | None = None


def holding(plan: Plan, sizing: Sizing, activity: Key) -> Holding:
    """What an order of the activity brings; a thing without a life of its own is held to the plan's end."""
    calendar = sizing.calendar
    if activity.kind == "open_order":
        return _on_order(plan, sizing, activity)
    if activity.kind in ("order", "open_fabric", "fabric_units"):
        design = next(row for row in sizing.designs if row.label == activity.parts[1])
        if activity.kind == "order":
            system = design.system
            return Holding(design.service_lag, system.life_months, system.accounting_life_months)
        return Holding(design.fabric_lag, design.fabric.life_months)
    if activity.kind == "power_blocks":
        site, expansion = activity.parts[:2]
        block = next(
            row for row in plan.power_expansions if (row.site_id, row.expansion_id) == (site, expansion)
        )
        return Holding(calendar.lag(block.lead_months), block.life_months)
    if activity.kind in ("cooling_modules", "cooling_plant"):
        cooling = next(row for row in plan.cooling if row.cooling_id == activity.parts[1])
        return Holding(calendar.lag(cooling.lead_months), cooling.life_months)
    if activity.kind == "open_site":
        site_row = next(row for row in plan.sites if row.site_id == activity.parts[0])
        return Holding(calendar.lag(site_row.open_lead_months), None)
    if activity.kind == "storage_order":
        tier = next(row for row in plan.storage if row.tier_id == activity.parts[1])
        return Holding(0, tier.life_months)
    return Holding(0, None)


def _on_order(plan: Plan, sizing: Sizing, activity: Key) -> Holding:
    row = next(row for row in plan.open_orders if row.order_id == activity.parts[1])
    lag = arrival(sizing.calendar, row)
    for system in plan.systems:
        if system.system_id == row.system_id:
            return Holding(lag, system.life_months, system.accounting_life_months)
    if row.expansion_id is not None:
        block = next(
            option
            for option in plan.power_expansions
            if (option.site_id, option.expansion_id) == (row.site_id, row.expansion_id)
        )
        return Holding(lag, block.life_months)
    fabric = next(fabric for fabric in plan.fabrics if fabric.fabric_id == row.fabric_id)
    return Holding(lag, fabric.life_months)
