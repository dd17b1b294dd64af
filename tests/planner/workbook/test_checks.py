"""One changed figure, one finding: every check by the cell and the code it gives."""

from __future__ import annotations

from typing import Any

import pytest

from planner.workbook import plan_from_tables

Tables = dict[str, list[dict[str, Any]]]
ORDER = {"order_id": "o", "site_id": "ash", "system_id": "H100X8", "quantity": 2, "in_service": "2027-06",
         "total_price": 5e5, "paid_to_date": 1e5}
FLEET = {"fleet_id": "f", "cluster_id": "c", "site_id": "ash", "system_id": "H100X8", "fabric_id": "ib2",
         "cooling_id": "air", "systems": 10, "in_service": "2026-01"}
BLOCKS = [{"block_id": "day", "share_of_hours": 0.5}, {"block_id": "night", "share_of_hours": 0.5}]
BUDGET = {"scope": "total", "period": "all", "amount": 1e9}

# sheet, row, changed columns, code, cell
CHANGED: list[tuple[str, int, dict[str, Any], str, str]] = [
    ("Settings", 0, {"period_months": 5}, "check.period_months", "Settings!B8"),
    ("Settings", 0, {"discount_rate": 8}, "cell.over_one", "Settings!B10"),
    ("Settings", 0, {"start": "01/07/2027"}, "cell.ambiguous_month", "Settings!B7"),
    ("Settings", 0, {"discount_rate": 0.5}, "check.implausible", "Settings!B10"),
    ("Sites", 0, {"usable_mw": 2500}, "check.implausible", "Sites!D5"),
    ("Sites", 0, {"usable_mw": -1}, "cell.bounds", "Sites!D5"),
    ("Sites", 0, {"usable_mw": "1.000"}, "cell.ambiguous_number", "Sites!D5"),
    ("Sites", 0, {"usable_mw": None}, "cell.blank", "Sites!D5"),
    ("Sites", 0, {"usable_mw": 1e308}, "cell.bounds", "Sites!D5"),
    ("Sites", 0, {"usable_mw": 1e-300}, "cell.tiny", "Sites!D5"),
    ("Sites", 0, {"usable_mw": True}, "cell.bool_in_number", "Sites!D5"),
    ("Sites", 0, {"kind": "owned"}, "cell.not_choice", "Sites!C5"),
    ("Sites", 0, {"market": "nowhere"}, "market.unknown", "Sites!B5"),
    ("Sites", 0, {"energy_price_kwh": 89.5}, "check.implausible", "Sites!O5"),
    ("Sites", 0, {"energy_price_kwh": 0.0895 * 1.2}, "check.with_vat", "Sites!O5"),
    ("PowerExpansions", 0, {"pay_at_order_share": 0.6, "pay_at_delivery_share": 0.6}, "check.pay_shares",
     "PowerExpansions!M5"),
    ("PowerExpansions", 0, {"block_cost": 0}, "check.no_cost", "PowerExpansions!D5"),
    ("PowerExpansions", 0, {"block_cost": 12e6}, "check.double_plant", "PowerExpansions!D5"),
    ("PowerExpansions", 0, {"max_blocks": 1.5}, "cell.not_whole", "PowerExpansions!F5"),
    ("Workloads", 0, {"start": "2028-07"}, "check.end_before_start", "Workloads!E5"),
    ("Workloads", 0, {"start": "2025-01", "end": "2025-06"}, "check.outside_horizon", "Workloads!E5"),
    ("Workloads", 0, {"end": "2029-06"}, "check.past_horizon", "Workloads!E5"),
    ("Workloads", 0, {"tokens_trillion": None}, "check.work_unknown", "Workloads!H5"),
    ("Workloads", 0, {"total_eflop": 1e6}, "check.work_twice", "Workloads!O5"),
    ("Workloads", 0, {"total_params_billion": 4}, "check.params_order", "Workloads!G5"),
    ("Workloads", 0, {"mfu": None}, "default.used", "Workloads!R5"),
    ("Workloads", 0, {"mfu": 40}, "cell.over_one", "Workloads!R5"),
    ("Workloads", 0, {"critical_share": 0.5}, "check.critical_campaign", "Workloads!AF5"),
    ("Workloads", 0, {"after": "llm-8b"}, "ref.cycle", "Workloads!AL5"),
    ("Workloads", 0, {"allowed_locations": "ash", "forbidden_locations": "ash"}, "check.where_none",
     "Workloads!AJ5"),
    ("Workloads", 0, {"allowed_locations": "ash, asj"}, "ref.unknown", "Workloads!AI5"),
    ("Workloads", 0, {"workload_id": "a|b"}, "cell.id_text", "Workloads!A5"),
    ("Demand", 0, {"workload_id": "chta"}, "ref.unknown", "Demand!A5"),
    ("Demand", 0, {"workload_id": "CHAT"}, "ref.case", "Demand!A5"),
    ("Demand", 0, {"unit": "req/s"}, "check.demand_unit", "Demand!D5"),
    ("Demand", 0, {"unit": "tokens_per_s"}, "check.rate_unit", "Demand!D5"),
    ("Demand", 0, {"from": "2027-06"}, "check.demand_late", "Demand!B5"),
    ("Demand", 0, {"growth_per_year": 2}, "cell.above_one", "Demand!E5"),
    ("Systems", 0, {"air": "no"}, "check.no_cooling_kind", "Systems!J5"),
    ("Systems", 0, {"bf16_tflops_per_accelerator": 1979}, "check.sparse", "Systems!F5"),
    ("Systems", 0, {"price_per_system": 25_000}, "check.far_off", "Systems!D5"),
    ("Systems", 0, {"max_kw_per_system": 0.7}, "check.implausible", "Systems!I5"),
    ("Systems", 0, {"resale_share_24": 0.9}, "check.resale_rising", "Systems!AE5"),
    ("Systems", 0, {"idle_share": 0.9}, "check.idle_above_load", "Systems!Q5"),
    ("Workloads", 0, {"dataset_tb": 50}, "check.no_storage", "Workloads!AM5"),
    ("Workloads", 1, {"log_gb_per_accelerator_day": 1}, "check.no_storage", "Workloads!AS6"),
    ("Workloads", 1, {"shortfall_penalty_per_eflop": 5}, "check.penalty_unit", "Workloads!AV6"),
    ("Workloads", 0, {"shortfall_penalty_per_million": 5}, "check.penalty_unit", "Workloads!AW5"),
    ("Systems", 0, {"price_includes": None}, "check.no_nic", "Systems!E5"),
    ("Systems", 0, {"price_includes": "nics, support 3 years", "maintenance_share_per_year": 0.03},
     "check.double_support", "Systems!AI5"),
    ("SiteCooling", 0, {"pue_peak": 1.1}, "check.pue_order", "SiteCooling!F5"),
    ("Redundancy", 0, {"usable_share": 0.5, "capex_factor": 1.7}, "check.paid_twice", "Redundancy!D5"),
    ("CloudOffers", 0, {"term": "reserved"}, "check.no_term", "CloudOffers!F5"),
    ("CloudOffers", 0, {"term_months": 12}, "check.term_unused", "CloudOffers!F5"),
    ("CloudOffers", 0, {"price_per_accelerator_hour": 98.32}, "check.implausible", "CloudOffers!G5"),
    ("CloudOffers", 0, {"max_cluster_accelerators": 4096}, "check.cluster_size", "CloudOffers!O5"),
    ("CloudOffers", 0, {"max_accelerators": None}, "default.used", "CloudOffers!N5"),
    ("CloudOffers", 0, {"available_from": "2028-07", "available_to": "2027-07"}, "check.end_before_start",
     "CloudOffers!Q5"),
    ("Overheads", 0, {"driver": "share_of_capex", "unit_cost": 2.0}, "check.share_cost", "Overheads!D5"),
    ("Overheads", 0, {"scope": "asn"}, "check.scope", "Overheads!M5"),
]

