"""A table of the input schema: one sheet of the workbook.

One declaration serves reader, template, drop-downs, comments, documentation and the report's echo of inputs.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from planner.workbook.schema.blank import FromColumn
from planner.workbook.schema.column import UNSETTLED, Column
from planner.workbook.schema.common import CURRENCY, PROVENANCE, SWITCH

View = Literal["basic", "catalogue", "advanced"]


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
