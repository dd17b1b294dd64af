"""Accelerator-hours that a unit of a workload's work takes on a pool: MFU, network, goodput, serving rate."""

from __future__ import annotations

import math
from dataclasses import dataclass

from models.engineering.goodput import job_goodput, job_mtbf_hours, pause_loss
from models.engineering.memory import (
    TRAINING_BYTES_PER_PARAMETER,
    inference_bytes_per_parameter,
    memory_floor_accelerators,
    state_bytes,
)
from models.engineering.throughput import accelerator_hours_per_eflop, fabric_efficiency
from models.plan import Plan, ServingRate, System, Workload
from models.sizing.designs import Design
from models.sizing.pools import CloudPool

Pool = Design | CloudPool

MFU_DEFAULT = {"bf16": 0.40, "fp8": 0.32}
"""Model FLOP/s utilisation while running, where the workload states none (price book, staffing table)."""


@dataclass(frozen=True, slots=True)
class Throughput:
    """A workload on a pool at a width of `accelerators`.

    hours_per_eflop: accelerator-hours, after goodput · memory_floor: least accelerators for its state ·
    memory_share: share of usable memory that the state takes at this width
    """

    accelerators: int
    hours_per_eflop: float
    mfu: float
    goodput: float
    memory_floor: int
    memory_share: float


def peak_tflops(system: System, precision: str) -> float:
    """Dense peak per accelerator; fp8 work on a system without fp8 runs at its bf16 peak."""
    if precision == "fp8" and system.fp8_tflops_per_accelerator is not None:
        return system.fp8_tflops_per_accelerator
    return system.bf16_tflops_per_accelerator


def utilisation(workload: Workload, system: System) -> float:
    """MFU while running: the workload's own or the precision's default, times the system's factor."""
    precision = workload.precision
    if precision == "fp8" and system.fp8_tflops_per_accelerator is None:
        precision = "bf16"
    stated = workload.mfu if workload.mfu is not None else MFU_DEFAULT[precision]
    return stated * system.mfu_factor


def floor_accelerators(plan: Plan, workload: Workload, system: System) -> int:
    """Least accelerators that hold the workload's state in memory; 0 when its size is not given."""
    params = workload.total_params_billion or workload.active_params_billion
    if params is None:
        return 0
    each = workload.bytes_per_param_state
    if each is None:
        each = (
            inference_bytes_per_parameter(workload.precision)
            if workload.kind == "inference"
            else TRAINING_BYTES_PER_PARAMETER
        )
    return memory_floor_accelerators(
        state_bytes(params * 1e9, each), system.memory_gb_per_accelerator, plan.settings.usable_memory_share
    )


def mtbf_hours(pool: Pool, accelerators: int) -> float:
    """Mean time [h] between interruptions of one job on so many accelerators of a pool."""
    system = pool.system
    return job_mtbf_hours(
        accelerators=accelerators,
        systems=accelerators / system.accelerators_per_system,
        per_accelerator_year=system.interruptions_per_accelerator_year or 0.0,
        per_system_year=system.interruptions_per_system_year or 0.0,
        spot_per_1000h=0.0 if isinstance(pool, Design) else pool.interruptions_per_1000h,
    )


def throughput(plan: Plan, workload: Workload, pool: Pool, accelerators: int) -> Throughput:
    """Speed of training-like work on `accelerators` of a pool that run as one job."""
    system = pool.system
    mfu = utilisation(workload, system)
    mtbf = mtbf_hours(pool, accelerators)
    restart_s = workload.restart_minutes * 60.0
    goodput = job_goodput(mtbf_hours=mtbf, write_s=workload.checkpoint_write_s, restart_s=restart_s)
    if workload.interruptible and workload.pauses_per_day > 0:
        goodput /= 1.0 + pause_loss(workload.pauses_per_day, workload.checkpoint_write_s, restart_s)
    floor = floor_accelerators(plan, workload, system)
    return Throughput(
        accelerators=accelerators,
        hours_per_eflop=accelerator_hours_per_eflop(
            peak_tflops(system, workload.precision),
            mfu,
            efficiency=fabric_efficiency(workload.network_sensitivity, pool.penalty),
            goodput=goodput,
        ),
        mfu=mfu,
        goodput=goodput,
        memory_floor=floor,
        memory_share=floor / accelerators if accelerators else 0.0,
    )


def equivalent_accelerators(
    workload: Workload, count: int, reference: System, system: System, precision: str
) -> int:
    """Accelerators of `system` with the peak times MFU of `count` accelerators of `reference`."""
    ours = peak_tflops(system, precision) * utilisation(workload, system)
    theirs = peak_tflops(reference, precision) * utilisation(workload, reference)
    return math.ceil(count * theirs / ours - 1e-9)


def stated_width(plan: Plan, workload: Workload, system: System) -> int | None:
    """run_accelerators of the reference system as so many of `system`; None where it is not stated."""
    if workload.run_accelerators is None:
        return None
    reference = next((row for row in plan.systems if row.system_id == workload.run_reference_system), system)
    return equivalent_accelerators(workload, workload.run_accelerators, reference, system, workload.precision)


def job_width(plan: Plan, workload: Workload, pool: Pool) -> int:
    """Accelerators that divisible work joins to one job: as stated, else one system."""
    return stated_width(plan, workload, pool.system) or pool.accelerators


def serving_rate(plan: Plan, workload: Workload, system: System) -> tuple[float, ServingRate] | None:
    """Requests or tokens per second of one accelerator, and the row it comes from; None if unknown.

    A system without a measured rate takes a measured one times the ratio of serving factors.
    """
    rows = [row for row in plan.serving_rates if row.workload_id == workload.workload_id]
    for row in rows:
        if row.system_id == system.system_id:
            return row.rate, row
    if system.serving_factor is None:
        return None
    factors = {other.system_id: other.serving_factor for other in plan.systems}
    for row in rows:
        reference = factors.get(row.system_id)
        if reference:
            return row.rate * system.serving_factor / reference, row
    return None
