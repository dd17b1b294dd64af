"""Columns that several tables share: those of every row, and makers of groups."""

from __future__ import annotations

from dataclasses import replace

from planner.workbook.schema.blank import Default, FromSetting, NoneMeans
from planner.workbook.schema.column import Column

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
