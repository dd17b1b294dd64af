"""What was held, ordered or signed at the start and what becomes of it: the last block of sheet Contracts."""

from __future__ import annotations

from planner.report import styles
from planner.report.context import Context
from planner.report.grid import Sheet

HEADINGS = (
    "Name", "What", "Where", "Kind", "Quantity", "Due in the plan", "Past the horizon", "Of it transferable",
    "Proceeds", "Gain (loss)", "Unit",
)  # fmt: skip


def write(ctx: Context, sheet: Sheet, row: int) -> int:
    """One row a holding, as solved, two where its outcome is told; returns the row after it."""
    if not ctx.result.held:
        return row
    sheet.section(row, "Held, ordered or signed before the plan, and what becomes of it (as solved)", 10)
    for column, words in enumerate(HEADINGS):
        kind = "heading_right" if 4 <= column <= 9 else "heading_beside" if column == 10 else "heading"
        sheet.text(row + 1, column, words, kind)
    sheet.height(row + 1, 28)
    row += 2
    for held in ctx.result.held:
        sheet.text(row, 0, held.name, "wrap")
        sheet.text(row, 1, held.item, "wrap")
        sheet.text(row, 2, held.location, "wrap")
        sheet.text(row, 3, held.kind)
        sheet.number(row, 4, held.quantity, "solved", styles.RATE)
        for column, value in enumerate(
            (held.due, held.past_horizon, held.transferable, held.proceeds, held.gain), 5
        ):
            if value is not None:
                sheet.number(row, column, value)
        sheet.text(row, 10, held.unit, "beside")
        sheet.text(row + 1, 1, held.outcome, "note")
        row += 2
    return row + 1
