"""C7 Continuous and batch work, C8 inference: demand met by loads that may be split over pools."""

from __future__ import annotations

from models.program.draft import KILO, Draft, Term
from models.program.reach import open_to, utilisation
from models.sizing.demand import DivisibleWork


def by_block(work: DivisibleWork) -> bool:
    """Whether demand must be met in every block: inference, and continuous work with a profile or that may
    not pause."""
    workload = work.workload
    if workload.kind == "inference":
        return True
    return workload.kind == "continuous" and (workload.load_profile is not None or not workload.interruptible)


def add_columns(draft: Draft) -> None:
    """work[w,p,t,b], mean load in thousand accelerators; replicas[w,p,t,b] whole; at[w,l,t] binary;
    short[w,t,b] where a penalty is given."""
    for work in draft.sizing.divisible:
        _columns(draft, work)


def _columns(draft: Draft, work: DivisibleWork) -> None:
    w = str(work.workload.workload_id)
    hours = draft.sizing.calendar.hours_per_period
    for label, per_unit in work.hours_per_unit.items():
        pool = draft.sizing.pool(label)
        whole = work.replica.get(label)
        for t in draft.periods:
            if work.rate[t] <= 0 or not open_to(draft, pool, t):
                continue
            for block, phi in draft.sizing.blocks.share.items():
                index = (w, label, t, block)
                load = draft.column("work", index)
                served = KILO * phi * hours / per_unit
                draft.activity("served", (pool.location, label, w), t, [(served, load)])
                if whole:
                    replicas = draft.column("replicas", index, integer=True, upper=1e6)
                    held = [(whole * phi * hours, replicas)]
                else:
                    held = [(KILO * phi * hours, load)]
                draft.activity("hours", (pool.location, label, w), t, held)
    for location in dict.fromkeys(draft.sizing.pool(label).location for label in work.hours_per_unit):
        for t in draft.periods:
            if work.rate[t] > 0:
                draft.column("at", (w, location, t), upper=1, integer=True, stage=2)
    if work.penalty is not None:
        for t in draft.periods:
            if work.rate[t] > 0:
                for block, phi in draft.sizing.blocks.share.items():
                    short = draft.column("short", (w, t, block))
                    lost = KILO * phi * hours / work.reference()
                    draft.activity("short", (w,), t, [(lost, short)])


def held_load(draft: Draft, work: DivisibleWork, label: str, t: int, block: str) -> list[Term]:
    """Thousand accelerators that divisible work holds on a pool in a block: whole replicas where needed."""
    w = str(work.workload.workload_id)
    whole = work.replica.get(label)
    if whole:
        return draft.term(whole / KILO, "replicas", (w, label, t, block))
    return draft.term(1.0, "work", (w, label, t, block))


def _demand_rows(draft: Draft, code: str, work: DivisibleWork) -> None:
    w = str(work.workload.workload_id)
    scale = work.reference()
    blocks = draft.sizing.blocks
    for t in draft.periods:
        if work.rate[t] <= 0:
            continue
        groups = [(block,) for block in blocks.ids] if by_block(work) else [blocks.ids]
        for group in groups:
            share = sum(blocks.share[block] for block in group)
            served = [
                term
                for block in group
                for label, per_unit in work.hours_per_unit.items()
                for term in draft.term(
                    scale / per_unit * blocks.share[block] / share, "work", (w, label, t, block)
                )
            ]
            short = [
                term
                for block in group
                for term in draft.term(blocks.share[block] / share, "short", (w, t, block))
            ]
            level = 1.0
            if by_block(work):
                level = blocks.level(work.workload.load_profile, group[0])
            asked = work.rate[t] * level * scale / KILO
            name = group[0] if by_block(work) else "period"
            draft.row(code, (w, t, name), served + short, lower=asked, upper=asked)


def add_divisible_rows(draft: Draft) -> None:
    r"""Rows of C7: continuous work with a profile, or that may not pause, by block; the rest by period.

    \sum_p work[w,p,t,b] / q[w,p] + short[w,t,b] = demand[w,t] * level_b
    """
    for work in draft.sizing.divisible:
        if work.workload.kind != "inference":
            _demand_rows(draft, "C7", work)


def add_inference_rows(draft: Draft) -> None:
    r"""Rows of C8: every block's demand is served in that block, by whole replicas where one is larger than a
    system.

    \sum_p work[w,p,t,b] / q[w,p] + short[w,t,b] = demand[w,t] * level_b
    work[w,p,t,b] <= max utilisation * replica accelerators * replicas[w,p,t,b]
    """
    for work in draft.sizing.divisible:
        if work.workload.kind != "inference":
            continue
        _demand_rows(draft, "C8", work)
        w = str(work.workload.workload_id)
        for label, whole in work.replica.items():
            for t in draft.periods:
                for block in draft.sizing.blocks.ids:
                    load = draft.term(1.0, "work", (w, label, t, block))
                    if load:
                        room = draft.term(
                            -whole * utilisation(draft, work) / KILO, "replicas", (w, label, t, block)
                        )
                        draft.row("C8", ("replicas", w, label, t, block), load + room, upper=0)
