"""Figures that look like a wrong unit: kW for MW, sparse for dense, month for year, price with VAT."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from planner.messages import Phrase, phrase
from planner.workbook.book import Book
from planner.workbook.catalogue import CATALOGUE_CURRENCY, catalogue_rows, markets
from planner.workbook.currency import rates_at_start
from planner.workbook.findings import Finding
from planner.workbook.rows import Row
from planner.workbook.text import amount

_VAT = (0.05, 0.07, 0.10, 0.13, 0.19, 0.20, 0.21, 0.25)
_LARGE_UNITS = frozenset({"USD", "EUR", "GBP", "CHF"})
_SMALL_UNITS = frozenset({"CNY", "JPY", "KRW", "INR", "TWD", "HKD", "MYR", "THB", "SEK", "NOK", "DKK", "PLN",
                          "CZK", "HUF", "MXN", "BRL", "ZAR", "AED", "SAR", "ILS"})
"""Currencies one unit of which has for decades been worth more, or less, than one of the other set."""
_PEAKS = ("bf16_tflops_per_accelerator", "fp8_tflops_per_accelerator")


class Usual(NamedTuple):
    """The usual span of a figure (money in the price book's currency) and what an outlier may be."""

    table: str
    column: str
    low: float
    high: float
    doubt: Phrase


_USUAL = (
    Usual("Sites", "usable_mw", 0.02, 999, phrase("kW typed for MW?")),
    Usual("Sites", "energy_price_kwh", 0.005, 1.0, phrase("per MWh, or in cents?")),
    Usual("Sites", "rent_per_kw_month", 20, 2000, phrase("per year, or per MW?")),
    Usual("SitePower", "usable_mw", 0, 999, phrase("kW typed for MW?")),
    Usual("PowerExpansions", "block_mw", 0.05, 999, phrase("kW typed for MW?")),
    Usual("Cooling", "module_kw", 5, 50_000, phrase("MW typed for kW?")),
    Usual("CloudOffers", "price_per_accelerator_hour", 0.05, 60,
          phrase("per instance, not per accelerator?")),
    Usual("Systems", "memory_gb_per_accelerator", 8, 2000, phrase("of the whole system?")),
    Usual("Systems", "repair_hours", 0.1, 2000, phrase("minutes or days?")),
    Usual("Systems", "life_months", 24, 120, phrase("years typed for months?")),
    Usual("Fabrics", "life_months", 24, 180, phrase("years typed for months?")),
    Usual("Cooling", "life_months", 36, 360, phrase("years typed for months?")),
    Usual("PowerExpansions", "life_months", 60, 720, phrase("years typed for months?")),
    Usual("Workloads", "tokens_trillion", 0.0005, 1000, phrase("billions typed for trillions?")),
    Usual("Workloads", "active_params_billion", 0.01, 20_000,
          phrase("millions or trillions typed for billions?")),
    Usual("Settings", "discount_rate", 0.0, 0.3, phrase("8 % is 0.08")),
)


def usual_spans(book: Book) -> Iterator[Finding]:
    """Typed figures far outside what has been seen anywhere."""
    rate = rates_at_start(book).rate(CATALOGUE_CURRENCY)
    for usual in _USUAL:
        for row in book.on(usual.table):
            value = _typed(row, usual.column)
            money = row.table.column(usual.column).kind == "money"
            if value is None or value == 0 or (money and rate is None):
                continue
            scale = (rate or 1.0) if money else 1.0
            if not usual.low <= value / scale <= usual.high:
                yield row.find("check.implausible", usual.column, seen=amount(value), doubt=usual.doubt,
                               expected=phrase("mostly {low} to {high}", low=amount(usual.low * scale),
                                               high=amount(usual.high * scale)))


def system_power(book: Book) -> Iterator[Finding]:
    """Power of a system for its number of accelerators."""
    for row in book.on("Systems"):
        kw, count = row.num("max_kw_per_system"), row.num("accelerators_per_system")
        if kw is not None and count and not 0.15 <= kw / count <= 6:
            yield row.find("check.implausible", "max_kw_per_system", seen=f"{kw:g}",
                           doubt=phrase("{kw} kW an accelerator; W or kW of one accelerator?",
                                        kw=f"{kw / count:.3g}"),
                           expected=phrase("mostly 0.15 to 6 kW an accelerator"))


def against_price_book(book: Book) -> Iterator[Finding]:
    """Systems that the price book knows: price within 10 times, peaks dense."""
    rate = rates_at_start(book).rate(CATALOGUE_CURRENCY)
    known = {str(row["system_id"]): row for row in catalogue_rows("Systems")}
    for row in book.on("Systems"):
        entry = known.get(row.key, {})
        for name in _PEAKS:
            mine, theirs = row.num(name), entry.get(name)
            if mine is not None and isinstance(theirs, float) and 1.9 <= mine / theirs <= 2.1:
                yield row.find("check.sparse", name, seen=amount(mine), other=amount(theirs))
        price, listed = row.num("price_per_system"), entry.get("price_per_system")
        if price and isinstance(listed, float) and rate is not None:
            yield from _compare(row, "price_per_system", price, listed * rate)


def against_market(book: Book) -> Iterator[Finding]:
    """Typed site prices against the market's: within 10 times, and not just the same plus a tax."""
    rates = rates_at_start(book)
    for row in book.on("Sites"):
        market = markets().get(row.text("market") or "", {})
        rate = rates.rate(market.get("currency") or CATALOGUE_CURRENCY)
        for name in ("energy_price_kwh", "rent_per_kw_month"):
            mine = _typed(row, name)
            if mine and market.get(name) and rate is not None:
                yield from _compare(row, name, mine, float(market[name]) * rate)


def _compare(row: Row, name: str, mine: float, theirs: float) -> Iterator[Finding]:
    if theirs <= 0:
        return
    ratio = mine / theirs
    if ratio >= 10 or ratio <= 0.1:
        factor = (phrase("{ratio} times", ratio=amount(float(f"{ratio:.3g}"))) if ratio >= 10
                  else phrase("1/{ratio} of", ratio=amount(float(f"{1 / ratio:.3g}"))))
        yield row.find("check.far_off", name, seen=amount(mine), other=amount(theirs), factor=factor)
    for tax in _VAT:
        if abs(ratio - 1 - tax) < 2e-4:
            yield row.find("check.with_vat", name, seen=amount(mine), other=amount(theirs),
                           percent=f"{tax * 100:g}")


def _typed(row: Row, name: str) -> float | None:
    """A number the user typed, None for one that was filled in."""
    return None if name in row.filled else row.num(name)


def order_prices(book: Book) -> Iterator[Finding]:
    """An order's price a system within 10 times of the price of such a system."""
    systems = book.by_id("Systems")
    for row in book.on("OpenOrders"):
        system = systems.get(row.text("system_id") or "")
        listed = system.num("price_per_system") if system else None
        total, count = row.num("total_price"), row.num("quantity")
        if listed and total and count and not 0.1 < total / (listed * count) < 10:
            yield row.find("check.order_price", "total_price", seen=amount(total),
                           each=amount(total / count), other=amount(listed))


def rates_turned(book: Book) -> Iterator[Finding]:
    """A rate above 1 for a currency of smaller units than the plan's, or below 1 for one of larger units."""
    settings = book.settings
    own = (settings.text("currency") or "").upper() if settings else ""
    for row in book.on("FX"):
        other, rate = (row.text("currency") or "").upper(), row.num("rate_to_plan")
        small = other in _SMALL_UNITS and own in _LARGE_UNITS
        large = other in _LARGE_UNITS and own in _SMALL_UNITS
        if rate is not None and ((small and rate > 1) or (large and rate < 1)):
            yield row.find("check.rate_turned", "rate_to_plan", seen=amount(rate), currency=other, own=own)


PLAUSIBLE_CHECKS = (usual_spans, system_power, against_price_book, against_market, order_prices,
                    rates_turned)
