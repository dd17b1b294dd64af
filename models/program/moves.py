"""DEF Moves: divisible work that arrives at a place where it was not in the period before."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from models.program.draft import Draft


def counts_moves(draft: Draft) -> bool:
    """Whether some overhead is paid per move."""
    return any(row.driver == "per_move" for row in draft.plan.overheads)


def _movable(draft: Draft) -> Iterator[tuple[str, str, list[int]]]:
    """Divisible work with each place where it can stand and its periods with demand, where moves count."""
    if not counts_moves(draft):
        return
    for work in draft.sizing.divisible:
        places = dict.fromkeys(draft.sizing.pool(label).location for label in work.hours_per_unit)
        asked = [t for t in draft.periods if work.rate[t] > 0]
        for location in places:
            yield str(work.workload.workload_id), location, asked


def add_columns(draft: Draft) -> None:
    """moves[w,l,t]. Where work starts it has not moved; a training run stays where it starts."""
    for w, location, asked in _movable(draft):
        for t in asked[1:]:
            moved = draft.column("moves", (w, location, t))
            draft.activity("moves", (location, w), t, [(1.0, moved)])


def add_rows(draft: Draft) -> None:
    r"""Rows of DEF: moves[w,l,t] >= at[w,l,t] - at[w,l,t'], t' the period with demand before t."""
    for w, location, asked in _movable(draft):
        for before, t in pairwise(asked):
            terms = draft.term(1.0, "moves", (w, location, t))
            terms += draft.term(-1.0, "at", (w, location, t))
            terms += draft.term(1.0, "at", (w, location, before))
            draft.row("DEF", ("moves", w, location, t), terms, lower=0)
