"""The controller's questions: each named cell against a figure worked out from the plan alone."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from types import ModuleType

import openpyxl
import pytest

from models.costing.evaluate import PricedLine, price
from models.costing.lines import cost_lines
from models.finance.discounting import Timing
from models.plan import Plan
from models.results import ALL_POWER, PlanResult
from models.sizing import size
from planner.report import Books, books_of, write_report
from tests.known import held_plans
from tests.known.every_term import every_term
from tests.known.solving import plan_of, solved

SIGNED = ("signed", "leased_rows", "open_order", "cancel_order", "unspent", "drawn", "active_signed")
VALUED = ("residual_value", "commitment_reuse", "shortfall_penalty")

Case = tuple[openpyxl.Workbook, PlanResult, Plan, Books]


@pytest.fixture(scope="module", params=["by hand", "every term"])
def case(
    request: pytest.FixtureRequest, maker: ModuleType, report: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Case]:
    if request.param == "by hand":
        made = maker.result()
        yield openpyxl.load_workbook(report, data_only=True), made, maker.plan(), maker.books(made)
        return
    plan = plan_of(every_term())
    result, sizing = solved(plan), size(plan)
    books = books_of(plan, sizing, cost_lines(plan, sizing), result)
    path = tmp_path_factory.mktemp("questions") / "every-term.xlsx"
    write_report(path, result, plan, maker.meta(), origin={}, books=books)
    yield openpyxl.load_workbook(path, data_only=True), result, plan, books


def _named(book: openpyxl.Workbook, name: str) -> object:
    ((sheet, cell),) = book.defined_names[name].destinations
    return book[sheet][cell.replace("$", "")].value


def _months(result: PlanResult, priced: PricedLine) -> Iterator[tuple[int, float]]:
    """Months (12 * year + month - 1) in which a line is paid, with the money."""
    calendar = result.calendar
    for t, money in enumerate(priced.amounts):
        first = int(calendar.first_month(t))
        months = {
            Timing.START: [first],
            Timing.END: [first + calendar.period_months - 1],
            Timing.RUNNING: list(range(first, first + calendar.period_months)),
        }[priced.line.cost_term.timing]
        yield from ((month, float(money) / len(months)) for month in months)


def _next_year(result: PlanResult, plan: Plan) -> range:
    """Months of the first fiscal year that begins with the plan or after its start."""
    start = int(result.calendar.start)
    first = start + (plan.settings.fiscal_year_start_month - 1 - start) % 12
    return range(first, first + 12)


def _total(result: PlanResult, *terms: str) -> float:
    return float(sum(p.amounts.sum() for p in result.lines if p.line.term in terms))


def _ordered(result: PlanResult, priced: PricedLine, t: int) -> float:
    """All payments for what a line's activity does in one period."""
    alone = {priced.line.activity: result.activities[priced.line.activity].copy()}
    for other in range(result.calendar.periods):
        if other != t:
            alone[priced.line.activity][other] = 0.0
    (one,) = price([priced.line], result.calendar, 0.0, alone)
    return float(one.amounts.sum())


def test_cash_of_the_next_fiscal_year(case: Case) -> None:
    book, result, plan, _ = case
    year = _next_year(result, plan)
    expected = sum(
        money
        for priced in result.lines
        if priced.line.term not in VALUED
        for month, money in _months(result, priced)
        if month in year
    )
    assert _named(book, "cash_next_fiscal_year") == pytest.approx(expected, rel=1e-9)


def test_capex_ordered_paid_and_in_service_in_the_next_fiscal_year(case: Case) -> None:
    book, result, plan, books = case
    year, calendar = _next_year(result, plan), result.calendar
    ordered = paid = entered = 0.0
    for number, priced in enumerate(result.lines):
        if priced.line.cost_term.nature != "capex":
            continue
        lag = books.write_offs[number].lag if number in books.write_offs else 0
        for t in range(calendar.periods):
            order = _ordered(result, priced, t)
            ordered += order * (int(calendar.first_month(t)) in year)
            entered += order * (t + lag < calendar.periods and int(calendar.first_month(t + lag)) in year)
            paid += float(priced.amounts[t]) * (int(calendar.first_month(t)) in year)
    assert paid > 0
    assert _named(book, "capex_ordered_next_fiscal_year") == pytest.approx(ordered, rel=1e-9)
    assert _named(book, "capex_paid_next_fiscal_year") == pytest.approx(paid, rel=1e-9)
    assert _named(book, "capex_in_service_next_fiscal_year") == pytest.approx(entered, rel=1e-9)


