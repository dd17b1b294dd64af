"""Every column about data changes the cost of a plan, or a figure of its result."""

from __future__ import annotations

import copy
from functools import cache
from typing import Any

import pytest

from planner.workbook.schema import BY_NAME
from tests.known.small_plan import (
    HALF_YEARS,
    Row,
    Tables,
    demand,
    offer,
    plan,
    run,
    settings,
    site,
    system,
    work,
)
from tests.known.solving import least_cost, plan_of

KINDS = ("dataset", "processed", "checkpoint", "weights", "evaluation", "log", "backup")


def busy() -> Tables:
    """A run at a site and serving in a cloud, with data of every kind, in four half-years.

    Failures are rare, a version is written about every 25 days; the run ends with the first half-year.
    """
    return plan(
        Settings=settings(**(HALF_YEARS | {"periods": 4})),
        Sites=[site(egress_per_tb=3, residency="eu", energy_price_kwh=0.1)],
        Systems=[system(interruptions_per_accelerator_year=0.01)],
        CloudOffers=[offer(region="eu")],
        Workloads=[
            run(
                accelerators=8,
                hours=3800,
                end="2027-06",
                allowed_locations="home",
                residency="eu",
                active_params_billion=1000,
                bytes_per_param_checkpoint=10,
                bytes_per_param_state=1,
                checkpoint_write_s=100,
                checkpoints_kept=12,
                min_checkpoints_kept=1,
                dataset_tb=100,
                dataset_home="Cloud:eu",
                dataset_growth_per_year=0.1,
                read_gb_per_s=40,
                log_gb_per_accelerator_day=3,
                min_log_days=40,
                cache_hit_share=0.1,
                max_accelerators=16,
            ),
            work(
                "steady",
                allowed_locations="Cloud:eu",
                end="2027-12",
                dataset_tb=10,
                dataset_home="home",
                read_gb_per_s=1,
                log_gb_per_accelerator_day=1,
            ),
        ],
        Demand=[demand(8)],
        Storage=[
            {
                "tier_id": "FAST",
                "where": "site",
                "kind": "hot",
                "capex_per_tb": 300,
                "life_months": 12,
                "kw_per_tb": 0.001,
                "read_gb_per_s_per_tb": 0.05,
                "write_gb_per_s_per_tb": 0.5,
                "egress_per_tb": 1,
                "price_change_per_year": 0.1,
            },
            {
                "tier_id": "RENT",
                "where": "any",
                "kind": "warm",
                "price_per_tb_month": 8,
                "egress_per_tb": 90,
                "retrieval_per_tb": 15,
                "price_change_per_year": 0.05,
            },
            {
                "tier_id": "OBJECT",
                "where": "Cloud:eu",
                "kind": "hot",
                "price_per_tb_month": 20,
                "egress_per_tb": 90,
                "retrieval_per_tb": 0.01,
                "price_change_per_year": 0.02,
            },
            {
                "tier_id": "DEEP",
                "where": "any",
                "kind": "archive",
                "price_per_tb_month": 1,
                "min_storage_days": 60,
                "durability": 0.999,
            },
        ],
        StoragePolicy=[
            {
                "data_kind": kind,
                "hot_days": 30,
                "warm_days": 40,
                "archive_days": 50,
                "copies": 2,
                "dedup_ratio": 1.25,
                "compression_ratio": 1.6,
            }
            for kind in KINDS
        ],
    )


@cache
def _whole() -> float:
    cost = least_cost(plan_of(busy()))
    assert cost is not None
    return cost


def _cost(table: str, row: int, **changes: Any) -> float | None:
    tables = copy.deepcopy(busy())
    tables[table][row] |= changes
    return least_cost(plan_of(tables))


RUN: Row = {
    "dataset_tb": 120,
    "dataset_home": "home",
    "dataset_growth_per_year": 0.2,
    "read_gb_per_s": 50,
    "checkpoints_kept": 5,
    "min_checkpoints_kept": 6,
    "bytes_per_param_checkpoint": 12,
    "log_gb_per_accelerator_day": 4,
    "min_log_days": 200,
    "cache_hit_share": 0.3,
    "checkpoint_write_s": 50,
    "residency": "us",
}
TIER: tuple[tuple[int, str, Any], ...] = (
    (0, "where", "Cloud:eu"),
    (0, "kind", "warm"),
    (0, "capex_per_tb", 250),
    (0, "life_months", 24),
    (0, "kw_per_tb", 0.002),
    (0, "read_gb_per_s_per_tb", 0.04),
    (0, "write_gb_per_s_per_tb", 0.1),
    (0, "egress_per_tb", 2),
    (0, "price_change_per_year", 0.2),
    (1, "where", "Cloud:eu"),
    (1, "kind", "archive"),
    (1, "price_per_tb_month", 9),
    (1, "egress_per_tb", 80),
    (1, "retrieval_per_tb", 10),
    (1, "price_change_per_year", 0.1),
    (2, "egress_per_tb", 80),
    (2, "retrieval_per_tb", 0.02),
    (3, "price_per_tb_month", 2),
    (3, "min_storage_days", 90),
)
POLICY: Row = {
    "hot_days": 45,
    "warm_days": 60,
    "archive_days": 80,
    "copies": 3,
    "dedup_ratio": 1.5,
    "compression_ratio": 2,
}
IN_RESULTS = {"durability"}
"""Columns that change no cost: the result says how safe data is."""


@pytest.mark.parametrize("column", RUN)
def test_workloads(column: str) -> None:
    """Data of a run."""
    assert _cost("Workloads", 0, **{column: RUN[column]}) != pytest.approx(_whole(), rel=1e-9)


@pytest.mark.parametrize(("row", "column", "value"), TIER)
def test_storage(row: int, column: str, value: Any) -> None:
    """Tiers."""
    assert _cost("Storage", row, **{column: value}) != pytest.approx(_whole(), rel=1e-9)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("column", POLICY)
def test_policy(kind: str, column: str) -> None:
    """Retention of each kind of data."""
    changed = _cost("StoragePolicy", KINDS.index(kind), **{column: POLICY[column]})
    assert changed != pytest.approx(_whole(), rel=1e-9)


@pytest.mark.parametrize("kind", KINDS)
def test_each_kind_costs(kind: str) -> None:
    """Without its policy a kind of data is not kept, or only while it is used."""
    tables = busy()
    tables["StoragePolicy"] = [row for row in tables["StoragePolicy"] if row["data_kind"] != kind]
    assert least_cost(plan_of(tables)) != pytest.approx(_whole(), rel=1e-9)


@pytest.mark.parametrize(("column", "value"), [("egress_per_tb", 4), ("residency", "us")])
def test_sites(column: str, value: Any) -> None:
    """Prices and legal area of a site."""
    assert _cost("Sites", 0, **{column: value}) != pytest.approx(_whole(), rel=1e-9)


def test_every_column_is_here() -> None:
    """A new column of Storage or StoragePolicy needs a case."""
    tried = {column for _, column, _ in TIER}
    assert {column.name for column in BY_NAME["Storage"].columns} == tried | IN_RESULTS | {"tier_id"}
    assert {column.name for column in BY_NAME["StoragePolicy"].columns} == {*POLICY, "data_kind"}
