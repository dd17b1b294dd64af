"""One cell to one typed value, by the kind of its column, with what had to be mended or refused."""

from __future__ import annotations

import datetime as dt
import math
import re
import unicodedata
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from models.plan import month, month_text
from planner.messages import Phrase, phrase
from planner.workbook.months import SERIALS, from_serial, read_month, read_period
from planner.workbook.numbers import read_number
from planner.workbook.raw import CellError, RawCell, RawValue
from planner.workbook.schema import Column
from planner.workbook.text import clean, did_you_mean, name_form, quoted
from planner.workbook.validation import bounds_text

BLANK = object()
"""What `read_cell` gives for a cell without a value."""

REFUSED = object()
"""What `read_cell` gives for a cell whose value cannot be used; a problem of severity error says why."""

_YES = {"yes", "y", "true", "1", "是", "对", "on"}
_NO = {"no", "n", "false", "0", "否", "不", "off"}
_LIST_MARKS = re.compile(r"[,;\n，；、]")
_TINY = 1e-9
_LARGEST = 1e15
_ID_LENGTH = 100
_YEARS = (1990, 2100)


@dataclass(frozen=True, slots=True)
class Problem:
    """A finding's code and parameters, still without a place."""

    code: str
    params: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Reading:
    """A cell's value (or BLANK, or REFUSED) and the problems met on the way."""

    value: object
    problems: tuple[Problem, ...] = ()


def expected_text(column: Column) -> Phrase:
    """What a cell of the column should hold, in words."""
    unit = phrase(" [{unit}]", unit=phrase(column.unit)) if column.unit else ""
    match column.kind:
        case "choice":
            return phrase("one of {choices}", choices=", ".join(column.choices))
        case "yes_no":
            return phrase("yes or no")
        case "month":
            return phrase("a month such as 2027-04")
        case "period":
            return phrase("all, FY2028, 2027-H1, 2027-Q3 or 2027-04")
        case "id" | "text" | "any" | "list":
            return phrase("text")
        case "share" | "rate":
            return phrase("{bounds}, such as 8% or 0.08{unit}", bounds=bounds_text(column), unit=unit)
        case _:
            return phrase("{bounds}{unit}", bounds=bounds_text(column), unit=unit)


def is_blank(cell: RawCell | None) -> bool:
    """Whether a cell holds no value: nothing, or text of blanks only."""
    if cell is None:
        return True
    if cell.value is None:
        return not cell.formula
    return isinstance(cell.value, str) and not clean(cell.value)


def read_cell(column: Column, cell: RawCell | None) -> Reading:
    """The typed value of a cell for its column."""
    if cell is None or is_blank(cell):
        return Reading(BLANK)
    if isinstance(cell.value, CellError):
        return _refuse("cell.error", column, seen=cell.value.code)
    if cell.formula and not cell.calculated:
        return _refuse("cell.formula_uncached", column)
    return _READERS[column.kind](column, cell, cell.value)


def _refuse(code: str, column: Column, **params: object) -> Reading:
    return Reading(REFUSED, (Problem(code, {"expected": expected_text(column)} | params),))


def _repaired(value: object, code: str, seen: object, shown_as: object) -> Reading:
    return Reading(value, (Problem(code, {"seen": quoted(seen), "value": quoted(shown_as)}),))


# ---- numbers


def _number(column: Column, cell: RawCell, value: RawValue) -> Reading:
    problems: tuple[Problem, ...] = ()
    if isinstance(value, bool):
        return _refuse("cell.bool_in_number", column, seen=str(value).upper())
    if isinstance(value, dt.datetime):
        return _refuse("cell.date_in_number", column, seen=f"{value:%Y-%m-%d}")
    if isinstance(value, str):
        reading = _number_text(column, value)
        if reading.value is REFUSED:
            return reading
        value, problems = reading.value, reading.problems  # type: ignore[assignment]
    assert isinstance(value, int | float)
    checked = _within(column, cell, float(value))
    return Reading(checked.value, problems + checked.problems)


def _number_text(column: Column, text: str) -> Reading:
    found = read_number(text)
    if found.readings is not None:
        first, second = found.readings
        return _refuse("cell.ambiguous_number", column, seen=quoted(text), first=f"{first:g}",
                       second=f"{second:.12g}")
    if found.value is None:
        return _refuse("cell.not_number", column, seen=quoted(text))
    if not math.isfinite(found.value):
        return _refuse("cell.bounds", column, seen=quoted(text))
    if not found.percent:
        return _repaired(found.value, "cell.number_text", text, found.value)
    if column.kind not in ("share", "rate"):
        return _refuse("cell.percent_unit", column, seen=quoted(text))
    return _repaired(found.value / 100, "cell.percent_text", text, found.value / 100)


def _within(column: Column, cell: RawCell, value: float) -> Reading:
    """The number if it is finite, within bounds, and whole where that is asked for."""
    if not math.isfinite(value) or abs(value) > _LARGEST:
        return _refuse("cell.bounds", column, seen=quoted(value))
    if value != 0 and abs(value) < _TINY:
        return _refuse("cell.tiny", column, seen=quoted(value))
    too_high = column.maximum is not None and value > column.maximum
    too_low = (column.minimum is not None and value < column.minimum) or (
        column.above is not None and value <= column.above)
    if column.kind in ("share", "rate") and value > 1:
        shown_as = phrase(" in a cell of percent format") if cell.percent else phrase("")
        params = {"seen": quoted(value), "percent": f"{value * 100:g}", "meant": f"{value:g}",
                  "fraction": f"{value / 100:g}", "format": shown_as}
        if too_high and value <= 100:
            return _refuse("cell.over_one", column, **params)
        if not too_high and not cell.percent:
            return Reading(value, (Problem("cell.above_one", params),))
    if too_high or too_low:
        return _refuse("cell.bounds", column, seen=quoted(value))
    if column.kind == "integer":
        if abs(value - round(value)) > 1e-9:
            return _refuse("cell.not_whole", column, seen=quoted(value))
        return Reading(round(value))
    return Reading(value)


