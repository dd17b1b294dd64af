"""Every constraint family and every cost term matters: without it a named plan costs something else."""

from __future__ import annotations

from functools import cache

import pytest

from models.plan import Plan
from models.program.families import FAMILIES
from models.terms import TERMS
from tests.known.cap_plans import EXPECTED as CAPS
from tests.known.every_term import every_term
from tests.known.hand_plans import EXPECTED
from tests.known.limits_plans import EXPECTED as LIMITS
from tests.known.solving import ALL_TERMS, least_cost, plan_of

SHOWN_BY = {
    "C1": "lead rounds up to a period",
    "C2": "a full fabric needs a second one",
    "C3": "utilisation limits owned hours, not rented ones",
    "C4": "reserved beats on demand above break-even",
    "C5": "the reserved limit counts overlapping terms",
    "C6": "a campaign waits for its hardware",
    "C7": "batch work fills the night",
    "C8": "replicas are whole",
    "C9": "a gang needs its whole width",
    "C10": "N+1 by whole blocks",
    "C11": "a liquid design needs air modules for the rest of its heat",
    "C12": "an availability class needs a 2N feed",
    "C13": "spares from the binomial",
    "C14": "critical work survives the loss of a location",
    "C15": "work stays in few places",
    "C16": "an allocation limits orders",
    "C17": "a budget of capex",
    "C18": "a cap on carbon",
    "C19": "a share of a location",
    "C20": "a site opens after its lead",
    "C21": "an order is pinned",
    "DEF": "the peak of a block is billed",
}
"""The hand-solved plan that a family decides."""


@pytest.mark.parametrize("code", [family.code for family in FAMILIES])
def test_plan_changes_without_the_family(code: str) -> None:
    """A family missing here has no plan that shows what it does."""
    make, expected = (EXPECTED | LIMITS | CAPS)[SHOWN_BY[code]]
    without = least_cost(plan_of(make()), families=[family for family in FAMILIES if family.code != code])
    assert without is not None, "fewer rows cannot make a plan impossible"
    assert without < expected * (1 - 1e-6)


@cache
def _whole() -> tuple[Plan, float]:
    plan = plan_of(every_term())
    cost = least_cost(plan)
    assert cost is not None
    return plan, cost


@pytest.mark.parametrize("name", ALL_TERMS)
def test_cost_changes_without_the_term(name: str) -> None:
    """Costs fall, credits were missed."""
    plan, whole = _whole()
    without = least_cost(plan, terms=[term for term in ALL_TERMS if term != name])
    assert without is not None
    credit = next(term for term in TERMS if term.name == name).nature == "credit"
    assert without > whole + 1 if credit else without < whole - 1
