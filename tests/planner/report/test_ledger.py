"""Figures of the ledger's sheets, worked out apart from the sheets' own code."""

from __future__ import annotations

import dataclasses
from pathlib import Path
from types import ModuleType

import numpy as np
import openpyxl
import pytest
from openpyxl.worksheet.worksheet import Worksheet

from models.costing.evaluate import PricedLine, price
from models.plan import FieldRef
from models.results import LimitRow, PlanResult
from planner.report import write_report


@pytest.fixture(scope="module")
def book(report: Path) -> openpyxl.Workbook:
    return openpyxl.load_workbook(report, data_only=True)


@pytest.fixture(scope="module")
def made(maker: ModuleType) -> PlanResult:
    result: PlanResult = maker.result()
    return result


def _lines(made: PlanResult, term: str) -> list[PricedLine]:
    return [priced for priced in made.lines if priced.line.term == term]


def _row(sheet: Worksheet, words: str, column: int = 1) -> list[object]:
    """The one row with these words."""
    (found,) = [row for row in sheet.iter_rows(values_only=True) if row[column] == words]
    return list(found)


def _table(sheet: Worksheet, title: str, rows: int) -> list[list[object]]:
    """Rows under a section's title and its headings."""
    cells = list(sheet.iter_rows(values_only=True))
    start = next(i for i, row in enumerate(cells) if str(row[0]).startswith(title))
    return [list(row) for row in cells[start + 2 : start + 2 + rows]]


def test_systems_held_before_go_to_zero_and_a_quarter_is_sold(
    made: PlanResult, book: openpyxl.Workbook
) -> None:
    """1,200,000 over 14 months in half-years; 2 of 8 sold at the start of the second: by hand."""
    sheet = book["FixedAssets"]
    charged = _row(sheet, "OLD-1: depreciation of what is kept")[7:11]
    assert charged == pytest.approx([1.2e6 * 6 / 14, 0.75 * 1.2e6 * 6 / 14, 0.75 * 1.2e6 * 2 / 14, 0.0])
    assert _row(sheet, "OLD-1: book value disposed")[8] == pytest.approx(0.25 * 1.2e6 * 8 / 14)
    assert _row(sheet, "Held before the plan: opening book value")[7] == 1_200_000
    gain = _row(sheet, "Gain (loss) on sales: proceeds less book value disposed")[8]
    sold = -sum(p.amounts[1] for p in _lines(made, "resale"))
    assert gain == pytest.approx(sold - 0.25 * 1.2e6 * 8 / 14)


def test_depreciation_of_systems_bought(made: PlanResult, book: openpyxl.Workbook) -> None:
    """60 months from the period after the order: a tenth of what was ordered before, each half-year."""
    sheet = book["FixedAssets"]
    cells = list(sheet.iter_rows(values_only=True))
    at = next(i for i, row in enumerate(cells) if str(row[0]).startswith("Accelerator systems"))
    ordered = np.array(cells[at + 1][7:11], dtype=float)
    (line,) = _lines(made, "systems")
    assert ordered.sum() == pytest.approx(line.amounts.sum(), rel=1e-12)
    before = np.concatenate([[0.0], np.cumsum(ordered)[:-1]])
    assert cells[at + 3][7:11] == pytest.approx(before / 10)


def test_fiscal_years_hold_all_cash_once(made: PlanResult, book: openpyxl.Workbook) -> None:
    rows = _table(book["FiscalYears"], "Cash", 6)
    total = next(row for row in rows if row[0] == "All years")
    natures = {"capex": 1, "opex": 2}
    for nature, column in natures.items():
        paid = sum(p.amounts.sum() for p in made.lines if p.line.cost_term.nature == nature)
        assert total[column] == pytest.approx(paid, rel=1e-12)
    receipts = sum(p.amounts.sum() for p in made.lines if p.line.term in ("resale", "prepaid_drawn"))
    assert receipts < 0
    assert total[3] == pytest.approx(receipts, rel=1e-12)


def test_contracts_by_span(made: PlanResult, book: openpyxl.Workbook) -> None:
    """The three-year commitment: half-years 1-2 are the first year, 3-4 the second, the rest later."""
    (line,) = _lines(made, "cloud_reserved")
    row = _row(book["Contracts"], "Cloud reserved", 0)
    spans = [line.amounts[:2].sum(), line.amounts[2:4].sum(), line.amounts[4:10].sum(), 0.0]
    assert row[4:8] == pytest.approx(spans)
    assert row[9] == pytest.approx(line.amounts[4:].sum())
    assert row[10] == "assess"