# sheet, rows, code, cell
ADDED: list[tuple[str, list[dict[str, Any]], str, str]] = [
    ("Sites", [{"site_id": "ash"}], "key.twice", "Sites!A6"),
    ("Sites", [{"site_id": "ASH"}], "key.case", "Sites!A6"),
    ("Sites", [{"market": "texas"}], "row.no_key", "Sites!A6"),
    ("Sites", [{"site_id": "Total", "usable_mw": 2.0}], "row.not_data", "Sites!A6"),
    ("Sites", [{"site_id": "Figures are from the facility team, last spring."}], "row.not_data", "Sites!A6"),
    ("Demand", [{"workload_id": "llm-8b", "from": "2027-07", "amount": 1.0, "unit": "eflop_per_month"}],
     "check.demand_unused", "Demand!A6"),
    ("Demand", [{"workload_id": "chat", "from": "2029-07", "amount": 1.0, "unit": "requests_per_s"}],
     "check.demand_outside", "Demand!B6"),
    ("Blocks", [BLOCKS[0]], "check.block_sum", "Blocks!B5"),
    ("ExistingFleet", [FLEET | {"systems": 500}], "check.fleet_power", "Sites!D5"),
    ("ExistingFleet", [FLEET | {"in_service": "2027-05"}], "check.fleet_future", "ExistingFleet!H5"),
    ("ExistingFleet", [FLEET, FLEET | {"fleet_id": "g", "fabric_id": "ibx"}], "ref.unknown",
     "ExistingFleet!E6"),
    ("OpenOrders", [ORDER | {"system_id": None}], "check.order_empty", "OpenOrders!C5"),
    ("OpenOrders", [ORDER | {"paid_to_date": 6e5}], "check.overpaid", "OpenOrders!J5"),
    ("Commitments", [{"commitment_id": "c", "kind": "capacity", "offer_id": "od", "start": "2027-01",
                      "end": "2027-12"}], "check.commitment", "Commitments!E5"),
    ("Budgets", [BUDGET | {"scope": "project"}], "check.budget_key", "Budgets!B5"),
    ("Budgets", [BUDGET | {"scope": "capex"}], "check.budget_basis", "Budgets!E5"),
    ("Budgets", [BUDGET | {"period": "2027-Q1"}], "check.period_border", "Budgets!C5"),
    ("Budgets", [BUDGET | {"period": "FY2035"}], "check.outside_horizon", "Budgets!C5"),
    ("Budgets", [BUDGET | {"period": "some day"}], "cell.not_period", "Budgets!C5"),
    ("Limits", [{"kind": "spot_share", "period": "all", "amount": 30.0}], "check.share_limit", "Limits!D5"),
    ("Limits", [{"kind": "supply", "key": "H10", "period": "all", "amount": 3}], "check.limit_key",
     "Limits!B5"),
    ("Budgets", [BUDGET | {"scope": "cost_term", "key": "sistems"}], "check.limit_key", "Budgets!B5"),
    ("Overrides", [{"decision": "buy", "period": "all", "min": 1}], "check.decision", "Overrides!A5"),
    ("Overrides", [{"decision": "order", "item": "H10", "period": "all", "min": 1}], "check.item",
     "Overrides!C5"),
    ("Overrides", [{"decision": "order", "item": "chat", "period": "all", "max": 1}], "check.override_idle",
     "Overrides!C5"),
    ("Overrides", [{"decision": "order", "item": "od", "period": "all", "min": 1}],
     "check.override_impossible", "Overrides!C5"),
    ("Overrides", [{"decision": "order", "location": "aws:us-east-1", "period": "all", "min": 1}],
     "check.override_impossible", "Overrides!B5"),
    ("Overrides", [{"decision": "short", "location": "ash", "period": "all", "max": 0}],
     "check.override_idle", "Overrides!B5"),
    ("ExistingFleet", [FLEET | {"retire_on": "2026-06"}], "check.retire_past", "ExistingFleet!S5"),
    ("ExistingFleet", [FLEET | {"tenure": "leased"}], "check.lease_free", "ExistingFleet!M5"),
    ("OpenOrders", [ORDER | {"expansion_id": "hall-2"}], "check.order_two", "OpenOrders!E5"),
    ("OpenOrders", [ORDER | {"system_id": None, "fabric_id": "ib2", "expansion_id": "hall-2"}],
     "check.order_two", "OpenOrders!E5"),
    ("Storage", [{"tier_id": "nvme", "where": "any", "kind": "hot"}], "check.tier_unpriced", "Storage!D5"),
    ("Overrides", [{"decision": "order", "period": "all"}], "check.no_bound", "Overrides!E5"),
    ("Overrides", [{"decision": "order", "period": "all", "min": 5.0, "max": 2.0}], "check.min_max",
     "Overrides!E5"),
    ("Scenarios", [{"scenario_id": "s", "sheet": "Site", "row_key": "*", "column": "x", "change": "set",
                    "value": 1}], "check.scenario_sheet", "Scenarios!C5"),
    ("Scenarios", [{"scenario_id": "s", "sheet": "Sites", "row_key": "*", "column": "usable", "change": "set",
                    "value": 1}], "check.scenario_column", "Scenarios!E5"),
    ("Scenarios", [{"scenario_id": "s", "sheet": "Sites", "row_key": "asj", "column": "usable_mw",
                    "change": "set", "value": 1}], "check.scenario_row", "Scenarios!D5"),
    ("Scenarios", [{"scenario_id": s, "sheet": "Sites", "row_key": "*", "column": "usable_mw",
                    "change": "set",
                    "value": 1, "probability": 0.6} for s in "st"], "check.probabilities", "Scenarios!B6"),
    ("FX", [{"currency": "USD", "from": "2027-01", "rate_to_plan": 1.0}], "check.fx_own", "FX!A5"),
]


