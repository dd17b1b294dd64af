"""The words of the input schema: tables, columns and what a blank cell means.

One declaration serves reader, template, drop-downs, comments, documentation and the report's echo of inputs.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import KW_ONLY, dataclass, replace
from functools import cached_property
from typing import Literal

from planner.messages import Phrase, fill, phrase, tr

Scalar = str | float | int | bool
"""What a default may be: text, number, yes/no."""

ValueKind = Literal[
    "id",        # text that names a row; also used by columns that refer to one
    "text",
    "number",
    "integer",
    "share",     # fraction of a whole, shown as percent
    "rate",      # fraction per year or of something else, may exceed 1, shown as percent
    "money",     # converted from the row's currency into the plan's
    "yes_no",
    "month",
    "period",    # all, FY2028, 2027-H1, 2027-Q3 or 2027-04
    "choice",
    "list",      # several ids or words in one cell
    "any",       # kept as text whatever it is (scenario values)
]
View = Literal["basic", "catalogue", "advanced"]


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


def shown(value: object) -> str:
    """A value as the workbook shows it: yes/no for truth, plain digits for numbers, a comma between words."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return f"{value:.12g}"
    if value is None:
        return tr("not limited")
    if isinstance(value, tuple | list):
        return ", ".join(map(str, value)) or tr("nothing")
    return str(value)


def sentence(text: str) -> str:
    """The text with a capital letter and a full stop."""
    return fill("{sentence}.", {"sentence": f"{text[:1].upper()}{text[1:]}"})


UNSETTLED = object()
"""What `Column.constant_blank` gives where the row decides, or a finding is due."""


@dataclass(frozen=True, slots=True)
class Column:
    """One column of a table (or one key of Settings).

    `minimum`, `maximum` are inclusive, `above` is exclusive; `reference` names the table whose ids are meant
    ("Sites"), a column ("LoadProfiles.profile_id"), "@location", "@storage" or "@market"; `follows` means: a
    row that refers to a switched-off row is left out with it. `examples` are offered as a list, others are
    allowed. `priced` False: read, but no cost or limit uses it yet.
    """

    name: str
    kind: ValueKind
    unit: str
    blank: Blank
    description: str
    _: KW_ONLY
    minimum: float | None = None
    maximum: float | None = None
    above: float | None = None
    choices: tuple[str, ...] = ()
    reference: str | None = None
    follows: bool = False
    advanced: bool = False
    priced: bool = True
    renamed_from: tuple[str, ...] = ()
    aliases: tuple[str, ...] = ()
    examples: tuple[str, ...] = ()

    @property
    def required(self) -> bool:
        """Whether a blank can be an error."""
        return isinstance(self.blank, Required) or (
            isinstance(self.blank, FromMarket) and isinstance(self.blank.otherwise, Required)
        )

    @property
    def numeric(self) -> bool:
        """Whether values are numbers."""
        return self.kind in ("number", "integer", "share", "rate", "money")

    @property
    def constant_blank(self) -> object:
        """The value of a blank where it depends on nothing and needs no warning, else UNSETTLED."""
        match self.blank:
            case Default(value=value, warn=False):
                number = isinstance(value, int) and not isinstance(value, bool) and self.kind != "integer"
                return float(value) if number and self.numeric else value  # type: ignore[arg-type]
            case NoneMeans(warn=False):
                return () if self.kind == "list" else None
            case _:
                return UNSETTLED

    @property
    def attribute(self) -> str:
        """Attribute of the plan record: the column name, `from_` for `from`."""
        return "from_" if self.name == "from" else self.name


