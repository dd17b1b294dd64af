"""What stands and runs in a period, for the enumerator."""

from __future__ import annotations

from dataclasses import dataclass

from tests.brute.cells import Row
from tests.brute.linear import Sum
from tests.brute.reading import Width

Counts = tuple[int, ...]
"""Whole numbers by period."""

Vintages = tuple[tuple[int, int, int], ...]
"""(Period of the order, periods in service, systems); of a cluster that is there: (period in which they
leave, 0, systems)."""

Run = tuple[str, Width, int]
"""Campaign, width and period of start."""


@dataclass(frozen=True)
class State:
    """What stands and runs in period t: systems by design, reserved accelerators by pool, runs, and usable
    facility MW of new blocks by (site, level)."""

    t: int
    systems: tuple[int, ...]
    reserved: tuple[float, ...]
    runs: tuple[Run, ...]
    blocks: tuple[tuple[str, str, float], ...]
    unlimited_power: bool = False


Replicas = dict[tuple[str, str, int, str], int]
"""Whole replicas by workload, pool, period and block."""

Presence = dict[tuple[str, int], frozenset[str]]
"""Locations where a workload is present, by workload and period, as far as chosen."""

Loads = dict[tuple[str, int, str], Sum]
"""Units an hour by workload, period and location (mean), or "in " and a block."""

Paced = dict[tuple[str, str, int, str], int]
"""Variables of interruptible runs: accelerators by campaign, pool, period and block."""

Uses = list[tuple[Row, Sum, bool, bool]]
"""(workload, accelerators held, whether it must run in the block, whether in whole replicas)."""
