"""A controller's questions, each answered by a cell with a name: the first block of sheet Audit."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from models.costing.basis import VALUATIONS
from models.finance.discounting import Timing
from planner.messages import spoken, tr
from planner.report import styles
from planner.report.cells import ZERO, Formula, Words, added, either, quoted, ratio, sumproduct
from planner.report.context import Axis, Context
from planner.report.fiscal import FiscalYear
from planner.report.grid import PeriodRow, Sheet
from planner.report.sheets.attribution import AttributionCells
from planner.report.sheets.capacity import CapacityCells
from planner.report.sheets.cashflow import CASH_NATURES, CashCells, nature_of
from planner.report.sheets.contracts import ContractCells
from planner.report.sheets.fiscalyears import YearCells
from planner.report.sheets.fixedassets import AssetCells
from planner.report.sheets.npv import NpvCells
from planner.report.sheets.orderbook import OrderCells
from planner.report.sheets.workloads import WorkCells

HEADINGS = ("Question", "", "For", "Answer", "Unit", "Figures on", "Name of the cell")
_QUESTION, _FOR, _ANSWER, _UNIT, _LINK, _NAME = 0, 2, 3, 4, 5, 6


@dataclass(frozen=True, slots=True)
class Answer:
    """A question, its answer, and the sheet where the figures stand.

    of: year or month that is meant · stands: the name belongs to a cell of that sheet already
    """

    question: str
    name: str
    figure: Formula | Words
    unit: str
    sheet: str
    number: str = styles.MONEY
    of: Words | Formula | None = None
    stands: bool = False


@dataclass(frozen=True, slots=True)
class Written:
    """The cells of the sheets that answer."""

    axis: Axis
    cash: CashCells
    assets: AssetCells
    years: YearCells
    contracts: ContractCells
    attribution: AttributionCells
    work: WorkCells
    npv: NpvCells
    capacity: CapacityCells
    orders: OrderCells


def answers(ctx: Context, found: Written) -> list[Answer]:
    """All questions in the order in which finance asks them."""
    return [
        *_next_year(ctx, found),
        *_commitments(ctx, found),
        *_books(ctx, found),
        *_worth(ctx, found),
        *_running(ctx, found),
    ]


def _next(found: Written, cells: Sequence[Formula]) -> Formula:
    """The figure of the next fiscal year: the first that begins with the plan or after its start."""
    first, plan = found.cash.years[0], found.axis.month_numbers.at(0)
    second = cells[1] if len(cells) > 1 else ZERO
    return either(f"{first.start.text}={plan.text}", first.start.value == plan.value, cells[0], second)


def _next_label(found: Written) -> Words:
    years, plan = found.cash.years, found.axis.month_numbers.at(0)
    second = years[1].label if len(years) > 1 else quoted("past the plan")
    first = years[0].label
    begins = years[0].start.value == plan.value
    text = f"IF({years[0].start.text}={plan.text},{first.text},{second.text})"
    return Words(text, first.value if begins else second.value)


def _next_year(ctx: Context, found: Written) -> Iterator[Answer]:
    currency, label, fixed = ctx.result.currency, _next_label(found), found.assets.fixed
    assert fixed.ordered is not None
    assert fixed.paid is not None
    yield Answer(
        "How much cash goes out in the next fiscal year, receipts taken off?",
        "cash_next_fiscal_year", _next(found, found.years.cash), currency, "FiscalYears", of=label,
    )  # fmt: skip
    for name, words, row in (
        ("ordered", "is ordered", fixed.ordered),
        ("paid", "is paid", fixed.paid),
        ("in_service", "enters service", fixed.rows["additions"]),
    ):
        years = [_of_year(ctx, row, year) for year in found.cash.years[:2]]
        yield Answer(
            spoken("How much capex {words} in the next fiscal year?", words=tr(words)),
            f"capex_{name}_next_fiscal_year", _next(found, years), currency, "FiscalYears", of=label,
        )  # fmt: skip


def _of_year(ctx: Context, row: PeriodRow, year: FiscalYear) -> Formula:
    return sumproduct(row.block(), year.shares[Timing.START].block(0, ctx.periods - 1))


def _commitments(ctx: Context, found: Written) -> Iterator[Answer]:
    currency, contracts, orders = ctx.result.currency, found.contracts, found.orders
    yield Answer(
        "What is committed: signed or ordered before the plan and still to be paid?",
        "committed_total", contracts.committed, currency, "Contracts",
    )  # fmt: skip
    yield Answer(
        "What is to be approved: orders and signatures of this plan, all payments?",
        "to_approve_total", orders.amount, currency, "OrderBook", stands=True,
    )  # fmt: skip
    rest = found.cash.cash_total - contracts.committed - orders.amount
    yield Answer(
        "What is neither: running cost, rent by use, receipts?",
        "uncommitted_total", rest, currency, "CashFlow",
    )  # fmt: skip
    yield Answer(
        "What is the largest single approval, all payments?",
        "largest_order", orders.largest, currency, "OrderBook",
    )  # fmt: skip
    yield Answer(
        "By when is it to be approved?", "largest_order_approve_by", orders.largest_by, "month", "OrderBook",
        styles.MONTH,
    )  # fmt: skip
    yield Answer(
        "What is owed on contracts and orders past the horizon?",
        "obligations_past_horizon", contracts.past, currency, "Contracts", stands=True,
    )  # fmt: skip
    first = contracts.cancellable[0]
    for question, name, figure in (
        ("What need not be paid if every order that can be is cancelled this month?", "avoidable",
         first.avoided),
        ("At what fee?", "fee", first.fee),
    ):  # fmt: skip
        yield Answer(
            question, f"cancel_{name}_{first.label}", figure, currency, "Contracts", of=first.month,
            stands=len(contracts.cancellable) > 1,
        )  # fmt: skip


def _books(ctx: Context, found: Written) -> Iterator[Answer]:
    currency = ctx.result.currency
    for year, value in zip(found.cash.years, found.years.book_value, strict=True):
        yield Answer(
            "What is the book value of fixed assets at the fiscal year's end?",
            f"book_value_{year.label.value}", value, currency, "FiscalYears", of=year.label,
        )  # fmt: skip
    energy = added(r.total for r in found.cash.terms.values() if r.term.category == "energy")
    yield Answer("What is paid for energy?", "energy_total", energy, currency, "CashFlow")
    charged = found.years.depreciation_total
    yield Answer("What is depreciated?", "depreciation_total", charged, currency, "FiscalYears")
    yield Answer(
        "How much is energy as a share of depreciation?", "energy_to_depreciation", ratio(energy, charged),
        "share", "FiscalYears", styles.SHARE,
    )  # fmt: skip


def _worth(ctx: Context, found: Written) -> Iterator[Answer]:
    currency, npv, terms = ctx.result.currency, found.npv, found.cash.terms
    credits = added(value for name, value in npv.terms.items() if name in VALUATIONS)
    yield Answer(
        "How much residual and reuse value does the plan count on, present value?",
        "residual_value_counted", 0 - credits, currency, "NPV",
    )  # fmt: skip
    cash = {name: value for name, value in npv.terms.items() if nature_of(terms[name].term) in CASH_NATURES}
    fixed = added(value for name, value in cash.items() if not terms[name].term.elastic)
    yield Answer(
        "Which share of cost is fixed (does not move with use), present value?",
        "fixed_cost_share", ratio(fixed, added(cash.values())), "share", "NPV", styles.SHARE,
    )  # fmt: skip
    yield Answer(
        "How much could a better plan save at most?", "gap_money",
        quoted("not proven") if npv.gap is None else npv.gap, currency, "NPV",
    )  # fmt: skip


def _running(ctx: Context, found: Written) -> Iterator[Answer]:
    currency, capacity, work = ctx.result.currency, found.capacity, found.work
    yield Answer(
        "What power is needed at the peak, all sites together, everything busy?",
        "peak_power_mw", capacity.power_peak, "facility MW", "Capacity", styles.RATE,
    )  # fmt: skip
    yield Answer(
        "In the period that begins when?", "peak_power_from", capacity.power_peak_start, "month", "Capacity",
        styles.MONTH,
    )  # fmt: skip
    if work.useful_hours is not None:
        figure = ratio(found.years.books_total, work.useful_hours)
        yield Answer(
            "What does a useful accelerator-hour cost in the books (goodput taken off)?",
            "cost_per_useful_accelerator_hour", figure, f"{currency}/h", "Workloads", styles.FINE,
        )  # fmt: skip
    yield Answer(
        "What is paid for capacity that stands idle?", "idle_cost", found.attribution.idle, currency,
        "Attribution", stands=True,
    )  # fmt: skip


def protection(ctx: Context, sheet: str, price: Formula | None) -> Answer:
    """What protection against a loss of a location costs; `price`: its cell, None where it was not solved."""
    return Answer(
        "What does protection against the loss of a site cost, present value?", "cost_of_protection",
        price or quoted("not solved"), ctx.result.currency, sheet, stands=price is not None,
    )  # fmt: skip


def height(asked: int) -> int:
    """Rows of the block with so many questions."""
    return asked + 2


def write(ctx: Context, sheet: Sheet, row: int, asked: Sequence[Answer], last_column: int) -> None:
    """Write the block."""
    sheet.section(row, "Controller's questions: each answer is a cell with a name (Formulas, Name Manager)",
                  last_column)  # fmt: skip
    for column in range(last_column + 1):
        words = HEADINGS[column] if column < len(HEADINGS) else ""
        kind = "heading_right" if column == _ANSWER else "heading_beside" if column > _ANSWER else "heading"
        sheet.text(row + 1, column, words, kind)
    top = row + 2
    for row, answer in enumerate(asked, top):
        sheet.text(row, _QUESTION, answer.question)
        of = answer.of or quoted("whole plan")
        if isinstance(of, Words):
            sheet.put_words(row, _FOR, of, "linked" if "!" in of.text else "plain")
        else:
            sheet.put(row, _FOR, of, "linked_left", styles.MONTH)
        if isinstance(answer.figure, Words):
            cell: Formula | Words = sheet.put_words(row, _ANSWER, answer.figure, "label_right")
        else:
            cell = sheet.put(row, _ANSWER, answer.figure, "label", answer.number)
        sheet.text(row, _UNIT, answer.unit, "beside")
        sheet.worksheet.write_url(
            row, _LINK, f"internal:'{answer.sheet}'!A1", sheet.style.get("link_beside"), answer.sheet
        )
        sheet.text(row, _NAME, answer.name, "beside")
        if not answer.stands:
            ctx.book.name(answer.name, cell)
