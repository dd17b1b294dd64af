"""Sheet Start: how to fill in the workbook, its conventions, its colours, its version."""

from __future__ import annotations

import math
from collections.abc import Sequence

from xlsxwriter.worksheet import Worksheet

from planner.messages import fill, term, tr
from planner.workbook.catalogue import markets
from planner.workbook.schema import SCHEMA_VERSION, TABLES, Table
from planner.workbook.styles import Styles

STEPS = (
    "Type about 50 cells for a first plan, on the sheets from the left. Grey rows are worked samples that "
    "are switched off: type below them, or overwrite them and clear enabled and note.",
    "Settings: name, currency, first month, number of periods, discount rate.",
    "Sites: where systems may stand, with market, power and whether the power is IT or facility MW. "
    "PowerExpansions, if a site can add power: cost and lead time.",
    "Workloads: what has to run, from when to when. Training needs parameters and tokens.",
    "Demand and ServingRates: amounts of continuous, batch and inference work, and measured rates.",
    "ExistingFleet: what already stands, with the month in which it went into service. OpenOrders and "
    "Commitments: what is ordered or signed.",
    "The catalogue sheets arrive filled; switch rows off with enabled = no. SiteCooling says which cooling "
    "each site can have; a site without a row may use every one.",
    "Sheets at the end, if you need them: SitePower for power that changes by contract, Budgets, Limits, FX "
    "for prices in other currencies.",
    "Run `planner check FILE` and mend what it says; then `planner solve FILE -o report.xlsx`.",
)
CONVENTIONS = (
    "A blank cell never means 0 or unlimited by itself: its meaning stands in the comment of the header, and "
    "the report lists every default used.",
    "Money is in the plan's currency unless the row's currency says otherwise (rates on FX). Prices are "
    "without recoverable VAT or GST, nominal, of price_base_month, and move by price_change_per_year.",
    "Rows of the price book are in USD, as their currency says: a plan in another currency needs the rate on "
    "FX. Where you type a quote in another currency, change the row's currency too.",
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


_TEXT_WIDTH, _FILLED, _LINE_HEIGHT = 110, 0.95, 15
"""Width of the text column [characters], part of it that a wrapped line fills, height of a line [points]."""


def write_start(sheet: Worksheet, styles: Styles, market_ids: Sequence[str]) -> tuple[int, int]:
    """Fill the guide sheet; returns first and last row (from 1) of the market ids in column A."""
    sheet.hide_gridlines(2)
    sheet.set_column(0, 0, 24)
    sheet.set_column(1, 1, _TEXT_WIDTH)
    sheet.write_string(0, 0, tr("Capacity plan input"), styles.title)
    sheet.write_string(1, 0, tr("Schema version"))
    sheet.write_string(1, 1, SCHEMA_VERSION)
    row = 3
    row = _section(sheet, row, tr("How to fill it in"), STEPS, styles)
    row = _section(sheet, row, tr("Conventions"), CONVENTIONS, styles)
    sheet.write_string(row, 0, tr("Colours"), styles.heading)
    for header, meaning in (
        (styles.required_header, tr("required")),
        (styles.plain_header, tr("optional, basic")),
        (styles.advanced_header, tr("optional, advanced: press [+] above the columns or beside the rows")),
        (styles.missing, tr("a required cell that is still blank")),
    ):
        row += 1
        sheet.write_string(row, 0, "", header)
        sheet.write_string(row, 1, meaning)
    row += 2
    sheet.write_string(row, 0, tr("Sheets"), styles.heading)
    for table in TABLES:
        row += 1
        sheet.write_url(row, 0, f"internal:'{table.name}'!A1", string=table.name)
        sheet.write_string(row, 1, f"{_translated(table)}{tr(table.purpose)} ({_view(table)})")
    row += 2
    sheet.write_string(row, 0, tr("Markets"), styles.heading)
    sheet.write_string(row, 1, tr("ids for sheet Sites; prices a kWh as the price book has them"))
    first = row + 2
    for market_id in market_ids:
        row += 1
        sheet.write_string(row, 0, market_id)
        sheet.write_string(row, 1, _market(market_id))
    sheet.set_landscape()
    sheet.set_paper(9)
    sheet.fit_to_pages(1, 0)
    return first, max(row + 1, first)


def _lines(text: str) -> int:
    """Lines that a text takes when it is wrapped; a Chinese character is two wide."""
    return math.ceil(len(text.encode("gbk", "replace")) / (_TEXT_WIDTH * _FILLED))


def _translated(table: Table) -> str:
    """The sheet's name in the language in use, where it has one of its own."""
    name = term("sheet", table.name)
    return f"{name}: " if name != table.name else ""


def _view(table: Table) -> str:
    match table.view:
        case "basic":
            return tr("basic sheet")
        case "catalogue":
            return tr("catalogue sheet, arrives filled")
        case "advanced":
            return tr("advanced sheet")


def _market(market_id: str) -> str:
    market = markets()[market_id]
    return fill("{place}: {price} {currency} a kWh ({as_of})", {
        "place": market["place"], "price": market["energy_price_kwh"], "currency": market["currency"],
        "as_of": market["as_of"]})


def _section(sheet: Worksheet, row: int, title: str, lines: tuple[str, ...], styles: Styles) -> int:
    sheet.write_string(row, 0, title, styles.heading)
    for number, line in enumerate(lines, start=1):
        sheet.set_row(row + number, _LINE_HEIGHT * _lines(tr(line)))
        sheet.write_number(row + number, 0, number, styles.text)
        sheet.write_string(row + number, 1, tr(line), styles.text)
    return row + len(lines) + 2
