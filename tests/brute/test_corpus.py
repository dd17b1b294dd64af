"""The random plans are worth comparing: they own and rent, few are infeasible, every family decides some."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from models.program.families import FAMILIES
from tests.brute.corpus import CORPUS, SEEDS, answer, tables_of
from tests.brute.random_supply import Tables
from tests.known.solving import least_cost, plan_of

DECIDED_BY = {
    "C1": (0, 19, 35, 54, 71, 90, 113, 130, 149, 174, 190),
    "C2": (0, 23, 41, 60, 80, 97, 121, 137, 156, 178, 193),
    "C3": (0, 19, 38, 57, 75, 94, 116, 134, 152, 173, 191),
    "C4": (3, 14, 39, 62, 78, 98, 117, 131, 147, 167, 187),
    "C5": (14, 24, 34, 39, 54, 62, 94, 107, 124, 164, 177),
    "C6": (1, 18, 37, 57, 75, 97, 115, 135, 151, 175, 191),
    "C7": (0, 18, 38, 58, 76, 96, 114, 133, 151, 175, 192),
    "C8": (0, 20, 37, 59, 79, 97, 116, 134, 152, 170, 189),
    "C9": (7, 27, 41, 67, 97, 117, 127, 137, 151, 167, 191),
    "C10": (6, 26, 42, 56, 82, 86, 106, 122, 142, 152, 186),
    "C11": (1, 23, 33, 59, 81, 97, 122, 136, 147, 165, 189),
    "C12": (6, 16, 36, 46, 76, 86, 106, 126, 166, 176, 196),
    "C13": (5, 25, 35, 65, 115, 125, 135, 175, 185, 195, 205),
}
"""Plain plans whose optimum changes when a family of constraints is left out."""

DECIDED_BESIDE = {
    "C14": ("spread", (0, 2, 4, 6, 8, 12, 14, 16, 18, 20, 22, 24, 26, 30, 32, 35)),
    "C15": ("spread", (0, 3, 5, 6, 7, 11, 13, 14, 17, 18, 19, 21, 22, 24, 25, 27)),
    "C17": ("budget", (1, 10, 12, 16, 18, 19, 21, 26, 27, 31, 32, 34, 38)),
}
"""The same for families that only other kinds of plans have."""


def _without(sheet: str, **cells: object) -> Callable[[Tables], Tables]:
    """Changes tables: cells of every row of a sheet set, or without cells the sheet left out."""

    def changed(tables: Tables) -> Tables:
        rows = [row | cells for row in tables.get(sheet, [])] if cells else []
        return tables | {sheet: rows}

    return changed


MATTERS: dict[str, tuple[str, Callable[[Tables], Tables], tuple[int, ...]]] = {
    "existing clusters may leave": (
        "held",
        _without("ExistingFleet", may_retire=False),
        (0, 4, 11, 19, 25, 30, 35, 45, 46, 47, 58),
    ),
    "new systems may leave": (
        "held",
        _without("Settings", early_retirement=False),
        (7, 9, 11, 25, 30, 31, 35, 40, 42, 52, 56, 58),
    ),
    "signed capacity": ("held", _without("Commitments"), (0, 1, 3, 4, 7, 13, 15, 17, 20, 21, 23, 25)),
    "leases": (
        "held",
        _without("ExistingFleet", lease_per_month=0),
        (8, 10, 13, 22, 23, 25, 31, 33, 39, 51, 58),
    ),
    "an end on a date": ("held", _without("ExistingFleet", retire_on=None), (1, 17, 21, 40, 42, 46, 49, 54)),
    "price paid": (
        "held",
        _without("ExistingFleet", cost_original=None),
        (1, 3, 6, 12, 14, 27, 32, 38, 40, 41),
    ),
    "resale today": ("held", _without("ExistingFleet", resale_now=None), (4, 7, 9, 16, 19, 47, 49, 57)),
    "data sets": ("spread", _without("Workloads", dataset_tb=0), (1, 3, 5, 7, 9, 11, 13, 17, 19, 21, 23)),
    "homes of data": ("spread", _without("Workloads", dataset_home=None), (5, 7, 13, 17, 31, 33)),
    "data that leaves a place": ("spread", _without("Storage", egress_per_tb=0), (13, 17, 25, 29, 33)),
}
"""Features: kind of plan, the plan without the feature, plans whose optimum it changes."""


def _differ(one: float | None, other: float | None) -> bool:
    if one is None or other is None:
        return one is not other
    return abs(one - other) > 1e-5 * abs(one)


def test_shares() -> None:
    """At most 20 % are infeasible; at least 40 % of the other plain ones both own and rent."""
    plain = [answer("plain", seed) for seed in SEEDS["plain"]]
    possible = [found for found in plain if found.cost is not None]
    assert sum(found.owns and found.rents for found in possible) >= 0.4 * len(possible)
    others = [least_cost(plan_of(tables_of(*plan))) for plan in CORPUS if plan[0] != "plain"]
    assert len(possible) + sum(cost is not None for cost in others) >= 0.8 * len(CORPUS)


def test_every_family_has_ten_plans() -> None:
    """C1 to C15 and C17."""
    assert {*DECIDED_BY, *DECIDED_BESIDE} == {f"C{number}" for number in (*range(1, 16), 17)}
    assert all(len(set(seeds)) >= 10 and set(seeds) <= set(SEEDS["plain"]) for seeds in DECIDED_BY.values())
    assert all(
        len(set(seeds)) >= 10 and set(seeds) <= set(SEEDS[kind]) for kind, seeds in DECIDED_BESIDE.values()
    )


@pytest.mark.parametrize("code", [*DECIDED_BY, *DECIDED_BESIDE])
def test_family_decides(code: str) -> None:
    """Without the family each of its plans costs less, or becomes possible."""
    others = [family for family in FAMILIES if family.code != code]
    kind, seeds = DECIDED_BESIDE.get(code) or ("plain", DECIDED_BY[code])
    for seed in seeds:
        plan = plan_of(tables_of(kind, seed))
        whole, without = least_cost(plan), least_cost(plan, families=others)
        assert without is not None, f"{kind} plan {seed}"
        assert whole is None or without < whole - 1e-5 * abs(whole), f"{kind} plan {seed}"


@pytest.mark.parametrize("feature", MATTERS)
def test_feature_matters(feature: str) -> None:
    """Without the feature the optimum of each of its plans is another."""
    kind, without, seeds = MATTERS[feature]
    assert set(seeds) <= set(SEEDS[kind])
    for seed in seeds:
        tables = tables_of(kind, seed)
        whole, other = (least_cost(plan_of(each)) for each in (tables, without(tables)))
        assert _differ(whole, other), f"{kind} plan {seed}"
