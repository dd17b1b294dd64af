"""The price book as workbook rows: what catalogue sheets arrive filled with, and what a market fills in."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Collection, Mapping
from functools import cache
from importlib.resources import files

from planner.messages import Phrase, phrase
from planner.workbook.schema import BY_NAME
from planner.workbook.text import clean

CATALOGUE_FILES = {
    "Systems": "systems.csv", "Fabrics": "fabrics.csv", "Cooling": "cooling.csv",
    "Redundancy": "redundancy.csv", "CloudOffers": "cloud_offers.csv", "Storage": "storage.csv",
    "Overheads": "overheads.csv",
}
"""Sheets that the price book fills, and its file for each."""

MARKETS_FILE = "markets.csv"
CATALOGUE_CURRENCY = "USD"
"""Currency of the price book where a row names none."""


@cache
def _rows(name: str) -> tuple[dict[str, str], ...]:
    source = files("inputs") / "catalogue" / name
    if not source.is_file():
        return ()
    return tuple(csv.DictReader(io.StringIO(source.read_text(encoding="utf-8"), newline="")))


@cache
def markets() -> Mapping[str, Mapping[str, str]]:
    """Rows of the markets file by market_id; empty where the price book is not installed."""
    return {row["market_id"]: row for row in _rows(MARKETS_FILE)}


def suggest_market(text: str, suggest: Callable[[str, Collection[str]], Phrase]) -> Phrase:
    """`; did you mean texas?` for Dallas: the market of a place named so, else the one with a near id."""
    wanted = clean(text).casefold()
    for market_id, row in markets().items():
        if len(wanted) > 2 and wanted in row["place"].casefold():
            return phrase("; did you mean {name}?", name=market_id)
    return suggest(text, markets())


def catalogue_rows(sheet: str) -> list[dict[str, object]]:
    """Rows of the price book for a catalogue sheet, as the workbook writer takes them.

    Columns the sheet does not have (low and high figures) are left out; numbers are floats, yes/no is bool.
    """
    table = BY_NAME[sheet]
    columns = {c.name: c for c in table.all_columns}
    result = []
    for row in _rows(CATALOGUE_FILES[sheet]):
        cells: dict[str, object] = {}
        for name, text in row.items():
            if name in columns and text:
                kind = columns[name].kind
                if columns[name].numeric:
                    cells[name] = float(text)
                elif kind == "yes_no":
                    cells[name] = text.strip().lower() in ("yes", "true", "1")
                else:
                    cells[name] = text
        result.append(cells)
    return result
