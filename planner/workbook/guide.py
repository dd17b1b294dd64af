"""Sheet Start: how to fill in the workbook, its conventions, its colours, its version."""

from __future__ import annotations

from xlsxwriter.worksheet import Worksheet

from planner.workbook.schema import SCHEMA_VERSION, TABLES
from planner.workbook.styles import Styles

STEPS = (
    "Settings: name, currency, first month, number of periods, discount rate.",
    "Sites: where systems may stand, with market, power and whether the power is IT or facility MW.",
    "PowerExpansions: power that a site can add, with its lead time.",
    "Workloads: what has to run, from when to when. Training needs parameters and tokens.",
    "Demand and ServingRates: amounts of continuous, batch and inference work, and measured rates.",
    "SiteCooling: which cooling each site can have. The other catalogue sheets arrive filled; switch rows "
    "off with enabled = no.",
    "Run `planner check FILE` and mend what it says; then `planner solve FILE -o report.xlsx`.",
)
CONVENTIONS = (
    "A blank cell never means 0 or unlimited by itself: its meaning stands in the comment of the header, and "
    "the report lists every default used.",
    "Money is in the plan's currency unless the row's currency says otherwise (rates on FX). Prices are "
    "without recoverable VAT or GST, nominal, of price_base_month, and move by price_change_per_year.",
    "Shares are fractions shown as percent: type 8% or 0.08.",
    "start is the first day of its month, end the last day of its month.",
    "Lead times count from the month of the order and are rounded up to periods.",
    "A period is written all, FY2028, 2027-H1, 2027-Q3 or 2027-04.",
    "Demand is per month or per second, never per period.",
    "Every MW column says whether it is IT or facility power. Per-system and per-accelerator figures say so "
    "in their names.",
    "TFLOP/s are dense peaks, without sparsity.",
    "Columns may be moved and rows left empty; names in the header row must stay.",
)


def write_start(sheet: Worksheet, styles: Styles) -> None:
    """Fill the guide sheet."""
    sheet.hide_gridlines(2)
    sheet.set_column(0, 0, 24)
    sheet.set_column(1, 1, 110)
    sheet.write_string(0, 0, "Capacity plan input", styles.title)
    sheet.write_string(1, 0, "Schema version")
    sheet.write_string(1, 1, SCHEMA_VERSION)
    row = 3
    row = _section(sheet, row, "How to fill it in", STEPS, styles)
    row = _section(sheet, row, "Conventions", CONVENTIONS, styles)
    sheet.write_string(row, 0, "Colours", styles.heading)
    for header, meaning in (
        (styles.required_header, "required"),
        (styles.plain_header, "optional, basic"),
        (styles.advanced_header, "optional, advanced: press [+] above the columns or beside the rows"),
        (styles.missing, "a required cell that is still blank"),
    ):
        row += 1
        sheet.write_string(row, 0, "", header)
        sheet.write_string(row, 1, meaning)
    row += 2
    sheet.write_string(row, 0, "Sheets", styles.heading)
    for table in TABLES:
        row += 1
        sheet.write_url(row, 0, f"internal:'{table.name}'!A1", string=table.name)
        sheet.write_string(row, 1, f"{table.purpose} ({table.view})")
    sheet.set_landscape()
    sheet.fit_to_pages(1, 0)


def _section(sheet: Worksheet, row: int, title: str, lines: tuple[str, ...], styles: Styles) -> int:
    sheet.write_string(row, 0, title, styles.heading)
    for number, line in enumerate(lines, start=1):
        sheet.write_number(row + number, 0, number)
        sheet.write_string(row + number, 1, line, styles.text)
    return row + len(lines) + 2
