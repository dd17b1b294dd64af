"""Formulas with their values: each operation writes the text and computes what a spreadsheet will show.

Text and value come from one expression, so a stored value cannot drift from its formula. References carry
the sheet's name; the sheet that writes a formula drops its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from planner.messages import tr

FloatArray = npt.NDArray[np.float64]

_SUM, _PRODUCT, _ATOM = 0, 1, 2
_CANCELS = 2.0**-48
_MOST_ARGUMENTS = 250
LITERALS = (0, 1, 12)
"""The only numbers a formula may contain: everything else stands in a named cell."""


@dataclass(frozen=True, slots=True)
class Formula:
    """A number's formula, without the leading '='. `rank` tells how tightly the text binds."""

    text: str
    value: float
    rank: int = _ATOM

    def as_factor(self) -> str:
        """The text, ready to stand in a product."""
        return self._inside(_PRODUCT)

    def _inside(self, rank: int) -> str:
        return self.text if self.rank >= rank else f"({self.text})"

    def __add__(self, other: Formula | int) -> Formula:
        right = _formula(other)
        return Formula(f"{self.text}+{right.text}", _summed(self.value, right.value), _SUM)

    def __sub__(self, other: Formula | int) -> Formula:
        right = _formula(other)
        return Formula(f"{self.text}-{right._inside(_PRODUCT)}", _summed(self.value, -right.value), _SUM)

    def __rsub__(self, other: int) -> Formula:
        return _formula(other) - self

    def __radd__(self, other: int) -> Formula:
        return _formula(other) + self

    def __mul__(self, other: Formula | int) -> Formula:
        right = _formula(other)
        text = f"{self._inside(_PRODUCT)}*{right._inside(_PRODUCT)}"
        return Formula(text, self.value * right.value, _PRODUCT)

    def __truediv__(self, other: Formula | int) -> Formula:
        right = _formula(other)
        text = f"{self._inside(_PRODUCT)}/{right._inside(_ATOM)}"
        return Formula(text, self.value / right.value, _PRODUCT)

    def __pow__(self, other: Formula) -> Formula:
        text = f"{self._inside(_ATOM)}^{other._inside(_ATOM)}"
        return Formula(text, self.value**other.value, _PRODUCT)

    def __neg__(self) -> Formula:
        return 0 - self


@dataclass(frozen=True, slots=True)
class Words:
    """A text's formula, without the leading '='."""

    text: str
    value: str

    def __add__(self, other: Words) -> Words:
        return Words(f"{self.text}&{other.text}", self.value + other.value)


@dataclass(frozen=True, slots=True)
class Block:
    """A rectangle of cells as a formula's argument, with its values."""

    text: str
    values: FloatArray


Shown = Formula | Words


def _formula(other: Formula | int) -> Formula:
    if isinstance(other, Formula):
        return other
    if other not in LITERALS:
        raise ValueError(f"{other} must stand in a cell of its own, not inside a formula")
    return Formula(str(other), float(other))


def _summed(left: float, right: float) -> float:
    """A sum as spreadsheets give it: 0 where two numbers cancel to within 48 bits."""
    result = left + right
    return 0.0 if abs(result) < abs(left) * _CANCELS else result


ZERO = Formula("0", 0.0)
ONE = Formula("1", 1.0)


def quoted(text: str) -> Words:
    """A constant text of the report's own, translated (never a user's: those are referred to by cell)."""
    text = tr(text)
    return Words('"' + text.replace('"', '""') + '"', text)


def total(block: Block) -> Formula:
    """SUM over a block."""
    return Formula(f"SUM({block.text})", float(block.values.sum()))


def added(parts: Iterable[Formula]) -> Formula:
    """a+b+c; 0 without parts."""
    out: Formula | None = None
    for part in parts:
        out = part if out is None else out + part
    return ZERO if out is None else out


