"""Campaigns that no plan can run: no pool, no time, no room."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping

from models.plan import FieldRef, month_text
from models.sizing import why_not
from models.sizing.campaigns import Campaign, RunWidth
from models.sizing.rates import Pool
from models.words import said
from planner.prechecks.place import at, reasons
from planner.prechecks.supply import SLACK, Supply
from planner.workbook.findings import Finding

Origin = Mapping[FieldRef, str]


def campaign_findings(supply: Supply, origin: Origin) -> Iterator[Finding]:
    """At most one finding a campaign: the first thing that makes it impossible. A campaign whose work may
    be left undone at a penalty is never impossible."""
    for campaign in supply.sizing.campaigns:
        if campaign.workload.shortfall_penalty_per_eflop is None:
            yield from _first(supply, campaign, origin)


def _first(supply: Supply, campaign: Campaign, origin: Origin) -> Iterator[Finding]:
    for check in (_window, _pools, _time, _width, _hours):
        found = check(supply, campaign, origin)
        if found is not None:
            yield found
            return


def able_pools(supply: Supply, campaign: Campaign) -> list[Pool]:
    """Pools that may run the campaign as far as place, kind and availability go."""
    return [pool for pool in supply.sizing.pools if why_not(supply.plan, campaign.workload, pool) is None]


def _ref(campaign: Campaign, field: str) -> FieldRef:
    return FieldRef("Workloads", str(campaign.workload.workload_id), field)


def _frame(supply: Supply, campaign: Campaign) -> dict[str, object]:
    workload = campaign.workload
    return {
        "workload": workload.workload_id, "start": month_text(workload.start),
        "end": month_text(workload.end), "months": workload.end - workload.start + 1,
        "length": supply.calendar.period_months,
    }


def _window(supply: Supply, campaign: Campaign, origin: Origin) -> Finding | None:
    """The window ends before any capacity is there, or holds no whole period."""
    frame = _frame(supply, campaign)
    opened = supply.first_open(able_pools(supply, campaign))
    if opened is not None and supply.calendar.first_month(opened[0]) > campaign.workload.end:
        return at(origin, "campaign.early", _ref(campaign, "end"), **frame,
                  earliest=month_text(supply.calendar.first_month(opened[0])), first=opened[1].label)
    if campaign.last < campaign.first:
        return at(origin, "campaign.no_period", _ref(campaign, "end"), **frame)
    return None


def _pools(supply: Supply, campaign: Campaign, origin: Origin) -> Finding | None:
    """No pool has a width for it: memory, run length, cluster size, places."""
    if campaign.widths:
        return None
    why = [(label, reason) for label, reason in campaign.excuses.items()]
    for pool in supply.sizing.pools:
        reason = why_not(supply.plan, campaign.workload, pool)
        if reason is not None:
            why.append((pool.label, reason))
    if not why:
        why = [(excuse.what, excuse.why) for excuse in supply.sizing.excuses]
    return at(origin, "campaign.no_pool", _ref(campaign, "workload_id"), **_frame(supply, campaign),
              reasons=reasons(why))


def _starts(supply: Supply, campaign: Campaign, pool: Pool, width: RunWidth) -> Iterator[int]:
    """Periods in which a run could start and end inside the window, the pool open all along."""
    for t in range(campaign.first, campaign.last - width.periods + 2):
        if all(supply.is_open(pool, t + k) for k in range(width.periods)):
            yield t


def _choices(supply: Supply, campaign: Campaign) -> Iterator[tuple[Pool, RunWidth]]:
    for label, menu in campaign.widths.items():
        pool = supply.sizing.pool(label)
        for width in menu:
            yield pool, width


def _time(supply: Supply, campaign: Campaign, origin: Origin) -> Finding | None:
    """Capacity comes too late for the shortest run to end in time."""
    finishes = []
    for pool, width in _choices(supply, campaign):
        if next(_starts(supply, campaign, pool, width), None) is not None:
            return None
        opened = supply.first_open([pool])
        if opened is not None:
            begin = max(campaign.first, opened[0])
            finishes.append((begin + width.periods, begin, width.periods, pool.label))
    frame = _frame(supply, campaign)
    if not finishes:
        return at(origin, "campaign.no_pool", _ref(campaign, "workload_id"), **frame,
                  reasons=said("none of those that could has any capacity within the horizon"))
    end, begin, periods, label = min(finishes)
    return at(origin, "campaign.late", _ref(campaign, "end"), **frame, periods=periods, first=label,
              earliest=month_text(supply.calendar.first_month(begin)),
              finish=month_text(supply.calendar.last_month(end - 1)))


def _width(supply: Supply, campaign: Campaign, origin: Origin) -> Finding | None:
    """No pool ever has room for one run at once."""
    short = []
    for pool, width in _choices(supply, campaign):
        for t in _starts(supply, campaign, pool, width):
            most = min(supply.most(pool, t + k) for k in range(width.periods))
            if width.accelerators <= most * (1.0 + SLACK):
                return None
            short.append((width.accelerators - most, width.accelerators, most, pool.label))
    _, needed, most, label = min(short)
    return at(origin, "campaign.width", _ref(campaign, "workload_id"), **_frame(supply, campaign),
              needed=f"{needed:,}", most=f"{most:,.0f}", pool=label)


def _hours(supply: Supply, campaign: Campaign, origin: Origin) -> Finding | None:
    """All runs together need more accelerator-hours than can be had in the window."""
    least = {label: min(width.accelerator_hours for width in menu) for label, menu in campaign.widths.items()}
    best = min(least.values())
    worth = {label: best / hours for label, hours in least.items()}
    pools = [supply.sizing.pool(label) for label in campaign.widths]
    most = math.fsum(
        supply.together(pools, t, worth) * supply.calendar.hours_per_period
        for t in range(campaign.first, campaign.last + 1)
    )
    needed = best * campaign.workload.runs
    if needed <= most * (1.0 + SLACK):
        return None
    return at(origin, "campaign.hours", _ref(campaign, "end"), **_frame(supply, campaign),
              needed=f"{needed:,.0f}", most=f"{most:,.0f}")
