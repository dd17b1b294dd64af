"""What choices cost, and what stands in the way where the planner's own limits leave no plan."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

import pytest

from models.costing.lines import cost_lines
from models.plan import FieldRef, Plan
from models.program.build import ImpossibleRowsError, build
from models.sizing import size
from planner.analyse.choices import cost_of_choices
from planner.analyse.infeasible import explain, impossible_rows
from planner.analyse.reason import Reason
from planner.solve.options import SolveOptions
from planner.workbook.tables import plan_from_tables

EXACT = SolveOptions(mip_gap=0.0, time_limit_s=60.0, threads=1)


def plan_of(tables: Any) -> Plan:
    result = plan_from_tables(tables)
    assert result.plan is not None, result.findings
    return result.plan


def reasons(tables: Any) -> tuple[Reason, ...]:
    plan = plan_of(tables)
    sizing = size(plan)
    try:
        matrix = build(plan, sizing, cost_lines(plan, sizing))
    except ImpossibleRowsError as error:
        return impossible_rows(error.rows, sizing)
    return explain(plan, sizing, matrix, EXACT, threading.Event())


def test_protection_is_priced(limits: dict[str, Callable[..., Any]]) -> None:
    """125,600 with it, 100,000 without."""
    (choice,) = cost_of_choices(plan_of(limits["loss_of_a_location"]()), 125_600, EXACT, threading.Event())
    assert choice.ref == FieldRef("Workloads", "steady", "critical_share")
    assert choice.without == pytest.approx(100_000)
    assert choice.price == pytest.approx(25_600)


def test_each_override_is_priced_alone(limits: dict[str, Callable[..., Any]]) -> None:
    """A second system costs 100,000; a rented accelerator beside one system 16,000."""
    tables = limits["pinned_order"]()
    tables["Overrides"] += limits["override"]("on_demand", item="OD", min=8000, max=8000)
    made = cost_of_choices(plan_of(tables), 216_000, EXACT, threading.Event())
    assert [choice.what for choice in made] == [
        "order of S8 at home, all: >= 2", "on_demand of OD, all: = 8000"]
    assert [choice.price for choice in made] == pytest.approx([100_000, 16_000])


def test_a_set_stop_prices_nothing(limits: dict[str, Callable[..., Any]]) -> None:
    stop = threading.Event()
    stop.set()
    assert cost_of_choices(plan_of(limits["pinned_order"]()), 200_000, EXACT, stop) == ()


@pytest.mark.parametrize(
    ("name", "changes", "code", "ref", "params"),
    [
        ("carbon_cap", {"Limits": [("carbon_t", None, 7.0)]}, "limit.own",
         FieldRef("Limits", "carbon_t||all", "amount"), {"limit": "7 t", "more": "0.68"}),
        ("capex_budget", {"CloudOffers": []}, "limit.own", FieldRef("Budgets", "capex||all", "amount"),
         {"limit": "100,000 USD", "more": "100,000"}),
        ("location_share", {"CloudOffers": []}, "limit.share",
         FieldRef("Limits", "location_share|home|all", "amount"), {"more": "50.0%"}),
        ("pinned_order", {"Overrides": [{"decision": "order", "period": "all", "min": 9}]}, "limit.least",
         FieldRef("Overrides", "order|||all", "min"), {"limit": "9 systems", "more": "6"}),
        ("loss_of_a_location", {"CloudOffers": []}, "unmet.row",
         FieldRef("Workloads", "steady", "workload_id"),
         {"limit": "0.008"}),
        ("pinned_order", {"Overrides": [{"decision": "spot", "period": "all", "min": 9}]}, "unmet.limit",
         FieldRef("Overrides", "spot|||all", "min"), {"key": "spot|||all"}),
    ],
)
def test_own_limits_are_named(
    limits: dict[str, Callable[..., Any]], name: str, changes: dict[str, Any], code: str, ref: FieldRef,
    params: dict[str, str],
) -> None:
    """The limit that would have to give way, its cell and by how much."""
    tables = limits[name]()
    for sheet, rows in changes.items():
        tables[sheet] = [
            row if isinstance(row, dict)
            else dict(zip(("kind", "key", "amount"), row, strict=True)) | {"period": "all"}
            for row in rows]
    (reason,) = reasons(tables)
    assert (reason.code, reason.ref) == (code, ref)
    assert {key: reason.params[key] for key in params} == params


def test_the_critical_share_is_named(limits: dict[str, Callable[..., Any]]) -> None:
    """Without the reserved offer 6.4 of 8 survive the loss of the site."""
    tables = limits["loss_of_a_location"]()
    tables["CloudOffers"] = tables["CloudOffers"][:1]
    (reason,) = reasons(tables)
    assert (reason.code, reason.params["what"], reason.params["more"]) == (
        "limit.critical", "home, 100% of steady", "20.0%")
