"""Template: samples, choice of price book rows, upgrade of older workbooks, old and weak prices."""

from __future__ import annotations

import dataclasses
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from click.testing import CliRunner, Result

from planner.cli.template import template
from planner.workbook import plan_from_tables, read_workbook, write_workbook
from planner.workbook.catalogue import CATALOGUE_FILES, catalogue_rows, markets
from planner.workbook.samples import sample_rows
from planner.workbook.schema import BY_NAME, TABLES
from planner.workbook.select import chosen_markets, chosen_tables, read_choices

Tables = dict[str, list[dict[str, Any]]]


def run(*arguments: object) -> Result:
    return CliRunner().invoke(template, [str(a) for a in arguments])


def ids(path: Path, sheet: str) -> list[object]:
    values = [cell.value for cell in openpyxl.load_workbook(path)[sheet]["A"]]
    return [value for value in values[4:] if value is not None]


# ---- samples


def test_samples_are_switched_off_and_work_when_switched_on(tables: Tables) -> None:
    samples = {table.name: sample_rows(table.name) for table in TABLES if sample_rows(table.name)}
    assert set(samples) == {"Sites", "PowerExpansions", "Workloads", "Demand", "ServingRates",
                            "ExistingFleet", "OpenOrders", "Commitments", "SiteCooling"}
    assert all(row["enabled"] is False for rows in samples.values() for row in rows)
    on = {name: [row | {"enabled": True} for row in rows] for name, rows in samples.items()}
    result = plan_from_tables({"Settings": tables["Settings"]} | chosen_tables({}) | on)
    assert [f for f in result.findings if f.severity == "error"] == []


def test_the_blank_template_says_that_nothing_is_switched_on(tmp_path: Path) -> None:
    run("-o", tmp_path / "my.xlsx")
    book = openpyxl.load_workbook(tmp_path / "my.xlsx")
    assert book["Sites"]["A5"].value == "sample-site"
    for row, value in ((5, "p"), (6, "USD"), (7, "2027-01"), (9, 4), (10, 0.08)):
        book["Settings"].cell(row, 2).value = value
    book.save(tmp_path / "my.xlsx")
    found = {(f.code, f.place) for f in read_workbook(tmp_path / "my.xlsx").findings if f.severity == "error"}
    assert found == {("check.no_workload", "Workloads")}


# ---- choice


def test_named_rows_and_patterns(tmp_path: Path) -> None:
    path = tmp_path / "my.xlsx"
    outcome = run("-o", path, "--catalogue", "systems=H100X8,B200*", "--catalogue", "fabrics=IB400-2T-2K",
                  "--catalogue", "markets=texas,finland")
    assert outcome.exit_code == 0, outcome.stderr
    assert ids(path, "Systems") == ["H100X8", "B200X8"]
    assert ids(path, "Fabrics") == ["IB400-2T-2K"]
    book = openpyxl.load_workbook(path)
    systems = [book["CloudOffers"].cell(row, 4).value for row in range(5, 60)]
    assert set(systems) - {None} == {"H100X8", "B200X8"}
    allowed = [c.value for c in book["Systems"][4]].index("fabrics_allowed")
    assert [book["Systems"].cell(row, allowed + 1).value for row in (5, 6)] == ["IB400-2T-2K"] * 2
    listed = str(book.defined_names["planner_markets"].attr_text)
    first, last = (int(part) for part in listed.replace("Start!$A$", "").replace("$A$", "").split(":"))
    assert [book["Start"].cell(row, 1).value for row in range(first, last + 1)] == ["texas", "finland"]
    rules = {str(r.sqref).partition(":")[0]: r for r in book["Sites"].data_validations.dataValidation}
    assert rules["B5"].formula1 == "planner_markets"


def test_none_leaves_a_sheet_empty_and_the_rest_refers_to_nothing_lost() -> None:
    tables = chosen_tables(read_choices(["offers=none", "systems=B200X8"]))
    assert tables["CloudOffers"] == []
    assert {row["where"] for row in tables["Storage"]} <= {"site", "any"}
    result = plan_from_tables(tables)
    assert [f for f in result.findings if f.code.startswith("ref.")] == []


def test_a_row_named_outright_is_switched_on() -> None:
    off = next(str(row["system_id"]) for row in catalogue_rows("Systems") if row["enabled"] is False)
    named = chosen_tables(read_choices([f"systems={off}"]))["Systems"]
    by_pattern = chosen_tables(read_choices([f"systems={off[:-1]}*"]))["Systems"]
    assert [row["enabled"] for row in named if row["system_id"] == off] == [True]
    assert [row["enabled"] for row in by_pattern if row["system_id"] == off] == [False]


def test_without_a_choice_everything_is_copied() -> None:
    assert chosen_markets({}) == list(markets())
    assert {s: len(rows) for s, rows in chosen_tables({}).items()} == {
        s: len(catalogue_rows(s)) for s in CATALOGUE_FILES}


