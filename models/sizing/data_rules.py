"""Which workloads have data, how large data sets grow, where work may not run for want of storage."""

from __future__ import annotations

from models.plan import Plan, Workload
from models.sizing.calendar import Calendar
from models.sizing.places import candidates, outside_residency, tiers_at
from models.sizing.retention import policy_of
from models.words import said


def parameters(workload: Workload) -> float:
    """All parameters of its model; 0 where the size is not given."""
    return (workload.total_params_billion or workload.active_params_billion or 0.0) * 1e9


def keeps_checkpoints(workload: Workload) -> bool:
    """Training and continuous work of a known size write checkpoints."""
    kept = max(workload.checkpoints_kept, workload.min_checkpoints_kept)
    return workload.kind in ("training", "continuous") and parameters(workload) > 0 and kept > 0


def has_data(plan: Plan, workload: Workload) -> bool:
    """Whether a workload's data is planned.

    What it states, always; sizes that only follow from its parameters, where the plan has storage.
    """
    if workload.dataset_tb or workload.log_gb_per_accelerator_day or workload.read_gb_per_s:
        return True
    weights = parameters(workload) > 0 and policy_of(plan, "weights") is not None
    return bool(plan.storage) and (keeps_checkpoints(workload) or weights)


def no_place_for_data(plan: Plan, workload: Workload, location: str) -> str | None:
    """Why a workload may not have its data at a location, or cannot keep it there; None if it can."""
    home = workload.dataset_home
    for place in dict.fromkeys((location, home or location)):
        outside = outside_residency(plan, workload, place)
        if outside is not None:
            return outside
    if not has_data(plan, workload):
        return None
    if not any(tier.kind == "hot" for tier in tiers_at(plan, location)):
        return said("{place} has no priced hot storage for its data (sheet Storage)", place=location)
    if home is not None and not candidates(plan, home, "warm"):
        return said(
            "{place}, the home of its data, has no priced hot or warm storage (sheet Storage)", place=home
        )
    return None


def dataset_sizes(workload: Workload, calendar: Calendar) -> tuple[float, ...]:
    """TB of the data set at the end of each period; before the workload's start, as at its start."""
    since = max(int(workload.start), int(calendar.start))
    return tuple(
        workload.dataset_tb
        * (1.0 + workload.dataset_growth_per_year) ** (max(0, calendar.first_month(t + 1) - since) / 12.0)
        for t in range(calendar.periods)
    )
