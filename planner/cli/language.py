"""The language of the installed program, chosen before a command is imported: help gets its words then."""

from __future__ import annotations

import gettext
import os
from collections.abc import Sequence

from planner.messages import LANGUAGES, LOCALE, choose, environment, use

CLICK_WORDS = (
    "Options", "Usage:", "Error: {message}", "Try '{command} {option}' for help.",
    "Invalid value: {message}", "Invalid value for {param_hint}: {message}", "Missing argument",
    "Missing option", "Missing parameter", "Missing command.", "No such option {name!r}.",
    "No such command {name!r}.", "Show this message and exit.", "Show the version and exit.",
    "default: {default}", "{value!r} is not a valid {number_type}.", "Missing {param_type}",
    "%(prog)s, version %(version)s",
)
"""What the command line library says itself; it asks gettext's current domain."""

_DOMAIN = "planner"


def speak(arguments: Sequence[str]) -> None:
    """Speak the language of `--lang`, else of the environment, in our own words and the library's."""
    language = choose(_option(arguments), environment())
    use(language)
    if language != LANGUAGES[0]:
        os.environ["LANGUAGE"] = language  # where gettext looks first
        gettext.bindtextdomain(_DOMAIN, str(LOCALE))
        gettext.textdomain(_DOMAIN)


def _option(arguments: Sequence[str]) -> str | None:
    """Value of `--lang zh` or `--lang=zh`."""
    for number, argument in enumerate(arguments):
        name, mark, value = argument.partition("=")
        if name == "--lang":
            return value if mark else next(iter(arguments[number + 1 :]), None)
    return None
