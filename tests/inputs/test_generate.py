"""The workbooks that ship with planner: what they hold, and that they are what the generator writes."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

import openpyxl
import pytest

from inputs.example import example_tables
from inputs.generate import WORKBOOKS, generate
from inputs.minimal import minimal_tables
from planner.workbook import plan_from_tables
from planner.workbook.schema import TABLES


def sheet_values(path: Path) -> dict[str, list[tuple[object, ...]]]:
    book = openpyxl.load_workbook(path, read_only=True)
    return {sheet.title: list(sheet.iter_rows(values_only=True)) for sheet in book.worksheets}


def test_same_price_book_same_bytes(tmp_path: Path) -> None:
    (tmp_path / "one").mkdir()
    (tmp_path / "two").mkdir()
    for first, second in zip(generate(tmp_path / "one"), generate(tmp_path / "two"), strict=True):
        assert first.read_bytes() == second.read_bytes()


@pytest.mark.parametrize("name", WORKBOOKS)
def test_shipped_workbook_is_up_to_date(name: str, tmp_path: Path) -> None:
    """After a change of the price book: `python -m inputs.generate`."""
    generate(tmp_path)
    assert sheet_values(tmp_path / name) == sheet_values(Path(str(files("inputs").joinpath(name))))


AGE_AND_TRUST = {"check.price_old", "check.price_weak", "check.market_old", "check.market_weak"}
"""What the check says of public prices, rightly: they are old, or estimates."""


@pytest.mark.parametrize("name", WORKBOOKS)
def test_shipped_plan_is_read_without_a_warning_but_of_its_prices(name: str) -> None:
    result = plan_from_tables(WORKBOOKS[name]())
    assert result.plan is not None
    told = [finding for finding in result.findings if finding.severity != "notice"]
    assert [finding for finding in told if finding.code not in AGE_AND_TRUST] == []
    assert (told == []) == (name == "minimal.xlsx")


def column(sheet: str, name: str) -> list[object]:
    return [line.get(name) for line in example_tables()[sheet]]


def test_example_has_the_variety_it_promises() -> None:
    tables = example_tables()
    assert column("Sites", "kind") == ["own", "own", "colo", "colo"]
    assert column("Systems", "vendor").count("NVIDIA") == 4
    assert len(tables["Systems"]) == 5
    assert column("Systems", "air") == [True, True, True, False, True]
    assert len(tables["Fabrics"]) == 5
    assert set(column("Fabrics", "tiers")) == {2, 3}
    assert sum(float(str(ratio)) > 1 for ratio in column("Fabrics", "oversubscription")) >= 1
    assert column("Cooling", "kind") == ["air", "liquid"]
    assert column("Redundancy", "level_id") == ["N", "N+1", "2N"]
    assert {line["lead_months"] for line in tables["PowerExpansions"]} == {12, 18, 24, 30, 48}
    assert len(tables["CloudOffers"]) == 10
    terms = [(line["term"], line.get("term_months")) for line in tables["CloudOffers"]]
    assert {("on_demand", None), ("reserved", 12), ("reserved", 36), ("spot", None)} == set(terms)
    kinds = column("Workloads", "kind")
    assert [kinds.count(kind) for kind in ("training", "continuous", "batch", "inference")] == [4, 1, 1, 2]
    categories = set(column("Overheads", "category"))
    assert {"staff", "software", "security", "database", "observability", "migration"} <= categories
    assert {"owned", "leased"} == set(column("ExistingFleet", "tenure"))
    assert {"capacity", "spend"} == set(column("Commitments", "kind"))
    assert column("OpenOrders", "cancellable_until") == ["2027-03", None]
    assert "yes" in column("Budgets", "hard")
    assert len(tables["Blocks"]) == 3
    assert 8 <= int(str(tables["Settings"][0]["periods"])) <= 10


def test_example_uses_every_sheet_but_scenarios() -> None:
    """Every basic, catalogue and advanced sheet that is priced has rows."""
    filled = {name for name, rows in example_tables().items() if rows}
    assert {table.name for table in TABLES} - filled == {"Scenarios"}


def test_overheads_of_the_example_use_every_driver_but_orders() -> None:
    """per_order is left out: see the example's docstring."""
    columns = next(table.columns for table in TABLES if table.name == "Overheads")
    drivers = next(item.choices for item in columns if item.name == "driver")
    assert set(drivers) - set(column("Overheads", "driver")) == {"per_order"}


def test_blocks_cover_all_hours_and_profiles_average_one() -> None:
    tables = example_tables()
    share = {line["block_id"]: float(line["share_of_hours"]) for line in tables["Blocks"]}
    assert sum(share.values()) == pytest.approx(1, abs=1e-12)
    for profile in ("consumer-day", "office-day"):
        levels = [line for line in tables["LoadProfiles"] if line["profile_id"] == profile]
        mean = sum(share[line["block_id"]] * float(line["relative_level"]) for line in levels)
        assert mean == pytest.approx(1, abs=1e-4)


def test_texas_contract_costs_what_the_market_says() -> None:
    """Energy and demand charge at 95 % load factor together are the all-in price of 0.0663 USD/kWh."""
    texas = next(line for line in example_tables()["Sites"] if line["site_id"] == "texas-1")
    per_kwh = float(texas["energy_price_kwh"]) + float(texas["demand_charge_kw_month"]) / (730 * 0.95)
    assert per_kwh == pytest.approx(0.0663, abs=1e-4)


def test_block_cost_is_the_price_book_without_cooling() -> None:
    """40 MW facility in Texas: 8,536 USD/kW IT x 0.855 (index) / 1.37 (peak PUE)."""
    blocks = {(line["site_id"], line["expansion_id"]): line for line in example_tables()["PowerExpansions"]}
    expected = 40_000 * 8536 * 0.855 / 1.37
    assert blocks["texas-1", "substation"]["block_cost"] == pytest.approx(expected, abs=5000)


def test_minimal_work_is_half_a_million_accelerator_hours() -> None:
    tables = minimal_tables()
    work, system = tables["Workloads"][0], tables["Systems"][0]
    eflop = 6 * float(work["active_params_billion"]) * 1e9 * float(work["tokens_trillion"]) * 1e12 / 1e18
    per_hour = float(system["bf16_tflops_per_accelerator"]) * float(work["mfu"]) * 3600 / 1e6
    assert eflop / per_hour == pytest.approx(500_000, rel=1e-12)
