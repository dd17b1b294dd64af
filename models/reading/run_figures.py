"""Engineering figures of one run as it is planned: what people check against runs they have seen."""

from __future__ import annotations

from models.engineering import power, storage, throughput
from models.engineering.goodput import expected_failures
from models.plan import Workload
from models.results import RunFigures
from models.sizing.campaigns import Campaign, RunWidth
from models.sizing.designs import Design
from models.sizing.fitting import fan_factor
from models.sizing.rates import Pool, mtbf_hours, peak_tflops

GB = 1e9


def run_figures(campaign: Campaign, pool: Pool, width: RunWidth) -> RunFigures:
    """Figures of a run of the campaign at a width on a pool."""
    workload = campaign.workload
    peak = peak_tflops(pool.system, workload.precision)
    mtbf = mtbf_hours(pool, width.accelerators)
    active = workload.active_params_billion
    return RunFigures(
        utilisation=throughput.utilisation(campaign.eflop_per_run * 1e18, width.accelerator_hours, peak),
        tokens_per_s=None
        if active is None
        else throughput.tokens_per_second(active * 1e9, width.accelerators, peak, width.speed.mfu),
        interruptions=expected_failures(1.0 / mtbf, 1.0, width.hours),
        checkpoint_gb_per_accelerator=_checkpoint_gb(workload, width),
        energy_mwh=_energy_mwh(pool, width) if isinstance(pool, Design) else None,
    )


def _checkpoint_gb(workload: Workload, width: RunWidth) -> float | None:
    total = workload.total_params_billion or workload.active_params_billion
    if total is None:
        return None
    size = storage.checkpoint_bytes(total * 1e9, workload.bytes_per_param_checkpoint)
    return storage.bytes_per_accelerator(size, width.accelerators) / GB


def _energy_mwh(design: Design, width: RunWidth) -> float:
    """Facility energy of the run's systems at their average load, without switches and spares."""
    system = design.system
    systems = width.accelerators / design.accelerators
    busy = system.max_kw_per_system * system.average_load_share
    it = power.it_kw(systems, busy, fan_factor(system, design.cooling))
    return power.energy_mwh(power.facility_kw(it, design.site_cooling.pue_annual), width.hours)
