"""Slips of people who fill in a workbook for the first time: exactly one plain finding each."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import openpyxl
import pytest
from click.testing import CliRunner

from models.sizing.rates import MFU_DEFAULT
from planner.cli.template import template
from planner.workbook import lines, plan_from_tables, read_workbook, write_workbook
from planner.workbook.samples import sample_rows
from planner.workbook.schema import BY_NAME
from planner.workbook.select import chosen_tables

Tables = dict[str, list[dict[str, Any]]]
ORDER = {"order_id": "o", "site_id": "ash", "system_id": "H100X8", "quantity": 2, "in_service": "2027-06",
         "total_price": 5e5, "paid_to_date": 1e5}

# sheet, row to change or None to add one, columns, the line told
SLIPS: list[tuple[str, int | None, dict[str, Any], str]] = [
    ("Sites", 0, {"usable_mw": 2000.0},
     "WARNING Sites!D5 (usable_mw): 2,000 is unusual: kW typed for MW?; expected mostly 0.02 to 999; fix: "
     "check unit and number"),
    ("SitePower", None, {"site_id": "ash", "from": "2028-01", "usable_mw": 4000.0, "mw_basis": "it"},
     "WARNING SitePower!C5 (usable_mw): 4,000 is unusual: kW typed for MW?; expected mostly 0 to 999; fix: "
     "check unit and number"),
    ("Sites", 0, {"currency": "Euro"},
     'ERROR Sites!AC5 (currency): "Euro" is not a currency code; expected three letters such as USD, EUR or '
     "CNY; fix: type the ISO 4217 code"),
    ("Systems", 0, {"price_per_system": 250.0},
     "WARNING Systems!D5 (price_per_system): 250 is 1/1,020 of the price book's 255,000; fix: check unit and "
     "number"),
    ("OpenOrders", None, ORDER | {"total_price": 500.0, "paid_to_date": 0.0},
     "WARNING OpenOrders!I5 (total_price): 500 is 250 a system, on Systems a system costs 255,000; expected "
     "the price of the whole order; fix: check unit and number"),
    ("OpenOrders", None, ORDER | {"in_service": "2026-06"},
     'WARNING OpenOrders!H5 (in_service): "o" goes into service in 2026-06, before the plan\'s start '
     "2027-01; fix: correct the month; what stands already belongs on ExistingFleet"),
    ("Sites", None, {name: name for name in ("site_id", "market", "kind", "usable_mw", "mw_basis")},
     "ERROR Sites!A6 (site_id): the row repeats the names of the columns; expected rows of the table only; "
     "fix: delete the row"),
    ("PowerExpansions", None, {"block_mw": "facility MW", "block_cost": "money per block",
                               "lead_months": "months", "max_blocks": "blocks"},
     "ERROR PowerExpansions!A6 (site_id): the row of units stands among the rows of the table; expected the "
     "units above the names; fix: undo the sorting, or move this row above the row of names"),
    ("ServingRates", 0, {"enabled": False},
     'ERROR Demand!D5 (unit): "chat" asks for requests_per_s and its rows on ServingRates are switched off '
     "or left out; expected a measured rate in requests_per_s on a system that is switched on; fix: switch "
     "one on, or add a rate"),
]


@pytest.mark.parametrize(("sheet", "row", "change", "line"), SLIPS,
                         ids=[f"{s[0]}-{next(iter(s[2]))}-{s[1]}" for s in SLIPS])
def test_a_slip_gives_one_plain_finding(tables: Tables, sheet: str, row: int | None, change: dict[str, Any],
                                        line: str) -> None:
    if row is None:
        tables.setdefault(sheet, []).append(dict(change))
    else:
        tables[sheet][row] |= change
    assert lines(plan_from_tables(tables).findings) == [line]


@pytest.mark.parametrize(("plan", "other", "rate", "told"), [
    ("USD", "JPY", 155.0, True), ("USD", "JPY", 0.0065, False), ("CNY", "EUR", 0.13, True),
    ("CNY", "EUR", 7.8, False), ("USD", "EUR", 0.9, False)])
def test_a_rate_the_wrong_way_round(tables: Tables, plan: str, other: str, rate: float, told: bool) -> None:
    tables["Settings"][0]["currency"] = plan
    tables["FX"] = [{"currency": other, "from": "2027-01", "rate_to_plan": rate}]
    codes = [f.code for f in plan_from_tables(tables).findings]
    assert ("check.rate_turned" in codes) is told


def test_a_percent_cell_says_what_8_means_there(tables: Tables, tmp_path: Path) -> None:
    """Excel turns a typed 8 into 8 %; a script that writes 8 gets 800 %."""
    write_workbook(tmp_path / "in.xlsx", tables)
    book = openpyxl.load_workbook(tmp_path / "in.xlsx")
    assert book["Settings"]["B10"].number_format == "0.0##%"
    book["Settings"]["B10"].value = 8
    book.save(tmp_path / "in.xlsx")
    assert lines(read_workbook(tmp_path / "in.xlsx").findings) == [
        "ERROR Settings!B10 (discount_rate): 8 in a cell of percent format means 800 %; expected a number at "
        "least 0 and at most 1, such as 8% or 0.08 [per year]; fix: did you mean 8 %? type 8% or 0.08"]


def test_a_sample_made_ones_own_but_left_off_is_told(tables: Tables) -> None:
    (sample,) = sample_rows("Sites")
    tables["Sites"] += [sample, sample | {"site_id": "reno"}, sample | {"site_id": "off", "note": "closed"}]
    assert lines(plan_from_tables(tables).findings) == [
        'WARNING Sites!F7 (enabled): "reno" was made from a sample row and is still switched off: it is left '
        "out; fix: clear enabled and note if it belongs to the plan"]


def test_a_place_for_a_market_leads_to_the_market(tables: Tables) -> None:
    tables["Sites"][0]["market"] = "Atlanta"
    assert lines(plan_from_tables(tables).findings)[0] == (
        'WARNING Sites!B5 (market): the price book has no market "Atlanta"; nothing is filled in from it; '
        "expected one of the markets listed on Start; did you mean georgia?; fix: pick one from the list, or "
        "type the site's prices")


def test_a_site_twice_is_told_once(tables: Tables) -> None:
    tables["SiteCooling"] = []
    tables["Sites"].append(dict(tables["Sites"][0]))
    told = [(f.code, f.place) for f in plan_from_tables(tables).findings]
    assert told == [("default.site_cooling", "Sites!A5"), ("key.twice", "Sites!A6")]


def test_without_its_sheet_a_name_is_not_called_unknown(tables: Tables) -> None:
    del tables["Fabrics"]
    tables["Systems"][0]["fabrics_allowed"] = "ib2"
    assert lines(plan_from_tables(tables).findings)[-1] == (
        'ERROR Systems!AU5 (fabrics_allowed): "ib2" is looked for on Fabrics, and no such sheet was read; '
        "expected a sheet Fabrics; fix: add the sheet, best from a new template")


def test_storage_of_a_region_goes_with_its_offers(tables: Tables) -> None:
    tables["Storage"] = [{"tier_id": "s3", "where": "aws:us-east-1", "kind": "hot",
                          "price_per_tb_month": 23.0}]
    tables["CloudOffers"][0]["enabled"] = False
    assert lines(plan_from_tables(tables).findings)[:1] == [
        'NOTICE Storage!B5 (where): the row is left out because "aws:us-east-1" is switched off on '
        "CloudOffers!A5"]


def test_errors_are_told_last(tables: Tables) -> None:
    tables["Settings"][0]["discount_rate"] = 8
    tables["Sites"][0]["usable_mw"] = 2000.0
    assert [line.partition(" ")[0] for line in lines(plan_from_tables(tables).findings)] == [
        "WARNING", "ERROR"]


def test_the_price_books_money_states_its_currency(tables: Tables) -> None:
    """A plan in euros is told to state what a dollar is, instead of taking dollars for euros."""
    tables = tables | chosen_tables({})
    tables["Settings"][0]["currency"] = "EUR"
    missing = {f.sheet for f in plan_from_tables(tables).findings if f.code == "fx.missing"}
    assert missing == {"Sites", "Systems", "Fabrics", "Cooling", "CloudOffers", "Storage", "Overheads"}
    tables["FX"] = [{"currency": "USD", "from": "2027-01", "rate_to_plan": 0.5}]
    plan = plan_from_tables(tables).plan
    assert plan is not None
    assert {s.system_id: s.price_per_system for s in plan.systems}["H100X8"] == 127_500.0


def test_texts_of_the_template_agree_with_the_figures(tmp_path: Path) -> None:
    meaning = str(BY_NAME["Workloads"].column("mfu").blank.told())
    assert meaning == (f"{MFU_DEFAULT['bf16']:g} for bf16, {MFU_DEFAULT['fp8']:g} for fp8, times mfu_factor "
                       "of the system")
    path = tmp_path / "my.xlsx"
    assert CliRunner().invoke(template, ["-o", str(path)]).exit_code == 0
    book = openpyxl.load_workbook(path)
    offers = {row[1].value for row in book["CloudOffers"].iter_rows(min_row=5) if row[1].value}
    assert book["Commitments"]["D5"].value in offers


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_wrapped_lines_of_the_start_sheet_have_room(tmp_path: Path, lang: str) -> None:
    path = tmp_path / "my.xlsx"
    assert CliRunner().invoke(template, ["-o", str(path), "--lang", lang]).exit_code == 0
    sheet = openpyxl.load_workbook(path)["Start"]
    width = sheet.column_dimensions["B"].width
    long = [row for row in range(1, 30) if len(str(sheet.cell(row, 2).value).encode("gbk")) > width]
    assert long
    assert {sheet.row_dimensions[row].height for row in long} == {30.0}
