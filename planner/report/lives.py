"""Lives in the books and values of what was held before, as figures of the register that may be edited."""

from __future__ import annotations

from models.plan.values import FieldRef, Provenance
from planner.report import styles
from planner.report.context import Context
from planner.report.register import REPORT, Assumption, name_of


def life_ref(months: int) -> FieldRef:
    """Name of a life in the books."""
    return FieldRef(REPORT, f"{months} months", "life_in_the_books")


def held_ref(fleet: str, field: str) -> FieldRef:
    """Name of a figure of a row of the existing fleet: book_value, months_left, systems."""
    return FieldRef("ExistingFleet", fleet, field)


def paid_ref(order: str) -> FieldRef:
    """Name of what was paid on an open order before the plan."""
    return FieldRef("OpenOrders", order, "paid_to_date")


def ledger_assumptions(ctx: Context) -> list[Assumption]:
    """A row for each distinct life, and three for each row of systems held before."""
    rows = []
    lives = {w.life_months for w in ctx.books.write_offs.values() if w.life_months is not None}
    lives |= {order.life_months for order in ctx.books.paid}
    for months in sorted(lives):
        rows.append(_row(ctx, life_ref(months), float(months), "months", "lives of the input", styles.COUNT))
    for order in ctx.books.paid:
        rows.append(
            _row(ctx, paid_ref(order.order), order.value, ctx.result.currency, "open orders", styles.MONEY)
        )
    for asset in ctx.books.held:
        for field, value, unit, number in (
            ("book_value", asset.value, ctx.result.currency, styles.MONEY),
            ("months_left", float(asset.months_left), "months", styles.COUNT),
            ("systems", asset.systems, "systems", styles.COUNT),
        ):
            rows.append(_row(ctx, held_ref(asset.name, field), value, unit, "ledger of what is held", number))
    return rows


def _row(ctx: Context, ref: FieldRef, value: float, unit: str, why: str, number: str) -> Assumption:
    cell = ctx.origin.get(ref, "derived")
    return Assumption(ref, name_of(ref), value, unit, number, Provenance(source=why), cell, "derived")
