"""What the result says of data: amounts by tier, durability, capacity, bandwidth, orders."""

from __future__ import annotations

import pytest

from models.results import PlanResult
from tests.known.solving import plan_of, solved
from tests.known.storage_plans import data_set_leaves_home, owned_bandwidth, policy, storage_draws_power, tier


def _resource(result: PlanResult, words: str) -> tuple[list[float], list[float] | None]:
    row = next(row for row in result.capacity if words in row.resource)
    return list(row.use), None if row.limit is None else list(row.limit)


def test_data_by_tier() -> None:
    """Two copies at each place; a copy survives a year with 99 %, two with 99.99 %."""
    tables = data_set_leaves_home()
    tables["Storage"] = [tier("B-HOT", durability=0.99), tier("A-WARM", "A:us", "warm")]
    tables["StoragePolicy"] = [policy("dataset", warm_days=30, copies=2)]
    rows = solved(plan_of(tables)).storage
    assert [(row.location, row.tiers, row.data, row.stage, list(row.tb), row.copies) for row in rows] == [
        ("A:us", ("A-WARM",), "dataset", "warm", [pytest.approx(200)], 2),
        ("B:us", ("B-HOT",), "dataset", "hot", [pytest.approx(200)], 2),
    ]
    assert (rows[0].durability, rows[1].durability) == (None, pytest.approx(0.9999))


def test_bandwidth_and_owned_storage() -> None:
    """100 of 200 TB are filled; 10 of 10 GB/s are asked for; the order says what it is for."""
    result = solved(plan_of(owned_bandwidth()))
    assert _resource(result, "Storage RACK") == ([pytest.approx(100)], [pytest.approx(200)])
    assert _resource(result, "Read bandwidth") == ([pytest.approx(10)], [pytest.approx(10)])
    order = next(row for row in result.purchases if row.kind == "storage")
    assert (order.quantity, order.amount) == (pytest.approx(200), pytest.approx(60_000))
    assert order.why == "Keeps up to 100 TB of data at home."


def test_power_of_storage_is_counted() -> None:
    """20 kW of systems and 10 kW of storage."""
    assert _resource(solved(plan_of(storage_draws_power())), "Present power")[0] == [pytest.approx(0.03)]
