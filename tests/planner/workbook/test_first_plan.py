"""Fifty cells on six sheets of the blank template are a plan: two sites, three workloads, a fleet."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from planner.cli.template import template
from planner.workbook import ReadResult, read_workbook
from tests.planner.workbook.typed_cells import type_into

TYPED: dict[str, list[dict[str, Any]]] = {
    "Settings": [{"plan_name": "First plan", "currency": "USD", "start": "2027-01", "periods": 4,
                  "discount_rate": "8%"}],
    "Sites": [
        {"site_id": "dallas", "market": "texas", "kind": "own", "usable_mw": 4, "mw_basis": "it"},
        {"site_id": "helsinki", "market": "finland", "kind": "colo", "usable_mw": 2, "mw_basis": "it"}],
    "Workloads": [
        {"workload_id": "llm-30b", "kind": "training", "project": "base", "start": "2027-01",
         "end": "2028-06", "active_params_billion": 30, "tokens_trillion": 6},
        {"workload_id": "llm-8b", "kind": "training", "project": "base", "start": "2027-07",
         "end": "2028-12", "active_params_billion": 8, "tokens_trillion": 15},
        {"workload_id": "chat", "kind": "inference", "project": "serve", "start": "2027-01",
         "end": "2028-12"}],
    "Demand": [{"workload_id": "chat", "from": "2027-01", "amount": 300, "unit": "requests_per_s"}],
    "ServingRates": [{"workload_id": "chat", "system_id": "H100X8", "rate": 2, "unit": "requests_per_s"}],
    "ExistingFleet": [{"fleet_id": "f1", "cluster_id": "c1", "site_id": "dallas", "system_id": "H100X8",
                       "fabric_id": "IB400-2T-2K", "cooling_id": "AIR", "systems": 32,
                       "in_service": "2025-06"}],
}


@pytest.fixture
def first(tmp_path: Path) -> ReadResult:
    path = tmp_path / "my-plan.xlsx"
    assert CliRunner().invoke(template, ["-o", str(path)]).exit_code == 0
    assert len(TYPED) <= 6
    assert type_into(path, TYPED) <= 50
    return read_workbook(path)


def test_fifty_cells_are_a_plan(first: ReadResult) -> None:
    assert [f for f in first.findings if f.severity == "error"] == []
    assert first.plan is not None
    assert [s.site_id for s in first.plan.sites] == ["dallas", "helsinki"]
    assert [f.seen for f in first.findings if f.code == "default.site_cooling"] == [
        f'"{site}" has no row on SiteCooling: every cooling may be used, "AIR" is taken to carry the present '
        f"power ({kw} IT kW)" for site, kw in (("dallas", "4,000"), ("helsinki", "2,000"))]


def test_every_default_used_is_listed(first: ReadResult) -> None:
    """Each figure of a typed row is typed, or listed as default with its reason."""
    listed = {default.ref for default in first.defaults}
    for ref, origin in first.origin.items():
        if ref.table in TYPED and ref.field not in ("enabled", "note", "source", "as_of", "confidence",
                                                    "currency"):
            assert origin.startswith(f"{ref.table}!") != (ref in listed), ref
    assert all(default.why for default in first.defaults)
    assert {(ref.key, ref.field) for ref in listed if ref.table == "SiteCooling"} >= {
        ("dallas|AIR", "existing_kw"), ("helsinki|AIR", "existing_kw"), ("helsinki|LIQUID", "cooling_id")}