def test_attribution_sums_and_focus_names(
    maker: ModuleType, made: PlanResult, book: openpyxl.Workbook
) -> None:
    sheet = book["Attribution"]
    rows = {row[0]: row for row in _table(sheet, "Planned cash by workload", 3)}
    cash = {True: 0.0, False: 0.0}
    books = maker.books(made)
    energy = sum(p.amounts.sum() for p in _lines(made, "energy"))
    for number, bearers in books.bearers.items():
        cash[made.lines[number].line.location == "SITE-A"] += made.lines[number].amounts.sum() * dict(
            bearers.shares
        ).get("pretrain", 0.0)
    assert rows["pretrain"][5] == pytest.approx(energy)
    assert rows["pretrain"][8] == pytest.approx(sum(cash.values()))
    rented = sum(
        p.amounts.sum()
        for i, p in enumerate(made.lines)
        if i in books.bearers and p.line.location != "SITE-A"
    )
    assert rows["chat"][7] == pytest.approx(0.75 * 0.2 * rented)  # a fifth of all hours is idle
    headings = [row for row in sheet.iter_rows(values_only=True) if row[0] == "ResourceName"]
    assert headings[0][8:10] == ("BilledCost", "EffectiveCost")


def test_a_budget_warns_and_breaks(maker: ModuleType, tmp_path: Path) -> None:
    made = maker.result()
    rows = tuple(
        LimitRow("C17", FieldRef("Budgets", name, "amount"), name, "FY2028", "USD", value, None, 100.0, False,
                 0.9, {})
        for name, value in (("calm", 50.0), ("near", 95.0), ("over", 101.0))
    )  # fmt: skip
    path = write_report(
        tmp_path / "b.xlsx", dataclasses.replace(made, limits=rows), maker.plan(), maker.meta(), origin={}
    )
    sheet = openpyxl.load_workbook(path, data_only=True)["Attribution"]
    assert {name: _row(sheet, name, 0)[8] for name in ("calm", "near", "over")} == {
        "calm": "OK",
        "near": "WARN",
        "over": "BREACH",
    }


def test_steps_of_prices_and_of_the_discount_rate_are_pythons(
    made: PlanResult, book: openpyxl.Workbook
) -> None:
    sheet = book["Sensitivity"]

    def repriced(rate: float, factor: float) -> float:
        lines = []
        for priced in made.lines:
            factors = tuple(
                dataclasses.replace(f, value=f.value * factor) if f.ref.field == "price_per_system" else f
                for f in priced.line.factors
            )
            lines.append(dataclasses.replace(priced.line, factors=factors))
        return sum(p.present_value for p in price(lines, made.calendar, rate, made.activities))

    row = _row(sheet, "Price of systems", 0)
    assert row[5:7] == pytest.approx([repriced(0.08, 0.9), repriced(0.08, 1.1)], rel=1e-9)
    row = _row(sheet, "Discount rate (step in points)", 0)
    assert row[5:7] == pytest.approx([repriced(0.07, 1.0), repriced(0.09, 1.0)], rel=1e-9)


def test_steps_of_demand_and_of_utilisation(made: PlanResult, book: openpyxl.Workbook) -> None:
    """A fifth of what moves with use; 800,000 of 1,000,000 hours used, ten points less and more."""
    sheet = book["Sensitivity"]
    elastic = sum(
        p.present_value for p in made.lines if p.line.moves_with_use and p.line.term != "shortfall_penalty"
    )
    row = _row(sheet, "Demand (cost that moves with use)", 0)
    assert row[1:5] == pytest.approx([elastic, 0.2, -0.2 * elastic, 0.2 * elastic], rel=1e-9)
    row = _row(sheet, "Per accelerator-hour used, at another utilisation", 0)
    ((where, cell),) = book.defined_names["cost_per_accelerator_hour"].destinations
    unit = book[where][cell.replace("$", "")].value
    assert row[1:4] == pytest.approx([unit, 0.1, 0.8], rel=1e-9)
    assert row[5:7] == pytest.approx([unit * 0.8 / 0.7, unit * 0.8 / 0.9], rel=1e-9)


def test_bridge_and_summary_compare_with_the_baselines(made: PlanResult, book: openpyxl.Workbook) -> None:
    own = made.total - made.present_value("shortfall_penalty")
    row = _row(book["Bridge"], "Cost, unmet work left out", 0)
    minimum = 1.1 * (own - made.present_value("systems"))
    assert row[1:4] == pytest.approx([minimum, 9_100_000, own], rel=1e-9)
    rented = _row(book["Summary"], "all-cloud", 0)
    assert rented[2] == pytest.approx(9_100_000 - own, rel=1e-9)
    least = _row(book["Summary"], "do-minimum", 0)  # leaves 12.5 EFLOP undone: dearer or cheaper says nothing
    assert least[1] == pytest.approx(minimum, rel=1e-9)
    assert least[2] is None and least[3] is None and least[4] == 12.5
    assert "It does less work: no saving stated" in str(least[5])
    assert str(_row(book["Summary"], "all-own", 0)[5]).startswith("no such plan")


def test_engineering_figures_of_a_run(book: openpyxl.Workbook) -> None:
    (row,) = _table(book["Workloads"], "Campaign starts: engineering figures of one run (as solved)", 1)
    assert row[0] == "pretrain"
    assert row[4:9] == [0.37, 1.3e6, 2.5, 6.0, 990.0]
