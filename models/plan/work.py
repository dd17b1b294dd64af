"""What has to run: workloads, their demand, rates and daily shape."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from models.plan.values import BlockId, Month, Provenance, SystemId, WorkloadId

WorkloadKind = Literal["training", "continuous", "batch", "inference"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Workload:
    """A training campaign, continuous or batch work, or an inference service."""

    workload_id: WorkloadId
    kind: WorkloadKind
    project: str
    start: Month
    end: Month
    active_params_billion: float | None
    total_params_billion: float | None
    tokens_trillion: float | None
    precision: Literal["bf16", "fp8"]
    environment: str | None
    owner: str | None
    business_line: str | None
    total_eflop: float | None
    runs: int
    experiment_overhead: float
    mfu: float | None
    network_sensitivity: float
    max_run_days: float | None
    run_accelerators: int | None
    run_reference_system: SystemId | None
    max_accelerators: int | None
    bytes_per_param_state: float | None
    bytes_per_param_checkpoint: float
    checkpoint_write_s: float
    restart_minutes: float
    single_cluster: bool
    interruptible: bool
    pauses_per_day: float
    max_utilisation: float
    critical_share: float
    min_availability: float | None
    load_profile: str | None
    allowed_locations: tuple[str, ...]
    forbidden_locations: tuple[str, ...]
    residency: str | None
    after: WorkloadId | None
    dataset_tb: float
    dataset_home: str | None
    dataset_growth_per_year: float
    read_gb_per_s: float
    checkpoints_kept: int
    min_checkpoints_kept: int
    log_gb_per_accelerator_day: float
    min_log_days: float
    cache_hit_share: float
    shortfall_penalty_per_eflop: float | None
    shortfall_penalty_per_million: float | None
    provenance: Provenance


@dataclass(frozen=True, slots=True, kw_only=True)
class Demand:
    """How much work a month or a second asks for, from a month until the workload's next row."""

    workload_id: WorkloadId
    from_: Month
    amount: float
    unit: str
    growth_per_year: float
    sized_for: Literal["period_end", "mean"]
    provenance: Provenance


@dataclass(frozen=True, slots=True, kw_only=True)
class ServingRate:
    """A measured inference rate of one accelerator of a system."""

    workload_id: WorkloadId
    system_id: SystemId
    rate: float
    unit: Literal["requests_per_s", "tokens_per_s"]
    accelerators_per_replica: int
    precision: Literal["bf16", "fp8"] | None
    latency_target: str | None
    provenance: Provenance


@dataclass(frozen=True, slots=True, kw_only=True)
class Block:
    """A set of hours with one load level; the shares of all blocks sum to 1."""

    block_id: BlockId
    share_of_hours: float
    utc_window: str | None
    provenance: Provenance


@dataclass(frozen=True, slots=True, kw_only=True)
class LoadProfile:
    """A profile's load in a block, relative to its mean over all hours (normalised when used)."""

    profile_id: str
    block_id: BlockId
    relative_level: float
    provenance: Provenance


