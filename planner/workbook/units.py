"""Units stated in a sheet, beside or above the names of its columns, against those of the schema."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping

from planner.messages import phrase
from planner.workbook.addresses import address
from planner.workbook.findings import Finding, finding
from planner.workbook.raw import RawCell, RawTable
from planner.workbook.text import quoted

_NUMBERS = ("number", "integer", "share", "rate", "money")
_FAMILIES: tuple[Mapping[str, str], ...] = tuple(
    {word: words.split()[0] for words in family.split(",") for word in words.split()}
    for family in (
        "w watt watts,kw kilowatt kilowatts,mw megawatt megawatts,gw gigawatt gigawatts",
        "wh,kwh,mwh,gwh", "mb,gb,tb,pb",
        "s sec second seconds,min minute minutes,h hr hour hours,d day days,week weeks,month months,"
        "quarter quarters,year years",
    ))
_MULTIPLES = frozenset((
    "k", "thousand", "thousands", "tsd", "m", "mn", "mio", "million", "millions", "bn", "billion",
    "billions"))
_BRACKETS = re.compile(r"[\[(]([^\])]*)[\])]")


def contradicts(stated: str, unit: str) -> bool:
    """Whether a stated unit names another size of the same quantity than `unit`: kW for MW, k$ for money."""
    said, meant = _words(stated), _words(unit)
    if "money" in meant and (said - meant) & _MULTIPLES:
        return True
    for family in _FAMILIES:
        sizes = {family[word] for word in said if word in family}
        own = {family[word] for word in meant if word in family}
        if sizes and own and not sizes <= own:
            return True
    return False


def _words(text: str) -> set[str]:
    return set(re.findall(r"[a-z0-9]+", unicodedata.normalize("NFKC", text).casefold()))


def stated_units(raw: RawTable, rows: Mapping[int, list[RawCell]]) -> Iterator[Finding]:
    """Columns of figures whose name (in brackets) or whose cell above the name states another unit."""
    if raw.table.key_value:
        return
    names = {cell.column: cell for cell in rows[raw.header_row]}
    above = {cell.column: cell for cell in rows.get(raw.header_row - 1, ())}
    for name, number in raw.header.items():
        column = raw.table.column(name)
        if column.kind not in _NUMBERS:
            continue
        for cell, inside in ((names.get(number), True), (above.get(number), False)):
            if cell is None or not isinstance(cell.value, str):
                continue
            for text in _BRACKETS.findall(cell.value) if inside else (cell.value,):
                if contradicts(text, column.unit):
                    yield finding("header.unit", raw.sheet, address(number, cell.row), name,
                                  seen=quoted(text), unit=phrase(column.unit))
