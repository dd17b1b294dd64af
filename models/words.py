"""Sentences that keep their parts, so that they can be shown in another language.

    why = said("{place} is forbidden to it", place="frankfurt")

The result is the English sentence, a str like any other; whoever shows it may look up a translation of
`text` and fill in `params` anew. An f-string around it makes a plain str: put such parts into `params`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence


class Said(str):
    """An English sentence with the text it was made from. Equal to any str of the same characters."""

    __slots__ = ("params", "text")

    text: str
    params: Mapping[str, object]

    def __new__(cls, text: str, params: Mapping[str, object]) -> Said:
        """The text with its parameters in braces filled in. KeyError if one is missing."""
        made = super().__new__(cls, text.format_map(params))
        made.text, made.params = text, params
        return made

    def __getnewargs__(self) -> tuple[str, Mapping[str, object]]:  # type: ignore[override]
        return self.text, self.params

    def __str__(self) -> str:
        """Itself: exceptions and findings that hold a sentence keep its parts."""
        return self


def said(text: str, **params: object) -> Said:
    """A sentence; parameters may be sentences themselves."""
    return Said(text, params)


def joined(parts: Sequence[str], mark: str = ", ") -> str:
    """Sentences in a row, with a mark between them."""
    text = mark.join(f"{{part{number}}}" for number in range(len(parts)))
    return Said(text, {f"part{number}": part for number, part in enumerate(parts)})
