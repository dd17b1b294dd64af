"""What stands and runs in a period, for the enumerator."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from tests.brute.cells import Row
from tests.brute.linear import Sum
from tests.brute.pools import Width

Counts = tuple[int, ...]
"""Whole numbers by period."""

LEASED = "lease"


class Vintage(NamedTuple):
    """Systems (or fabrics) that come together.

    at: period of the order; of what is on order the first period of use; of a cluster that is there the
    period in which they leave · held: periods in service · source: blank, LEASED or an open order
    """

    at: int
    held: int
    systems: int
    source: str = ""


Vintages = tuple[Vintage, ...]


@dataclass(frozen=True)
class Fleet:
    """What a design has: vintages, systems in service by period, those of them that are not there all of it,
    and the systems' worth of that absence."""

    vintages: Vintages
    there: Counts
    late: Counts
    absent: tuple[float, ...]
    fabrics: Counts = ()
    """Fabrics of open orders in service, by period."""


Run = tuple[str, Width, int]
"""Campaign, width and period of start."""


@dataclass(frozen=True)
class State:
    """What stands and runs in period t: systems by design, reserved accelerators by pool, runs, and usable
    facility MW of new blocks by (site, level); systems that are late, and what is absent of them."""

    t: int
    systems: tuple[int, ...]
    reserved: tuple[float, ...]
    runs: tuple[Run, ...]
    blocks: tuple[tuple[str, str, float], ...]
    late: tuple[int, ...]
    absent: tuple[float, ...]
    unlimited_power: bool = False


Replicas = dict[tuple[str, str, int, str], int]
"""Whole replicas by workload, pool, period and block."""

Presence = dict[tuple[str, int], frozenset[str]]
"""Locations where a workload is present, by workload and period, as far as chosen."""

Loads = dict[tuple[str, int, str], Sum]
"""Units an hour by workload, period and location (mean), or "in " and a block; accelerators held on average
where the workload is followed by " at"; what is left undone where it is followed by " undone"."""

Paced = dict[tuple[str, str, int, str], int]
"""Variables of interruptible runs: accelerators by campaign, pool, period and block."""

Uses = list[tuple[Row, Sum, bool, bool]]
"""(workload, accelerators held, whether it must run in the block, whether in whole replicas)."""
