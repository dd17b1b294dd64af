"""Sites and what stands in them: power, cooling, redundancy."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from models.plan.values import CoolingId, LevelId, Month, Provenance, SiteId

MwBasis = Literal["it", "facility"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Site:
    """A place where systems may stand. `usable_mw` is on `mw_basis`, after redundancy at `present_level`."""

    site_id: SiteId
    market: str
    kind: Literal["own", "colo"]
    usable_mw: float
    mw_basis: MwBasis
    present_level: LevelId | None
    racks: float | None
    open_cost: float
    open_lead_months: int
    fixed_cost_per_year: float
    rent_per_kw_month: float
    rent_basis: Literal["contracted", "used"]
    energy_price_kwh: float
    demand_charge_kw_month: float
    carbon_g_per_kwh: float | None
    carbon_change_per_year: float
    staff_index: float
    construction_index: float
    landed_cost_factor: float
    property_tax_insurance_share: float
    water_price_per_m3: float
    egress_per_tb: float
    minimum_stay_months: int
    decommission_cost: float
    residency: str | None
    price_change_per_year: float
    provenance: Provenance


@dataclass(frozen=True, slots=True, kw_only=True)
class PowerExpansion:
    """Blocks of facility power that a site can add. `block_mw` is facility MW loadable at level N."""

    site_id: SiteId
    expansion_id: str
    block_mw: float
    block_cost: float
    lead_months: int
    max_blocks: int
    earliest: Month | None
    life_months: int
    recoverable_share: float
    pay_at_order_share: float | None
    pay_at_delivery_share: float | None
    price_change_per_year: float
    provenance: Provenance


@dataclass(frozen=True, slots=True, kw_only=True)
class SitePower:
    """Usable power of a site from a month on: ramps and contract ends."""

    site_id: SiteId
    from_: Month
    usable_mw: float
    mw_basis: MwBasis
    contract_end: Month | None
    provenance: Provenance


@dataclass(frozen=True, slots=True, kw_only=True)
class Cooling:
    """A cooling technology, bought in modules of `module_kw` IT kW."""

    cooling_id: CoolingId
    kind: Literal["air", "rear_door", "liquid", "immersion"]
    module_kw: float
    module_cost: float
    plant_cost: float
    max_rack_kw: float
    it_power_factor: float
    liquid_heat_share: float
    spare_modules: int
    maintenance_share_per_year: float
    lead_months: int
    life_months: int
    recoverable_share: float
    pay_at_order_share: float | None
    pay_at_delivery_share: float | None
    price_change_per_year: float
    provenance: Provenance


@dataclass(frozen=True, slots=True, kw_only=True)
class SiteCooling:
    """A cooling technology at a site: efficiency, water, plant already there (`existing_kw`, IT kW)."""

    site_id: SiteId
    cooling_id: CoolingId
    pue_annual: float
    pue_peak: float
    water_l_per_kwh: float
    existing_kw: float
    cost_factor: float
    allowed: bool
    provenance: Provenance


@dataclass(frozen=True, slots=True, kw_only=True)
class Redundancy:
    """A power redundancy level. `usable_share` is of a level-N block; `spare_blocks` are kept idle."""

    level_id: LevelId
    usable_share: float
    spare_blocks: int
    capex_factor: float
    availability: float
    provenance: Provenance
