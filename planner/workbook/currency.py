"""Money of other currencies into the plan's, at the rate in force at the plan's start."""

from __future__ import annotations

import re
from dataclasses import dataclass

from models.plan import Month, month_text
from planner.workbook.book import Book
from planner.workbook.findings import Finding
from planner.workbook.rows import Row
from planner.workbook.text import quoted

_CODE = re.compile("[A-Za-z]{3}")


@dataclass(frozen=True, slots=True)
class Rates:
    """Plan currency for one unit of a currency, by upper-case code. `known` is False without Settings."""

    rates: dict[str, float]
    start: Month
    known: bool

    def rate(self, currency: str) -> float | None:
        """The rate, 1 for the plan's own currency, None if there is none."""
        return self.rates.get(currency.upper()) if self.known else 1.0

    def missing(self, row: Row, name: str, currency: str) -> Finding:
        """The finding for a currency without a rate."""
        return row.find("fx.missing", name, seen=currency.upper(), month=month_text(self.start))


def rates_at_start(book: Book) -> Rates:
    """The rates of sheet FX in force in the plan's first month."""
    settings = book.settings
    start = settings.num("start") if settings else None
    currency = settings.text("currency") if settings else None
    if start is None or currency is None:
        return Rates({}, Month(0), known=False)
    rates: dict[str, float] = {}
    since: dict[str, float] = {}
    for row in book.on("FX"):
        code, first, rate = row.text("currency"), row.num("from"), row.num("rate_to_plan")
        if code is None or first is None or rate is None or first > start:
            continue
        if first >= since.get(code.upper(), 0):
            since[code.upper()], rates[code.upper()] = first, rate
    return Rates(rates | {currency.upper(): 1.0}, Month(int(start)), known=True)


def check_codes(book: Book) -> None:
    """Currencies are codes of three letters; "Euro" and EUR would be two."""
    for row in book.all_rows():
        code = row.text("currency")
        if code is not None and not _CODE.fullmatch(code):
            row.refused.add("currency")
            del row.values["currency"]
            book.findings.append(row.find("currency.code", "currency", seen=quoted(code)))


def convert(book: Book, rates: Rates) -> None:
    """Turn every typed amount of money into the plan's currency; a missing rate is a finding of the row."""
    for row in book.all_rows():
        currency = row.text("currency")
        if currency is None or row.table.key_value or row.table.name == "FX":
            continue
        rate = rates.rate(currency)
        if rate is None:
            row.refused.add("currency")
            book.findings.append(rates.missing(row, "currency", currency))
            continue
        for column in row.table.columns:
            amount = row.num(column.name)
            if column.kind == "money" and amount is not None and not _is_share(row, column.name):
                row.values[column.name] = amount * rate


def _is_share(row: Row, name: str) -> bool:
    """The unit cost of an overhead that is a share of other costs: a fraction, not money."""
    return name == "unit_cost" and (row.text("driver") or "").startswith("share_of_")