def found(tables: Tables) -> list[tuple[str, str]]:
    return [(f.code, f.place) for f in plan_from_tables(tables).findings]


@pytest.mark.parametrize(("sheet", "row", "change", "code", "cell"), CHANGED,
                         ids=[f"{c[3]}-{c[4]}" for c in CHANGED])
def test_a_changed_cell_gives_its_finding(tables: Tables, sheet: str, row: int, change: dict[str, Any],
                                          code: str, cell: str) -> None:
    tables[sheet][row] |= change
    assert (code, cell) in found(tables)


@pytest.mark.parametrize(("sheet", "rows", "code", "cell"), ADDED, ids=[f"{c[2]}-{c[3]}" for c in ADDED])
def test_an_added_row_gives_its_finding(tables: Tables, sheet: str, rows: list[dict[str, Any]], code: str,
                                        cell: str) -> None:
    tables.setdefault(sheet, []).extend(dict(row) for row in rows)
    assert (code, cell) in found(tables)


def test_work_due_before_any_capacity_names_both_months(tables: Tables) -> None:
    tables["CloudOffers"] = []
    tables["Workloads"][0] |= {"start": "2027-01", "end": "2027-03"}
    (item,) = [f for f in plan_from_tables(tables).findings
               if f.code == "check.too_early" and f.place == "Workloads!E5"]
    assert item.seen == ('"llm-8b" needs capacity by 2027-03; the first that can be in service is 2027-05 '
                         "(system H100X8)")


