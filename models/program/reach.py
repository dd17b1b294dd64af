"""Which pool can carry work when, and how much of it a workload may plan to use."""

from __future__ import annotations

from models.program.cloud import in_force, on_offer, signed_in_force
from models.program.draft import Draft
from models.sizing.campaigns import Campaign
from models.sizing.demand import DivisibleWork
from models.sizing.designs import Design
from models.sizing.pools import CloudPool
from models.sizing.rates import Pool


def open_to(draft: Draft, pool: Pool, t: int) -> bool:
    """Whether the pool can have capacity in period t."""
    if isinstance(pool, Design):
        return t >= pool.first_service
    return bool(_rentable(draft, pool, t))


def _rentable(draft: Draft, pool: CloudPool, t: int) -> bool:
    return any(on_offer(draft, offer, t) > 0 for offer in pool.pay_per_hour) or any(
        in_force(draft, pool, offer, t) for offer in pool.reserved
    ) or any(signed_in_force(draft, row, t) for row in pool.signed)


def utilisation(draft: Draft, work: DivisibleWork | Campaign) -> float:
    """Most of owned and reserved hours that a workload may plan to use."""
    return min(work.workload.max_utilisation, draft.plan.settings.max_utilisation)
