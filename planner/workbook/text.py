"""Text as people type it: normal forms, near names."""

from __future__ import annotations

import difflib
import re
import unicodedata
from collections.abc import Collection, Iterable
from functools import lru_cache

from planner.messages import Phrase, phrase

_INVISIBLE = dict.fromkeys(map(ord, (
    "\u200b\u200c\u200d\u2060\ufeff\u00ad\u200e\u200f"  # zero width, soft hyphen, direction marks
    "\u061c\u180e\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")))  # direction of embedded text
DASHES = dict.fromkeys(map(ord, "\u2212\u2010\u2011\u2012\u2013\uff0d"), "-")
"""Signs that stand for a hyphen or a minus."""
_SPACES = re.compile(r"\s+")
_JOINERS = re.compile(r"[\s_\-]+")


def clean(text: str) -> str:
    """Text without invisible characters, with single plain spaces inside and none around."""
    if text.isascii() and text.isprintable() and "  " not in text:
        return text.strip()
    return _SPACES.sub(" ", text.translate(_INVISIBLE)).strip()


@lru_cache(maxsize=8192)
def name_form(text: str) -> str:
    """The form in which names are compared: NFKC, lower case, without spaces, underscores and hyphens."""
    return _JOINERS.sub("", clean(unicodedata.normalize("NFKC", text)).casefold())


@lru_cache(maxsize=8192)
def look(text: str) -> str:
    """The form in which two names look alike: NFKC, without regard to case, dashes as hyphens."""
    return unicodedata.normalize("NFKC", text.translate(DASHES)).casefold()


def nearest(text: str, names: Iterable[str]) -> str | None:
    """The name closest to `text`, if any is close."""
    forms = {name_form(name): name for name in names}
    found = difflib.get_close_matches(name_form(text), forms, n=1, cutoff=0.6)
    return forms[found[0]] if found else None


def did_you_mean(text: str, names: Iterable[str]) -> Phrase:
    """`; did you mean X?`, or nothing."""
    name = nearest(text, names)
    return phrase("; did you mean {name}?", name=name) if name else Phrase("")


class Suggestions:
    """Near names for what was mistyped, within a number of comparisons: a long wrong column costs no time."""

    def __init__(self, comparisons: int = 20_000) -> None:
        self._left = comparisons

    def __call__(self, text: str, names: Collection[str]) -> Phrase:
        """`; did you mean X?`, or nothing."""
        self._left -= len(names)
        return did_you_mean(text, names) if self._left >= 0 else Phrase("")


def amount(value: float) -> str:
    """A figure with its thousands told apart, never in powers of ten: 6,000,000 or 0.0663."""
    return f"{value:,.6g}" if 0 < abs(value) < 1e5 else f"{value:,.0f}"


def quoted(value: object) -> str:
    """A value as shown in a message: text in quotes, cut at 60 characters, line breaks made visible."""
    if isinstance(value, str):
        short = value if len(value) <= 60 else value[:57] + "..."
        shown = "".join(c if c.isprintable() else f"\\u{ord(c):04x}" for c in short)
        return f'"{shown}"'
    if isinstance(value, float):
        return f"{value:.12g}"
    return str(value)
