"""Figures of calendar, discounting and method, and the cells that hold them."""

from __future__ import annotations

from models.costing.line import DERIVED, Factor, derived
from models.finance.discounting import Timing
from models.plan.values import FieldRef, Month, Provenance
from planner.messages import spoken, tr
from planner.report import styles
from planner.report.cells import Formula
from planner.report.context import Constants, Context
from planner.report.fiscal import part_months
from planner.report.register import REPORT, Assumption, name_of, number_format, serial

MONEY_TOLERANCE, SOLVER_TOLERANCE = 1.0, 1e-6
RELATIVE_TOLERANCE, CHECKSUM_TOLERANCE, COUNT_TOLERANCE = 1e-9, 1e-12, 1e-6
CHECKSUM_MODULUS = 999_983.0
"""A prime, so that round quantities are not multiples of it."""


def own_ref(field: str) -> FieldRef:
    """Name of a figure of the report's own method."""
    return FieldRef(REPORT, "", field)


HOURS = "Hours per period"
PART_MONTHS = "fiscal_part_months"
DEMAND_STEP, POINTS_STEP = "demand_step", "utilisation_step"
HOURS_REF = FieldRef(DERIVED, "calendar", "hours_per_period")
OBLIGATION_MONTHS = (12.0, 24.0, 60.0)


def obligation_ref(number: int) -> FieldRef:
    """Name of a bound between two spans of time in which obligations fall due."""
    return FieldRef(REPORT, "", f"obligations_bound_{number}")


def setting_ref(field: str) -> FieldRef:
    """Name of a figure of sheet Settings."""
    return FieldRef("Settings", "", field)


def _own(field: str, value: float, unit: str, number: str, why: str) -> Assumption:
    stated = Provenance(source=why)
    ref = FieldRef(REPORT, "", field)
    return Assumption(ref, name_of(ref), value, unit, number, stated, "method", "method")


def _setting(ctx: Context, field: str, value: float, unit: str, number: str) -> Assumption:
    found = setting_ref(field)
    cell = ctx.origin.get(found, "")
    return Assumption(found, name_of(found), value, unit, number, Provenance(), cell, "method")


def method_assumptions(ctx: Context) -> list[Assumption]:
    """What the report calculates with beside prices: rate, dates, timing, tolerances."""
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
            HOURS,
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
                spoken("date of {timing} payments in their period", timing=tr(timing.value)),
            )
        )
    rows += [
        _own(
            "money_tolerance",
            max(MONEY_TOLERANCE, RELATIVE_TOLERANCE * abs(proof.cost)),
            ctx.result.currency,
            styles.RATE,
            "1 unit, or 1e-9 of the plan's cost",
        ),
        _own("relative_tolerance", RELATIVE_TOLERANCE, "share of a figure", "0.0E+00", "rounding of sums"),
        _own("checksum_modulus", CHECKSUM_MODULUS, "units", styles.COUNT, "splits large values in checksums"),
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
        *(
            _own(f"obligations_bound_{n}", months, "months", styles.COUNT, "1, 2 and 5 years from the start")
            for n, months in enumerate(OBLIGATION_MONTHS, 1)
        ),
        _own(
            PART_MONTHS,
            part_months(calendar.period_months) or 12,
            "months",
            styles.COUNT,
            "quarter, or half-year where periods are longer",
        ),
        _own("sensitivity_step", 0.1, "share", styles.SHARE, "step of prices on Sensitivity"),
        _own(DEMAND_STEP, 0.2, "share", styles.SHARE, "step of demand on Sensitivity"),
        _own(POINTS_STEP, 0.1, "share", styles.SHARE, "step of utilisation and of the share of peak, points"),
        _own("discount_step", 0.01, "share per year", styles.SHARE, "step of the discount rate"),
        _own("asked_gap", proof.asked_gap, "share", styles.FINE_SHARE, "optimality gap asked for"),
    ]
    return rows


def eflop_assumptions(ctx: Context) -> list[Assumption]:
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


def constants(ctx: Context) -> Constants:
    """The live cells of the method's assumptions."""
    def setting(field: str) -> Formula:
        return ctx.live[setting_ref(field)]

    def own(field: str) -> Formula:
        return ctx.live[FieldRef(REPORT, "", field)]

    return Constants(
        discount_rate=setting("discount_rate"),
        start=setting("start"),
        base=setting("price_base_month"),
        period_months=setting("period_months"),
        periods=setting("periods"),
        hours_per_period=ctx.live[HOURS_REF],
        fiscal_start=setting("fiscal_year_start_month"),
        offsets={timing.value: own(f"offset_{timing.value}") for timing in Timing},
        money_tolerance=own("money_tolerance"),
        relative_tolerance=own("relative_tolerance"),
        checksum_modulus=own("checksum_modulus"),
        checksum_tolerance=own("checksum_tolerance"),
        count_tolerance=own("count_tolerance"),
        solver_tolerance=own("solver_tolerance"),
        asked_gap=own("asked_gap"),
    )