@pytest.mark.parametrize(("choice", "words"), [
    ("systems=H100X9", "the price book has no H100X9 among its Systems; did you mean H100X8?"),
    ("system=H100X8", "system=H100X8 is no choice"), ("systems", "systems is no choice"),
])
def test_an_unknown_name_is_told(tmp_path: Path, choice: str, words: str) -> None:
    outcome = run("-o", tmp_path / "my.xlsx", "--catalogue", choice)
    assert outcome.exit_code == 2
    assert words in outcome.stderr
    assert not (tmp_path / "my.xlsx").exists()


# ---- upgrade


def test_an_older_workbook_is_carried_over_and_its_changes_are_listed(
    tables: Tables, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sites = BY_NAME["Sites"]
    columns = tuple(dataclasses.replace(c, renamed_from=("power_mw",)) if c.name == "usable_mw" else c
                    for c in sites.columns)
    monkeypatch.setitem(BY_NAME, "Sites", dataclasses.replace(sites, columns=columns))
    tables["Workloads"][0]["end"] = "01/07/2028"
    write_workbook(tmp_path / "old.xlsx", tables)
    book = openpyxl.load_workbook(tmp_path / "old.xlsx")
    book["Sites"]["D4"] = "power_mw"
    book["Sites"]["C4"] = "sort"
    book["Sites"]["E5"] = "=1+1"
    book["Demand"].delete_cols(5)
    book.remove(book["Storage"])
    book.save(tmp_path / "old.xlsx")
    before = (tmp_path / "old.xlsx").read_bytes()
    outcome = run("-o", tmp_path / "new.xlsx", "--from", tmp_path / "old.xlsx")
    assert outcome.exit_code == 0, outcome.stderr
    assert (tmp_path / "old.xlsx").read_bytes() == before
    assert outcome.stdout.splitlines()[:-1] == [
        "the workbook has the present schema version 1.0", "Sites: column power_mw is now usable_mw",
        "Sites: new columns kind",
        "not carried over: Sites!E5: a formula that no spreadsheet program has calculated yet",
        "Demand: new columns growth_per_year", "new sheet: Storage",
        'not carried over: Sites!C4: the column "sort" is not known and is ignored']
    new = openpyxl.load_workbook(tmp_path / "new.xlsx")
    assert [new["Sites"][place].value for place in ("A5", "C5", "D5", "E5")] == ["ash", None, 2, None]
    assert new["Workloads"]["E5"].value == "01/07/2028"


def test_an_upgrade_of_a_workbook_of_today_changes_nothing(tables: Tables, tmp_path: Path) -> None:
    tables["Overheads"].append({"overhead_id": "x", "enabled": False, "note": "later"})
    write_workbook(tmp_path / "old.xlsx", tables)
    assert run("-o", tmp_path / "new.xlsx", "--from", tmp_path / "old.xlsx").exit_code == 0
    old, new = read_workbook(tmp_path / "old.xlsx"), read_workbook(tmp_path / "new.xlsx")
    assert (new.plan, new.findings, dict(new.origin)) == (old.plan, old.findings, dict(old.origin))
    same = run("-o", tmp_path / "old.xlsx", "--from", tmp_path / "old.xlsx", "--force")
    assert "the new one needs another name" in same.stderr
    (tmp_path / "empty.xlsx").write_bytes(b"")
    assert "the file is empty" in run("-o", tmp_path / "x.xlsx", "--from", tmp_path / "empty.xlsx").stderr


# ---- old and weak prices


@pytest.mark.parametrize(("as_of", "codes"), [
    ("2026-01", []), ("2025-12", ["check.price_old"]), ("2027-06", []), (None, []),
])
def test_prices_older_than_twelve_months_at_the_start(tables: Tables, as_of: str | None,
                                                      codes: list[str]) -> None:
    tables["Systems"][0]["as_of"] = as_of
    assert [f.code for f in plan_from_tables(tables).findings] == codes


@pytest.mark.parametrize(("confidence", "count"), [("high", 0), ("medium", 0), ("low", 1), ("estimate", 1)])
def test_prices_of_low_confidence(tables: Tables, confidence: str, count: int) -> None:
    tables["CloudOffers"][0]["confidence"] = confidence
    assert [f.place for f in plan_from_tables(tables).findings] == ["CloudOffers!AC5"] * count


def test_prices_of_a_market_are_told_where_they_are_used(tables: Tables) -> None:
    del tables["Sites"][0]["energy_price_kwh"]
    (found,) = plan_from_tables(tables).findings
    assert (found.code, found.place) == ("check.market_old", "Sites!B5")
    assert found.seen == ('the market fills in energy_price_kwh of "ash", prices as of 2023-12, 37 months '
                          "before the plan starts")
