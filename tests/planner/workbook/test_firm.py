"""A firm in 143 cells of the template: three sites, one colo with a power ramp, two fleets, an order, two
commitments, six workloads, a second currency and budgets by fiscal year become a proven plan."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from click.testing import CliRunner

from models.plan import month
from planner.cli.check import check
from planner.cli.solve import solve
from planner.cli.template import template
from planner.report.register import name_of
from planner.workbook import ReadResult, read_workbook
from tests.planner.workbook.typed_cells import Typed, type_into

CATALOGUE = ["--catalogue", "systems=H100X8,H200X8,B200X8", "--catalogue", "offers=AWS*"]
"""A firm's choice of what it would buy and rent; it keeps the search short too."""
MOST_CELLS = 160
GAP = 0.03

FIRM: Typed = {
    "Settings": [{"plan_name": "Firm", "currency": "USD", "start": "2027-01", "periods": 6,
                  "discount_rate": 0.09, "fiscal_year_start_month": 7}],
    "Sites": [
        {"site_id": "dallas", "market": "texas", "kind": "own", "usable_mw": 3, "mw_basis": "it"},
        {"site_id": "columbus", "market": "ohio", "kind": "own", "usable_mw": 2.5, "mw_basis": "facility"},
        {"site_id": "helsinki", "market": "finland", "kind": "colo", "usable_mw": 0.5, "mw_basis": "it",
         "rent_per_kw_month": 130, "currency": "EUR"}],
    "PowerExpansions": [{"site_id": "columbus", "expansion_id": "hall-2", "block_mw": 2,
                         "block_cost": 20_000_000, "lead_months": 12, "max_blocks": 2}],
    "SitePower": [
        {"site_id": "helsinki", "from": "2027-07", "usable_mw": 1, "mw_basis": "it"},
        {"site_id": "helsinki", "from": "2028-07", "usable_mw": 2, "mw_basis": "it"}],
    "Workloads": [
        {"workload_id": "llm-8b", "kind": "training", "project": "base", "start": "2027-01",
         "end": "2028-06", "active_params_billion": 8, "tokens_trillion": 15},
        {"workload_id": "llm-30b", "kind": "training", "project": "base", "start": "2027-07",
         "end": "2028-12", "active_params_billion": 30, "tokens_trillion": 10},
        {"workload_id": "moe", "kind": "training", "project": "next", "start": "2028-07", "end": "2029-12",
         "active_params_billion": 12, "total_params_billion": 100, "tokens_trillion": 20},
        {"workload_id": "research", "kind": "continuous", "project": "lab", "start": "2027-01",
         "end": "2029-12"},
        {"workload_id": "evals", "kind": "batch", "project": "lab", "start": "2027-01", "end": "2029-12"},
        {"workload_id": "chat", "kind": "inference", "project": "serve", "start": "2027-01",
         "end": "2029-12"}],
    "Demand": [
        {"workload_id": "research", "from": "2027-01", "amount": 60_000, "unit": "eflop_per_month"},
        {"workload_id": "evals", "from": "2027-01", "amount": 64, "unit": "accelerators_of:H100X8"},
        {"workload_id": "chat", "from": "2027-01", "amount": 300, "unit": "requests_per_s",
         "growth_per_year": 0.5}],
    "ServingRates": [
        {"workload_id": "chat", "system_id": "H100X8", "rate": 2, "unit": "requests_per_s"}],
    "ExistingFleet": [
        {"fleet_id": "f1", "cluster_id": "c1", "site_id": "dallas", "system_id": "H100X8",
         "fabric_id": "IB400-2T-2K", "cooling_id": "AIR", "systems": 32, "in_service": "2025-06"},
        {"fleet_id": "f2", "cluster_id": "c2", "site_id": "columbus", "system_id": "H200X8",
         "fabric_id": "IB400-2T-2K", "cooling_id": "AIR", "systems": 16, "in_service": "2026-01"}],
    "OpenOrders": [
        {"order_id": "po-1", "site_id": "dallas", "system_id": "B200X8", "quantity": 16,
         "in_service": "2027-07", "total_price": 6_800_000, "paid_to_date": 2_000_000}],
    "Commitments": [
        {"commitment_id": "aws-h100", "kind": "capacity", "offer_id": "AWS-US-EAST-2-H100X8-R36", "blocks": 1,
         "start": "2026-01", "end": "2028-12"},
        {"commitment_id": "aws-spend", "kind": "spend", "provider": "AWS", "spend_per_year": 1_000_000,
         "start": "2026-07", "end": "2028-06"}],
    "FX": [{"currency": "EUR", "from": "2027-01", "rate_to_plan": 1.1}],
    "Budgets": [
        {"scope": "capex", "period": "FY2027", "amount": 60_000_000, "basis": "paid", "hard": "yes"},
        {"scope": "capex", "period": "FY2028", "amount": 60_000_000, "basis": "paid", "hard": "yes"},
        {"scope": "project", "key": "serve", "period": "FY2029", "amount": 20_000_000}],
}


