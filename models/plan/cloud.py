"""Cloud offers and storage tiers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from models.plan.values import Month, OfferId, Provenance, SystemId, TierId


@dataclass(frozen=True, slots=True, kw_only=True)
class CloudOffer:
    """One way to rent: provider, region, system and term. Prices are per accelerator-hour."""

    offer_id: OfferId
    provider: str
    region: str
    system_id: SystemId
    term: Literal["on_demand", "reserved", "spot"]
    term_months: int | None
    price_per_accelerator_hour: float
    upfront_share: float
    billed: Literal["hourly", "monthly", "upfront"]
    support_share: float
    block_accelerators: int
    max_accelerators: float | None
    max_cluster_accelerators: float | None
    available_from: Month | None
    available_to: Month | None
    interruptions_per_1000h: float
    network_penalty: float
    availability: float
    burst_share: float
    carbon_g_per_kwh: float | None
    pue: float
    water_l_per_kwh: float
    price_change_per_year: float
    provenance: Provenance


@dataclass(frozen=True, slots=True, kw_only=True)
class StorageTier:
    """A place to keep data: owned (`capex_per_tb`) or rented (`price_per_tb_month`)."""

    tier_id: TierId
    where: str
    kind: Literal["hot", "warm", "archive"]
    capex_per_tb: float | None
    price_per_tb_month: float | None
    kw_per_tb: float
    write_gb_per_s_per_tb: float | None
    read_gb_per_s_per_tb: float | None
    retrieval_per_tb: float
    egress_per_tb: float
    min_storage_days: int
    life_months: int
    durability: float | None
    price_change_per_year: float
    provenance: Provenance


@dataclass(frozen=True, slots=True, kw_only=True)
class StoragePolicy:
    """How long a kind of data stays hot, warm and archived, and in how many copies."""

    data_kind: Literal["dataset", "processed", "checkpoint", "weights", "evaluation", "log", "backup"]
    hot_days: float
    warm_days: float
    archive_days: float
    copies: int
    dedup_ratio: float
    compression_ratio: float
    provenance: Provenance
