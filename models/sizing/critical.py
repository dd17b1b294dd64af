"""Critical work: what must still run after the loss of any one location, and where it could."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from models.plan import Workload
from models.sizing.blocks import LoadBlocks
from models.sizing.campaigns import Campaign
from models.sizing.demand import DivisibleWork
from models.sizing.pools import CloudPool
from models.sizing.rates import Pool


@dataclass(frozen=True, slots=True)
class CriticalWork:
    """A workload with a critical share.

    hours_per_unit[pool label]: accelerator-hours per unit of work; spot is left out · peak[t]: units per hour
    at the peak; empty for a campaign, whose peak is that of the runs then at work
    """

    workload: Workload
    share: float
    hours_per_unit: Mapping[str, float]
    peak: tuple[float, ...]

    def reference(self) -> float:
        """A typical accelerator-hours per unit, for scaling: the least of all pools."""
        return min(self.hours_per_unit.values(), default=1.0)


def critical_work(
    campaigns: tuple[Campaign, ...],
    divisible: tuple[DivisibleWork, ...],
    blocks: LoadBlocks,
    pools: tuple[Pool, ...],
) -> Iterator[CriticalWork]:
    """Every workload with a critical share: campaigns, then divisible work."""
    spot = {pool.label for pool in pools if isinstance(pool, CloudPool) and pool.spot}
    for campaign in campaigns:
        share = campaign.workload.critical_share
        if share > 0:
            hours = {
                label: menu[0].accelerator_hours / campaign.eflop_per_run
                for label, menu in campaign.widths.items()
                if label not in spot
            }
            yield CriticalWork(campaign.workload, share, hours, ())
    for work in divisible:
        share = work.workload.critical_share
        if share > 0:
            hours = {label: each for label, each in work.hours_per_unit.items() if label not in spot}
            top = max(blocks.level(work.workload.load_profile, block) for block in blocks.ids)
            yield CriticalWork(work.workload, share, hours, tuple(rate * top for rate in work.rate))
