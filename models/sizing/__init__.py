"""Numbers computed before the program: calendar, designs, pools, rates, run widths, demand.

`size(plan)` applies the engineering functions to the whole plan once; program, costing and report read it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from models.plan import Demand, Plan, Workload
from models.sizing.blocks import LoadBlocks, load_blocks
from models.sizing.calendar import Calendar, calendar_of
from models.sizing.campaigns import Campaign, campaign
from models.sizing.clusters import cluster_designs
from models.sizing.data import WorkloadData, workload_data
from models.sizing.data_rules import no_place_for_data
from models.sizing.demand import DivisibleWork, divisible_work
from models.sizing.designs import Design, Excuse
from models.sizing.feeds import Feed, feeds
from models.sizing.obligations import obligations
from models.sizing.pools import CloudPool, cloud_pools
from models.sizing.rates import Pool
from models.words import said


@dataclass(frozen=True, slots=True)
class Sizing:
    """Everything the program needs beside the plan itself. `excuses` say what was left out and why."""

    calendar: Calendar
    blocks: LoadBlocks
    designs: tuple[Design, ...]
    clouds: tuple[CloudPool, ...]
    feeds: dict[str, tuple[Feed, ...]]
    campaigns: tuple[Campaign, ...]
    divisible: tuple[DivisibleWork, ...]
    data: tuple[WorkloadData, ...]
    by_label: Mapping[str, Pool]
    excuses: tuple[Excuse, ...]

    @property
    def pools(self) -> tuple[Pool, ...]:
        """Designs, then cloud pools."""
        return (*self.designs, *self.clouds)

    def pool(self, label: str) -> Pool:
        """The pool of that label."""
        return self.by_label[label]


def why_not(plan: Plan, workload: Workload, pool: Pool) -> str | None:
    """The reason why a workload may not use a pool at all, or None."""
    if workload.allowed_locations and pool.location not in workload.allowed_locations:
        return said("{place} is not among its allowed locations", place=pool.location)
    if pool.location in workload.forbidden_locations:
        return said("{place} is forbidden to it", place=pool.location)
    if isinstance(pool, CloudPool):
        if pool.spot and not workload.interruptible:
            return said("spot is only for interruptible work")
        if workload.min_availability is not None and pool.availability < workload.min_availability:
            return said(
                "availability {has} is below {asked}",
                has=f"{pool.availability:g}",
                asked=f"{workload.min_availability:g}",
            )
    elif pool.fabric.front_end_only and workload.single_cluster:
        return said("{fabric} is a front-end network", fabric=pool.fabric.fabric_id)
    return no_place_for_data(plan, workload, pool.location)


def size(plan: Plan) -> Sizing:
    """All engineering numbers of a plan."""
    calendar = calendar_of(plan.settings, *obligations(plan))
    designs, excuses = cluster_designs(plan, calendar)
    clouds = cloud_pools(plan)
    pools: tuple[Pool, ...] = (*designs, *clouds)
    campaigns = []
    divisible = []
    left_out = list(excuses)
    demand: dict[str, list[Demand]] = {}
    for row in plan.demand:
        demand.setdefault(row.workload_id, []).append(row)
    for workload in plan.workloads:
        able = []
        for pool in pools:
            reason = why_not(plan, workload, pool)
            if reason is None:
                able.append(pool)
            else:
                left_out.append(
                    Excuse(
                        said("{workload} on {pool}", workload=workload.workload_id, pool=pool.label), reason
                    )
                )
        if workload.kind == "training":
            made = campaign(plan, workload, tuple(able), calendar)
            left_out += [
                Excuse(said("{workload} on {pool}", workload=workload.workload_id, pool=label), why)
                for label, why in made.excuses.items()
            ]
            campaigns.append(made)
        else:
            divisible.append(divisible_work(plan, workload, demand.get(workload.workload_id, ()), tuple(able),
                                            calendar))
    by_label = {pool.label: pool for pool in pools}
    everything: tuple[Campaign | DivisibleWork, ...] = (*campaigns, *divisible)
    data = [workload_data(plan, work, calendar, by_label) for work in everything]
    return Sizing(
        calendar=calendar,
        blocks=load_blocks(plan),
        designs=designs,
        clouds=clouds,
        feeds={str(site.site_id): feeds(plan, site) for site in plan.sites},
        campaigns=tuple(campaigns),
        divisible=tuple(divisible),
        by_label=by_label,
        data=tuple(found for found in data if found is not None),
        excuses=tuple(left_out),
    )
