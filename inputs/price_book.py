"""Reads the price book, the CSV files in `inputs/catalogue`.

Columns carry the names of the workbook's columns, so a row can be copied into its sheet. For a figure that
sensitivity may move, `<column>_low` and `<column>_high` stand beside it. Money in USD.
"""

from __future__ import annotations

import csv
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import TypeAlias

Row: TypeAlias = MappingProxyType[str, str]
"""One line of a CSV file: column name to text; a blank cell is an empty text."""

KEYS = MappingProxyType(
    {
        "systems": "system_id",
        "fabrics": "fabric_id",
        "cooling": "cooling_id",
        "redundancy": "level_id",
        "cloud_offers": "offer_id",
        "storage": "tier_id",
        "overheads": "overhead_id",
        "markets": "market_id",
        "construction": "item_id",
    }
)
"""The file stems of the price book and the key column of each."""


@cache
def rows(name: str) -> tuple[Row, ...]:
    """All rows of `inputs/catalogue/<name>.csv`, in file order. KeyError for an unknown name."""
    if name not in KEYS:
        raise KeyError(f"no price book file {name!r}; there are {', '.join(KEYS)}")
    text = files("inputs").joinpath("catalogue", f"{name}.csv").read_text(encoding="utf-8")
    return tuple(MappingProxyType(row) for row in csv.DictReader(text.splitlines()))


def row(name: str, key: str) -> Row:
    """The row of file `name` whose key column holds `key`. KeyError names both when there is none."""
    for candidate in rows(name):
        if candidate[KEYS[name]] == key:
            return candidate
    raise KeyError(f"{name}.csv has no {KEYS[name]} {key!r}")


def figure(line: Row, column: str) -> float:
    """The number in `column`. ValueError when the cell is blank: blank is never taken as 0."""
    if not line[column]:
        raise ValueError(f"{column} is blank in {dict(line)}")
    return float(line[column])
