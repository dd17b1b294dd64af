"""From tables to the plan: values, defaults, prices of the market, currencies, origins."""

from __future__ import annotations

import datetime as dt
from typing import Any

import pytest

from models.plan import FieldRef, month
from planner.workbook import Finding, ReadResult, has_errors, lines, plan_from_tables, strict

Tables = dict[str, list[dict[str, Any]]]


def codes(result: ReadResult, least: str = "warning") -> list[tuple[str, str]]:
    """(code, place) of findings at least that severe."""
    rank = ["error", "repair", "warning", "notice"]
    return [(f.code, f.place) for f in result.findings if rank.index(f.severity) <= rank.index(least)]


def test_a_clean_input_gives_a_plan_without_findings(tables: Tables) -> None:
    result = plan_from_tables(tables)
    assert codes(result) == []
    assert result.plan is not None
    site = result.plan.sites[0]
    assert (site.usable_mw, site.racks, site.open_cost, site.rent_basis) == (2.0, 40.0, 0.0, "contracted")
    assert result.plan.settings.price_base_month == month(2027, 1)
    assert result.plan.workloads[0].max_utilisation == 0.95
    assert result.plan.workloads[1].max_utilisation == 0.65
    assert (result.plan.workloads[0].single_cluster, result.plan.workloads[1].single_cluster) == (True, False)


def test_the_market_fills_prices_and_the_origin_says_so(tables: Tables) -> None:
    del tables["Sites"][0]["energy_price_kwh"]
    result = plan_from_tables(tables)
    assert result.plan is not None
    assert result.plan.sites[0].energy_price_kwh == 0.0895
    assert result.plan.site_cooling[0].pue_annual == 1.3
    assert result.plan.site_cooling[0].pue_peak == 1.35
    assert result.origin[FieldRef("Sites", "ash", "energy_price_kwh")] == "catalogue markets.csv"
    assert result.origin[FieldRef("Sites", "ash", "usable_mw")] == "Sites!D5"
    assert result.origin[FieldRef("Sites", "ash", "open_cost")] == "default"
    assert result.origin[FieldRef("Settings", "", "start")] == "Settings!B7"
    assert result.origin[FieldRef("Demand", "chat|2027-01", "amount")] == "Demand!C5"


def test_rent_is_filled_for_colocation_only(tables: Tables) -> None:
    tables["Sites"].append(tables["Sites"][0] | {"site_id": "colo", "kind": "colo"})
    tables["SiteCooling"].append({"site_id": "colo", "cooling_id": "air"})
    result = plan_from_tables(tables)
    assert result.plan is not None
    assert [s.rent_per_kw_month for s in result.plan.sites] == [0.0, 146.25]


def test_every_default_is_listed_with_its_reason(tables: Tables) -> None:
    result = plan_from_tables(tables)
    used = {d.ref: (d.value, d.why) for d in result.defaults}
    assert used[FieldRef("Sites", "ash", "staff_index")] == (
        1.0, "blank: staff_index of the market in the price book, else blank: 1")
    assert used[FieldRef("Workloads", "chat", "mfu")][0] is None
    assert FieldRef("Sites", "ash", "usable_mw") not in used


def test_money_in_another_currency_takes_the_rate_of_the_start(tables: Tables) -> None:
    tables["Systems"][0]["currency"] = "eur"
    tables["FX"] = [{"currency": "EUR", "from": "2026-01", "rate_to_plan": 1.2},
                    {"currency": "EUR", "from": "2027-01", "rate_to_plan": 1.1},
                    {"currency": "EUR", "from": "2027-02", "rate_to_plan": 9.0}]
    result = plan_from_tables(tables)
    assert result.plan is not None
    assert result.plan.systems[0].price_per_system == pytest.approx(255000 * 1.1)
    assert result.plan.systems[0].max_kw_per_system == 10.2


def test_a_missing_rate_names_the_currency_cell(tables: Tables) -> None:
    tables["Systems"][0]["currency"] = "EUR"
    result = plan_from_tables(tables)
    assert result.plan is None
    assert codes(result) == [("fx.missing", "Systems!AX5")]


