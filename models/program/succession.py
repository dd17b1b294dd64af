"""C6 Succession: a workload starts only when its predecessor (`after`) has ended.

Runs start at the start of a period, so a successor starts at the earliest in the period after the one in
which the last run of its predecessor ends. A predecessor that is left undone never ends.
"""

from __future__ import annotations

import math

from models.plan import Workload
from models.program.draft import KILO, Draft, Index, Term
from models.sizing.campaigns import Campaign
from models.sizing.demand import DivisibleWork


def _campaigns(draft: Draft) -> dict[str, Campaign]:
    return {str(row.workload.workload_id): row for row in draft.sizing.campaigns}


def _starts(draft: Draft, campaign: Campaign, t: int) -> list[Term]:
    """Starts in period t, on any pool and at any width."""
    return [
        term
        for label, menu in campaign.widths.items()
        for width in menu
        for term in draft.term(1.0, "run", (str(campaign.workload.workload_id), label, width.accelerators, t))
    ]


def _ended(draft: Draft, campaign: Campaign, t: int) -> list[Term]:
    """Runs that have ended before period t."""
    return [
        term
        for label, menu in campaign.widths.items()
        for width in menu
        for start in range(t - width.periods + 1)
        for term in draft.term(
            1.0, "run", (str(campaign.workload.workload_id), label, width.accelerators, start)
        )
    ]


def _paced(draft: Draft, campaign: Campaign, t: int, block: str) -> list[Term]:
    """Load of an interruptible campaign in a block, on all pools."""
    return [
        term
        for label in campaign.widths
        for term in draft.term(1.0, "pace", (str(campaign.workload.workload_id), label, t, block))
    ]


def add_columns(draft: Draft) -> None:
    """begun[w,t] binary: whether a successor of several runs has started one by period t."""
    for campaign in draft.sizing.campaigns:
        if campaign.workload.after is not None and campaign.workload.runs > 1:
            for t in draft.periods:
                draft.column("begun", (str(campaign.workload.workload_id), t), upper=1, integer=True, stage=2)


def add_rows(draft: Draft) -> None:
    r"""Rows of C6 for each pair of a workload w and its predecessor v.

    runs[v] * begun[w,t] <= \sum_{t' + periods <= t} run[v,.,t']      v a campaign
    run[w,.,t] <= runs[w] * begun[w,t'],  t' >= t;  for one run begun[w,t] is \sum_{t' <= t} run[w,.,t']
    interruptible v: \sum_p pace[v,p,t,b] <= G runs[v] * (1 - begun[w,t]),  G its widest
    v not a campaign: begun[w,t] = 0 up to the period of its end
    w not a campaign: begun[w,t] = 1 from its first period with demand; where work may be left undone,
        begun[w,t] = at[w,l,t] at each location
    """
    workloads = {str(row.workload_id): row for row in draft.plan.workloads}
    campaigns = _campaigns(draft)
    for name, workload in workloads.items():
        if workload.after is None:
            continue
        before = str(workload.after)
        if name in campaigns:
            _successor_rows(draft, campaigns[name], workloads[before], campaigns.get(before))
        elif before in campaigns:
            work = next(row for row in draft.sizing.divisible if row.workload.workload_id == name)
            _divisible_rows(draft, work, campaigns[before])


def _divisible_rows(draft: Draft, work: DivisibleWork, predecessor: Campaign) -> None:
    """Work that must be done has begun with its first demand; other work begins where it is present."""
    name = str(work.workload.workload_id)
    asked = [t for t in draft.periods if work.rate[t] > 0]
    if work.penalty is None:
        for first in asked[:1]:
            _end_rows(draft, (name,), predecessor, first, [], 1.0, later_too=True)
        return
    for location in dict.fromkeys(draft.sizing.pool(label).location for label in work.hours_per_unit):
        for t in asked:
            at = draft.term(1.0, "at", (name, location, t))
            if at:
                _end_rows(draft, (name, location), predecessor, t, at, later_too=True)


def _successor_rows(draft: Draft, campaign: Campaign, before: Workload, predecessor: Campaign | None) -> None:
    name = str(campaign.workload.workload_id)
    calendar = draft.sizing.calendar
    free = math.ceil((before.end + 1 - calendar.start) / calendar.period_months)
    for t in draft.periods:
        begun = draft.term(1.0, "begun", (name, t))
        if begun:
            for start in range(t + 1):
                runs = _starts(draft, campaign, start)
                if runs:
                    most = [(-campaign.workload.runs * weight, var) for weight, var in begun]
                    draft.row("C6", ("begun", name, t, start), runs + most, upper=0)
        else:
            begun = [term for start in range(t + 1) for term in _starts(draft, campaign, start)]
        if not begun:
            continue
        if predecessor is not None:
            _end_rows(draft, (name,), predecessor, t, begun)
        elif t < free:
            draft.row("C6", ("after", name, t), begun, upper=0)


def _end_rows(
    draft: Draft,
    name: Index,
    predecessor: Campaign,
    t: int,
    begun: list[Term],
    always: float = 0.0,
    *,
    later_too: bool = False,
) -> None:
    """The predecessor has ended before period t if the successor has begun by then (`always`: it has).

    later_too: rows for the periods after t, where `begun` does not tell of them
    """
    runs = float(predecessor.workload.runs)
    ended = [(-weight, var) for weight, var in _ended(draft, predecessor, t)]
    scaled = [(runs * weight, var) for weight, var in begun]
    draft.row("C6", ("after", *name, t), scaled + ended, upper=-runs * always)
    if not predecessor.workload.interruptible:
        return
    widest = max((w.accelerators for menu in predecessor.widths.values() for w in menu), default=0)
    for later in draft.periods if later_too else (t,):
        if later < t:
            continue
        for block in draft.sizing.blocks.ids:
            pace = _paced(draft, predecessor, later, block)
            if pace:
                most = widest * runs / KILO
                held = [(most * weight, var) for weight, var in begun]
                draft.row("C6", ("after", *name, t, later, block), pace + held, upper=most * (1.0 - always))
