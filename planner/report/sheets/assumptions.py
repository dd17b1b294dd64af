"""Assumptions: the register of every figure behind the formulas, as solved (locked) and live (to edit)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from models.costing.line import DERIVED, Factor, derived
from models.finance.discounting import Timing
from models.plan.values import FieldRef, Month, Provenance, month_text
from planner.report import styles
from planner.report.cells import Block, Formula, Words, added, total
from planner.report.context import Constants, Context
from planner.report.grid import HEADER_ROWS, A, B, C, D, E, Sheet
from planner.report.profiles import profile_assumptions
from planner.report.register import (
    REPORT,
    Assumption,
    Inputs,
    all_factors,
    collect,
    name_of,
    number_format,
    serial,
)

HEADINGS = (
    "No.",
    "Assumption",
    "As solved",
    "Live",
    "Unit",
    "Low",
    "High",
    "Source",
    "As of",
    "Confidence",
    "Owner",
    "Reviewer",
    "Input cell",
    "Edited",
)
WIDTHS = (6, 46, 14, 14, 18, 9, 9, 30, 9, 11, 11, 11, 20, 8)
_EDITED = 13

MONEY_TOLERANCE, SOLVER_TOLERANCE = 1.0, 1e-6
RELATIVE_TOLERANCE, CHECKSUM_TOLERANCE, COUNT_TOLERANCE = 1e-9, 1e-12, 1e-6


@dataclass(frozen=True, slots=True)
class AssumptionCells:
    """What the sheet leaves for others. `edits`: number of live figures that differ from those solved."""

    constants: Constants
    edits: Formula
    currency: Words
    input_hash: Words


def write(ctx: Context) -> AssumptionCells:
    """Write the register; fills `ctx.live` with the live cell of each figure."""
    sheet = ctx.book["Assumptions"]
    for column, (heading, width) in enumerate(zip(HEADINGS, WIDTHS, strict=True)):
        sheet.width(column, column, width)
        sheet.text(4, column, heading, "heading")
    inputs = Inputs(ctx.plan)
    origin = dict(ctx.origin)
    used = collect(all_factors(ctx.result), inputs, origin)
    method = _method(ctx)
    used = [a for a in used if a.ref not in {m.ref for m in method}]
    groups = (
        ("Calendar, discounting and method", method),
        ("Inputs that price or measure the plan", [a for a in used if a.group == "input"]),
        ("Derived by the engineering functions", [a for a in used if a.group == "derived"] + _eflop(ctx)),
        ("Shares by period: dates, coverage, resale curves", profile_assumptions(ctx.result)),
    )
    row = HEADER_ROWS
    changed: list[Block] = []
    number = 0
    for title, rows in groups:
        if not rows:
            continue
        sheet.section(row, title, len(HEADINGS) - 1)
        first = row + 1
        for row, assumption in enumerate(rows, first):
            number += 1
            _write_row(ctx, sheet, row, number, assumption)
        changed.append(sheet.block(first, _EDITED, np.zeros((len(rows), 1))))
        row += 2
    edits = sheet.put(row, _EDITED, added(total(b) for b in changed), "total", styles.COUNT)
    sheet.text(row, B, "Live figures that differ from those solved", "label")
    currency, hashed = _texts(ctx, sheet, row + 1)
    row = _as_read(ctx, sheet, row + 4, inputs)
    _defaults(ctx, sheet, row + 1)
    sheet.worksheet.protect(
        "", {"format_columns": True, "format_rows": True, "autofilter": True, "sort": True}
    )
    ctx.book.name("edits", edits)
    return AssumptionCells(_constants(ctx), edits, currency, hashed)


def _write_row(ctx: Context, sheet: Sheet, row: int, number: int, item: Assumption) -> None:
    sheet.number(row, A, number, "plain", styles.COUNT)
    sheet.text(row, B, item.name, "wrap")
    solved = sheet.number(row, C, item.value, "solved", item.number)
    live = sheet.number(row, D, item.value, "input", item.number)
    sheet.text(row, E, item.unit, "wrap")
    for column in (5, 6):
        sheet.worksheet.write_blank(row, column, None, sheet.style.get("input", item.number))
    stated = item.provenance
    sheet.text(row, 7, stated.source or "", "wrap")
    sheet.text(row, 8, month_text(stated.as_of) if stated.as_of is not None else "")
    sheet.text(row, 9, stated.confidence or "")
    for column in (10, 11):
        sheet.worksheet.write_blank(row, column, None, sheet.style.get("input"))
    sheet.text(row, 12, item.cell, "wrap")
    same = Formula(f"IF({live.text}={solved.text},0,1)", 0.0)
    sheet.put(row, _EDITED, same, "formula", styles.COUNT)
    ctx.live[item.ref] = live


def _own(field: str, value: float, unit: str, number: str, why: str) -> Assumption:
    stated = Provenance(source=why)
    ref = FieldRef(REPORT, "", field)
    return Assumption(ref, name_of(ref), value, unit, number, stated, "method", "method")


def _setting(ctx: Context, field: str, value: float, unit: str, number: str) -> Assumption:
    found = next(
        (ref for ref in ctx.origin if ref.table == "Settings" and field in (ref.key, ref.field)),
        FieldRef("Settings", field, "value"),
    )
    words = field.replace("_", " ")
    name = words[0].upper() + words[1:]
    return Assumption(found, name, value, unit, number, Provenance(), ctx.origin.get(found, ""), "method")


def _method(ctx: Context) -> list[Assumption]:
    settings, calendar, proof = ctx.plan.settings, ctx.result.calendar, ctx.result.proof
    base = Month(calendar.start - calendar.base_offset_months)
    rows = [
        _setting(ctx, "discount_rate", ctx.result.discount_rate, "share per year", styles.FINE_SHARE),
        _setting(ctx, "start", serial(calendar.start), "month", styles.MONTH),
        _setting(ctx, "price_base_month", serial(base), "month", styles.MONTH),
        _setting(ctx, "period_months", calendar.period_months, "months", styles.COUNT),
        _setting(ctx, "periods", calendar.periods, "periods", styles.COUNT),
        _setting(
            ctx, "fiscal_year_start_month", settings.fiscal_year_start_month, "month of year", styles.COUNT
        ),
        _setting(ctx, "selling_cost_share", settings.selling_cost_share, "share", styles.FINE_SHARE),
    ]
    hours = derived("calendar", "hours_per_period", calendar.hours_per_period, "h")
    rows.append(
        Assumption(
            hours.ref,
            "Hours per period",
            hours.value,
            "hours",
            styles.RATE,
            Provenance(source="hours a year over periods a year"),
            "derived",
            "method",
        )
    )
    for timing in Timing:
        rows.append(
            _own(
                f"offset_{timing.value}",
                timing.offset,
                "periods",
                styles.FINE,
                f"share of a period passed when a payment of class {timing.value} is dated",
            )
        )
    rows += [
        _own(
            "money_tolerance",
            max(MONEY_TOLERANCE, RELATIVE_TOLERANCE * abs(proof.cost)),
            ctx.result.currency,
            styles.RATE,
            "1 unit of currency, or 1e-9 of the plan's cost if more",
        ),
        _own("relative_tolerance", RELATIVE_TOLERANCE, "share of a figure", "0.0E+00", "rounding of sums"),
        _own(
            "checksum_tolerance", CHECKSUM_TOLERANCE, "share of a checksum", "0.0E+00", "rounding of products"
        ),
        _own("count_tolerance", COUNT_TOLERANCE, "units", "0.0E+00", "rounding of quantities"),
        _own(
            "solver_tolerance",
            max(MONEY_TOLERANCE, SOLVER_TOLERANCE * abs(proof.cost)),
            ctx.result.currency,
            styles.RATE,
            "1e-6 of the cost that the solver stated",
        ),
        _own("asked_gap", proof.asked_gap, "share", styles.FINE_SHARE, "optimality gap asked for"),
    ]
    return rows


def _eflop(ctx: Context) -> list[Assumption]:
    """EFLOP delivered by each workload: needed for unit costs."""
    rows = []
    for workload in ctx.result.workloads:
        factor = eflop_factor(workload.workload, workload.eflop)
        number = number_format(factor.value, factor.unit)
        rows.append(
            Assumption(
                factor.ref,
                name_of(factor.ref),
                factor.value,
                factor.unit,
                number,
                Provenance(),
                "derived",
                "derived",
            )
        )
    return rows


def eflop_factor(workload: str, value: float) -> Factor:
    """The derived figure `EFLOP delivered` of a workload."""
    return derived(workload, "EFLOP_delivered", value, "EFLOP")


def _constants(ctx: Context) -> Constants:
    def setting(field: str) -> Formula:
        return next(
            live
            for ref, live in ctx.live.items()
            if ref.table == "Settings" and field in (ref.key, ref.field)
        )

    def own(field: str) -> Formula:
        return ctx.live[FieldRef(REPORT, "", field)]

    return Constants(
        discount_rate=setting("discount_rate"),
        start=setting("start"),
        base=setting("price_base_month"),
        period_months=setting("period_months"),
        periods=setting("periods"),
        hours_per_period=ctx.live[FieldRef(DERIVED, "calendar", "hours_per_period")],
        fiscal_start=setting("fiscal_year_start_month"),
        offsets={timing.value: own(f"offset_{timing.value}") for timing in Timing},
        money_tolerance=own("money_tolerance"),
        relative_tolerance=own("relative_tolerance"),
        checksum_tolerance=own("checksum_tolerance"),
        count_tolerance=own("count_tolerance"),
        solver_tolerance=own("solver_tolerance"),
        asked_gap=own("asked_gap"),
    )


def _texts(ctx: Context, sheet: Sheet, row: int) -> tuple[Words, Words]:
    sheet.text(row, B, "Currency of the plan", "label")
    currency = sheet.text(row, C, ctx.result.currency, "solved")
    sheet.text(row + 1, B, "SHA-256 of the input file as solved", "label")
    hashed = sheet.text(row + 1, C, ctx.meta.input_sha256, "solved")
    return currency, hashed


def _as_read(ctx: Context, sheet: Sheet, row: int, inputs: Inputs) -> int:
    """Inputs that no formula uses, as read: for the record; changing them needs a new solve."""
    rest = [(ref, cell) for ref, cell in ctx.origin.items() if ref not in ctx.live]
    if not rest:
        return row
    sheet.section(
        row,
        "Inputs as read that no formula uses (they shaped the plan; a change needs a new solve)",
        len(HEADINGS) - 1,
    )
    top = row + 1
    for row, (ref, cell) in enumerate(rest, top):
        sheet.text(row, B, name_of(ref), "wrap")
        sheet.text(row, C, shown(inputs.value(ref), ref.field), "wrap")
        stated = inputs.provenance(ref)
        sheet.text(row, 7, stated.source or "", "wrap")
        sheet.text(row, 8, month_text(stated.as_of) if stated.as_of is not None else "")
        sheet.text(row, 9, stated.confidence or "")
        sheet.text(row, 12, cell, "wrap")
    return row + 1


def _defaults(ctx: Context, sheet: Sheet, row: int) -> None:
    if not ctx.meta.defaults:
        return
    sheet.section(row, "Defaults used for blank cells", len(HEADINGS) - 1)
    top = row + 1
    for row, used in enumerate(ctx.meta.defaults, top):
        sheet.text(row, B, name_of(used.ref), "wrap")
        sheet.text(row, C, shown(used.value, used.ref.field), "wrap")
        sheet.text(row, 7, used.why, "wrap")
        sheet.text(row, 12, used.ref.table)


_MONTHS = (
    "start",
    "end",
    "from",
    "available_from",
    "available_to",
    "last_order",
    "earliest",
    "as_of",
    "price_base_month",
    "in_service",
    "lease_end",
    "contract_end",
    "retire_on",
    "cancellable_until",
)


def shown(value: object, field: str) -> str:
    """An input as text: months as 2027-04, yes/no for truth, lists with commas."""
    if value is None:
        return "blank"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int) and field in _MONTHS:
        return month_text(Month(value))
    if isinstance(value, tuple):
        return ", ".join(map(str, value)) or "none"
    if isinstance(value, float):
        return f"{value:.12g}"
    return str(value)
