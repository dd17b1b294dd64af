"""The report as a whole: sheets in order, written from the figures inwards, moved into place."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import UTC
from pathlib import Path

import xlsxwriter
from xlsxwriter.exceptions import FileCreateError

from models.plan import Plan
from models.plan.values import FieldRef
from models.results import PlanResult
from planner.messages import language, spoken
from planner.report import layout, other_plans
from planner.report.actions import actions
from planner.report.baseline import Baseline
from planner.report.books import Books
from planner.report.context import Context, Finding
from planner.report.cost_pools import cost_pools
from planner.report.grid import Book
from planner.report.meta import RunMeta
from planner.report.own_names import own_names
from planner.report.paper import Fleet, Paper
from planner.report.previous import Comparison
from planner.report.safe_write import write_safely
from planner.report.sheets import (
    assumptions,
    attribution,
    audit,
    bridge,
    buyvscloud,
    capacity,
    cashflow,
    checks,
    contracts,
    costcalc,
    cover,
    decisions,
    fiscalyears,
    fixedassets,
    npv,
    orderbook,
    sensitivity,
    summary,
    time_axis,
    workloads,
)
from planner.report.sheets.accelerators import TENURES
from planner.report.sheets.questions import Written, answers
from planner.report.styles import Styles

SHEETS: tuple[tuple[str, str], ...] = (
    ("Cover", "What this report is, whether it holds, how to audit it, who signs it"),
    ("Summary", "The plan on one page: cost, what to do, what binds"),
    ("OrderBook", "What to approve by when, where, how many, payments, present value, why"),
    ("FiscalYears", "Cash, capex by basis, cost in the books and book value by fiscal year and quarter"),
    ("Contracts", "What is owed by when, past the horizon too; prepaid balances; what can be cancelled"),
    ("Bridge", "From doing the minimum, and from the last approved plan, to this plan; other baselines"),
    ("Sensitivity", "The frozen plan at other prices; what needs a new solve"),
    ("BuyVsCloud", "Cost per pool and hour; from when on owning is cheaper than each offer"),
    ("Attribution", "Cost by workload, project, environment, owner: direct, shared, idle; budgets"),
    ("Capacity", "Limit, use and headroom by place and period; accelerators owned and rented"),
    ("Workloads", "Demand, work served and unmet, accelerator-hours by pool, campaign starts"),
    ("FixedAssets", "Book value per class: opening, additions, depreciation, disposals, closing"),
    ("Assumptions", "Every figure behind the formulas: as solved, live, source, input cell"),
    ("Checks", "Reconciliations: both sides, difference, tolerance, status, what each proves"),
    ("Decisions", "The optimiser's values by period, with checksums"),
    ("CostCalc", "Decision x price x escalation x flag: one row a cost line"),
    ("CashFlow", "Cash by cost term and period, subtotals, cumulative, fiscal years"),
    ("NPV", "Discount factors, present value per term, bridge from the objective, unit costs"),
    ("Audit", "Controller's questions, findings with cells, limits with slack, what choices cost, glossary"),
)
"""Names and purposes, in order."""


def _say_nothing(_: object) -> None:
    return None


def write_report(
    path: Path,
    result: PlanResult,
    plan: Plan,
    meta: RunMeta,
    *,
    origin: Mapping[FieldRef, str],
    findings: Sequence[Finding] = (),
    books: Books | None = None,
    baselines: Sequence[Baseline] = (),
    comparison: Comparison | None = None,
    tell: Callable[[str], None] = _say_nothing,
    paper: Callable[[Paper], None] = _say_nothing,
) -> Path:
    """Write the report and return the path really written.

    origin: where each input figure was typed · books: the ledger's facts (`planner.report.books.books_of`) ·
    baselines: plans to compare with · comparison: with the last approved plan · tell: gets one sentence
    when the report lands elsewhere than asked (file open, changed since, folder not writable) · paper:
    gets what the decision paper says, for the HTML page. Raises OSError when nothing can be written.
    """

    def build(target: Path) -> None:
        paper(_build(target, result, plan, meta, origin, findings, books or Books(), baselines, comparison))

    return write_safely(Path(path), build, tell)


def _build(
    target: Path,
    result: PlanResult,
    plan: Plan,
    meta: RunMeta,
    origin: Mapping[FieldRef, str],
    findings: Sequence[Finding],
    books: Books,
    baselines: Sequence[Baseline],
    comparison: Comparison | None,
) -> Paper:
    options = {"strings_to_formulas": False, "strings_to_urls": False, "strings_to_numbers": False}
    workbook = xlsxwriter.Workbook(str(target), options)
    workbook.set_properties(
        {
            "title": spoken("{plan}: capacity plan", plan=result.plan_name),
            "created": meta.utc.astimezone(UTC).replace(tzinfo=None),
        }
    )
    workbook.set_custom_property("planner_report_format", meta.report_format)
    workbook.set_custom_property("planner_language", language())
    workbook.set_custom_property("planner_run_id", meta.run_id)
    book = Book(workbook, Styles(workbook), own_names(plan))
    book.add([name for name, _ in SHEETS])
    own = comparison.plans if comparison is not None else ()
    others = other_plans.repriceable(result, [b.to_price() for b in baselines if b.found], own)
    ctx = Context(
        book, result, plan, meta, origin, findings, books, baselines, (*own, *others), comparison
    )
    paper = _write(ctx)
    try:
        workbook.close()
    except FileCreateError as error:
        raise OSError(str(error)) from error
    return paper


def _write(ctx: Context) -> Paper:
    """Figures first, then what reads them; checks and cover last."""
    names = [name for name, _ in SHEETS]
    register = assumptions.write(ctx)
    constants = register.constants
    axis = time_axis.write(ctx, constants)
    decided = decisions.write(ctx, axis, constants)
    pools = cost_pools(ctx)
    costs = costcalc.write(ctx, axis, constants, decided, pools)
    others = other_plans.write(ctx, constants, axis.numbers, costs)
    cash = cashflow.write(ctx, axis, constants, costs)
    assets = fixedassets.write(ctx, axis, constants, costs, cash)
    years = fiscalyears.write(ctx, axis, constants, cash, assets)
    owed = contracts.write(ctx, axis, constants, costs, cash)
    borne = attribution.write(ctx, axis, constants, costs, cash, pools)
    work = workloads.write(ctx, axis, constants)
    value = npv.write(ctx, axis, constants, cash, work)
    bridged = bridge.write(ctx, constants, costs, value, others)
    sensitivity.write(ctx, axis, constants, costs, cash, value)
    buyvscloud.write(ctx, constants, costs, value)
    fleet = capacity.write(ctx, axis, constants, work)
    orders = orderbook.write(ctx, axis, constants, costs, value)
    found = Written(axis, cash, assets, years, owed, borne, work, value, fleet, orders)
    protection = audit.write(ctx, constants, answers(ctx, found))
    todo = actions(ctx, costs, orders)
    approval = (owed.committed, orders.amount)
    said = summary.write(ctx, constants, cash, value, work, fleet, years, bridged, approval, protection, todo)
    along = [name for name in names if name in layout.CALCULATION and name != "CostCalc"]
    checks.axis_checks(ctx, axis, constants, along)
    checks.hash_check(ctx, constants, cover.hash_cell(ctx), register.input_hash)
    checks.error_checks(ctx, constants, [name for name in names if name not in ("Cover", "Checks")])
    checked = checks.write(ctx, register)
    covered = cover.write(ctx, SHEETS, register, checked, value)
    for name, purpose in SHEETS:
        layout.finish(ctx, ctx.book[name], purpose, covered)
    ctx.book["Cover"].worksheet.activate()
    return Paper(
        plan_name=ctx.result.plan_name,
        currency=ctx.result.currency,
        outcome=cover.OUTCOMES[ctx.result.proof.status],
        bound=value.bound,
        status=covered.status,
        detail=covered.detail,
        meta=ctx.meta,
        summary=said,
        periods=tuple(ctx.result.calendar.label(t) for t in range(ctx.periods)),
        fleet=Fleet(
            tuple((title, fleet.tenures[tenure]) for tenure, title in TENURES), fleet.at_work, fleet.needed
        ),
        power=fleet.power,
        steps=bridged.steps,
        projects=borne.projects,
    )
