"""From the last approved plan to this one: steps that add up, and files that cannot be built on."""

from __future__ import annotations

import dataclasses
import importlib.util
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import openpyxl
import pytest

from models.costing.lines import cost_lines
from models.plan.values import month
from models.sizing import size
from planner.analyse.previous import check_fits, compare, typed_keys
from planner.analyse.previous_report import read_previous
from planner.analyse.report_cells import PreviousError
from planner.messages import speaking
from planner.report import books_of, write_report
from planner.report.previous import STEPS
from planner.workbook.tables import plan_from_tables
from tests.known.every_term import every_term
from tests.known.small_plan import demand, work
from tests.known.solving import solved

_NAMES = ("last_approved_cost", *(f"bridge_{step.replace(' ', '_')}" for step in STEPS), "NPV_cost_live")


@pytest.fixture(scope="module")
def maker() -> ModuleType:
    path = Path(__file__).parents[1] / "report" / "maker.py"
    spec = importlib.util.spec_from_file_location("previous_maker", path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["previous_maker"] = module
    spec.loader.exec_module(module)
    return module


Write = Callable[..., Path]


@pytest.fixture(scope="module")
def write(maker: ModuleType, tmp_path_factory: pytest.TempPathFactory) -> Write:
    """Writes the report of the plan of every term with changes, beside another's report if one is given."""
    folder = tmp_path_factory.mktemp("previous")

    def made(
        name: str,
        before: Path | None = None,
        change: Callable[[dict[str, Any]], None] = lambda _: None,
        version: str = "0.1.0",
    ) -> Path:
        tables = every_term()
        change(tables)
        read = plan_from_tables(tables)
        assert read.plan is not None
        result, sizing = solved(read.plan), size(read.plan)
        lines = cost_lines(read.plan, sizing)
        beside = None
        if before is not None:
            beside = compare(read_previous(before), result, lines, typed_keys(read.origin), version)
        return write_report(
            folder / f"{name}.xlsx",
            result,
            read.plan,
            maker.meta(),
            origin=read.origin,
            books=books_of(read.plan, sizing, lines, result),
            comparison=beside,
        )

    return made


@pytest.fixture(scope="module")
def approved(write: Write) -> Path:
    return write("approved")


def _steps(path: Path) -> dict[str, float]:
    """The named figures of the bridge; every check of the report must hold."""
    book = openpyxl.load_workbook(path, data_only=True)
    assert book["Cover"]["B3"].value == "OK"
    found = {}
    for name in _NAMES:
        ((sheet, cell),) = book.defined_names[name].destinations
        found[name] = book[sheet][cell.replace("$", "")].value
    total = sum(found[name] for name in _NAMES[:-1])
    assert total == pytest.approx(found["NPV_cost_live"], rel=1e-9)
    return found


def _settings(**values: object) -> Callable[[dict[str, Any]], None]:
    return lambda tables: tables["Settings"][0].update(values)


def test_the_same_plan_has_no_step(write: Write, approved: Path) -> None:
    steps = _steps(write("same", approved))
    assert [steps[name] for name in _NAMES[1:-1]] == pytest.approx([0.0] * 5, abs=1e-6)


@pytest.mark.parametrize(("theirs", "ours"), [("zh", "en"), ("en", "zh"), ("zh", "zh")])
def test_reports_of_any_language_are_compared(write: Write, theirs: str, ours: str) -> None:
    change = _settings(discount_rate=0.1)
    expected = _steps(write("english", write("before"), change))
    with speaking(theirs):
        before = write(f"before-{theirs}")
    assert read_previous(before).lines[0].term == read_previous(write("before")).lines[0].term
    with speaking(ours):
        assert _steps(write(f"after-{theirs}-{ours}", before, change)) == pytest.approx(expected)


def test_other_prices_of_the_same_quantities_are_a_price_step(write: Write, approved: Path) -> None:
    steps = _steps(write("rate", approved, _settings(discount_rate=0.1)))
    assert steps["bridge_price"] == pytest.approx(steps["NPV_cost_live"] - steps["last_approved_cost"])
    assert steps["bridge_price"] < -1_000
    others = [steps[name] for name in _NAMES[2:-1]]
    assert others == pytest.approx([0.0] * 4, abs=1e-6)


def test_more_of_the_same_work_is_demand(write: Write, approved: Path) -> None:
    def change(tables: dict[str, Any]) -> None:
        tables["Demand"][1]["amount"] *= 1.5

    steps = _steps(write("demand", approved, change))
    changed = steps["NPV_cost_live"] - steps["last_approved_cost"]
    assert changed > 1_000
    assert steps["bridge_demand"] == pytest.approx(changed, rel=1e-9)


def test_a_new_workload_is_scope(write: Write, approved: Path) -> None:
    def change(tables: dict[str, Any]) -> None:
        tables["Workloads"].append(work("fresh", allowed_locations="D:us", shortfall_penalty_per_eflop=4))
        tables["Demand"].append(demand(1, "fresh"))

    steps = _steps(write("scope", approved, change))
    assert steps["bridge_scope"] == pytest.approx(
        steps["NPV_cost_live"] - steps["last_approved_cost"], rel=1e-9
    )


def test_a_longer_horizon_is_scope(write: Write, approved: Path) -> None:
    steps = _steps(write("longer", approved, _settings(periods=3)))
    assert steps["bridge_scope"] == pytest.approx(
        steps["NPV_cost_live"] - steps["last_approved_cost"], rel=1e-9
    )


def test_a_later_start_keeps_what_is_owed_apart(write: Write, approved: Path) -> None:
    """A half-year on: its cash is past (timing), a half-year more stands at the end (scope)."""
    steps = _steps(write("later", approved, _settings(start="2027-07", price_base_month="2027-01")))
    assert steps["bridge_timing"] < -100_000
    assert steps["bridge_scope"] > 100_000
    assert steps["bridge_price"] == pytest.approx(0.0, abs=1e-6)


def test_formulas_of_another_version_are_told_apart(write: Write, approved: Path) -> None:
    """The same figures under another version: residual value moves with the horizon, not with scope."""
    steps = _steps(write("version", approved, _settings(periods=3), version="0.2.0"))
    assert steps["bridge_model_version"] > 1_000
    assert steps["bridge_price"] == pytest.approx(0.0, abs=1e-6)


def _edited(source: Path, target: Path, *cells: tuple[str, str, object]) -> Path:
    """A copy with stored values changed; formulas become their values, as the reader sees them."""
    book = openpyxl.load_workbook(source, data_only=True)
    for sheet, cell, value in cells:
        book[sheet][cell] = value
    book.save(target)
    return target


def _row(path: Path, sheet: str, column: str, words: str) -> int:
    cells = openpyxl.load_workbook(path, data_only=True, read_only=True)[sheet][f"{column}1:{column}400"]
    return next(n for n, (cell,) in enumerate(cells, 1) if cell.value == words)


def _refused(path: Path) -> str:
    with pytest.raises(PreviousError) as caught:
        read_previous(path)
    return str(caught.value)


@pytest.mark.parametrize("status", ["RE-PRICED", "ERROR", "NOT FEASIBLE"])
def test_an_edited_or_broken_report_is_refused(approved: Path, tmp_path: Path, status: str) -> None:
    said = _refused(_edited(approved, tmp_path / "edited.xlsx", ("Cover", "B3", status)))
    assert said.startswith(f"edited.xlsx: Cover!B3 reads {status}: ")


def test_an_edit_that_was_not_recalculated_is_found(approved: Path, tmp_path: Path) -> None:
    row = _row(approved, "Assumptions", "B", "Discount rate")
    said = _refused(_edited(approved, tmp_path / "e.xlsx", ("Assumptions", f"D{row}", 0.2)))
    assert said == f"e.xlsx: Assumptions!D{row} (Discount rate) differs from the value as solved beside it"


def test_a_quantity_typed_over_is_found(approved: Path, tmp_path: Path) -> None:
    row = _row(approved, "Decisions", "A", "D00003")
    said = _refused(_edited(approved, tmp_path / "q.xlsx", ("Decisions", f"H{row}", 77)))
    assert said == f"q.xlsx: Decisions!H{row} and the cells beside it do not match their checksum"


def test_costs_that_do_not_add_up_are_found(approved: Path, tmp_path: Path) -> None:
    row = _row(approved, "NPV", "B", "Energy")
    said = _refused(_edited(approved, tmp_path / "c.xlsx", ("NPV", f"E{row}", 5.0)))
    assert said.startswith(f"c.xlsx: NPV!E{row} (Energy) is 5.00 as solved, the lines of CostCalc come to ")


def test_an_error_cell_is_named(approved: Path, tmp_path: Path) -> None:
    row = _row(approved, "CostCalc", "A", "L00002")
    said = _refused(_edited(approved, tmp_path / "r.xlsx", ("CostCalc", f"H{row}", "#REF!")))
    assert said == f"r.xlsx: CostCalc!H{row} shows #REF!"


def test_files_that_are_no_report(approved: Path, tmp_path: Path) -> None:
    plain = tmp_path / "plain.xlsx"
    openpyxl.Workbook().save(plain)
    assert _refused(plain) == "plain.xlsx is no report of planner: it states no report format"
    (tmp_path / "text.xlsx").write_text("no workbook", encoding="utf-8")
    assert _refused(tmp_path / "text.xlsx").startswith("text.xlsx: the content is ")
    assert _refused(tmp_path / "absent.xlsx").startswith("absent.xlsx: there is no file")
    book = openpyxl.load_workbook(approved, data_only=True)
    del book["NPV"]
    book.save(tmp_path / "less.xlsx")
    assert _refused(tmp_path / "less.xlsx") == "less.xlsx has no sheet NPV: the report is not complete"
    cut = tmp_path / "cut.xlsx"
    cut.write_bytes(approved.read_bytes()[:20_000])
    assert _refused(cut).startswith("cut.xlsx: the file is incomplete")


def test_a_newer_format_is_named(approved: Path, tmp_path: Path) -> None:
    target = tmp_path / "newer.xlsx"
    with zipfile.ZipFile(approved) as source, zipfile.ZipFile(target, "w") as out:
        for item in source.infolist():
            data = source.read(item)
            if item.filename == "docProps/custom.xml":
                data = data.replace(b"1.0</vt:lpwstr>", b"9.1</vt:lpwstr>", 1)
            out.writestr(item, data)
    assert _refused(target).startswith("newer.xlsx is written in report format 9.1; this version of planner")


@pytest.mark.parametrize(
    ("currency", "values", "words"),
    [
        ("EUR", {}, " is USD; this plan is in EUR"),
        ("USD", {"period_months": 12}, " is 6; this plan's periods have 12 months"),
        ("USD", {"start": month(2027, 2)}, " is 2027-01: not a whole number of periods from this plan's"),
        ("USD", {"start": month(2029, 1)}, " and what follows share no period with this plan"),
    ],
)
def test_plans_that_cannot_be_compared(
    approved: Path, currency: str, values: dict[str, int], words: str
) -> None:
    plan = plan_from_tables(every_term()).plan
    assert plan is not None
    calendar = dataclasses.replace(size(plan).calendar, **values)
    with pytest.raises(PreviousError, match=r"^approved.xlsx: Assumptions!C\d+ ") as caught:
        check_fits(read_previous(approved), currency, calendar)
    assert words in str(caught.value)