def test_market_prices_are_converted_too(tables: Tables) -> None:
    del tables["Sites"][0]["energy_price_kwh"]
    tables["Settings"][0]["currency"] = "EUR"
    tables["FX"] = [{"currency": "USD", "from": "2027-01", "rate_to_plan": 0.5}]
    result = plan_from_tables(tables)
    assert result.plan is not None
    assert result.plan.sites[0].energy_price_kwh == pytest.approx(0.04475)


def test_a_share_of_costs_is_not_money(tables: Tables) -> None:
    tables["Overheads"].append({"overhead_id": "cap", "category": "other", "driver": "share_of_capex",
                                "unit_cost": 0.02, "per": "year", "currency": "EUR"})
    tables["FX"] = [{"currency": "EUR", "from": "2027-01", "rate_to_plan": 1.1}]
    result = plan_from_tables(tables)
    assert result.plan is not None
    assert result.plan.overheads[1].unit_cost == 0.02


def test_a_switched_off_row_takes_its_followers_along(tables: Tables) -> None:
    tables["Workloads"][1]["enabled"] = False
    result = plan_from_tables(tables)
    assert result.plan is not None
    assert [w.workload_id for w in result.plan.workloads] == ["llm-8b"]
    assert result.plan.demand == ()
    assert [(f.code, f.place) for f in result.findings] == [
        ("row.followed_off", "Demand!A5"), ("row.followed_off", "ServingRates!A5")]


def test_nothing_in_a_switched_off_row_is_checked(tables: Tables) -> None:
    tables["Overheads"].append({"overhead_id": "x", "driver": "nonsense", "unit_cost": "??", "enabled": "no"})
    assert codes(plan_from_tables(tables)) == []


def test_settings_may_be_rows_of_key_and_value(tables: Tables) -> None:
    expected = plan_from_tables(tables).plan
    tables["Settings"] = [{"key": k, "value": v} for k, v in tables["Settings"][0].items()]
    assert plan_from_tables(tables).plan == expected


def test_dates_are_months(tables: Tables) -> None:
    tables["Workloads"][0]["start"] = dt.date(2027, 7, 1)
    tables["Workloads"][0]["end"] = dt.datetime(2028, 6, 30)
    result = plan_from_tables(tables)
    assert result.plan is not None
    assert (result.plan.workloads[0].start, result.plan.workloads[0].end) == (month(2027, 7), month(2028, 6))


def test_no_plan_if_and_only_if_there_is_an_error(tables: Tables) -> None:
    tables["Sites"][0]["usable_mw"] = "2.5"
    result = plan_from_tables(tables)
    assert codes(result) == [("cell.number_text", "Sites!D5")]
    assert result.plan is not None
    assert has_errors(strict(result.findings))


def test_an_unpriced_sheet_is_told_once(tables: Tables) -> None:
    row = {"scenario_id": "high", "sheet": "Sites", "row_key": "ash", "column": "energy_price_kwh",
           "change": "multiply", "value": "2"}
    tables["Scenarios"] = [row, row | {"scenario_id": "higher", "value": "3"}]
    found = [(f.code, f.place, f.field) for f in plan_from_tables(tables).findings]
    assert found == [("unpriced.sheet", "Scenarios", "")]


def test_like_findings_are_one_line_with_ranges(tables: Tables) -> None:
    tables["CloudOffers"] = [tables["CloudOffers"][0] | {"offer_id": f"o{i}", "region": f"r{i}",
                                                         "price_per_accelerator_hour": "about 3"}
                             for i in range(3)]
    assert lines(plan_from_tables(tables).findings) == [
        'ERROR CloudOffers!G5:G7 (price_per_accelerator_hour), 3 cells: "about 3" is not a number; '
        "expected a number at least 0 and at most 100,000 [money per accelerator-hour]; "
        "fix: type the number alone; leave the cell blank if there is none"]


def test_findings_are_values() -> None:
    item = Finding("cell.blank", "error", "Sites", "C7", "kind", {"expected": "own or colo"})
    assert (item.place, item.seen, item.expected) == ("Sites!C7", "the cell is blank", "own or colo")
