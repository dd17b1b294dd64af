"""Systems that come and go, and data that is kept: the last blocks of sheet Capacity."""

from __future__ import annotations

from models.matrix import Key
from planner.messages import spoken, tr
from planner.report import styles
from planner.report.cells import ONE, ZERO, Formula, added, largest, smallest, total
from planner.report.context import Check, Constants, Context
from planner.report.fleet_moves import Entry, FleetMoves
from planner.report.grid import A, B, C, F, G, PeriodRow, Sheet, each
from planner.report.traced import activity_parts, put_traced


def write_moves(ctx: Context, sheet: Sheet, row: int, constants: Constants) -> int:
    """Held before and kept + entered service - left again = in service; returns the row after it."""
    if not ctx.books.moves:
        return row
    sheet.section(row, "Systems by cluster: held before and kept + entered service - left again = in service")
    lefts = []
    for moves in ctx.books.moves:
        left, row = _moves(ctx, sheet, row + 1, moves)
        lefts.append(left)
    ctx.checks.append(
        Check(
            "Fleet roll-forward",
            smallest(*(left.block() for left in lefts)),
            ZERO,
            constants.count_tolerance,
            sheet.name,
            "no system is in service that was not held before or has not arrived since (least number gone)",
            at_least=True,
        )
    )
    return row + 2


def _moves(ctx: Context, sheet: Sheet, row: int, moves: FleetMoves) -> tuple[PeriodRow, int]:
    n = ctx.periods
    installed = ctx.decisions[moves.installed]
    kept = _row(
        sheet, row, moves, "held before, kept",
        each(n, lambda t: added(ctx.decisions[key].at(t) for key in moves.held)), "linked",
    )  # fmt: skip
    title, quantity = "entered service", ONE
    brought = [entry.each for entry in moves.entries if entry.each != 1.0]
    if brought:
        quantity = sheet.number(row + 1, G, brought[0], "solved", styles.COUNT)
        title = "entered service (column G: systems of the open order)"
    come = _row(
        sheet, row + 1, moves, title,
        each(n, lambda t: added(_entered(ctx, entry, t, quantity) for entry in moves.entries)), "linked",
    )  # fmt: skip
    sheet.put(row + 1, F, total(come.block()), "label", styles.COUNT)
    left = _row(
        sheet, row + 2, moves, "left again, in all",
        each(n, lambda t: kept.at(t) + total(come.block(0, t)) - installed.at(t)),
    )  # fmt: skip
    there = _row(
        sheet, row + 3, moves, "in service",
        each(n, lambda t: kept.at(t) + total(come.block(0, t)) - left.at(t)), "total",
    )  # fmt: skip
    sheet.put(row + 3, F, largest(there.block()), "total", styles.COUNT)
    return left, row + 3


def _entered(ctx: Context, entry: Entry, period: int, quantity: Formula) -> Formula:
    """What an activity brings in a period."""
    since = period - entry.lag
    if since < 0:
        return ZERO
    cell = ctx.decisions[entry.activity].at(since)
    return cell if entry.each == 1.0 else cell * quantity


def _row(
    sheet: Sheet, row: int, moves: FleetMoves, title: str, figures: list[Formula], kind: str = "formula"
) -> PeriodRow:
    sheet.text(row, A, moves.location, "wrap")
    sheet.text(row, B, f"{moves.label}: {tr(title)}", "wrap")
    sheet.text(row, C, "systems")
    return sheet.put_periods(row, figures, kind, styles.RATE)


def write_data(ctx: Context, sheet: Sheet, row: int) -> int:
    """Data kept by place, kind and stage, all copies, and data in each tier; returns the row after it."""
    if not ctx.result.storage:
        return row
    sheet.section(row, "Data kept, all copies (column F: chance that a year leaves at least one copy)")
    for data in ctx.result.storage:
        row += 1
        sheet.text(row, A, data.location, "wrap")
        words = f"{tr(data.data)}, {tr(data.stage)}"
        if data.tiers:
            words = spoken(
                "{data}, 1 copy in {tiers}" if data.copies == 1 else "{data}, {copies} copies in {tiers}",
                data=words, copies=data.copies, tiers=", ".join(data.tiers),
            )  # fmt: skip
        sheet.text(row, B, words, "wrap")
        sheet.text(row, C, "TB")
        key = Key("data_kept", (data.location, data.data, data.stage))
        put_traced(ctx, sheet, row, activity_parts([key]), data.tb)
        if data.durability is not None:
            sheet.number(row, F, data.durability, "solved", "0.0000000%")
    for key in ctx.result.activities:
        if key.kind in ("stored", "storage_rented"):
            row += 1
            sheet.text(row, A, str(key.parts[0]), "wrap")
            words = spoken(
                "Data in tier {tier}" if key.kind == "stored" else "Data rented, as billed, in tier {tier}",
                tier=key.parts[1],
            )
            sheet.text(row, B, words, "wrap")
            sheet.text(row, C, "TB")
            placed = put_traced(ctx, sheet, row, activity_parts([key]), ctx.result.activities[key])
            sheet.put(row, F, largest(placed.block()), "label", styles.RATE)
    return row + 2
