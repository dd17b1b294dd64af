"""What a blank cell means: the policies that columns choose from."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass

from planner.messages import Phrase, phrase
from planner.workbook.schema.wording import shown

Scalar = str | float | int | bool
"""What a default may be: text, number, yes/no."""


@dataclass(frozen=True, slots=True)
class WarnFor:
    """Warn only where `column` of the same row holds one of `values`."""

    column: str
    values: tuple[str, ...]


Warn = bool | WarnFor


def warning_words(warn: Warn) -> Phrase:
    """The warning of a policy in words."""
    if isinstance(warn, WarnFor):
        return phrase(" (with a warning for {kinds})", kinds=", ".join(warn.values))
    return phrase(" (with a warning)") if warn else Phrase("")


class _Policy(ABC):
    """What a blank cell means."""

    __slots__ = ()

    @abstractmethod
    def told(self) -> Phrase:
        """The value that a blank takes, in words."""

    def phrase(self) -> Phrase:
        """What the policy says to a person: `blank: 6`."""
        return phrase("blank: {told}{warning}", told=self.told(), warning=self._warning())

    def wording(self, prefix: bool = True) -> str:
        """The same in the language in use, or without its first word."""
        return str(self.phrase()) if prefix else f"{self.told()}{self._warning()}"

    def _warning(self) -> Phrase:
        return warning_words(getattr(self, "warn", False))


@dataclass(frozen=True, slots=True)
class Required(_Policy):
    """A blank is an error."""

    def told(self) -> Phrase:
        """See _Policy."""
        return phrase("required")

    def phrase(self) -> Phrase:
        """See _Policy."""
        return self.told()


@dataclass(frozen=True, slots=True)
class Default(_Policy):
    """A blank takes `value`; `warn` says so in a finding because the figure matters."""

    value: Scalar | tuple[str, ...]
    warn: Warn = False

    def told(self) -> Phrase:
        """See _Policy."""
        return phrase("{value}", value=shown(self.value))


@dataclass(frozen=True, slots=True)
class FromSetting(_Policy):
    """A blank takes the value of a key of sheet Settings."""

    key: str

    def told(self) -> Phrase:
        """See _Policy."""
        return phrase("{key} of Settings", key=self.key)


@dataclass(frozen=True, slots=True)
class FromColumn(_Policy):
    """A blank takes another column of the same row, plus `add`."""

    column: str
    add: float = 0.0

    def told(self) -> Phrase:
        """See _Policy."""
        return phrase("{sum}", sum=self.column + (f" + {self.add:g}" if self.add else ""))


@dataclass(frozen=True, slots=True)
class ByChoice(_Policy):
    """A blank takes a value that depends on a choice column of the same row; None means not limited."""

    column: str
    values: tuple[tuple[str, Scalar | None], ...]
    warn: Warn = False

    def told(self) -> Phrase:
        """See _Policy."""
        cases = [phrase("{value} for {choice}", value=shown(v), choice=k) for k, v in self.values]
        marks = ", ".join(f"{{case{number}}}" for number in range(len(cases)))
        return Phrase(marks, tuple((f"case{number}", case) for number, case in enumerate(cases)))


@dataclass(frozen=True, slots=True)
class NoneMeans(_Policy):
    """A blank stays blank and has a meaning of its own, told in `meaning`."""

    meaning: str
    warn: Warn = False

    def told(self) -> Phrase:
        """See _Policy."""
        return phrase(self.meaning)


@dataclass(frozen=True, slots=True)
class FromMarket(_Policy):
    """A blank takes `column` of the site's row in the price book; where there is none, `otherwise` holds.

    `liquid_column` replaces `column` for liquid and immersion cooling; `only_kind` limits it to own or colo.
    """

    column: str
    otherwise: Required | Default | NoneMeans
    liquid_column: str | None = None
    only_kind: str | None = None

    def told(self) -> Phrase:
        """See _Policy."""
        columns = phrase("{sum}", sum=self.column)
        if self.liquid_column:
            columns = phrase("{column} or {liquid}", column=self.column, liquid=self.liquid_column)
        which = phrase(" for {kind} sites", kind=self.only_kind) if self.only_kind else ""
        return phrase("{columns} of the market in the price book{which}, else {otherwise}", columns=columns,
                      which=which, otherwise=self.otherwise.phrase())


Blank = Required | Default | FromSetting | FromColumn | ByChoice | NoneMeans | FromMarket

REQUIRED = Required()
