"""A column of the input schema: what a cell holds, within which limits, what a blank means."""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass
from typing import Literal

from planner.workbook.schema.blank import Blank, Default, FromMarket, NoneMeans, Required

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
