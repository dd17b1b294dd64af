"""Words in the user's language: English in the code, every other language from its gettext catalogue.

    use(choose(option, environment(), setting))
    tr("the file is empty")                       # now, in the language in use
    spoken("{n} MW", n=5)                         # now, with parameters
    phrase("did you mean {name}?", name="Sites")  # later, in the language in use when it is shown

Catalogues lie in `locale/<language>/LC_MESSAGES/planner.po`; `python -m planner.messages.compile` makes the
`.mo` beside it that is read here. A text without translation is shown in English.
"""

from __future__ import annotations

import gettext
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from models.words import Said

LANGUAGES = ("en", "zh")
"""Languages there are; the first one is that of the code."""

LOCALE = Path(__file__).parent / "locale"
"""Folder of the catalogues."""

VARIABLE = "PLANNER_LANG"
"""Environment variable that chooses the language."""

_in_use: list[str] = []


def environment() -> str:
    """The language that the environment asks for, "" if none."""
    return os.environ.get(VARIABLE, "")


def choose(*wishes: str | None) -> str:
    """The first wish for a known language (`zh`, `zh_CN.UTF-8`, `zh-Hans`), English if there is none."""
    for wish in wishes:
        code = (wish or "").replace("-", "_").partition("_")[0].partition(".")[0].strip().lower()
        if code in LANGUAGES:
            return code
    return LANGUAGES[0]


def use(language: str) -> None:
    """Speak this language from now on. ValueError for one that is not in LANGUAGES."""
    if language not in LANGUAGES:
        raise ValueError(f"no language {language!r}; there are {', '.join(LANGUAGES)}")
    _in_use[:] = [language]


def language() -> str:
    """The language in use; what the environment said at first use, before any was chosen."""
    if not _in_use:
        use(choose(environment()))
    return _in_use[0]


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """Speak a language for a while."""
    before = list(_in_use)
    use(language)
    try:
        yield
    finally:
        _in_use[:] = before


@cache
def _catalogue(code: str) -> gettext.NullTranslations:
    source = LOCALE / code / "LC_MESSAGES" / "planner.mo"
    if code == LANGUAGES[0] or not source.is_file():
        return gettext.NullTranslations()
    with source.open("rb") as stream:
        return gettext.GNUTranslations(stream)


def tr(text: str) -> str:
    """The text in the language in use; a sentence of the models with its parts."""
    if isinstance(text, Said):
        return fill(text.text, text.params)
    return _catalogue(language()).gettext(text) if text else ""  # the empty text is the catalogue's header


def term(context: str, name: str, code: str | None = None) -> str:
    """A name (context `column` or `sheet`) in a language, that in use unless given; itself without one."""
    return _catalogue(code or language()).pgettext(context, name)


@cache
def other_languages(context: str, name: str) -> tuple[str, ...]:
    """The name in every language but that of the code, where it has one there."""
    names = (term(context, name, code) for code in LANGUAGES[1:])
    return tuple(other for other in names if other != name)


@dataclass(frozen=True, slots=True)
class Phrase:
    """A text with parameters that is put into words when it is shown."""

    text: str
    params: tuple[tuple[str, object], ...] = ()

    def __str__(self) -> str:
        return fill(self.text, dict(self.params)) if self.text else ""

    def __bool__(self) -> bool:
        return bool(self.text)


def phrase(text: str, **params: object) -> Phrase:
    """A phrase; parameters may be phrases themselves."""
    return Phrase(text, tuple(params.items()))


def spoken(text: str, **params: object) -> str:
    """The sentence in the language in use, its parameters filled in now."""
    return fill(text, params)


def fill(text: str, params: Mapping[str, object]) -> str:
    """The translated text with its parameters in braces filled in, sentences of the models translated too."""
    told = {name: tr(value) if isinstance(value, Said) else value for name, value in params.items()}
    return tr(text).format_map(told)
