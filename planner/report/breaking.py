"""Breaking text into lines: Latin words stay whole, Chinese breaks between any two characters.

A Chinese character is as wide as two Latin ones and fills two units of a column's width.
"""

from __future__ import annotations

import re
import unicodedata
from textwrap import wrap

_WIDE = frozenset("WF")
_PIECES = re.compile(r"\s+|[\u2e80-\u9fff\uff00-\uffef\u3000-\u303f]|[^\s\u2e80-\u9fff\uff00-\uffef]+")
_NOT_FIRST = frozenset("，。；：、？！）》」％")
"""Signs that do not begin a line."""


def columns(text: str) -> int:
    """Width of a text in units of a Latin character."""
    if text.isascii():
        return len(text)
    return sum(2 if unicodedata.east_asian_width(sign) in _WIDE else 1 for sign in text)


def broken(text: str, width: int) -> list[str]:
    """Lines of at most `width` units, without spaces at their ends; no line for an empty text."""
    if text.isascii():
        return wrap(text, width)
    lines: list[str] = []
    line = ""
    for piece in _pieces(text):
        if line.strip() and columns((line + piece).rstrip()) > width:
            lines.append(line.strip())
            line = ""
        line += piece
        while columns(line.strip()) > width:  # one long word
            head = next(n for n in range(len(line), 0, -1) if columns(line[:n].strip()) <= width or n == 1)
            lines.append(line[:head].strip())
            line = line[head:]
    return [*lines, line.strip()] if line.strip() else lines


def _pieces(text: str) -> list[str]:
    """Parts between which a line may break; closing signs stay with what they close."""
    pieces: list[str] = []
    for piece in _PIECES.findall(text):
        if pieces and piece in _NOT_FIRST:
            pieces[-1] += piece
        else:
            pieces.append(piece)
    return pieces
