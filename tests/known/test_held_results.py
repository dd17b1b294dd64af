"""What the result tells of what is held, ordered, leased or signed: outcome, dues, tenure."""

from __future__ import annotations

import math

import pytest

from tests.known import held_plans as held
from tests.known import signed_plans as signed
from tests.known.held_plans import fleet
from tests.known.small_plan import Tables, demand, plan
from tests.known.solving import plan_of, solved


def test_what_becomes_of_existing_systems() -> None:
    """Two systems with 70,000 in the books over the four years of their life that are left; one is sold for
    40,000 at the start, 5,000 more than its share of the books."""
    tables = held.sell_what_stands_idle()
    tables["ExistingFleet"][0]["book_value"] = 70_000
    (row,) = solved(plan_of(tables)).held
    assert (row.kind, row.name, row.quantity) == ("fleet", "F1", 2)
    assert row.outcome == "1 sold in 2027, 1 kept to the end of the plan"
    assert row.proceeds == pytest.approx(40_000)
    assert row.gain == pytest.approx(5_000)
    assert row.book_value is not None
    assert row.book_value.tolist() == pytest.approx([70_000, 52_500])


def test_what_becomes_of_orders() -> None:
    """Kept: 70,000 are due. Cancelled: the fee of 10,000."""
    tables = held.order_arrives()
    tables["OpenOrders"][0]["po_number"] = "4711"
    (row,) = solved(plan_of(tables)).held
    assert (row.name, row.outcome, row.due) == ("PO1 (4711)", "kept, in service in 2027-01", 70_000)
    (row,) = solved(plan_of(held.order_is_cancelled())).held
    assert (row.outcome, row.due) == ("cancelled", 10_000)


@pytest.mark.parametrize(("assignable", "transferable"), [(False, 0), (True, 64_000)])
def test_what_is_owed_past_the_horizon(assignable: bool, transferable: float) -> None:
    """The second year of a signed block: 64,000; who else may take it is told."""
    result = solved(plan_of(signed.signed_capacity(assignable=assignable)))
    (row,) = result.liabilities
    assert (row.item, row.amount, row.transferable) == ("C1", 64_000, transferable)
    assert row.payments == ((1, 64_000.0),)
    (commitment,) = result.held
    assert (commitment.due, commitment.past_horizon, commitment.transferable) == (
        64_000,
        64_000,
        transferable,
    )


def test_a_lease_is_owed_past_the_horizon() -> None:
    """Three years signed in a plan of one: two are owed past it."""
    (row,) = solved(plan_of(held.lease_is_paid_to_its_end())).liabilities
    assert (row.term, row.amount) == ("equipment_lease", 48_000)


def test_a_stay_is_owed_past_the_horizon() -> None:
    """18 months of rent and fixed cost of a site that opens; a year's rent of one that stands."""
    rows = solved(plan_of(signed.stay_past_the_end())).liabilities
    assert [(row.term, row.location, row.amount) for row in rows] == [
        ("colocation_rent", "home", pytest.approx(1_800)),
        ("site_fixed", "home", pytest.approx(1_500)),
    ]
    assert rows[0].payments == ((1, pytest.approx(1_200)), (2, pytest.approx(600)))
    (row,) = solved(plan_of(signed.standing_stay_past_the_end())).liabilities
    assert (row.term, row.payments) == ("colocation_rent", ((1, pytest.approx(1_200)),))


def _tenures(tables: Tables) -> dict[str, list[float]]:
    """Systems in service by tenure."""
    result = solved(plan_of(tables))
    found = {}
    for row in result.fleet:
        values = [
            result.activities[part.activity] * math.prod(factor.amount for factor in part.factors)
            for part in row.parts
            if part.activity is not None
        ]
        found[row.tenure] = (sum(values[1:], values[0]) / 8).tolist()
    return found


def test_leased_systems_are_told_apart() -> None:
    """Leased to June, then rented; leased by the plan, twice for a half-year; a leased one beside an own."""
    found = _tenures(held.lease_ends())
    assert found["leased"] == [1, 0]
    assert "owned" not in found
    assert _tenures(held.leased_systems_go_back()) == {"leased": [1, 1]}
    rows = [fleet("OWN", cluster_id="C"), fleet("LEASED", cluster_id="C", tenure="leased")]
    assert _tenures(plan(ExistingFleet=rows, Demand=[demand(16)])) == {"owned": [1], "leased": [1]}


def test_spending_that_falls_short_is_told() -> None:
    """72,000 of 200,000 are not spent."""
    (row,) = solved(plan_of(signed.spend_shortfall())).held
    assert row.outcome == "72,000 of committed spending not reached"
    assert row.due == pytest.approx(36_000)
