"""The corpus of random plans, with the enumerator's answer to each, found once a process."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from tests.brute.enumerator import Answer, least_cost
from tests.brute.random_budgets import budget_tables
from tests.brute.random_drawing import Tables
from tests.brute.random_held import held_tables
from tests.brute.random_limits import limit_tables
from tests.brute.random_orders import leaving_tables, order_tables
from tests.brute.random_plans import plan_tables
from tests.brute.random_promises import promise_tables
from tests.brute.random_spread import spread_tables, survive_tables
from tests.brute.random_storage import storage_tables

ON_THE_EDGE = {50: "32.0005 accelerators are asked for and 32 on offer: within the solver's row tolerance"}
"""Seeds of plain plans left out: whether they are feasible is a matter of rounding."""

MAKERS: dict[str, Callable[[int], Tables]] = {
    "plain": plan_tables,
    "held": held_tables,
    "budget": budget_tables,
    "spread": spread_tables,
    "limits": limit_tables,
    "promise": promise_tables,
    "order": order_tables,
    "leaving": leaving_tables,
    "storage": storage_tables,
    "survive": survive_tables,
}

SEEDS: dict[str, tuple[int, ...]] = {
    "plain": tuple(seed for seed in range(210) if seed not in ON_THE_EDGE),
    "held": tuple(range(60)),
    "budget": tuple(range(40)),
    "spread": tuple(range(40)),
    "limits": tuple(range(210)),
    "promise": tuple(range(1, 60)),
    "order": tuple(range(80)),
    "leaving": tuple(range(80)),
    "storage": tuple(seed for seed in (*range(39), 44, 48, 49, 52) if seed != 31),
    "survive": tuple(range(40)),
}

CORPUS = tuple((kind, seed) for kind, seeds in SEEDS.items() for seed in seeds)
CHUNKS = tuple(
    (kind, seeds[at : at + 10]) for kind, seeds in SEEDS.items() for at in range(0, len(seeds), 10)
)


def tables_of(kind: str, seed: int) -> Tables:
    """The tables of plan `seed` of a kind."""
    return MAKERS[kind](seed)


@cache
def answer(kind: str, seed: int) -> Answer:
    """The enumerator's answer to plan `seed` of a kind."""
    return least_cost(tables_of(kind, seed))
