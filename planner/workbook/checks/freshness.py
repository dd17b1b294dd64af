"""Prices that are old, or that the price book itself trusts little."""

from __future__ import annotations

from collections.abc import Iterator

from models.plan import month
from models.plan.values import OLD_MONTHS, WEAK
from planner.workbook.book import Book
from planner.workbook.catalogue import MARKETS_FILE, markets
from planner.workbook.checks.calendar import horizon, shown
from planner.workbook.findings import Finding
from planner.workbook.rows import Row
from planner.workbook.text import quoted

_TABLES = ("Systems", "Fabrics", "Cooling", "CloudOffers", "Storage", "Overheads", "PowerExpansions")


def row_prices(book: Book) -> Iterator[Finding]:
    """Age and confidence that rows with prices state of themselves."""
    calendar = horizon(book)
    for table in _TABLES:
        for row in book.on(table):
            stated, trust = row.num("as_of"), row.text("confidence")
            if calendar is not None and stated is not None and calendar.first - stated > OLD_MONTHS:
                yield row.find("check.price_old", "as_of", seen=quoted(row.key), month=shown(stated),
                               months=int(calendar.first - stated))
            if trust in WEAK:
                yield row.find("check.price_weak", "confidence", seen=quoted(row.key), confidence=trust)


def market_prices(book: Book) -> Iterator[Finding]:
    """Age and confidence of what a market filled in."""
    calendar = horizon(book)
    for row in book.on("Sites"):
        filled = [name for name in ("energy_price_kwh", "rent_per_kw_month")
                  if row.filled.get(name, "").endswith(MARKETS_FILE)]
        market = markets().get(row.text("market") or "")
        if not filled or market is None:
            continue
        what = ", ".join(filled)
        stated = _month(market.get("as_of", ""))
        if calendar is not None and stated is not None and calendar.first - stated > OLD_MONTHS:
            yield _told(row, "check.market_old", what, month=shown(stated),
                        months=int(calendar.first - stated))
        if market.get("confidence") in WEAK:
            yield _told(row, "check.market_weak", what, confidence=market["confidence"])


def _told(row: Row, code: str, what: str, **params: object) -> Finding:
    return row.find(code, "market", seen=quoted(row.key), what=what, **params)


def _month(text: str) -> int | None:
    year, _, number = text.partition("-")
    return month(int(year), int(number)) if year.isdigit() and number.isdigit() else None


FRESHNESS_CHECKS = (row_prices, market_prices)
