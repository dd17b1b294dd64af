"""Pre-checks: what they prove, with exact numbers, and that the shipped plans pass them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from models.sizing import size
from planner.prechecks import prechecks
from planner.workbook import Finding, lines, plan_from_tables, read_workbook

INPUTS = Path(__file__).parents[3] / "inputs"


def found(tables: dict[str, Any]) -> tuple[Finding, ...]:
    """Findings of the pre-checks on tables that the reader accepts."""
    read = plan_from_tables(tables)
    assert read.plan is not None, read.findings
    findings = prechecks(read.plan, size(read.plan), read.origin)
    assert all("{" not in line for line in lines(findings))  # the words take every parameter
    return findings


def only(tables: dict[str, Any]) -> Finding:
    """The one finding."""
    (finding,) = found(tables)
    assert finding.severity == "error"
    return finding


@pytest.mark.parametrize("name", ["minimal.xlsx", "example.xlsx"])
def test_shipped_plans_pass(name: str) -> None:
    read = read_workbook(INPUTS / name)
    assert read.plan is not None
    assert prechecks(read.plan, size(read.plan), read.origin) == ()


@pytest.mark.parametrize(("limit", "passes"), [(31, False), (32, True)])
def test_reserved_limit(plans: Any, limit: int, passes: bool) -> None:
    findings = found(plans["reserved_only"]((30, 32, 30, 30), limit))
    assert (not findings) is passes
    for finding in findings:
        assert finding.code == "demand.short"
        assert finding.place == "Demand!C6"
        assert finding.params["needed"] == "32"
        assert finding.params["most"] == "31"
        assert finding.params["short"] == "1"
        assert finding.params["period"] == "2027-02"


def test_two_workloads_that_fit_alone_but_not_together(plans: Any) -> None:
    tables = plans["reserved_only"]((20, 20), 32)
    tables["Workloads"].append({**tables["Workloads"][0], "workload_id": "second"})
    tables["Demand"] += [{**row, "workload_id": "second"} for row in tables["Demand"]]
    finding = only(tables)
    assert finding.code == "demand.total"
    assert (finding.params["needed"], finding.params["most"], finding.params["period"]) == (
        "40", "32", "2027-01")


def test_a_period_without_any_capacity(plans: Any) -> None:
    tables = plans["reserved_only"]((8, 8, 8), 32)
    offer = tables["CloudOffers"][0]
    tables["CloudOffers"] = [
        {**offer, "available_to": "2027-01"}, {**offer, "offer_id": "LATER", "available_from": "2027-03"}]
    finding = only(tables)
    assert finding.code == "demand.early"
    assert finding.params["period"] == "2027-02"
    assert finding.params["earliest"] == "2027-03"


def test_nothing_can_serve(plans: Any) -> None:
    tables = plans["reserved_only"]((8, 8), 32)
    tables["Workloads"][0]["min_availability"] = 0.9999
    tables["CloudOffers"][0]["availability"] = 0.99
    finding = only(tables)
    assert finding.code == "demand.no_pool"
    assert "availability 0.99 is below 0.9999" in finding.params["reasons"]


def _owned(plans: Any) -> dict[str, Any]:
    tables: dict[str, Any] = plans["minimal"]()
    tables["CloudOffers"] = []
    return tables


def test_memory_floor(plans: Any) -> None:
    """4,000e9 parameters at 16 bytes need 889 accelerators of 72 usable GB; one fabric joins 64."""
    tables = _owned(plans)
    tables["Workloads"][0].update(total_params_billion=4000)
    finding = only(tables)
    assert finding.code == "campaign.no_pool"
    assert "needs 889 accelerators" in finding.params["reasons"]
    assert "joins 64" in finding.params["reasons"]


def test_run_longer_than_its_window(plans: Any) -> None:
    """2,160,000 EFLOP on 64 accelerators at 1.44 EFLOP/h take 977 days; the window has 730."""
    tables = _owned(plans)
    tables["Workloads"][0].update(tokens_trillion=45)
    finding = only(tables)
    assert finding.code == "campaign.no_pool"
    assert "977 days, 730 are allowed" in finding.params["reasons"]


def test_capacity_too_late_for_the_run(plans: Any) -> None:
    """Systems are there from 2028-01; at 64 accelerators the run takes two periods, one is left."""
    tables = _owned(plans)
    tables["Systems"][0]["lead_months"] = 11
    tables["Workloads"][0]["end"] = "2028-06"
    finding = only(tables)
    assert finding.code == "campaign.late"
    assert finding.place == "Workloads!E5"
    assert finding.params["earliest"] == "2028-01"
    assert finding.params["end"] == "2028-06"
    assert finding.params["finish"] == "2028-12"


def test_more_runs_than_power_can_carry(plans: Any) -> None:
    """90 kW feed 8 systems; 64 accelerators have 840,960 hours in the three periods after delivery."""
    tables = _owned(plans)
    tables["Sites"][0]["usable_mw"] = 0.09
    tables["Workloads"][0]["runs"] = 3
    finding = only(tables)
    assert finding.code == "campaign.hours"
    assert finding.params["needed"] == "1,500,000"
    assert finding.params["most"] == "840,960"


def test_a_run_wider_than_what_is_rented_out(plans: Any) -> None:
    """500,000 hours in two years (17,520 h) take 29 accelerators, in systems 32; the offer has 24."""
    tables = plans["minimal"]()
    tables["Sites"], tables["SiteCooling"], tables["Overheads"] = [], [], []
    tables["CloudOffers"][0]["max_accelerators"] = 24
    finding = only(tables)
    assert finding.code == "campaign.width"
    assert (finding.params["needed"], finding.params["most"]) == ("32", "24")


def test_a_window_without_a_whole_period(plans: Any) -> None:
    tables = plans["minimal"]()
    tables["Workloads"][0].update(start="2027-02", end="2027-09")
    finding = only(tables)
    assert finding.code == "campaign.no_period"
    assert (finding.params["months"], finding.params["length"]) == ("8", "6")


def test_work_that_may_be_left_undone_is_never_impossible(plans: Any) -> None:
    tables = _owned(plans)
    tables["Workloads"][0].update(total_params_billion=4000, shortfall_penalty_per_eflop=1)
    assert found(tables) == ()


def test_power_that_ends_counts_no_longer(plans: Any) -> None:
    """Systems are there from 2027-H2, power only to its end: one period, and the shortest run takes two."""
    tables = _owned(plans)
    site_id = tables["Sites"][0]["site_id"]
    tables["SitePower"] = [{
        "site_id": site_id, "from": "2027-01", "usable_mw": 2, "mw_basis": "it", "contract_end": "2027-12"}]
    finding = only(tables)
    assert (finding.code, finding.params["earliest"], finding.params["periods"]) == (
        "campaign.late", "2027-07", "2")


@pytest.mark.parametrize(("end", "passes"), [("2027-04", True), ("2027-02", False)])
def test_signed_capacity_counts_while_it_is_in_force(plans: Any, end: str, passes: bool) -> None:
    """The offer gives 24, the work takes 32: a signed block of 8 has to last as long as the work."""
    tables = plans["reserved_only"]((32, 32, 32, 32), 24)
    offer = tables["CloudOffers"][0]
    tables["Commitments"] = [{
        "commitment_id": "C1", "kind": "capacity", "offer_id": offer["offer_id"],
        "blocks": 8 // offer["block_accelerators"], "start": "2026-01", "end": end}]
    findings = found(tables)
    assert (not findings) is passes
    for finding in findings:
        assert (finding.code, finding.params["short"], finding.params["period"]) == (
            "demand.short", "8", "2027-03")


def test_systems_on_order_count_from_their_month(plans: Any) -> None:
    """Nothing can be bought, but 8 systems on order run the campaign."""
    tables = _owned(plans)
    system = tables["Systems"][0]
    system["last_order"] = "2026-06"
    system["available_from"] = "2026-01"
    assert only(tables).code == "campaign.no_pool"
    tables["OpenOrders"] = [{
        "order_id": "PO1", "site_id": tables["Sites"][0]["site_id"], "system_id": system["system_id"],
        "quantity": 8, "in_service": "2027-01", "total_price": 1e6, "paid_to_date": 0}]
    assert found(tables) == ()
