"""Continuous, batch and inference demand that no plan can meet: no pool, none yet, not enough."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping

from models.plan import Demand, FieldRef, month_text
from models.sizing import why_not
from models.sizing.demand import DivisibleWork
from models.sizing.pools import CloudPool
from models.sizing.rates import Pool
from models.words import said
from planner.prechecks.place import at, reasons
from planner.prechecks.supply import SLACK, Supply
from planner.workbook.findings import Finding

Origin = Mapping[FieldRef, str]
_SHOWN_LIMITS = 3


def demand_findings(supply: Supply, origin: Origin) -> Iterator[Finding]:
    """At most one finding a workload, where most is missing, and one for all work together."""
    alone = [item for work in supply.sizing.divisible if _must(work) for item in _first(supply, work, origin)]
    yield from alone
    if len(alone) != 1:  # a single shortage says it all
        yield from _total(supply, origin)


def _must(work: DivisibleWork) -> bool:
    """Whether all demand has to be met: no penalty buys it off."""
    return work.penalty is None


def _in_every_block(work: DivisibleWork) -> bool:
    """Whether demand has to be met at each hour's level rather than on average."""
    workload = work.workload
    return workload.kind == "inference" or (
        workload.kind == "continuous" and (workload.load_profile is not None or not workload.interruptible))


def _row_in_force(supply: Supply, work: DivisibleWork, t: int) -> Demand:
    """The last demand row of the workload that counts in period t."""
    name, end = work.workload.workload_id, supply.calendar.last_month(t)
    rows = [row for row in supply.plan.demand if row.workload_id == name and row.from_ <= end]
    return max(rows, key=lambda row: row.from_)


def _amount(row: Demand) -> FieldRef:
    return FieldRef("Demand", f"{row.workload_id}|{month_text(row.from_)}", "amount")


def _first(supply: Supply, work: DivisibleWork, origin: Origin) -> Iterator[Finding]:
    asked = [t for t in range(supply.calendar.periods) if work.rate[t] > 0]
    if not asked:
        return
    name = work.workload.workload_id
    if not work.hours_per_unit:
        why = [
            (pool.label, why_not(supply.plan, work.workload, pool)
             or said("it has no serving rate or too little memory for it"))
            for pool in supply.sizing.pools
        ] or [(excuse.what, excuse.why) for excuse in supply.sizing.excuses]
        yield at(origin, "demand.no_pool", FieldRef("Workloads", str(name), "workload_id"), workload=name,
                 reasons=reasons(why))
        return
    pools = [supply.sizing.pool(label) for label in work.hours_per_unit]
    early = next((t for t in asked if not any(supply.is_open(pool, t) for pool in pools)), None)
    if early is not None:
        yield _not_yet(supply, work, pools, early, origin)
        return
    balances = [(t, *_balance(supply, work, pools, t)) for t in asked]
    short = [(t, needed, most) for t, needed, most in balances if needed > most * (1.0 + SLACK)]
    if short:
        yield _short(supply, work, pools, *max(short, key=lambda row: row[1] - row[2]), origin)


def _not_yet(
    supply: Supply, work: DivisibleWork, pools: list[Pool], t: int, origin: Origin
) -> Finding:
    later = [s for s in range(t, supply.calendar.periods) if any(supply.is_open(p, s) for p in pools)]
    earliest = month_text(supply.calendar.first_month(later[0])) if later else said("no later period either")
    row = _row_in_force(supply, work, t)
    return at(origin, "demand.early", _amount(row), workload=work.workload.workload_id,
              amount=f"{row.amount:,.6g}", unit=said(row.unit), period=supply.calendar.label(t),
              earliest=earliest)


def _peak(supply: Supply, work: DivisibleWork) -> float:
    """Highest level over the hours, relative to the mean, that demand has to be met at."""
    if not _in_every_block(work):
        return 1.0
    blocks = supply.sizing.blocks
    return max(blocks.level(work.workload.load_profile, block) for block in blocks.ids)


def _balance(supply: Supply, work: DivisibleWork, pools: list[Pool], t: int) -> tuple[float, float]:
    """What the workload needs and what all its pools together can be, in its best pool's accelerators."""
    best = min(work.hours_per_unit.values())
    worth = {label: best / hours for label, hours in work.hours_per_unit.items()}
    return work.rate[t] * _peak(supply, work) * best, supply.together(pools, t, worth)


def _short(
    supply: Supply, work: DivisibleWork, pools: list[Pool], t: int, needed: float, most: float, origin: Origin
) -> Finding:
    return at(origin, "demand.short", _amount(_row_in_force(supply, work, t)),
              workload=work.workload.workload_id, needed=_accelerators(needed), most=_accelerators(most),
              short=_accelerators(needed - most), period=supply.calendar.label(t),
              limits=_limits(supply, pools, t, origin))


def _accelerators(number: float) -> str:
    """Whole from a hundred on; below, a shortage may be a fraction."""
    return f"{number:,.0f}" if number >= 100.0 or abs(number - round(number)) < 1e-6 else f"{number:,.1f}"


def _limits(supply: Supply, pools: list[Pool], t: int, origin: Origin) -> str:
    """What each offer and each site can give at most, the largest first; offers with their limit's cell."""
    most: dict[str, float] = {}
    for pool in pools:
        if isinstance(pool, CloudPool):
            for offer in pool.offers:
                cell = origin.get(FieldRef("CloudOffers", str(offer.offer_id), "max_accelerators"), "")
                most[f"{offer.offer_id} ({cell})" if "!" in cell else str(offer.offer_id)] = (
                    supply.offered(offer, t))
            for row in pool.signed:
                most[row.commitment_id] = float((row.blocks or 0) * pool.offer(row).block_accelerators)
        else:
            most[pool.location] = max(most.get(pool.location, 0.0), supply.most(pool, t))
    largest = sorted(most.items(), key=lambda pair: -pair[1])
    told = "; ".join(f"{name}: {_accelerators(amount)}" for name, amount in largest[:_SHOWN_LIMITS])
    more = len(largest) - _SHOWN_LIMITS
    return told if more <= 0 else said("{told}; and {more} more", told=told, more=more)


def _total(supply: Supply, origin: Origin) -> Iterator[Finding]:
    """All work together, each in the accelerators that serve it best, against all accelerators."""
    work = [item for item in supply.sizing.divisible if _must(item) and item.hours_per_unit]
    pools = supply.sizing.pools
    ones = {pool.label: 1.0 for pool in pools}
    blocks = supply.sizing.blocks
    worst: tuple[float, float, int] | None = None
    for t in range(supply.calendar.periods):
        mean = math.fsum(item.rate[t] * min(item.hours_per_unit.values()) for item in work)
        by_block = [
            math.fsum(
                item.rate[t] * blocks.level(item.workload.load_profile, block)
                * min(item.hours_per_unit.values())
                for item in work if _in_every_block(item))
            for block in blocks.ids
        ]
        needed, most = max(mean, *by_block), supply.together(pools, t, ones)
        if needed > most * (1.0 + SLACK) and (worst is None or needed - most > worst[0] - worst[1]):
            worst = needed, most, t
    if worst is not None:
        needed, most, t = worst
        yield at(origin, "demand.total", FieldRef("Demand", "", "amount"), needed=_accelerators(needed),
                 most=_accelerators(most), period=supply.calendar.label(t))