@pytest.fixture(scope="module")
def typed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("firm") / "firm.xlsx"
    assert CliRunner().invoke(template, ["-o", str(path), *CATALOGUE]).exit_code == 0
    assert type_into(path, FIRM) == 143 <= MOST_CELLS
    return path


@pytest.fixture(scope="module")
def read(typed: Path) -> ReadResult:
    return read_workbook(typed)


@pytest.fixture(scope="module")
def solved(typed: Path) -> tuple[dict[str, Any], Any]:
    """The result as `--json` tells it, and the report."""
    report = typed.with_name("report.xlsx")
    ended = CliRunner().invoke(solve, [str(typed), "-o", str(report), "--mip-gap", str(GAP), "--no-baselines",
                                       "--quiet", "--json"])
    assert ended.exit_code == 0, ended.stderr
    return json.loads(ended.stdout), openpyxl.load_workbook(report, data_only=True)


def test_the_check_finds_no_error(typed: Path) -> None:
    ended = CliRunner().invoke(check, [str(typed)])
    assert ended.exit_code == 0
    assert ended.stdout.startswith(f"{typed}: can be planned (")
    assert {line.partition(" ")[0] for line in ended.stderr.splitlines()} == {"WARNING"}


def test_what_was_typed_is_in_the_plan(read: ReadResult) -> None:
    plan = read.plan
    assert plan is not None
    assert [(s.site_id, s.kind) for s in plan.sites] == [
        ("dallas", "own"), ("columbus", "own"), ("helsinki", "colo")]
    assert plan.sites[2].rent_per_kw_month == pytest.approx(130 * 1.1)
    assert [(s.from_, s.usable_mw) for s in plan.site_power] == [(month(2027, 7), 1.0), (month(2028, 7), 2.0)]
    assert [f.systems for f in plan.existing_fleet] == [32, 16]
    assert (len(plan.open_orders), len(plan.commitments), len(plan.workloads)) == (1, 2, 6)
    assert [b.period for b in plan.budgets] == ["FY2027", "FY2028", "FY2029"]


def test_rented_power_that_grows_comes_with_its_cooling(read: ReadResult) -> None:
    """An own site's present power is cooled; a colo site's rent holds the cooling of all contracted power."""
    assert read.plan is not None
    assert {c.site_id: c.existing_kw for c in read.plan.site_cooling if c.cooling_id == "AIR"} == {
        "dallas": 3000.0, "columbus": 1893.939, "helsinki": 2000.0}
    told = [f.seen for f in read.findings if f.code == "default.site_cooling" and "helsinki" in f.seen]
    assert told == ['"helsinki" has no row on SiteCooling: every cooling may be used, "AIR" is taken to '
                    "carry the contracted power (2,000 IT kW)"]


def test_the_plan_is_proven_and_its_report_holds(solved: tuple[dict[str, Any], Any]) -> None:
    told, report = solved
    assert told["exit_code"] == 0
    assert 0 <= told["gap"] <= GAP
    assert told["master_status"] == "OK"
    cover = {row[0].value: row[1].value for row in report["Cover"].iter_rows(max_col=2)}
    assert cover["Master status"] == "OK"


def test_an_order_placed_before_the_plan_is_no_action(solved: tuple[dict[str, Any], Any]) -> None:
    assert [a for a in solved[0]["actions"] if a["unit"] == "orders"] == []
    assert len(solved[0]["actions"]) == 3


def test_every_default_used_is_listed_in_the_report(read: ReadResult, solved: tuple[dict[str, Any], Any]
                                                    ) -> None:
    listed = list(_defaults(solved[1]["Assumptions"]))
    assert listed == [(name_of(used.ref), used.why, used.ref.table) for used in read.defaults]
    blanks = {(used.ref.table, used.ref.key, used.ref.field) for used in read.defaults}
    assert {("Settings", "", "period_months"), ("Sites", "dallas", "energy_price_kwh"),
            ("Workloads", "llm-8b", "mfu"), ("SiteCooling", "helsinki|AIR", "existing_kw"),
            ("OpenOrders", "po-1", "fabric_id"), ("Commitments", "aws-h100", "shortfall_share")} <= blanks
    assert ("Sites", "helsinki", "rent_per_kw_month") not in blanks


def _defaults(sheet: Any) -> Iterator[tuple[str, str, str]]:
    """Name, reason and sheet of each row under the heading of the defaults."""
    rows = sheet.iter_rows(values_only=True)
    for row in rows:
        if row[0] == "Defaults used for blank cells":
            break
    for row in rows:
        if row[1] is not None:
            yield row[1], row[7], row[12]
