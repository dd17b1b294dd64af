"""Cell addresses: letters and numbers, ranges, and the fixed layout of the sheets this product writes."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

HEADER_ROW = 4
"""Row (counted from 1) that holds the column names in a sheet written by us."""

FIRST_DATA_ROW = 5
"""First row (counted from 1) of data in a sheet written by us."""

_REFERENCE = re.compile(r"([A-Z]{1,3})([1-9][0-9]{0,6})")


def letters(column: int) -> str:
    """`A` for 1, `AA` for 27."""
    text = ""
    while column > 0:
        column, rest = divmod(column - 1, 26)
        text = chr(65 + rest) + text
    return text


@lru_cache(maxsize=1024)
def number(column_letters: str) -> int:
    """1 for `A`, 27 for `AA`."""
    value = 0
    for letter in column_letters:
        value = value * 26 + ord(letter) - 64
    return value


def address(column: int, row: int) -> str:
    """`C7` for column 3, row 7."""
    return f"{letters(column)}{row}"


def split(reference: str) -> tuple[int, int]:
    """Column and row of `C7`; ValueError for anything else."""
    match = _REFERENCE.fullmatch(reference)
    if match is None:
        raise ValueError(f"not a cell address: {reference!r}")
    return number(match[1]), int(match[2])


def ranges(cells: Iterable[tuple[int, int]]) -> list[str]:
    """Cells (column, row) written as vertical ranges, by column then row: `C7:C9`, `C12`."""
    result: list[str] = []
    start: tuple[int, int] | None = None
    last: tuple[int, int] | None = None
    for cell in [*sorted(set(cells)), None]:
        if start is not None and last is not None and cell != (last[0], last[1] + 1):
            first = address(*start)
            result.append(first if start == last else f"{first}:{address(*last)}")
            start = cell
        elif start is None:
            start = cell
        last = cell
    return result
