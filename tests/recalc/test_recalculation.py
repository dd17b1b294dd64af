"""Every stored value is what a spreadsheet calculates; edits re-price; corruption is found."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import openpyxl
import pytest

from models.costing.evaluate import price
from models.costing.line import CostLine, Factor
from planner.messages import speaking
from planner.report import write_report
from tests.recalc.compare import STATUS, differing, formulas

pytestmark = pytest.mark.office

VARIANTS = (
    {"seed": 1},
    {"seed": 2, "periods": 10, "period_months": 3, "term_months": 12},
    {"seed": 3, "periods": 3, "period_months": 12, "term_months": 36, "fiscal_year_start_month": 1},
    {"seed": 4, "discount_rate": 0.0, "fiscal_year_named_by": "start"},
    {"seed": 5, "cut": 1},
    {"seed": 10, "cut": 0},
    {"seed": 6, "periods": 30, "period_months": 1, "term_months": 36, "start": 2027 * 12 + 4},
)


def _write(maker, folder: Path, name: str, **changes: object) -> Path:  # type: ignore[no-untyped-def]
    result = maker.result(**changes)
    kept = {k: v for k, v in changes.items() if k not in ("seed", "cut", "term_months")}
    books = maker.books(result)
    return write_report(
        folder / name,
        result,
        maker.plan(**kept),
        maker.meta(),
        origin=maker.origin(),
        books=books,
        baselines=maker.baselines(result),
    )


def test_canary_a_wrong_stored_value_comes_back_right(office, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    import xlsxwriter

    path = tmp_path / "canary.xlsx"
    with xlsxwriter.Workbook(str(path)) as book:
        book.add_worksheet("S").write_formula("A1", "=1+1", None, 999)
    (made,) = office.recalculate(path)
    assert openpyxl.load_workbook(made, data_only=True)["S"]["A1"].value == 2


def test_every_formula_gives_its_stored_value_and_all_checks_hold(maker, office, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    paths = [_write(maker, tmp_path, f"v{i}.xlsx", **v) for i, v in enumerate(VARIANTS)]
    with speaking("zh"):
        paths.append(_write(maker, tmp_path, "zh.xlsx", seed=7))
    for path, made in zip(paths, office.recalculate(*paths), strict=True):
        assert len(list(formulas(path))) > 300
        assert differing(path, made) == []
        calculated = openpyxl.load_workbook(made, data_only=True)
        assert calculated[STATUS[0]][STATUS[1]].value == "OK"
        words = [row[6].value for row in calculated["Checks"].iter_rows(min_row=6) if row[0].value]
        assert len(words) >= 30 and set(words) == {"OK"}


def test_the_minimal_plan_from_workbook_to_recalculated_report(office, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    """The whole way, on the workbook that the docs work through by hand."""
    import threading

    from planner.run.pipeline import Listener, Request, new_run, run_plan

    source = Path(__file__).resolve().parents[2] / "inputs" / "minimal.xlsx"
    run = new_run()
    run_plan(run, Request(source, tmp_path / "report.xlsx"), Listener(), threading.Event())
    assert run.report is not None
    (made,) = office.recalculate(run.report)
    stored = openpyxl.load_workbook(run.report, data_only=True)
    calculated = openpyxl.load_workbook(made, data_only=True)
    assert differing(run.report, made) == []
    assert calculated[STATUS[0]][STATUS[1]].value == "OK"
    pasted = [
        cell.coordinate
        for row in stored["OrderBook"].iter_rows(min_row=6)
        for cell in row[11:13]
        if cell.value is not None
        and "As solved" not in [other.value for other in row]  # what the sums are checked against
        and (stored["OrderBook"].title, cell.coordinate) not in set(formulas(run.report))
    ]
    assert pasted == []  # every amount of the order book is a live formula


EDITS = (
    ("Discount rate", 0.11),
    ("H100X8: price per system", 260_000.0),
    ("H100X8: price change per year", -0.2),
    ("H100X8: pay at order share", 0.5),
    ("SITE-A: energy price kwh", 0.11),
    ("SITE-A · AIR: pue annual", 1.4),
    ("RES-36: price per accelerator hour", 1.7),
    ("RES-36: price change per year", 0.04),
    ("OD-1: price per accelerator hour", 5.0),
    ("Selling cost share", 0.35),
    ("Inflation default", 0.06),
    ("+ops: unit cost", 75_000.0),
    ("RES-36: last period share", 0.25),
    ("OLD-1: resale now", 15_000.0),
)


def _live_row(sheet, name: str) -> int:  # type: ignore[no-untyped-def]
    (row,) = [r[1].row for r in sheet.iter_rows(min_row=6) if r[1].value == name and r[3].value is not None]
    return row


def _edited(path: Path, target: Path, sheet: str, at: str, value: float) -> Path:
    book = openpyxl.load_workbook(path)
    book[sheet][at] = value
    book.save(target)
    return target


def _repriced(maker, name: str, value: float) -> tuple[float, float]:  # type: ignore[no-untyped-def]
    """Python's price of the frozen plan, and of doing the minimum, with one figure changed."""
    result = maker.result(seed=7)
    minimum = maker.baselines(result)[0]
    rate = value if name == "Discount rate" else result.discount_rate
    from planner.report.register import name_of

    def factor(one: Factor) -> Factor:
        return dataclasses.replace(one, value=value) if name_of(one.ref) == name else one

    def line(one: CostLine) -> CostLine:
        return dataclasses.replace(
            one,
            factors=tuple(map(factor, one.factors)),
            growth=None if one.growth is None else factor(one.growth),
            taps=tuple(dataclasses.replace(t, share=tuple(map(factor, t.share))) for t in one.taps),
        )

    def total(lines, activities) -> float:  # type: ignore[no-untyped-def]
        priced = price([line(p.line) for p in lines], result.calendar, rate, activities)
        return sum(p.present_value for p in priced)

    paid = [p for p in minimum.lines if p.line.term != "shortfall_penalty"]
    return total(result.lines, result.activities), total(paid, minimum.activities)


