"""Properties of the best plan, at gap 0: how its cost answers to a change of the input."""

from __future__ import annotations

import copy
import math
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from planner.workbook.schema import TABLES
from tests.known.small_plan import Tables, offer
from tests.known.solving import least_cost, plan_of, solved
from tests.property.small_plans import rented_plans, small_plans

SMALL = settings(
    max_examples=40,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
SLACK = 1e-6
"""Relative: costs are sums of rounded products."""


def cost(tables: Tables) -> float:
    """Least cost; infinite where nothing serves the demand."""
    found = least_cost(plan_of(tables))
    return math.inf if found is None else found


def not_above(less: float, more: float) -> bool:
    """less <= more, up to rounding."""
    return less == more or less <= more + SLACK * (1 + abs(more))


def changed(tables: Tables, sheet: str, row: int, **values: Any) -> Tables:
    """A copy with some cells changed."""
    made = copy.deepcopy(tables)
    made[sheet][row] |= values
    return made


@SMALL
@given(small_plans(), st.data())
def test_more_demand_is_never_cheaper(tables: Tables, data: st.DataObject) -> None:
    row = data.draw(st.integers(0, len(tables["Demand"]) - 1))
    more = changed(tables, "Demand", row, amount=1.5 * tables["Demand"][row]["amount"])
    assert not_above(cost(tables), cost(more))


LIMITS = [
    ("Sites", {"usable_mw": 0.05}),
    ("CloudOffers", {"max_accelerators": 200, "max_cluster_accelerators": 200}),
    ("Settings", {"max_locations": 3}),
    ("Settings", {"min_share": 0}),
]


@SMALL
@given(small_plans(), st.sampled_from(LIMITS))
def test_a_looser_limit_is_never_dearer(tables: Tables, limit: tuple[str, dict[str, Any]]) -> None:
    sheet, values = limit
    assert not_above(cost(changed(tables, sheet, 0, **values)), cost(tables))


@SMALL
@given(small_plans(), st.sampled_from([1.0, 2.0, 9.0]), st.sampled_from(["Cloud", "Other"]))
def test_adding_an_offer_is_never_dearer(tables: Tables, price: float, provider: str) -> None:
    more = copy.deepcopy(tables)
    more["CloudOffers"].append(offer("NEW", price=price, provider=provider, region="new"))
    assert not_above(cost(more), cost(tables))


@SMALL
@given(small_plans(), st.sampled_from([0.01, 3.0, 250.0]))
def test_scaling_all_money_scales_cost(tables: Tables, factor: float) -> None:
    scaled = copy.deepcopy(tables)
    for table in TABLES:
        money = [column.name for column in table.columns if column.kind == "money"]
        for row in scaled.get(table.name, []):
            if str(row.get("driver")).startswith("share_of_"):
                continue
            row |= {name: factor * row[name] for name in money if row.get(name)}
    before, after = cost(tables), cost(scaled)
    assert math.isclose(after, factor * before, rel_tol=SLACK) or before == after


def renamed(tables: Tables) -> Tables:
    """Every id with other letters, in another alphabetical order."""
    ids = {
        str(row[column])
        for table in TABLES
        for column in table.key
        for row in tables.get(table.name, [])
        if column in row and column not in ("key", "from")
    } | {"Cloud", "us", "eu", "P"}
    names = {name: f"{chr(ord('z') - number % 26)}{number}" for number, name in enumerate(sorted(ids))}
    units = {f"accelerators_of:{name}": f"accelerators_of:{new}" for name, new in names.items()}
    kept = {
        "kind",
        "term",
        "driver",
        "category",
        "per",
        "market",
        "where",
        "mw_basis",
        "from",
        "start",
        "end",
    }
    new = names | units

    def cell(column: str, value: Any) -> Any:
        return new.get(value, value) if isinstance(value, str) and column not in kept else value

    return {
        sheet: [{column: cell(column, value) for column, value in row.items()} for row in rows]
        for sheet, rows in tables.items()
    }


@SMALL
@given(small_plans())
def test_names_do_not_matter(tables: Tables) -> None:
    assert math.isclose(cost(renamed(tables)), cost(tables), rel_tol=SLACK)


@SMALL
@given(small_plans(), st.randoms(use_true_random=False))
def test_the_order_of_rows_does_not_matter(tables: Tables, random: Any) -> None:
    shuffled = copy.deepcopy(tables)
    for rows in shuffled.values():
        random.shuffle(rows)
    assert math.isclose(cost(shuffled), cost(tables), rel_tol=SLACK)


@SMALL
@given(rented_plans())
def test_splitting_periods_of_a_rented_plan_keeps_its_cost(tables: Tables) -> None:
    halves = changed(tables, "Settings", 0, period_months=6, periods=4)
    assert math.isclose(cost(halves), cost(tables), rel_tol=SLACK)


@settings(SMALL, max_examples=20)
@given(small_plans())
def test_the_same_input_gives_the_same_plan(tables: Tables) -> None:
    if cost(tables) == math.inf:
        return
    first, second = solved(plan_of(tables)), solved(plan_of(tables))
    assert first.total == second.total
    assert first.activities.keys() == second.activities.keys()
    assert all((first.activities[key] == second.activities[key]).all() for key in first.activities)