def test_worth_of_what_was_ordered_lowers_no_commitment(maker: ModuleType, tmp_path: Path) -> None:
    plan = plan_of(held_plans.ordered_systems_have_worth())
    result, sizing = solved(plan), size(plan)
    books = books_of(plan, sizing, cost_lines(plan, sizing), result)
    path = write_report(tmp_path / "worth.xlsx", result, plan, maker.meta(), origin={}, books=books)
    book = openpyxl.load_workbook(path, data_only=True)
    assert _named(book, "committed_total") == pytest.approx(70_000)
    assert _named(book, "uncommitted_total") == pytest.approx(0, abs=1e-6)


def test_committed_to_approve_and_uncommitted(case: Case) -> None:
    book, result, _, _ = case
    cash = sum(p.amounts.sum() for p in result.lines if p.line.term not in VALUED)
    paid = (p for p in result.lines if p.line.term not in VALUED)
    committed = sum(p.amounts.sum() for p in paid if p.line.activity.kind in SIGNED)
    new = [p for p in result.purchases if p.activity.kind != "open_order"]
    approve = sum(p.amount for p in new)
    assert _named(book, "committed_total") == pytest.approx(committed, rel=1e-9)
    assert _named(book, "to_approve_total") == pytest.approx(approve, rel=1e-9)
    assert _named(book, "uncommitted_total") == pytest.approx(cash - committed - approve, rel=1e-9)
    largest = max(new, key=lambda p: p.amount)
    assert _named(book, "largest_order") == pytest.approx(largest.amount, rel=1e-9)
    month = int(result.calendar.first_month(largest.order_period))
    assert _named(book, "largest_order_approve_by") == datetime(month // 12, month % 12 + 1, 1)


def test_obligations_past_the_horizon(case: Case) -> None:
    book, result, _, _ = case
    past = sum(row.amount for row in result.liabilities)
    assert past > 0
    assert _named(book, "obligations_past_horizon") == pytest.approx(past, rel=1e-9)


def test_book_value_at_each_fiscal_year_end(case: Case) -> None:
    """Additions, depreciation and disposals up to the year's last month, from the sheet by period."""
    book, result, plan, _ = case
    sheet, calendar = book["FixedAssets"], result.calendar
    rows = list(sheet.iter_rows(values_only=True))
    at = next(i for i, row in enumerate(rows) if row[1] == "All fixed assets: opening book value")
    opening, additions, charges, sold, _ = (row[7 : 7 + calendar.periods] for row in rows[at : at + 5])
    names = [name for name in book.defined_names if name.startswith("book_value_FY")]
    assert names
    for name in names:
        year = int(name.removeprefix("book_value_FY"))
        begins = 12 * (year - (plan.settings.fiscal_year_named_by == "end"))
        end = begins + plan.settings.fiscal_year_start_month - 1 + 12
        if plan.settings.fiscal_year_start_month == 1:
            end = 12 * (year + 1)
        value = opening[0]
        for t in range(calendar.periods):
            first = int(calendar.first_month(t))
            inside = min(max(end - first, 0), calendar.period_months) / calendar.period_months
            value += (additions[t] - sold[t]) * (first < end) - charges[t] * inside
        assert _named(book, name) == pytest.approx(value, rel=1e-9, abs=1e-6), name


def test_energy_against_depreciation_and_values_counted(case: Case) -> None:
    book, result, _, _ = case
    energy = sum(p.amounts.sum() for p in result.lines if p.line.cost_term.category == "energy")
    assert _named(book, "energy_total") == pytest.approx(energy, rel=1e-9)
    assert _named(book, "energy_to_depreciation") == pytest.approx(
        energy / _named(book, "depreciation_total"), rel=1e-9
    )  # type: ignore[operator]
    counted = -result.present_value("residual_value") - result.present_value("commitment_reuse")
    assert _named(book, "residual_value_counted") == pytest.approx(counted, rel=1e-9, abs=1e-6)
    cash = [p for p in result.lines if p.line.term not in VALUED]
    fixed = sum(p.present_value for p in cash if not p.line.cost_term.elastic)
    assert _named(book, "fixed_cost_share") == pytest.approx(
        fixed / sum(p.present_value for p in cash), rel=1e-9
    )
    assert _named(book, "gap_money") == pytest.approx(result.proof.gap_money, rel=1e-6, abs=1e-3)


def test_peak_power_and_when(case: Case) -> None:
    book, result, _, _ = case
    power = sum(row.use for row in result.capacity if row.resource == ALL_POWER)
    assert power.max() > 0
    assert _named(book, "peak_power_mw") == pytest.approx(power.max(), rel=1e-9)
    month = int(result.calendar.first_month(int(power.argmax())))
    assert _named(book, "peak_power_from") == datetime(month // 12, month % 12 + 1, 1)


def test_useful_hours_and_idle_cost(case: Case) -> None:
    book, result, _, books = case
    if result.unit_costs is not None:
        useful = result.unit_costs.unit("useful accelerator-hour")
        rows = list(book["FiscalYears"].iter_rows(values_only=True))
        at = next(i for i, row in enumerate(rows) if str(row[0]).startswith("Cost in the books"))
        full = next(row for row in rows[at:] if row[0] == "All years")[6]
        assert useful.quantity > 0
        expected = full / useful.quantity
        assert _named(book, "cost_per_useful_accelerator_hour") == pytest.approx(expected, rel=1e-9)
    idle = 0.0
    for number, bearers in books.bearers.items():
        hours = books.hours.get(bearers.where) or books.hours[""]
        if result.lines[number].line.term not in VALUED and not bearers.direct and hours.there > 0:
            idle += result.lines[number].amounts.sum() * (1.0 - hours.used / hours.there)
    assert _named(book, "idle_cost") == pytest.approx(idle, rel=1e-9)


def test_what_can_be_cancelled_in_march_and_at_what_fee(case: Case) -> None:
    """PO1: 70,000 of 100,000 still to pay, to be cancelled until March 2027 for 500; after that nothing."""
    book, _, plan, _ = case
    if not plan.open_orders:
        assert _named(book, "cancel_avoidable_2027_01") == 0
        return
    for month, avoidable, fee in (("01", 70_000, 500), ("03", 70_000, 500), ("04", 0, 0)):
        assert _named(book, f"cancel_avoidable_2027_{month}") == avoidable
        assert _named(book, f"cancel_fee_2027_{month}") == fee


def test_every_name_of_the_index_exists_and_the_guide_lists_it(case: Case) -> None:
    book = case[0]
    sheet = book["Audit"]
    rows = list(sheet.iter_rows(min_row=8, max_col=7, values_only=True))
    listed = []
    for row in rows:
        if row[6] is None:
            break
        listed.append(str(row[6]))
        assert row[3] == _named(book, str(row[6]))
    assert len(listed) >= 20
    guide = (Path(__file__).resolve().parents[3] / "docs" / "report.md").read_text(encoding="utf-8")
    for name in listed:
        general = name.split("_FY")[0] if "_FY" in name else name.rsplit("_20", 1)[0]
        assert f"`{general}" in guide, name


def test_order_book_adds_up_to_the_purchases_as_solved(case: Case) -> None:
    book, result, _, _ = case
    new = [p for p in result.purchases if p.activity.kind != "open_order"]
    rows = {row[1].value: row for row in book["Checks"].iter_rows(min_row=6)}
    for title, stated in (
        ("All approvals: amount live = as solved", sum(p.amount for p in new)),
        ("All approvals: present value live = as solved", sum(p.present_value for p in new)),
    ):
        assert [rows[title][n].value for n in (2, 3)] == pytest.approx([stated, stated], rel=1e-9)
        assert rows[title][6].value == "OK"
