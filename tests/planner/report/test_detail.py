"""Tables of the sheets: limits from decisions, systems that come and go, data kept, flags, open orders."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import numpy as np
import openpyxl
import pytest
from openpyxl.worksheet.worksheet import Worksheet

from models.costing.lines import cost_lines
from models.plan import FieldRef, month
from models.results import LimitRow
from models.sizing import size
from planner.report import Books, books_of, write_report
from planner.report.fleet_moves import Entry, FleetMoves
from tests.known import held_plans
from tests.known.every_term import every_term
from tests.known.small_plan import Tables
from tests.known.solving import plan_of, solved

Rows = list[tuple[object, ...]]


def _rows(sheet: Worksheet) -> Rows:
    return list(sheet.iter_rows(values_only=True))


def _row(rows: Rows, words: str, column: int) -> tuple[object, ...]:
    (found,) = [row for row in rows if row[column] == words]
    return found


def _statuses(book: openpyxl.Workbook) -> dict[str, str]:
    return {str(row[1]): str(row[6]) for row in _rows(book["Checks"]) if isinstance(row[0], int)}


def _limit(maker: ModuleType, value: float, upper: float) -> LimitRow:
    weights = {maker.ORDER: np.array([1.0, 2.0, 2.0, 1.0]), maker.COMMIT: np.full(4, 0.5)}
    return LimitRow("C17", FieldRef("Limits", "cap", "amount"), "cap", "plan", "kW", value, None, upper, True,
                    0.9, weights)  # fmt: skip


def _left_side(maker: ModuleType) -> float:
    made = maker.result()
    ordered, signed = made.activities[maker.ORDER], made.activities[maker.COMMIT]
    return float(ordered @ np.array([1.0, 2.0, 2.0, 1.0]) + 0.5 * signed.sum())


def test_left_side_of_a_limit_is_a_formula_over_decisions(maker: ModuleType, tmp_path: Path) -> None:
    value = _left_side(maker)
    made = dataclasses.replace(maker.result(), limits=(_limit(maker, value, value + 7.0),))
    path = write_report(tmp_path / "l.xlsx", made, maker.plan(), maker.meta(), origin={})
    row = _row(_rows(openpyxl.load_workbook(path, data_only=True)["Audit"]), "plan, kW", 2)
    assert row[4:7] == pytest.approx((value, value + 7.0, 7.0))
    audit = openpyxl.load_workbook(path)["Audit"]
    texts = [str(cell.value) for column in audit.iter_cols(min_col=5, max_col=5) for cell in column]
    assert sum("SUMPRODUCT($K$" in text and "Decisions!" in text for text in texts) == 2


def test_a_limit_that_is_exceeded_reads_error(maker: ModuleType, tmp_path: Path) -> None:
    value = _left_side(maker)
    made = dataclasses.replace(maker.result(), limits=(_limit(maker, value, value - 1.0),))
    path = write_report(tmp_path / "l.xlsx", made, maker.plan(), maker.meta(), origin={})
    book = openpyxl.load_workbook(path, data_only=True)
    assert _statuses(book)["Hard limits of the input are kept"] == "ERROR"


def test_a_value_that_its_coefficients_do_not_make_up_is_pasted(maker: ModuleType, tmp_path: Path) -> None:
    made = dataclasses.replace(maker.result(), limits=(_limit(maker, 3.0, 4.0),))
    path = write_report(tmp_path / "l.xlsx", made, maker.plan(), maker.meta(), origin={})
    assert _row(_rows(openpyxl.load_workbook(path)["Audit"]), "plan, kW", 2)[4] == 3.0


def test_systems_that_come_and_go(maker: ModuleType, report: Path) -> None:
    rows = _rows(openpyxl.load_workbook(report, data_only=True)["Capacity"])
    made = maker.result()
    ordered, installed = made.activities[maker.ORDER], made.activities[maker.INSTALLED]
    assert _row(rows, "H100X8: entered service", 1)[7:11] == pytest.approx([0.0, *ordered[:-1]])
    assert _row(rows, "H100X8: left again, in all", 1)[7:11] == (0, 0, 0, 0)
    assert _row(rows, "H100X8: in service", 1)[7:11] == pytest.approx(tuple(installed))


def test_systems_that_never_arrived_read_error(maker: ModuleType, tmp_path: Path) -> None:
    made = maker.result()
    late = FleetMoves("SITE-A", "H100X8", maker.INSTALLED, (), (Entry(maker.ORDER, 2),))
    path = write_report(
        tmp_path / "f.xlsx", made, maker.plan(), maker.meta(), origin={}, books=Books(moves=(late,))
    )
    assert _statuses(openpyxl.load_workbook(path, data_only=True))["Fleet roll-forward"] == "ERROR"


@pytest.mark.parametrize(
    "tables",
    [
        held_plans.order_arrives,
        held_plans.order_arrives_inside_a_period,
        held_plans.ordered_systems_join_a_new_cluster,
        held_plans.sell_what_stands_idle,
        held_plans.leaves_inside_a_period,
        every_term,
    ],
)
def test_fleets_of_known_plans_roll_forward(
    maker: ModuleType, tmp_path: Path, tables: Callable[[], Tables]
) -> None:
    plan = plan_of(tables())
    result, sizing = solved(plan), size(plan)
    books = books_of(plan, sizing, cost_lines(plan, sizing), result)
    path = write_report(tmp_path / "k.xlsx", result, plan, maker.meta(), origin={}, books=books)
    book = openpyxl.load_workbook(path, data_only=True)
    assert books.moves
    assert _statuses(book)["Fleet roll-forward"] == "OK"
    assert set(_statuses(book).values()) == {"OK"}
    if plan.storage:
        rows = _rows(book["Capacity"])
        assert _row(rows, "dataset, hot, 1 copy in SITE", 1)[7:9] == (50, 50)
        assert _row(rows, "Data rented, as billed, in tier A-WARM", 1)[5] == 50
    if plan.open_orders and result.purchases and result.purchases[0].activity.kind == "open_order":
        rows = _rows(book["OrderBook"])
        assert [row[1] for row in rows if str(row[2]).startswith("open order")] == ["ordered"]
        assert _row(rows, "All approvals", 2)[11] == pytest.approx(
            sum(p.amount for p in result.purchases if p.activity.kind != "open_order")
        )


def test_old_and_weak_prices_are_told_beside_the_figure(report: Path) -> None:
    """Energy at SITE-A is an estimate of May 2026, seven months before the plan's start in January 2027."""
    rows = _rows(openpyxl.load_workbook(report, data_only=True)["Assumptions"])
    assert _row(rows, "SITE-A: energy price kwh", 1)[14] == "weak"
    assert _row(rows, "H100X8: price per system", 1)[14] is None