@dataclass(frozen=True, kw_only=True, eq=False)
class Table:
    """One sheet of the workbook: rows of `record`, collected in `Plan.<attribute>`.

    `columns` holds the table's own columns; `all_columns` adds those that every table has.
    A `key_value` table (Settings) holds one record, one row a column.
    """

    name: str
    attribute: str
    record: Callable[..., object]
    key: tuple[str, ...]
    view: View
    purpose: str
    guidance: str
    columns: tuple[Column, ...]
    required: bool = False
    priced: bool = True
    key_value: bool = False
    aliases: tuple[str, ...] = ()

    @cached_property
    def all_columns(self) -> tuple[Column, ...]:
        """The table's columns in sheet order: basic ones, switch and note, then the advanced group."""
        if self.key_value:
            return self.columns
        basic = tuple(c for c in self.columns if not c.advanced)
        advanced = tuple(c for c in self.columns if c.advanced)
        currency = (CURRENCY,) if any(c.kind == "money" for c in self.columns) else ()
        return (*basic, *SWITCH, *advanced, *currency, *PROVENANCE)

    def column(self, name: str) -> Column:
        """The column of that name; KeyError if the table has none."""
        return self._by_name[name]

    @cached_property
    def referring(self) -> tuple[Column, ...]:
        """Columns that refer to other rows."""
        return tuple(column for column in self.columns if column.reference)

    @cached_property
    def followers(self) -> tuple[Column, ...]:
        """Columns whose row is left out together with the row they refer to."""
        return tuple(column for column in self.columns if column.follows)

    @cached_property
    def filling_order(self) -> tuple[Column, ...]:
        """Columns in the order in which blanks are filled: those that copy another column come last."""
        return tuple(sorted(self.all_columns, key=lambda column: isinstance(column.blank, FromColumn)))

    @cached_property
    def constant_blanks(self) -> tuple[tuple[Column, object], ...]:
        """Columns whose blank always takes the same value without a warning, and that value."""
        return tuple((c, value) for c in self.all_columns if (value := c.constant_blank) is not UNSETTLED)

    @cached_property
    def other_blanks(self) -> tuple[Column, ...]:
        """The other columns in the order in which their blanks are filled."""
        return tuple(c for c in self.filling_order if c.constant_blank is UNSETTLED)

    @cached_property
    def _by_name(self) -> dict[str, Column]:
        return {column.name: column for column in self.all_columns}


CURRENCY = Column(
    name="currency", kind="id", unit="ISO code", advanced=True,
    description="Currency of this row's money; its rate to the plan's currency stands on FX.",
    blank=NoneMeans("the plan's currency"),
)
SWITCH = (
    Column(name="enabled", kind="yes_no", unit="yes/no", description="no leaves the row out of the plan.",
           blank=Default(True)),
    Column(name="note", kind="text", unit="", description="Your own remark.", blank=NoneMeans("no remark")),
)
PROVENANCE = (
    Column(name="source", kind="text", unit="", advanced=True,
           description="Where the row's figures come from.", blank=NoneMeans("not stated")),
    Column(name="as_of", kind="month", advanced=True, unit="yyyy-mm",
           description="Month the figures were true; it never moves a price.",
           blank=NoneMeans("not stated")),
    Column(name="confidence", kind="choice", unit="", advanced=True, choices=("high", "medium", "low",
           "estimate"),
           description="How far to trust the row.", blank=NoneMeans("not stated")),
)
NOT_IN_RECORD = frozenset({"enabled", "currency", "note", "source", "as_of", "confidence"})
"""Columns that every table has and that are not attributes of the record itself."""

REQUIRED = Required()
PRICE_CHANGE = Column(
    name="price_change_per_year", kind="rate", unit="per year", advanced=True, minimum=-0.5, maximum=1.0,
    description="Yearly change of this row's prices after price_base_month.",
    blank=FromSetting("inflation_default"),
)


def not_priced(*columns: Column) -> tuple[Column, ...]:
    """The columns, marked as read but not yet priced."""
    return tuple(replace(c, priced=False) for c in columns)


def pay_profile(item: str) -> tuple[Column, Column]:
    """Payment shares at order and at delivery of a construction item."""
    spread = NoneMeans("spread evenly over the lead time")
    return (
        Column(name="pay_at_order_share", kind="share", advanced=True, unit="share", minimum=0, maximum=1,
               description=f"Share of the price of {item} paid when ordered.", blank=spread),
        Column(name="pay_at_delivery_share", kind="share", advanced=True, unit="share", minimum=0, maximum=1,
               description=f"Share of the price of {item} paid on delivery; the rest follows at acceptance.",
               blank=spread),
    )