def test_freight_is_paid_once(tables: Tables) -> None:
    tables["Systems"][0]["price_includes"] = "nics, freight"
    assert "check.double_freight" not in [code for code, _ in found(tables)]
    tables["Sites"][0]["landed_cost_factor"] = 1.05
    assert ("check.double_freight", "Systems!E5") in found(tables)


def test_an_override_may_name_a_row_of_the_fleet(tables: Tables) -> None:
    tables["ExistingFleet"] = [FLEET | {"may_retire": True}]
    tables["Overrides"] = [{"decision": "retire", "location": "ash", "item": "f", "period": "all", "max": 0}]
    assert found(tables) == []


def test_missing_rows_are_told(tables: Tables) -> None:
    tables["Demand"] = []
    tables["SiteCooling"] = []
    tables["Redundancy"] = []
    codes = [code for code, _ in found(tables)]
    assert {"check.no_demand", "default.site_cooling", "check.no_redundancy"} == set(codes)


def test_profiles_cover_every_block(tables: Tables) -> None:
    tables["Blocks"] = [dict(b) for b in BLOCKS]
    tables["LoadProfiles"] = [{"profile_id": "p", "block_id": "day", "relative_level": 0.0}]
    assert found(tables) == [("check.unused", "LoadProfiles!A5"), ("check.profile_gap", "LoadProfiles!B5"),
                             ("check.profile_zero", "LoadProfiles!C5")]


def test_fiscal_years_named_by_their_end(tables: Tables) -> None:
    tables["Settings"][0] |= {"fiscal_year_start_month": 7}
    tables["Budgets"] = [BUDGET | {"period": "FY2028"}]
    assert [c for c, _ in found(tables)] == []
    tables["Settings"][0] |= {"fiscal_year_start_month": 4}
    assert "check.period_border" in [c for c, _ in found(tables)]


def test_a_circle_of_predecessors_is_printed_with_its_cells(tables: Tables) -> None:
    tables["Workloads"].append(tables["Workloads"][0] | {"workload_id": "b", "after": "llm-8b"})
    tables["Workloads"][0]["after"] = "b"
    (item,) = [f for f in plan_from_tables(tables).findings if f.code == "ref.cycle"]
    assert item.seen == "llm-8b (Workloads!AL5) → b (Workloads!AL7) → llm-8b"
