"""Numbers written as text: read where only one reading exists, told apart where two do."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

from planner.workbook.text import DASHES, clean

_APOSTROPHES = "'\u2019\u02bc"
_PLAIN = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d{1,3})?")


@dataclass(frozen=True, slots=True)
class NumberText:
    """What a text can mean: one value, or two readings; `percent` when it carries a percent sign."""

    value: float | None = None
    readings: tuple[float, float] | None = None
    percent: bool = False


def read_number(text: str) -> NumberText:
    """The number in a text; no value and no readings if it is none.

    Accepts full-width digits, the Unicode minus, accounting brackets, group separators that can only be
    meant as such (`1,250.5`, `1.000,5`, `1 000,5`, `1,250,000`), and one percent sign. A single separator
    before exactly three digits (`1.000`) has two readings. Raised digits (`10²`) and fractions are no number.
    """
    if not text.isascii() and any(unicodedata.category(c) == "No" for c in text):
        return NumberText()
    body = clean(unicodedata.normalize("NFKC", text).translate(DASHES))
    percent = body.endswith("%")
    if percent:
        body = body[:-1].strip()
    if body.startswith("(") and body.endswith(")"):
        body = "-" + body[1:-1]
    for mark in _APOSTROPHES:
        body = body.replace(mark, " ")
    body = _join_groups(body)
    both = _two_readings(body)
    if both is not None:
        return NumberText(readings=both, percent=percent)
    plain = _plain_form(body)
    if plain is None or not _PLAIN.fullmatch(plain):
        return NumberText(percent=percent)
    return NumberText(value=float(plain), percent=percent)


def _join_groups(body: str) -> str:
    if re.fullmatch(r"[+-]?\d{1,3}( \d{3})+([.,]\d+)?", body):
        return body.replace(" ", "")
    return body


def _two_readings(body: str) -> tuple[float, float] | None:
    match = re.fullmatch(r"([+-]?)([1-9]\d{0,2})[.,](\d{3})", body)
    if match is None:
        return None
    sign, head, tail = match.groups()
    return float(f"{sign}{head}{tail}"), float(f"{sign}{head}.{tail}")


def _plain_form(body: str) -> str | None:
    """The text with a decimal point and no group separators, or None where separators make no sense."""
    dots, commas = body.count("."), body.count(",")
    if dots and commas:
        decimal = "." if body.rfind(".") > body.rfind(",") else ","
        group = "," if decimal == "." else "."
        whole, _, fraction = body.rpartition(decimal)
        if decimal in whole or not re.fullmatch(rf"[+-]?\d{{1,3}}(\{group}\d{{3}})+", whole):
            return None
        return f"{whole.replace(group, '')}.{fraction}" if fraction.isdigit() else None
    mark = "," if commas else "."
    if body.count(mark) > 1:
        if not re.fullmatch(rf"[+-]?\d{{1,3}}(\{mark}\d{{3}})+", body):
            return None
        return body.replace(mark, "")
    return body.replace(",", ".")
