from __future__ import annotations

import dataclasses
import math
from pathlib import Path
from types import ModuleType

import openpyxl
import pytest

from models.results import PlanResult
from planner.report import write_report


def _book(maker: ModuleType, path: Path, result: PlanResult) -> openpyxl.Workbook:
    written = write_report(path, result, maker.plan(), maker.meta(), origin=maker.origin())
    return openpyxl.load_workbook(written, data_only=True)


def _statuses(book: openpyxl.Workbook) -> dict[str, str]:
    return {row[1].value: row[6].value for row in book["Checks"].iter_rows(min_row=6) if row[0].value}


def test_stored_figures_are_pythons(maker: ModuleType, report: Path) -> None:
    book = openpyxl.load_workbook(report, data_only=True)
    result = maker.result()
    ((sheet, cell),) = book.defined_names["NPV_cost_live"].destinations
    assert book[sheet][cell.replace("$", "")].value == pytest.approx(result.total, rel=1e-12)
    assert book["Cover"]["B3"].value == "OK"
    assert set(_statuses(book).values()) == {"OK"}
    rows = {row[0].value: row for row in book["CostCalc"].iter_rows() if str(row[0].value).startswith("L0")}
    assert len(rows) == len(result.lines)
    assert sum(row[5].value for row in rows.values()) == pytest.approx(
        sum(p.amounts.sum() for p in result.lines), rel=1e-12
    )


def test_a_plan_with_nothing_in_it(maker: ModuleType, tmp_path: Path) -> None:
    empty = dataclasses.replace(
        maker.result(cut=0), purchases=(), capacity=(), workloads=(), fleet=(), binding=(), activities={}
    )
    book = _book(maker, tmp_path / "empty.xlsx", empty)
    assert book["Cover"]["B3"].value == "OK"
    assert any(c.value == "Nothing is at its limit." for c in book["Summary"]["A"])


def test_a_stopped_plan_says_so_and_is_valid(maker: ModuleType, tmp_path: Path) -> None:
    result = maker.result()
    wide = dataclasses.replace(result.proof, status="time_limit", bound=result.proof.cost * 0.9, gap=0.1)
    book = _book(maker, tmp_path / "stopped.xlsx", dataclasses.replace(result, proof=wide))
    assert _statuses(book)["Gap within the target"] == "NOT PROVEN"
    assert book["Cover"]["B3"].value == "OK"
    assert any("Stopped at the time limit" in str(c.value) for c in book["Cover"]["B"])


def test_a_plan_without_a_bound(maker: ModuleType, tmp_path: Path) -> None:
    result = maker.result()
    none = dataclasses.replace(result.proof, status="interrupted", bound=-math.inf, gap=math.inf)
    book = _book(maker, tmp_path / "interrupted.xlsx", dataclasses.replace(result, proof=none))
    assert _statuses(book)["Gap within the target"] == "NOT PROVEN"
    assert [c.value for c in book["Cover"]["B"]].count("not proven") == 3


def test_an_objective_that_differs_from_the_terms_reads_error(maker: ModuleType, tmp_path: Path) -> None:
    result = maker.result()
    other = dataclasses.replace(result.proof, cost=result.proof.cost * 1.001)
    book = _book(maker, tmp_path / "wrong.xlsx", dataclasses.replace(result, proof=other))
    assert book["Cover"]["B3"].value == "ERROR"
    assert _statuses(book)["Bridge: objective of the solver = NPV (as solved)"] == "ERROR"


def test_overbooked_capacity_and_missing_work_read_error(maker: ModuleType, tmp_path: Path) -> None:
    result = maker.result()
    racks = dataclasses.replace(result.capacity[2], limit=result.capacity[2].use - 1.0)
    work = dataclasses.replace(result.workloads[1], demand=result.workloads[1].demand * 1.01)
    broken = dataclasses.replace(
        result, capacity=(result.capacity[0], racks), workloads=(result.workloads[0], work)
    )
    statuses = _statuses(_book(maker, tmp_path / "broken.xlsx", broken))
    assert statuses["Use within limits"] == "ERROR"
    assert statuses["Served + unmet = demand"] == "ERROR"


def test_parts_that_do_not_add_up_are_pasted_not_told_as_formulas(maker: ModuleType, tmp_path: Path) -> None:
    result = maker.result()
    power = dataclasses.replace(result.capacity[0], use=result.capacity[0].use * 0.5)
    path = write_report(
        tmp_path / "p.xlsx",
        dataclasses.replace(result, capacity=(power,)),
        maker.plan(),
        maker.meta(),
        origin=maker.origin(),
    )
    sheet = openpyxl.load_workbook(path)["Capacity"]
    (row,) = [r for r in sheet.iter_rows() if r[1].value == "Use: Facility power"]
    assert [cell.data_type for cell in row[7:11]] == ["n"] * 4


def test_register_names_source_and_cell(report: Path) -> None:
    sheet = openpyxl.load_workbook(report, data_only=True)["Assumptions"]
    rows = {row[1].value: row for row in sheet.iter_rows(min_row=6) if row[1].value}
    energy = rows["SITE-A: energy price kwh"]
    assert (energy[2].value, energy[3].value, energy[4].value) == (0.07, 0.07, "USD/kWh")
    assert (energy[8].value, energy[9].value, energy[12].value) == ("2026-05", "estimate", "Sites!K5")
    assert rows["SITE-A · AIR: kW busy"][12].value == "derived"
    assert rows["SITE-A: kind"][2].value == "own"
    assert energy[3].protection.locked is False and energy[2].protection.locked is True


