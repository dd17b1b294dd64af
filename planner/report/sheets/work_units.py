"""Unit costs of hours and work, as solved: a block of sheet Workloads."""

from __future__ import annotations

from planner.report import styles
from planner.report.cells import Formula, ratio
from planner.report.context import Context
from planner.report.grid import B, C, E, Sheet

USEFUL = "useful accelerator-hour"
HEADINGS = ("", "Unit", "", "", "quantity", "cash", "full cost", "present value", "cash per unit",
            "full per unit")  # fmt: skip


def write(ctx: Context, sheet: Sheet, row: int) -> tuple[Formula | None, int]:
    """Cost and quantity of each unit; useful accelerator-hours (None without unit costs), the row after."""
    costs = ctx.result.unit_costs
    if costs is None:
        return None, row
    title = "Unit costs as solved (cash: to the end of commitments; full: with depreciation)"
    sheet.section(row, title)
    for column, words in enumerate(HEADINGS):
        sheet.text(row + 1, column, words, "heading_right" if column >= E else "heading")
    sheet.height(row + 1, 28)
    useful: Formula | None = None
    top = row + 2
    for row, unit in enumerate(costs.units, top):
        sheet.text(row, B, unit.title, "wrap")
        sheet.text(row, C, unit.unit)
        quantity = sheet.number(row, E, unit.quantity, "solved", styles.RATE)
        cash = sheet.number(row, E + 1, unit.cost.cash)
        full = sheet.number(row, E + 2, unit.cost.full)
        sheet.number(row, E + 3, unit.cost.present_value)
        sheet.put(row, E + 4, ratio(cash, quantity), "label", styles.FINE)
        sheet.put(row, E + 5, ratio(full, quantity), "label", styles.FINE)
        if unit.name == USEFUL:
            useful = quantity
    return useful, top + len(costs.units) + 1
