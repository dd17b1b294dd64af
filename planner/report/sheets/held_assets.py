"""Own systems in service before the plan: book value, disposals, proceeds, gain or loss."""

from __future__ import annotations

from planner.messages import spoken
from planner.report import styles
from planner.report.books import HeldAsset, PaidBefore
from planner.report.cells import ONE, ZERO, Formula, added, largest, total
from planner.report.grid import A, D, E, F, PeriodRow
from planner.report.lives import held_ref, life_ref, paid_ref
from planner.report.roll import AssetPage, Roll, roll_forward, running, sum_rows
from planner.report.sheets.costcalc import CostCells
from planner.report.write_off import charge


def held_block(page: AssetPage, row: int, costs: CostCells) -> tuple[Roll, PeriodRow, int]:
    """Systems in service before the plan: book value, disposals, proceeds, gain or loss."""
    ctx, sheet = page.ctx, page.sheet
    periods = range(ctx.periods)
    sheet.section(
        row, "Own systems in service before the plan with a stated value; payments before it on open orders"
    )
    charges, sold, opening = [], [], []
    for asset in ctx.books.held:
        value, charged, gone, row = _asset(page, row, asset)
        opening.append(value)
        charges.append(charged)
        sold.append(gone)
    for order in ctx.books.paid:
        value, charged, row = _paid(page, row, order)
        opening.append(value)
        charges.append(charged)
    roll, row = roll_forward(
        page,
        row,
        "Held before the plan",
        {
            "additions": [ZERO] * ctx.periods,
            "depreciation": [added(r.at(t) for r in charges) for t in periods],
            "disposals": [added(r.at(t) for r in sold) for t in periods],
        },
        added(opening),
    )
    with_value = {asset.retired for asset in ctx.books.held}
    sales = [
        PeriodRow("CostCalc", cells_row, ctx.result.lines[number].amounts)
        for number, cells_row in costs.rows.items()
        if ctx.result.lines[number].line.term == "resale"
        and ctx.result.lines[number].line.activity in with_value
    ]
    proceeds = page.row(
        row, "Proceeds of sales, systems with a book value", [0 - sum_rows(sales, t) for t in periods]
    )
    sheet.put(row, F, total(proceeds.block()), "label")
    gain = page.row(
        row + 1,
        "Gain (loss) on sales: proceeds less book value disposed",
        [proceeds.at(t) - roll["disposals"].at(t) for t in periods],
        "total",
    )
    sheet.put(row + 1, F, total(gain.block()), "total")
    return Roll(roll), gain, row + 3


def _paid(page: AssetPage, row: int, order: PaidBefore) -> tuple[Formula, PeriodRow, int]:
    """What was paid before the plan on an open order: an advance until it arrives, then written off."""
    ctx, sheet = page.ctx, page.sheet
    value = sheet.put(row + 1, E, ctx.live[paid_ref(order.order)], "linked")
    life = sheet.put(row + 2, E, ctx.live[life_ref(order.life_months)], "linked", styles.COUNT)
    for at, unit in ((row + 1, "paid"), (row + 2, "months")):
        sheet.text(at, A, order.location)
        sheet.text(at, D, unit)
    entered = page.row(
        row + 1,
        spoken("{order}: paid before the plan, enters service", order=order.order),
        [value if t == order.lag else ZERO for t in range(ctx.periods)],
    )
    charges = page.row(
        row + 2,
        spoken("{order}: depreciation of it", order=order.order),
        [charge(entered, page.numbers, life, t, page.constants) for t in range(ctx.periods)],
    )
    return value, charges, row + 2


def _asset(page: AssetPage, row: int, asset: HeldAsset) -> tuple[Formula, PeriodRow, PeriodRow, int]:
    """One row of the fleet: book value of the whole, share kept, depreciation and disposals."""
    ctx, sheet, constants = page.ctx, page.sheet, page.constants
    periods = range(ctx.periods)
    now = ctx.live[held_ref(asset.name, "book_value")]
    left = ctx.live[held_ref(asset.name, "months_left")]
    systems = ctx.live[held_ref(asset.name, "systems")]
    value = sheet.put(row + 1, E, now, "linked")
    life = sheet.put(row + 2, E, left, "linked", styles.COUNT)
    count = sheet.put(row + 3, E, systems, "linked", styles.COUNT)
    for at, unit in ((row + 1, "value"), (row + 2, "months left"), (row + 3, "systems")):
        sheet.text(at, D, unit)
        sheet.text(at, A, asset.location)

    def worth(after: Formula) -> Formula:
        return value * largest(ZERO, 1 - after * constants.period_months / life)

    whole = page.row(
        row + 1,
        spoken("{name} ({item}): value of the whole row, start of period", name=asset.name, item=asset.item),
        [worth(page.numbers.at(t) - 1) for t in periods],
    )
    retired = ctx.decisions.get(asset.retired)
    gone = [ZERO if retired is None else retired.at(t) / count for t in periods]
    kept = page.row(
        row + 2,
        spoken("{name}: share kept", name=asset.name),
        running(page, row + 2, ONE, lambda t, before: before - gone[t]),
    )
    charges = page.row(
        row + 3,
        spoken("{name}: depreciation of what is kept", name=asset.name),
        [(whole.at(t) - worth(page.numbers.at(t))) * kept.at(t) for t in periods],
    )
    sold = page.row(
        row + 4,
        spoken("{name}: book value disposed", name=asset.name),
        [whole.at(t) * gone[t] for t in periods],
    )
    return value, charges, sold, row + 4