def test_figures_that_contradict_each_other_are_refused(maker: ModuleType, tmp_path: Path) -> None:
    result = maker.result()
    first = result.lines[0]
    other = dataclasses.replace(first.line.factors[0], value=1.0)
    line = dataclasses.replace(first.line, factors=(other,))
    lines = (*result.lines, dataclasses.replace(first, line=line))
    with pytest.raises(ValueError, match=r"price_per_system enters the cost lines as 300000.0 and as 1.0"):
        _book(maker, tmp_path / "x.xlsx", dataclasses.replace(result, lines=lines))


def test_fiscal_years(maker: ModuleType, tmp_path: Path) -> None:
    """Half-years from 2027-01; fiscal years from April, named by their end: each half lies in two years."""
    book = _book(maker, tmp_path / "fy.xlsx", maker.result(seed=3))
    rows = {}
    for row in book["CashFlow"].iter_rows():
        if str(row[0].value).startswith("FY") and row[1].value == "Share over the period":
            rows[row[0].value] = [cell.value for cell in row[7:11]]
    assert rows["FY2027"] == [0.5, 0.0, 0.0, 0.0]
    assert rows["FY2028"] == [0.5, 1.0, 0.5, 0.0]
    assert rows["FY2029"] == [0.0, 0.0, 0.5, 1.0]


def test_a_baseline_that_rests_on_another_price_keeps_that_term_as_solved(
    maker: ModuleType, tmp_path: Path
) -> None:
    result = maker.result()
    minimum = maker.baselines(result)[0]

    def dearer(priced):  # type: ignore[no-untyped-def]
        first, *rest = priced.line.factors
        factors = (dataclasses.replace(first, value=2.0 * first.value), *rest)
        return dataclasses.replace(priced, line=dataclasses.replace(priced.line, factors=factors))

    lines = tuple(dearer(p) if p.line.term == "energy" else p for p in minimum.lines)
    path = write_report(
        tmp_path / "mixed.xlsx",
        result,
        maker.plan(),
        maker.meta(),
        origin=maker.origin(),
        baselines=(dataclasses.replace(minimum, lines=lines),),
    )
    sheet = openpyxl.load_workbook(path)["Bridge"]
    last = next(row[0].row for row in sheet.iter_rows() if row[0].value == "Cost, unmet work left out")
    rows = {row[0].value: row[1] for row in sheet.iter_rows(min_row=8, max_row=last)}
    assert rows["Energy"].data_type == "n"
    assert rows["Deployment"].data_type == "f"
    assert openpyxl.load_workbook(path, data_only=True)["Cover"]["B3"].value == "OK"


def _tables(book: openpyxl.Workbook, head: str) -> list[dict[str, list[float]]]:
    """The tables of FiscalYears whose first heading is `head`, by label of their rows."""
    found: list[dict[str, list[float]]] = []
    for row in book["FiscalYears"].iter_rows(max_col=7, values_only=True):
        if row[0] == head:
            found.append({})
        elif found and str(row[0]).startswith("FY") and isinstance(row[1], int | float):
            found[-1].setdefault(str(row[0]), [cell for cell in row[1:] if cell is not None])
    return found


def test_fiscal_quarters_add_up_to_their_years(maker: ModuleType, tmp_path: Path) -> None:
    """Quarters from 2027-01, fiscal years from April, named by their end: the first quarter is FY2027 Q4."""
    result = maker.result(seed=2, periods=10, period_months=3, term_months=12)
    kept = {"periods": 10, "period_months": 3}
    path = write_report(
        tmp_path / "q.xlsx", result, maker.plan(**kept), maker.meta(), origin=maker.origin(),
        books=maker.books(result),
    )  # fmt: skip
    book = openpyxl.load_workbook(path, data_only=True)
    years, quarters = _tables(book, "Fiscal year"), _tables(book, "Fiscal quarter")
    assert len(years) == len(quarters) == 5
    paid = quarters[0]
    assert paid["FY2027 Q1"] == [0.0] * 4
    assert paid["FY2027 Q4"][3] == pytest.approx(years[0]["FY2027"][3])
    for table, parts in zip(years[:3], quarters[:3], strict=True):
        figures = 4 if table is not years[1] else 3  # the last column of capex by basis is a balance
        for name, row in table.items():
            split = [parts[f"{name} Q{n}"][:figures] for n in range(1, 5)]
            assert [sum(column) for column in zip(*split, strict=True)] == pytest.approx(row[:figures])
    for name, row in years[3].items():
        assert quarters[3][f"{name} Q4"][-1] == pytest.approx(row[-1])  # closing book value
    assert book["Cover"]["B3"].value == "OK"


@pytest.mark.parametrize(
    ("months", "head", "words"),
    [(6, "Fiscal half-year", "nothing finer than the fiscal half-year is known"),
     (12, "", "nothing finer than the fiscal year is known")],
)
def test_no_split_finer_than_the_periods(
    maker: ModuleType, tmp_path: Path, months: int, head: str, words: str
) -> None:
    result = maker.result(period_months=months)
    path = write_report(
        tmp_path / "h.xlsx", result, maker.plan(period_months=months), maker.meta(), origin=maker.origin()
    )
    book = openpyxl.load_workbook(path, data_only=True)
    assert any(words in str(row[0].value) for row in book["FiscalYears"].iter_rows())
    assert len(_tables(book, head)) == (5 if head else 0)
    assert not _tables(book, "Fiscal quarter")
