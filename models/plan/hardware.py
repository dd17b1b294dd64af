"""What is bought: systems and fabrics, and what is already owned, ordered or signed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from models.plan.values import CoolingId, FabricId, Month, OfferId, Provenance, SiteId, SystemId


@dataclass(frozen=True, slots=True, kw_only=True)
class System:
    """The unit bought: an 8-accelerator server or a rack. TFLOP/s are dense peaks per accelerator."""

    system_id: SystemId
    vendor: str | None
    accelerators_per_system: int
    price_per_system: float
    price_includes: tuple[str, ...]
    bf16_tflops_per_accelerator: float
    fp8_tflops_per_accelerator: float | None
    memory_gb_per_accelerator: float
    max_kw_per_system: float
    provisioned_kw_per_system: float
    average_load_share: float
    idle_share: float
    air: bool
    liquid: bool
    systems_per_rack_air: int | None
    systems_per_rack_liquid: int | None
    mfu_factor: float
    serving_factor: float | None
    scale_up_domain: int | None
    nics_per_accelerator: float
    nic_gbps: float | None
    available_from: Month | None
    last_order: Month | None
    lead_months: int
    acceptance_months: int
    life_months: int
    accounting_life_months: int | None
    resale_share_12: float
    resale_share_24: float
    resale_share_36: float
    resale_share_48: float
    resale_share_60: float
    maintenance_share_per_year: float
    interruptions_per_accelerator_year: float | None
    hard_failures_per_accelerator_year: float | None
    replacement_cost_share: float
    interruptions_per_system_year: float | None
    repair_hours: float
    deploy_cost_per_system: float
    pay_at_order_share: float
    pay_at_delivery_share: float
    lease_per_month: float | None
    lease_months: int | None
    sites_allowed: tuple[str, ...]
    fabrics_allowed: tuple[str, ...]
    markets_excluded: tuple[str, ...]
    price_change_per_year: float
    provenance: Provenance


@dataclass(frozen=True, slots=True, kw_only=True)
class Fabric:
    """A switch technology with tiers, oversubscription and planned size: one network a cluster."""

    fabric_id: FabricId
    switch_ports: int
    port_gbps: float
    tiers: int
    oversubscription: float
    planned_accelerators: int
    scalable_unit_accelerators: int | None
    switch_price: float
    switch_kw: float
    transceiver_price: float
    transceiver_w: float
    cable_price: float
    cabling_labour_per_cable: float
    nic_price: float
    throughput_penalty: float
    storage_network_share: float
    management_network_share: float
    life_months: int
    recoverable_share: float
    maintenance_share_per_year: float
    lead_months: int
    pay_at_order_share: float | None
    pay_at_delivery_share: float | None
    front_end_only: bool
    price_change_per_year: float
    provenance: Provenance


@dataclass(frozen=True, slots=True, kw_only=True)
class ExistingFleet:
    """Systems already in service. Each `cluster_id` is its own fabric."""

    fleet_id: str
    cluster_id: str
    site_id: SiteId
    system_id: SystemId
    fabric_id: FabricId
    cooling_id: CoolingId
    systems: int
    in_service: Month
    remaining_life_months: int | None
    tenure: Literal["owned", "leased"]
    lease_per_month: float | None
    lease_end: Month | None
    cost_original: float | None
    book_value: float | None
    resale_now: float | None
    may_retire: bool
    retire_on: Month | None
    provenance: Provenance


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenOrder:
    """An order already placed: systems, power blocks or a fabric, not yet in service."""

    order_id: str
    po_number: str | None
    site_id: SiteId
    system_id: SystemId | None
    cooling_id: CoolingId | None
    expansion_id: str | None
    fabric_id: FabricId | None
    quantity: int
    in_service: Month
    total_price: float
    paid_to_date: float
    pay_on_delivery: float | None
    pay_on_acceptance: float | None
    cancellable_until: Month | None
    cancel_fee: float | None
    provenance: Provenance


@dataclass(frozen=True, slots=True, kw_only=True)
class Commitment:
    """A signed cloud commitment: capacity (blocks of an offer) or spend (money a year at a provider)."""

    commitment_id: str
    kind: Literal["capacity", "spend"]
    offer_id: OfferId | None
    provider: str | None
    blocks: int | None
    spend_per_year: float | None
    start: Month
    end: Month
    price_per_accelerator_hour: float | None
    shortfall_share: float
    prepaid_balance: float
    assignable: bool
    provenance: Provenance
