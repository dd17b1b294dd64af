"""Drop-downs, bounds and input messages of a column, as Excel data validation.

They help while typing and are never relied on: a paste removes them, and the reader checks everything again.
"""

from __future__ import annotations

from typing import Any

from planner.messages import Phrase, phrase, tr
from planner.workbook.addresses import FIRST_DATA_ROW, letters
from planner.workbook.schema import BY_NAME, Column, sentence

LISTED_ROWS = 500
MARKETS_NAME = "=planner_markets"
"""Defined name of the market ids listed on Start."""
_TITLE_LIMIT, _MESSAGE_LIMIT = 32, 255


def rule(column: Column) -> dict[str, Any]:
    """Options for `Worksheet.data_validation`."""
    options: dict[str, Any] = {
        "input_title": column.name[:_TITLE_LIMIT],
        "input_message": _message(column),
        "ignore_blank": True,
    }
    if column.kind == "choice":
        return options | {"validate": "list", "source": list(column.choices)}
    if column.kind == "yes_no":
        return options | {"validate": "list", "source": [tr("yes"), tr("no")]}
    if column.examples:
        return options | {"validate": "list", "source": list(column.examples), "error_type": "information",
                          "error_message": tr("This is none of the usual entries. Keep it?")}
    source = MARKETS_NAME if column.reference == "@market" else reference_range(column.reference)
    if source is not None and column.kind == "id":
        return options | {"validate": "list", "source": source, "error_type": "warning",
                          "error_message": tr("There is no such id on the other sheet yet. Keep it?")}
    if column.numeric and (column.minimum is not None or column.above is not None):
        return options | {
            "validate": "integer" if column.kind == "integer" else "decimal",
            "criteria": "between", "minimum": _lowest(column), "maximum": _highest(column),
            "error_message": str(phrase("Expected: {bounds}.", bounds=bounds_text(column)))[:_MESSAGE_LIMIT],
        }
    return options | {"validate": "any"}


def reference_range(reference: str | None) -> str | None:
    """The other sheet's id cells, or None where a reference is not one column of one sheet."""
    if reference is None or reference.startswith("@"):
        return None
    name, _, field = reference.partition(".")
    table = BY_NAME[name]
    names = [c.name for c in table.all_columns]
    column = letters(names.index(field or table.key[0]) + 1)
    return f"={name}!${column}${FIRST_DATA_ROW}:${column}${FIRST_DATA_ROW + LISTED_ROWS - 1}"


def bounds_text(column: Column) -> Phrase:
    """The allowed interval in words: `a number above 0 and at most 1`."""
    noun = phrase("a whole number") if column.kind == "integer" else phrase("a number")
    low = column.above if column.above is not None else column.minimum
    limits = {name: f"{value:,.12g}" for name, value in (("low", low), ("high", column.maximum))
              if value is not None}
    match (column.above is not None, column.minimum is not None, column.maximum is not None):
        case (True, _, True):
            return phrase("{noun} above {low} and at most {high}", noun=noun, **limits)
        case (True, _, False):
            return phrase("{noun} above {low}", noun=noun, **limits)
        case (_, True, True):
            return phrase("{noun} at least {low} and at most {high}", noun=noun, **limits)
        case (_, True, False):
            return phrase("{noun} at least {low}", noun=noun, **limits)
        case (_, _, True):
            return phrase("{noun} at most {high}", noun=noun, **limits)
        case _:
            return noun


def _lowest(column: Column) -> float:
    if column.above is not None:
        return column.above + 1e-9
    return column.minimum if column.minimum is not None else -1e15


def _highest(column: Column) -> float:
    return column.maximum if column.maximum is not None else 1e15


def _message(column: Column) -> str:
    unit = f" [{tr(column.unit)}]" if column.unit else ""
    return f"{tr(column.description)}{unit} {sentence(column.blank.wording())}"[:_MESSAGE_LIMIT]
