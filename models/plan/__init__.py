"""The typed, frozen plan: values only, one record class a sheet, one attribute a column.

Attribute names are the workbook's column names (`from` is `from_`). Money is in the plan's currency,
shares are fractions, months are `Month`. Defaults have been filled in by the reader: an attribute is None
only where the schema says that blank has a meaning of its own.
"""

from __future__ import annotations

from dataclasses import dataclass

from models.plan.cloud import CloudOffer, StoragePolicy, StorageTier
from models.plan.facility import Cooling, PowerExpansion, Redundancy, Site, SiteCooling, SitePower
from models.plan.hardware import Commitment, ExistingFleet, Fabric, OpenOrder, System
from models.plan.money import (
    Budget,
    CostTermTag,
    ExchangeRate,
    Limit,
    Overhead,
    Override,
    ScenarioChange,
)
from models.plan.settings import Settings
from models.plan.values import FieldRef, Month, Provenance, month, month_text
from models.plan.work import Block, Demand, LoadProfile, ServingRate, Workload


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """A whole plan's input. Rows keep the order of the workbook; disabled rows are left out."""

    settings: Settings
    sites: tuple[Site, ...] = ()
    power_expansions: tuple[PowerExpansion, ...] = ()
    workloads: tuple[Workload, ...] = ()
    demand: tuple[Demand, ...] = ()
    serving_rates: tuple[ServingRate, ...] = ()
    existing_fleet: tuple[ExistingFleet, ...] = ()
    open_orders: tuple[OpenOrder, ...] = ()
    commitments: tuple[Commitment, ...] = ()
    systems: tuple[System, ...] = ()
    fabrics: tuple[Fabric, ...] = ()
    cooling: tuple[Cooling, ...] = ()
    site_cooling: tuple[SiteCooling, ...] = ()
    redundancy: tuple[Redundancy, ...] = ()
    cloud_offers: tuple[CloudOffer, ...] = ()
    storage: tuple[StorageTier, ...] = ()
    storage_policy: tuple[StoragePolicy, ...] = ()
    overheads: tuple[Overhead, ...] = ()
    blocks: tuple[Block, ...] = ()
    load_profiles: tuple[LoadProfile, ...] = ()
    site_power: tuple[SitePower, ...] = ()
    budgets: tuple[Budget, ...] = ()
    limits: tuple[Limit, ...] = ()
    overrides: tuple[Override, ...] = ()
    scenarios: tuple[ScenarioChange, ...] = ()
    fx: tuple[ExchangeRate, ...] = ()
    cost_terms: tuple[CostTermTag, ...] = ()


__all__ = [
    "Block", "Budget", "CloudOffer", "Commitment", "Cooling", "CostTermTag", "Demand", "ExchangeRate",
    "ExistingFleet", "Fabric", "FieldRef", "Limit", "LoadProfile", "Month", "OpenOrder", "Overhead",
    "Override", "Plan", "PowerExpansion", "Provenance", "Redundancy", "ScenarioChange", "ServingRate",
    "Settings", "Site", "SiteCooling", "SitePower", "StoragePolicy", "StorageTier", "System", "Workload",
    "month", "month_text",
]
