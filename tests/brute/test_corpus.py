"""The random plans are worth comparing: they own and rent, few are infeasible, every family decides some."""

from __future__ import annotations

import pytest

from models.program.families import FAMILIES
from tests.brute.corpus import CORPUS, answer
from tests.brute.random_plans import plan_tables
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
"""Plans whose optimum changes when a family of constraints is left out."""


def test_shares() -> None:
    """At most 20 % are infeasible; at least 40 % of the others both own and rent."""
    answers = [answer(seed) for seed in CORPUS]
    feasible = [found for found in answers if found.cost is not None]
    assert len(feasible) >= 0.8 * len(answers)
    assert sum(found.owns and found.rents for found in feasible) >= 0.4 * len(feasible)


def test_every_family_has_ten_plans() -> None:
    """C1 to C13."""
    assert set(DECIDED_BY) == {f"C{number}" for number in range(1, 14)}
    assert all(len(set(seeds)) >= 10 and set(seeds) <= set(CORPUS) for seeds in DECIDED_BY.values())


@pytest.mark.parametrize("code", DECIDED_BY)
def test_family_decides(code: str) -> None:
    """Without the family each of its plans costs less, or becomes possible."""
    others = [family for family in FAMILIES if family.code != code]
    for seed in DECIDED_BY[code]:
        plan = plan_of(plan_tables(seed))
        whole, without = least_cost(plan), least_cost(plan, families=others)
        assert without is not None, f"plan {seed}"
        assert whole is None or without < whole - 1e-5 * abs(whole), f"plan {seed}"
