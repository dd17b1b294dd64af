"""Every text of the workbook side that is shown in another language when asked: schema, findings, guide."""

from __future__ import annotations

import re
from collections.abc import Iterator

from planner.messages.po import CONTEXT_MARK
from planner.workbook.container import FILE_KINDS
from planner.workbook.guide import CONVENTIONS, STEPS
from planner.workbook.messages import MESSAGES
from planner.workbook.schema import TABLES, Blank
from planner.workbook.schema.blank import FromMarket, NoneMeans
from planner.workbook.site_cooling import WITHOUT_ROW

_LETTERS = re.compile(r"[A-Za-z]{2}")
_PARAMETER = re.compile(r"\{\w+\}")


def texts() -> Iterator[str]:
    """Texts, some more than once; those without words of their own are left out."""
    return (text for text in _all() if _LETTERS.search(_PARAMETER.sub("", text)))


def names() -> Iterator[str]:
    """Keys of sheet and column names, which are translated with their context."""
    for table in TABLES:
        yield f"sheet{CONTEXT_MARK}{table.name}"
        for column in table.all_columns:
            yield f"column{CONTEXT_MARK}{column.name}"
    for name in ("key", "value", "unit", "note"):
        yield f"column{CONTEXT_MARK}{name}"


def _all() -> Iterator[str]:
    for message in MESSAGES.values():
        yield from (message.seen, message.expected, message.fix)
    for table in TABLES:
        yield from (table.purpose, table.guidance)
        for column in table.all_columns:
            yield from (column.description, column.unit, *_meanings(column.blank))
    yield from STEPS
    yield from CONVENTIONS
    yield from FILE_KINDS
    yield WITHOUT_ROW


def _meanings(blank: Blank) -> Iterator[str]:
    if isinstance(blank, NoneMeans):
        yield blank.meaning
    elif isinstance(blank, FromMarket):
        yield from _meanings(blank.otherwise)