# ---- yes and no, choices


def _yes_no(column: Column, cell: RawCell, value: RawValue) -> Reading:
    del cell
    if isinstance(value, bool):
        return Reading(value)
    word = name_form(quoted(value).strip('"'))
    if word in _YES | _NO:
        meant = word in _YES
        if value in ("yes", "no", "是", "否"):
            return Reading(meant)
        return _repaired(meant, "cell.choice_case", value, "yes" if meant else "no")
    return _refuse("cell.not_yes_no", column, seen=quoted(value))


def _choice(column: Column, cell: RawCell, value: RawValue) -> Reading:
    text = _as_text(cell, value)
    if text in column.choices:
        return Reading(text)
    for choice in column.choices:
        if name_form(choice) == name_form(text):
            return _repaired(choice, "cell.choice_case", text, choice)
    return _refuse("cell.not_choice", column, seen=quoted(value), choices=", ".join(column.choices),
                   nearest=did_you_mean(text, column.choices))


# ---- months and periods


def _month(column: Column, cell: RawCell, value: RawValue) -> Reading:
    if isinstance(value, bool):
        return _refuse("cell.not_month", column, seen=str(value).upper())
    if isinstance(value, dt.datetime):
        return _month_in_range(column, value.year * 12 + value.month - 1, value)
    if isinstance(value, int | float):
        whole = float(value).is_integer()
        if SERIALS[0] <= value <= SERIALS[1]:
            date = from_serial(value)
            found = month(date.year, date.month)
            return _repaired(found, "cell.month_repaired", value, month_text(found))
        if not whole:
            return _refuse("cell.not_month", column, seen=quoted(value))
    text = _as_text(cell, value)
    reading = read_month(text)
    if reading.readings is not None:
        first, second = (month_text(m) for m in reading.readings)
        return _refuse("cell.ambiguous_month", column, seen=quoted(value), first=first, second=second)
    if reading.value is None:
        return _refuse("cell.not_month", column, seen=quoted(value))
    checked = _month_in_range(column, reading.value, value)
    if checked.value is REFUSED or (reading.exact and text == value):
        return checked
    return _repaired(reading.value, "cell.month_repaired", value, month_text(reading.value))


def _month_in_range(column: Column, value: int, seen: RawValue) -> Reading:
    if _YEARS[0] <= value // 12 <= _YEARS[1]:
        return Reading(value)
    shown_as = f"{seen:%Y-%m-%d}" if isinstance(seen, dt.datetime) else quoted(seen)
    return _refuse("cell.month_range", column, seen=shown_as)


def _period(column: Column, cell: RawCell, value: RawValue) -> Reading:
    if isinstance(value, dt.datetime):
        text = f"{value:%Y-%m}"
        return _repaired(text, "cell.period_repaired", f"{value:%Y-%m-%d}", text)
    if isinstance(value, float) and not value.is_integer():
        return _refuse("cell.not_period", column, seen=quoted(value))
    text = _as_text(cell, value)
    found = read_period(text)
    if found is None:
        return _refuse("cell.not_period", column, seen=quoted(value))
    canonical, exact = found
    if exact and isinstance(value, str):
        return Reading(canonical)
    return _repaired(canonical, "cell.period_repaired", value, canonical)


# ---- text


def _as_text(cell: RawCell, value: RawValue) -> str:
    """The text of any value: whole numbers without a decimal point, dates as yyyy-mm-dd."""
    del cell
    if isinstance(value, bool):
        return "TRUE" if value else "FALSE"
    if isinstance(value, float):
        return str(int(value)) if value.is_integer() and abs(value) < _LARGEST else f"{value:.12g}"
    if isinstance(value, dt.datetime):
        return f"{value:%Y-%m-%d}"
    return str(value)


def _id(column: Column, cell: RawCell, value: RawValue) -> Reading:
    if isinstance(value, dt.datetime):
        return _refuse("cell.id_date", column, seen=f"{value:%Y-%m-%d}")
    text = _as_text(cell, value)
    tidy = clean(text)
    bad = len(tidy) > _ID_LENGTH or any(unicodedata.category(c) == "Cc" for c in tidy)
    if bad or ("|" in tidy and column.name != "row_key"):
        return _refuse("cell.id_text", column, seen=quoted(tidy))
    if tidy != text:
        return _repaired(tidy, "cell.text_trimmed", text, tidy)
    return Reading(tidy)


def _text(column: Column, cell: RawCell, value: RawValue) -> Reading:
    del column
    return Reading(_as_text(cell, value).strip())


def _list(column: Column, cell: RawCell, value: RawValue) -> Reading:
    parts = (clean(part) for part in _LIST_MARKS.split(_as_text(cell, value)))
    names = tuple(dict.fromkeys(part for part in parts if part))
    return Reading(names) if names else _refuse("cell.no_names", column, seen=quoted(value))


_Reader = Callable[[Column, RawCell, RawValue], Reading]
_READERS: dict[str, _Reader] = {
    "id": _id, "text": _text, "any": _text, "list": _list, "choice": _choice, "yes_no": _yes_no,
    "month": _month, "period": _period, "number": _number, "integer": _number, "share": _number,
    "rate": _number, "money": _number,
}

__all__ = ["BLANK", "REFUSED", "Problem", "Reading", "expected_text", "read_cell"]
