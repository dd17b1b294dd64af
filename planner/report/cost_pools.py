"""Cost pools: lines of cash that the same workloads bear in the same shares."""

from __future__ import annotations

from dataclasses import dataclass

from models.costing.basis import UNMET, VALUATIONS
from planner.report.books import Bearers
from planner.report.context import Context

NOT_ATTRIBUTED = Bearers((), False, "")


@dataclass(frozen=True, slots=True)
class CostPools:
    """Pools by id in order, and the id of each line (absent: no cash)."""

    pools: dict[str, Bearers]
    of_line: dict[int, str]


def cost_pools(ctx: Context) -> CostPools:
    """Lines grouped by who bears them."""
    ids: dict[Bearers, str] = {}
    of_line: dict[int, str] = {}
    for number, priced in enumerate(ctx.result.lines):
        if priced.line.term in VALUATIONS or priced.line.term == UNMET:
            continue
        bearers = ctx.books.bearers.get(number, NOT_ATTRIBUTED)
        of_line[number] = ids.setdefault(bearers, f"P{len(ids) + 1:04d}")
    return CostPools({name: bearers for bearers, name in ids.items()}, of_line)