def test_one_live_edit_re_prices_as_python_does(maker, office, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    path = _write(maker, tmp_path, "report.xlsx", seed=7)
    register = openpyxl.load_workbook(path)["Assumptions"]
    files = [
        _edited(path, tmp_path / f"e{i}.xlsx", "Assumptions", f"D{_live_row(register, name)}", value)
        for i, (name, value) in enumerate(EDITS)
    ]
    for (name, value), made in zip(EDITS, office.recalculate(*files), strict=True):
        book = openpyxl.load_workbook(made, data_only=True)
        assert book[STATUS[0]][STATUS[1]].value == "RE-PRICED", name
        sheet, cell = _named(book, "NPV_cost_live")
        expected, minimum = _repriced(maker, name, value)
        assert expected != pytest.approx(maker.result(seed=7).total, rel=1e-6), name
        assert book[sheet][cell].value == pytest.approx(expected, rel=1e-9), name
        sheet, cell = _named(book, "cost_do_minimum")
        assert book[sheet][cell].value == pytest.approx(minimum, rel=1e-9), name
        words = [row[6].value for row in book["Checks"].iter_rows(min_row=6) if row[0].value]
        assert set(words) == {"OK", "RE-PRICED"}, name


def test_a_shorter_life_moves_the_books_and_no_cash(maker, office, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    """Half the life of what is written off over 30 months: more depreciation, the same present value."""
    path = _write(maker, tmp_path, "report.xlsx", seed=7)
    row = _live_row(openpyxl.load_workbook(path)["Assumptions"], "30 months: life in the books")
    (made,) = office.recalculate(_edited(path, tmp_path / "life.xlsx", "Assumptions", f"D{row}", 15))
    before, after = (openpyxl.load_workbook(p, data_only=True) for p in (path, made))

    def figure(book, name: str) -> float:  # type: ignore[no-untyped-def]
        sheet, cell = _named(book, name)
        return float(book[sheet][cell].value)

    assert after[STATUS[0]][STATUS[1]].value == "RE-PRICED"
    assert figure(after, "NPV_cost_live") == pytest.approx(figure(before, "NPV_cost_live"), rel=1e-12)
    more = figure(after, "depreciation_total") - figure(before, "depreciation_total")
    assert more > 1.0
    assert figure(before, "book_value_FY2030") - figure(after, "book_value_FY2030") == pytest.approx(more)


def _named(book, name: str) -> tuple[str, str]:  # type: ignore[no-untyped-def]
    ((sheet, cell),) = book.defined_names[name].destinations
    return sheet, cell.replace("$", "")


def test_any_corrupted_decision_reads_error(maker, office, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    path = _write(maker, tmp_path, "report.xlsx", seed=8)
    sheet = openpyxl.load_workbook(path)["Decisions"]
    rows = [r[0].row for r in sheet.iter_rows(min_row=6) if str(r[0].value).startswith("D")]
    assert len(rows) == len(maker.result().activities)
    changes = [(f"{'HIJK'[row % 4]}{row}", sheet[f"{'HIJK'[row % 4]}{row}"].value + 1) for row in rows]
    first = f"H{rows[0]}"
    changes.append((first, sheet[first].value + 1e-6))
    files = [
        _edited(path, tmp_path / f"c{i}.xlsx", "Decisions", at, value)
        for i, (at, value) in enumerate(changes)
    ]
    for (at, _), made in zip(changes, office.recalculate(*files), strict=True):
        assert openpyxl.load_workbook(made, data_only=True)[STATUS[0]][STATUS[1]].value == "ERROR", at


def test_a_tampered_stored_price_reads_error_not_re_priced(maker, office, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    path = _write(maker, tmp_path, "report.xlsx", seed=9)
    book = openpyxl.load_workbook(path)
    row = _live_row(book["Assumptions"], "H100X8: price per system")
    book["Assumptions"][f"C{row}"] = book["Assumptions"][f"D{row}"] = 1.0
    target = tmp_path / "tampered.xlsx"
    book.save(target)
    (made,) = office.recalculate(target)
    assert openpyxl.load_workbook(made, data_only=True)[STATUS[0]][STATUS[1]].value == "ERROR"


def test_an_edit_that_breaks_a_limit_is_no_saving(maker, office, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    """Less power at the site; and more of it for each system, a figure of the engineering functions."""
    path = _write(maker, tmp_path, "report.xlsx", seed=11)
    register = openpyxl.load_workbook(path)["Assumptions"]
    edits = (("SITE-A: usable mw", 0.01), ("SITE-A/H100X8/IB2/AIR: facility mw", 1.0))
    files = [
        _edited(path, tmp_path / f"e{n}.xlsx", "Assumptions", f"D{_live_row(register, name)}", value)
        for n, (name, value) in enumerate(edits)
    ]
    for made in office.recalculate(*files):
        book = openpyxl.load_workbook(made, data_only=True)
        assert book[STATUS[0]][STATUS[1]].value == "NOT FEASIBLE"
        assert book["Cover"]["B4"].value.startswith("Plan no longer feasible")
