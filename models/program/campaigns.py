"""C6 Campaigns: when a training run starts, on which pool, how wide; interruptible runs pace themselves."""

from __future__ import annotations

from models.program.draft import KILO, Draft, Term
from models.program.reach import open_to
from models.sizing.campaigns import Campaign, RunWidth
from models.sizing.rates import Pool


def may_start(draft: Draft, campaign: Campaign, pool: Pool, width: RunWidth, t: int) -> bool:
    """Whether a run may start in t: inside the window to its end, on capacity that can be there."""
    if t < campaign.first or t + width.periods - 1 > campaign.last:
        return False
    return all(open_to(draft, pool, t + k) for k in range(width.periods))


def add_columns(draft: Draft) -> None:
    """run[w,p,j,t], go[w,l,t], drop[w] whole; pace[w,p,t,b] of interruptible runs, a load."""
    for campaign in draft.sizing.campaigns:
        _campaign_columns(draft, campaign)


def _campaign_columns(draft: Draft, campaign: Campaign) -> None:
    w = str(campaign.workload.workload_id)
    runs = campaign.workload.runs
    hours_per_period = draft.sizing.calendar.hours_per_period
    for label, menu in campaign.widths.items():
        pool = draft.sizing.pool(label)
        for width in menu:
            index = (pool.location, label, w, width.accelerators)
            for t in draft.periods:
                if not may_start(draft, campaign, pool, width, t):
                    continue
                run = draft.column(
                    "run", (w, label, width.accelerators, t), upper=runs, integer=True, stage=2
                )
                draft.activity("run", index, t, [(1.0, run)])
                draft.activity("served", index[:3], t, [(campaign.eflop_per_run, run)])
                if not campaign.workload.interruptible:
                    for k, share in enumerate(width.held):
                        held = width.accelerators * share * hours_per_period
                        draft.activity("hours", index[:3], t + k, [(held, run)])
        if campaign.workload.interruptible:
            _pace_columns(draft, campaign, pool)
    for location in dict.fromkeys(draft.sizing.pool(label).location for label in campaign.widths):
        for t in draft.periods:
            if _starts_at(draft, campaign, location, t):
                draft.column("go", (w, location, t), upper=runs, integer=True, stage=1)
    penalty = campaign.workload.shortfall_penalty_per_eflop
    if penalty is not None:
        drop = draft.column("drop", (w,), upper=runs, integer=True, stage=2)
        last = min(max(campaign.last, 0), len(draft.periods) - 1)
        draft.activity("short", (w,), last, [(campaign.eflop_per_run, drop)])


def _starts_at(draft: Draft, campaign: Campaign, location: str, t: int) -> list[Term]:
    """Starts of a campaign anywhere at a location in period t."""
    w = str(campaign.workload.workload_id)
    return [
        term
        for label, menu in campaign.widths.items()
        if draft.sizing.pool(label).location == location
        for width in menu
        for term in draft.term(1.0, "run", (w, label, width.accelerators, t))
    ]


def _pace_columns(draft: Draft, campaign: Campaign, pool: Pool) -> None:
    w, label = str(campaign.workload.workload_id), pool.label
    hours = draft.sizing.calendar.hours_per_period
    for t in range(campaign.first, campaign.last + 1):
        if not open_to(draft, pool, t):
            continue
        for block, phi in draft.sizing.blocks.share.items():
            pace = draft.column("pace", (w, label, t, block))
            draft.activity("hours", (pool.location, label, w), t, [(KILO * phi * hours, pace)])


def add_rows(draft: Draft) -> None:
    r"""Rows of C6.

    \sum_{p,j,t} run[w,p,j,t] + drop[w] = runs[w]
    go[w,l,t] = \sum_{p at l, j} run[w,p,j,t]          (place and time are decided before pool and width)
    interruptible: \sum_{t,b} phi_b H pace[w,p,t,b] = \sum_{j,t} hours_j run[w,p,j,t]  (thousand hours)
    pace[w,p,t,b] <= \sum_j G_j \sum_{t - longest < t' <= t} run[w,p,j,t']
    where `longest` is the number of periods that max_run_days, or the window, leaves for a run.
    """
    for campaign in draft.sizing.campaigns:
        w = str(campaign.workload.workload_id)
        starts = [
            term
            for label, menu in campaign.widths.items()
            for width in menu
            for t in draft.periods
            for term in draft.term(1.0, "run", (w, label, width.accelerators, t))
        ]
        runs = float(campaign.workload.runs)
        draft.row("C6", ("runs", w), starts + draft.term(1.0, "drop", (w,)), lower=runs, upper=runs)
        for location in dict.fromkeys(draft.sizing.pool(label).location for label in campaign.widths):
            for t in draft.periods:
                go = draft.term(-1.0, "go", (w, location, t))
                if go:
                    here = _starts_at(draft, campaign, location, t)
                    draft.row("C6", ("go", w, location, t), here + go, lower=0, upper=0)
        if campaign.workload.interruptible:
            for label, menu in campaign.widths.items():
                _pace_rows(draft, campaign, label, menu)


def _pace_rows(draft: Draft, campaign: Campaign, label: str, menu: tuple[RunWidth, ...]) -> None:
    w = str(campaign.workload.workload_id)
    hours = draft.sizing.calendar.hours_per_period
    days = campaign.workload.max_run_days
    allowed = len(draft.periods) if days is None else max(1, -int(-days * 24.0 // hours))
    done = [
        term
        for t in draft.periods
        for block, phi in draft.sizing.blocks.share.items()
        for term in draft.term(phi, "pace", (w, label, t, block))
    ]
    asked = [
        (-coefficient, var)
        for width in menu
        for t in draft.periods
        for coefficient, var in draft.term(
            width.accelerator_hours / (KILO * hours), "run", (w, label, width.accelerators, t)
        )
    ]
    if asked:
        draft.row("C6", ("pace", w, label), done + asked, lower=0, upper=0)
    for t in draft.periods:
        room = [
            (-coefficient, var)
            for width in menu
            for start in range(max(0, t - max(allowed, width.periods) + 1), t + 1)
            for coefficient, var in draft.term(
                width.accelerators / KILO, "run", (w, label, width.accelerators, start)
            )
        ]
        for block in draft.sizing.blocks.ids:
            pace = draft.term(1.0, "pace", (w, label, t, block))
            if pace:
                draft.row("C6", ("width", w, label, t, block), pace + room, upper=0)
