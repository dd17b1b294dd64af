"""What blank cells become: defaults, settings, other columns, the price book. Every one is recorded."""

from __future__ import annotations

from dataclasses import dataclass

from models.plan import FieldRef
from planner.workbook.book import Book
from planner.workbook.catalogue import CATALOGUE_CURRENCY, MARKETS_FILE, markets, suggest_market
from planner.workbook.cells import expected_text
from planner.workbook.currency import Rates
from planner.workbook.rows import Row, blank_finding
from planner.workbook.schema import NOT_IN_RECORD, Blank, Column, shown
from planner.workbook.schema.blank import (
    ByChoice,
    Default,
    FromColumn,
    FromMarket,
    FromSetting,
    NoneMeans,
    Required,
    Warn,
    WarnFor,
)
from planner.workbook.text import quoted

ORIGIN_DEFAULT = "default"
ORIGIN_CATALOGUE = f"catalogue {MARKETS_FILE}"
_LIQUID = ("liquid", "immersion")


@dataclass(frozen=True, slots=True)
class DefaultUsed:
    """A blank cell, the value it took (None: stays blank) and the column's rule for blanks."""

    ref: FieldRef
    value: object
    rule: Blank

    @property
    def why(self) -> str:
        """The rule in words."""
        return self.rule.wording()


def fill_blanks(book: Book, rates: Rates) -> list[DefaultUsed]:
    """Give every blank cell of every row the value its column's policy says; findings go to the book."""
    used: list[DefaultUsed] = []
    for row in book.all_rows():
        _fill_constants(row, used)
        for column in row.table.other_blanks:
            if column.name not in row.values and column.name not in row.refused:
                _fill(book, row, column, rates, used)
    return used


def _fill_constants(row: Row, used: list[DefaultUsed]) -> None:
    """Blanks that need no look at anything else, which most are."""
    values, refused, filled = row.values, row.refused, row.filled
    for column, value in row.table.constant_blanks:
        name = column.name
        if name not in values and name not in refused:
            values[name] = value
            filled[name] = ORIGIN_DEFAULT
            if name not in NOT_IN_RECORD:
                used.append(DefaultUsed(row.ref(name), value, column.blank))


def _fill(book: Book, row: Row, column: Column, rates: Rates, used: list[DefaultUsed]) -> None:
    policy = column.blank
    if isinstance(policy, FromMarket):
        if _from_market(book, row, column, policy, rates, used):
            return
        policy = policy.otherwise
        if isinstance(policy, Required):
            row.refused.add(column.name)
            market = _market_of(book, row)
            if market is None:
                return
            book.findings.append(row.find("market.no_value", column.name, seen=quoted(market),
                                          expected=expected_text(column),
                                          nearest=suggest_market(market, book.suggest)))
            return
    match policy:
        case Required():
            row.refused.add(column.name)
            book.findings.append(blank_finding(row, column))
        case Default(value=value, warn=warn):
            _take(book, row, column, value, policy, warn, used)
        case FromSetting(key=key):
            settings = book.settings
            if settings is None or key not in settings.values:
                row.refused.add(column.name)
            else:
                _take(book, row, column, settings.values[key], policy, False, used)
        case FromColumn(column=other, add=add):
            number = row.num(other)
            if number is None:
                row.refused.add(column.name)
            else:
                copied = round(number + add, 12) if add else row.values[other]
                _take(book, row, column, copied, policy, False, used)
        case ByChoice(column=other, values=cases, warn=warn):
            choice = row.text(other)
            if choice is None:
                row.refused.add(column.name)
            else:
                _take(book, row, column, dict(cases)[choice], policy, warn, used)
        case NoneMeans(warn=warn):
            empty = () if column.kind == "list" else None
            _take(book, row, column, empty, policy, warn, used)


def _take(book: Book, row: Row, column: Column, value: object, rule: Blank, warn: Warn,
          used: list[DefaultUsed]) -> None:
    if isinstance(value, int) and not isinstance(value, bool) and column.kind in (
            "number", "share", "rate", "money"):
        value = float(value)
    row.values[column.name] = value
    row.filled[column.name] = ORIGIN_DEFAULT
    if column.name not in NOT_IN_RECORD:
        used.append(DefaultUsed(row.ref(column.name), value, rule))
    if _warns(row, warn):
        told = rule.told() if value in (None, ()) else shown(value)
        book.findings.append(
            row.find("default.used", column.name, value=told, expected=expected_text(column)))


def _warns(row: Row, warn: Warn) -> bool:
    return row.text(warn.column) in warn.values if isinstance(warn, WarnFor) else warn


def _market_of(book: Book, row: Row) -> str | None:
    site = row if row.table.name == "Sites" else book.by_id("Sites").get(row.text("site_id") or "")
    return site.text("market") if site else None


def _from_market(book: Book, row: Row, column: Column, policy: FromMarket, rates: Rates,
                 used: list[DefaultUsed]) -> bool:
    """Take the value from the price book; False where it has none."""
    if policy.only_kind is not None and row.text("kind") != policy.only_kind:
        return False
    market = markets().get(_market_of(book, row) or "", {})
    name = policy.column
    if policy.liquid_column is not None:
        cooling = book.by_id("Cooling").get(row.text("cooling_id") or "")
        if cooling is not None and cooling.text("kind") in _LIQUID:
            name = policy.liquid_column
    text = market.get(name)
    if not text:
        return False
    value = float(text)
    if column.kind == "money":
        currency = market.get("currency") or CATALOGUE_CURRENCY
        rate = rates.rate(currency)
        if rate is None:
            book.findings.append(rates.missing(row, "market", currency))
            row.refused.add(column.name)
            return True
        value *= rate
    row.values[column.name] = value
    row.filled[column.name] = ORIGIN_CATALOGUE
    used.append(DefaultUsed(row.ref(column.name), value, policy))
    return True
