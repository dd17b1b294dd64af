"""The random plans are worth comparing: they own and rent, few are infeasible, every family decides some."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import pytest

from models.program.families import FAMILIES
from tests.brute.corpus import CORPUS, SEEDS, answer, tables_of
from tests.brute.random_drawing import Tables
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
    "C16": ("limits", (1, 7, 15, 28, 36, 42, 49, 56, 57, 77, 78, 84)),
    "C17": ("budget", (1, 10, 12, 16, 18, 19, 21, 26, 27, 31, 32, 34, 38)),
    "C18": ("limits", (4, 11, 39, 46, 53, 67, 74, 88, 95, 123, 165, 193, 200)),
    "C19": ("limits", (5, 12, 19, 26, 40, 54, 68, 82, 89, 96, 124)),
    "C20": ("leaving", (1, 5, 8, 12, 15, 17, 18, 19, 21, 26, 46, 49)),
    "C21": ("limits", (20, 27, 41, 48, 83, 90, 111, 125, 132, 146, 153, 188, 209)),
}
"""The same for families that only other kinds of plans have."""


@cache
def optimum(kind: str, seed: int) -> float | None:
    """The program's least cost of plan `seed` of a kind."""
    return least_cost(plan_of(tables_of(kind, seed)))


def _without(sheet: str, **cells: object) -> Callable[[Tables], Tables]:
    """Changes tables: cells of every row of a sheet set, or without cells the sheet left out."""

    def changed(tables: Tables) -> Tables:
        rows = [row | cells for row in tables.get(sheet, [])] if cells else []
        return tables | {sheet: rows}

    return changed


def _free_of_charge(tables: Tables) -> Tables:
    """Tables whose bought storage costs nothing."""
    rows = tables["Storage"]
    free = {"capex_per_tb": 0.0}
    return tables | {"Storage": [r if r.get("capex_per_tb") is None else r | free for r in rows]}


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
    "critical runs": (
        "survive",
        _without("Workloads", critical_share=0),
        (1, 2, 4, 6, 7, 10, 11, 12, 13, 14, 15, 17, 19, 21),
    ),
    "price of carbon": (
        "limits",
        _without("Settings", carbon_price_per_t=0),
        (11, 18, 25, 32, 46, 53, 60, 95, 109, 116, 123, 130),
    ),
    "price of water": (
        "limits",
        _without("Sites", water_price_per_m3=0),
        (18, 46, 81, 130, 137, 158, 165, 179, 186, 193),
    ),
    "scopes and bases of budgets": (
        "limits",
        _without("Budgets"),
        (9, 10, 24, 44, 45, 51, 65, 66, 72, 80, 87, 100, 101, 107),
    ),
    "when capex counts": (
        "limits",
        _without("Budgets", basis="paid"),
        (10, 24, 45, 52, 59, 80, 87, 101, 108, 115, 129, 136),
    ),
    "promises to spend": ("promise", _without("Commitments"), (1, 2, 3, 4, 6, 7, 9, 10, 11, 12, 13, 17)),
    "balances paid before": (
        "promise",
        _without("Commitments", prepaid_balance=0),
        (1, 4, 6, 7, 11, 12, 13, 18, 22, 29, 33, 34),
    ),
    "what is short is due in part": (
        "promise",
        _without("Commitments", shortfall_share=0),
        (2, 3, 4, 6, 7, 9, 10, 11, 12, 13),
    ),
    "open orders": ("order", _without("OpenOrders"), (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12)),
    "orders may be cancelled": (
        "order",
        _without("OpenOrders", cancellable_until=None),
        (2, 8, 9, 10, 14, 22, 34, 43, 48, 52, 55),
    ),
    "fees of cancelling": (
        "order",
        _without("OpenOrders", cancel_fee=None),
        (9, 10, 14, 23, 48, 52, 55, 65, 71, 72, 79),
    ),
    "leases of new systems": (
        "leaving",
        _without("Systems", lease_per_month=None),
        (3, 8, 23, 28, 42, 44, 46, 53, 58, 59, 63, 64),
    ),
    "leaving sites": (
        "leaving",
        _without("Sites", minimum_stay_months=0, decommission_cost=0),
        (12, 13, 14, 17, 18, 19, 26, 46, 49, 62, 63, 71),
    ),
    "shortest stays": ("leaving", _without("Sites", minimum_stay_months=0), (5, 12, 13, 14, 19, 26, 46, 63)),
    "retention": ("storage", _without("StoragePolicy"), (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12)),
    "checkpoints": (
        "storage",
        _without("Workloads", total_params_billion=None),
        (0, 2, 3, 7, 8, 9, 11, 12, 13, 15, 19, 21),
    ),
    "logs": (
        "storage",
        _without("Workloads", log_gb_per_accelerator_day=0),
        (4, 5, 6, 10, 15, 18, 19, 20, 21, 22, 25, 29),
    ),
    "bandwidth": (
        "storage",
        _without("Storage", read_gb_per_s_per_tb=None, write_gb_per_s_per_tb=None),
        (2, 9, 10, 11, 13, 16, 17, 21, 22, 28, 33, 36),
    ),
    "growth of data": (
        "storage",
        _without("Workloads", dataset_growth_per_year=0),
        (0, 5, 12, 14, 21, 25, 30, 32, 36, 37),
    ),
    "storage bought": (
        "storage",
        _free_of_charge,
        (0, 2, 3, 5, 6, 8, 11, 12, 13, 14, 18),
    ),
    "power of storage": (
        "storage",
        _without("Storage", kw_per_tb=0),
        (6, 8, 13, 19, 24, 38, 44, 48, 49, 52),
    ),
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
    others = [optimum(*plan) for plan in CORPUS if plan[0] != "plain"]
    assert len(possible) + sum(cost is not None for cost in others) >= 0.8 * len(CORPUS)


def test_every_family_has_ten_plans() -> None:
    """C1 to C21."""
    assert {*DECIDED_BY, *DECIDED_BESIDE} == {f"C{number}" for number in range(1, 22)}
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
        whole = optimum(kind, seed)
        without = least_cost(plan_of(tables_of(kind, seed)), families=others)
        assert without is not None, f"{kind} plan {seed}"
        assert whole is None or without < whole - 1e-5 * abs(whole), f"{kind} plan {seed}"


@pytest.mark.parametrize("feature", MATTERS)
def test_feature_matters(feature: str) -> None:
    """Without the feature the optimum of each of its plans is another."""
    kind, without, seeds = MATTERS[feature]
    assert set(seeds) <= set(SEEDS[kind])
    for seed in seeds:
        whole, other = optimum(kind, seed), least_cost(plan_of(without(tables_of(kind, seed))))
        assert _differ(whole, other), f"{kind} plan {seed}"
