"""C15 Presence: where divisible work runs, in how many places and not in splinters."""

from __future__ import annotations

from models.program.divisible import by_block
from models.program.draft import KILO, Draft, Term, scaled

LEAST_SHARE = 1e-3
"""Share of demand that counts as being somewhere, where no least share is asked for: data and moves follow
work that runs or stands by, so no data set waits where neither does."""


def present(draft: Draft, workload_id: str, location: str, t: int) -> list[Term]:
    """Whether a workload runs at a location in period t: its runs there that touch t, or its column."""
    terms = draft.term(1.0, "at", (workload_id, location, t))
    for campaign in draft.sizing.campaigns:
        if campaign.workload.workload_id != workload_id:
            continue
        for label, menu in campaign.widths.items():
            if draft.sizing.pool(label).location != location:
                continue
            for width in menu:
                for k in range(width.periods):
                    terms += draft.term(1.0, "run", (workload_id, label, width.accelerators, t - k))
    return terms


def add_rows(draft: Draft) -> None:
    r"""Rows of C15: divisible work runs where it is present, not in splinters, at few places.

    load[w,l,t] <= most load * at[w,l,t],  load[w,l,t] / demand >= min share * at,  \sum_l at <= max locations
    where load is in the unit of demand. A min share of 0 counts as 0.1 %, run or on standby: at says that the
    work is there, so its data and moves follow it.
    """
    blocks = draft.sizing.blocks
    for work in draft.sizing.divisible:
        w = str(work.workload.workload_id)
        scale = work.reference()
        places: dict[str, list[str]] = {}
        for label in work.hours_per_unit:
            places.setdefault(draft.sizing.pool(label).location, []).append(label)
        for t in draft.periods:
            if work.rate[t] <= 0:
                continue
            present: list[Term] = []
            for location, labels in places.items():
                at = draft.term(1.0, "at", (w, location, t))
                present += at
                asked = work.rate[t] * scale / KILO
                for block in blocks.ids:
                    level = blocks.level(work.workload.load_profile, block)
                    here = [
                        term
                        for label in labels
                        for term in draft.term(
                            scale / work.hours_per_unit[label], "work", (w, label, t, block)
                        )
                    ]
                    if not here:
                        continue
                    if by_block(work):
                        most = asked * level
                        draft.row(
                            "C15",
                            ("most", w, location, t, block),
                            [*here, *[(-most, var) for _, var in at]],
                            upper=0,
                        )
                here = [
                    term
                    for label in labels
                    for block in blocks.ids
                    for term in draft.term(
                        blocks.share[block] * scale / work.hours_per_unit[label], "work", (w, label, t, block)
                    )
                ]
                if not by_block(work):
                    draft.row(
                        "C15", ("most", w, location, t), [*here, *[(-asked, var) for _, var in at]], upper=0
                    )
                least = draft.plan.settings.min_share
                if least <= 0.0:
                    least = LEAST_SHARE
                    for label in labels:
                        here += draft.term(scale / work.hours_per_unit[label], "standby", (w, label, t))
                row = [*scaled(1.0 / asked, here), *scaled(-least, at)]
                draft.row("C15", ("least", w, location, t), row, lower=0)
            if len(present) > draft.plan.settings.max_locations:
                draft.row("C15", ("places", w, t), present, upper=draft.plan.settings.max_locations)