def test_a_price_of_thirteen_months_is_old_and_of_twelve_is_not(maker: ModuleType, tmp_path: Path) -> None:
    for stated, told in ((month(2025, 12), "old, weak"), (month(2026, 1), "weak")):
        plan = maker.plan()
        site = plan.sites[0]
        dated = dataclasses.replace(site, provenance=dataclasses.replace(site.provenance, as_of=stated))
        path = tmp_path / f"{stated}.xlsx"
        write_report(
            path, maker.result(), dataclasses.replace(plan, sites=(dated,)), maker.meta(), origin={}
        )
        rows = _rows(openpyxl.load_workbook(path, data_only=True)["Assumptions"])
        assert _row(rows, "SITE-A: energy price kwh", 1)[14] == told


def test_what_was_held_and_what_becomes_of_it(maker: ModuleType, tmp_path: Path) -> None:
    plan = plan_of(every_term())
    result, sizing = solved(plan), size(plan)
    books = books_of(plan, sizing, cost_lines(plan, sizing), result)
    path = write_report(tmp_path / "h.xlsx", result, plan, maker.meta(), origin={}, books=books)
    rows = _rows(openpyxl.load_workbook(path, data_only=True)["Contracts"])
    signed = {str(row[0]): row[3] for row in rows if str(row[0]).startswith("Purchase orders")}
    assert signed["Purchase orders: Accelerator systems"] == "to sign"
    for held in result.held:
        at = next(i for i, row in enumerate(rows) if row[0] == held.name and row[3] == held.kind)
        assert rows[at][4] == pytest.approx(held.quantity)
        assert rows[at][5] == pytest.approx(held.due)
        assert rows[at + 1][1] == held.outcome


def test_least_headroom_is_in_the_unit_of_its_row(report: Path) -> None:
    sheet = openpyxl.load_workbook(report, data_only=True)["Capacity"]
    rows = [row for row in sheet.iter_rows(min_row=6) if str(row[1].value).startswith("Headroom: ")]
    assert rows
    for row in rows:
        by_period = [cell.value for cell in row[7:] if isinstance(cell.value, int | float)]
        assert row[5].value == pytest.approx(min(by_period))
