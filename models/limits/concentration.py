"""C19 Concentration: no place, provider, vendor or spot market carries more than its share of useful work."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import numpy as np

from models.limits.bound import Bound, FloatArray, limit_ref
from models.limits.environment import at_place
from models.matrix import Key
from models.plan import Limit, Plan
from models.sizing import Sizing
from models.sizing.fiscal import periods_in
from models.sizing.pools import CloudPool
from models.sizing.rates import Pool
from models.words import said

Choice = Callable[[Pool], bool]

TITLES = {
    "location_share": "work at {name} above {share} of all",
    "provider_share": "work at provider {name} above {share} of all",
    "vendor_share": "work on systems of {name} above {share} of all",
    "spot_share": "work on spot capacity above {share} of all",
}
SPOT_AT = "work on spot capacity at {name} above {share} of all"


def concentration_bounds(plan: Plan, sizing: Sizing, activities: Sequence[Key]) -> Iterator[Bound]:
    """Limits of kind location_share, provider_share, vendor_share and spot_share (C19)."""
    for row in plan.limits:
        if row.kind in TITLES:
            for t in periods_in(sizing.calendar, plan.settings, row.period):
                useful = useful_work(sizing, activities, t)
                for name, chosen in _chosen(plan, sizing, row):
                    yield _share(sizing, row, name, chosen, useful, t)


def useful_work(sizing: Sizing, activities: Sequence[Key], t: int) -> list[tuple[Pool, Key, FloatArray]]:
    """Activities that do useful work in period t, on which pool, with accelerator-hours by their period."""
    pools = {pool.label: pool for pool in sizing.pools}
    campaigns = {str(row.workload.workload_id): row for row in sizing.campaigns}
    divisible = {str(row.workload.workload_id): row for row in sizing.divisible}
    found = []
    for key in activities:
        weights = np.zeros(sizing.calendar.periods)
        if key.kind == "run":
            campaign = campaigns[str(key.parts[2])]
            best = min(run.accelerator_hours for menu in campaign.widths.values() for run in menu)
            menu = campaign.widths[str(key.parts[1])]
            width = next(run for run in menu if run.accelerators == key.parts[3])
            for k, held in enumerate(width.held):
                if t - k >= 0:
                    weights[t - k] = best * held / sum(width.held)
        elif key.kind == "served" and key.parts[2] in divisible:
            weights[t] = divisible[str(key.parts[2])].reference()
        if weights.any():
            found.append((pools[str(key.parts[1])], key, weights))
    return found


def _chosen(plan: Plan, sizing: Sizing, row: Limit) -> Iterator[tuple[str, Choice]]:
    """The groups of pools that a row limits, each with its name."""
    if row.kind == "spot_share":
        place = row.key
        yield (
            place or "",
            lambda pool: isinstance(pool, CloudPool) and pool.spot and at_place(pool.location, place),
        )
        return
    for name in _names(plan, sizing, row):
        yield name, _member(row.kind, name)


def _names(plan: Plan, sizing: Sizing, row: Limit) -> list[str]:
    if row.key is not None:
        return [row.key]
    if row.kind == "location_share":
        return list(dict.fromkeys(pool.location for pool in sizing.pools))
    if row.kind == "provider_share":
        return list(dict.fromkeys(offer.provider for offer in plan.cloud_offers))
    return list(dict.fromkeys(system.vendor for system in plan.systems if system.vendor is not None))


def _member(kind: str, name: str) -> Choice:
    if kind == "location_share":
        return lambda pool: pool.location == name
    if kind == "provider_share":
        return lambda pool: isinstance(pool, CloudPool) and at_place(pool.location, name)
    return lambda pool: pool.system.vendor == name


def _share(
    sizing: Sizing, row: Limit, name: str, chosen: Choice, useful: list[tuple[Pool, Key, FloatArray]], t: int
) -> Bound:
    text = SPOT_AT if name and row.kind == "spot_share" else TITLES[row.kind]
    weights = {key: (float(chosen(pool)) - row.amount) * hours for pool, key, hours in useful}
    return Bound(
        "C19",
        limit_ref(row),
        said(text, name=name, share=f"{row.amount:.0%}"),
        sizing.calendar.label(t),
        "accelerator-hours",
        weights,
        None,
        0.0,
        scale=1000.0 * sizing.calendar.hours_per_period,
        detail=(name, t),
    )