def multiplied(parts: Iterable[Formula]) -> Formula:
    """a*b*c; 1 without parts."""
    out: Formula | None = None
    for part in parts:
        out = part if out is None else out * part
    return ONE if out is None else out


def sumproduct(*blocks: Block) -> Formula:
    """SUMPRODUCT of blocks of one shape."""
    values = np.ones_like(blocks[0].values)
    for block in blocks:
        values = values * block.values
    return Formula(f"SUMPRODUCT({','.join(b.text for b in blocks)})", float(values.sum()))


def largest(*parts: Block | Formula) -> Formula:
    """MAX over blocks and cells."""
    return Formula(_of_all("MAX", parts), max(map(_top, parts)))


def smallest(*parts: Block | Formula) -> Formula:
    """MIN over blocks and cells."""
    return Formula(_of_all("MIN", parts), -max(map(_bottom, parts)))


def _of_all(function: str, parts: Sequence[Block | Formula]) -> str:
    """MIN or MAX of any number of parts: a function takes 255 arguments."""
    texts = [part.text for part in parts]
    while len(texts) > _MOST_ARGUMENTS:
        groups = (texts[at : at + _MOST_ARGUMENTS] for at in range(0, len(texts), _MOST_ARGUMENTS))
        texts = [f"{function}({','.join(group)})" for group in groups]
    return f"{function}({','.join(texts)})"


def _top(part: Block | Formula) -> float:
    return float(part.values.max()) if isinstance(part, Block) else part.value


def _bottom(part: Block | Formula) -> float:
    return float((-part.values).max()) if isinstance(part, Block) else -part.value


def at_largest(shown: Block, sought: Block, highest: Formula) -> Formula:
    """What stands in `shown` where `sought` first reaches `highest` (both one row or one column)."""
    first = int(np.argmax(sought.values))
    text = f"INDEX({shown.text},MATCH({highest.text},{sought.text},0))"
    return Formula(text, float(shown.values.flat[first]))


def either(condition: str, holds: bool, yes: Formula, no: Formula) -> Formula:
    """IF."""
    return Formula(f"IF({condition},{yes.text},{no.text})", yes.value if holds else no.value)


def absolute(part: Formula) -> Formula:
    """ABS."""
    return Formula(f"ABS({part.text})", abs(part.value))


def remainder(part: Formula, divisor: Formula | int) -> Formula:
    """MOD."""
    right = _formula(divisor)
    return Formula(f"MOD({part.text},{right.text})", part.value % right.value)


def whole(part: Formula) -> Formula:
    """INT."""
    return Formula(f"INT({part.text})", float(np.floor(part.value)))


def ratio(part: Formula, base: Formula) -> Formula:
    """part / base, and 0 where the base is 0."""
    value = part.value / base.value if base.value else 0.0
    divided = f"{part._inside(_PRODUCT)}/{base._inside(_ATOM)}"
    return Formula(f"IF({base.text}=0,0,{divided})", value)


def to_tenths(part: Formula) -> Formula:
    """ROUND to one decimal: differences of large sums that should be 0 then are."""
    return Formula(f"ROUND({part.text},1)", round_half_away(part.value * 10.0) / 10.0)


def flag(condition: str, holds: bool) -> Formula:
    """1 where a condition holds, else 0."""
    return Formula(f"IF({condition},1,0)", float(holds))


def as_text(part: Formula, pattern: str, value: str) -> Words:
    """TEXT of a number; `value` is what Python shows for the same pattern."""
    return Words(f'TEXT({part.text},"{pattern}")', value)


def money_words(part: Formula) -> Words:
    """A number with thousands separators, without decimals."""
    shown = f"{abs(round_half_away(part.value)):,.0f}"
    sign = "-" if round_half_away(part.value) < 0 else ""
    return as_text(part, "#,##0", sign + shown)


def round_half_away(value: float) -> float:
    """Rounding as a spreadsheet's number format does it."""
    return float(np.copysign(np.floor(abs(value) + 0.5), value))
