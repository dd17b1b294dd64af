"""Catalogue rows: figures that contradict each other, items without cost, rows that nothing uses."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from planner.workbook.book import Book
from planner.workbook.findings import Finding
from planner.workbook.rows import Row
from planner.workbook.text import quoted

_RESALE = ("resale_share_12", "resale_share_24", "resale_share_36", "resale_share_48", "resale_share_60")
_COSTS = {
    "Systems": ("price_per_system",), "CloudOffers": ("price_per_accelerator_hour",),
    "PowerExpansions": ("block_cost",), "Cooling": ("module_cost", "plant_cost"),
    "Fabrics": ("switch_price", "transceiver_price", "cable_price"), "Overheads": ("unit_cost",),
}


def system_cooling(book: Book) -> Iterator[Finding]:
    """A system can be cooled somehow."""
    for row in book.on("Systems"):
        if row.values.get("air") is False and row.values.get("liquid") is False:
            yield row.find("check.no_cooling_kind", "air", seen=quoted(row.key))


def pay_shares(book: Book) -> Iterator[Finding]:
    """Shares at order and delivery leave something not below nothing for acceptance."""
    for row in book.all_rows():
        order, delivery = row.num("pay_at_order_share"), row.num("pay_at_delivery_share")
        if order is not None and delivery is not None and order + delivery > 1 + 1e-9:
            yield row.find("check.pay_shares", "pay_at_delivery_share", seen=f"{order + delivery:.9g}")


def load_shares(book: Book) -> Iterator[Finding]:
    """A busy system draws at least what an idle one does."""
    for row in book.on("Systems"):
        idle, load = row.num("idle_share"), row.num("average_load_share")
        if idle is not None and load is not None and idle > load:
            yield row.find("check.idle_above_load", "idle_share", seen=f"{idle:g}", other=f"{load:g}")


def resale_falls(book: Book) -> Iterator[Finding]:
    """Resale shares do not rise with age."""
    for row in book.on("Systems"):
        shares = [(name, value) for name in _RESALE if (value := row.num(name)) is not None]
        for (_, young), (name, old) in pairwise(shares):
            if old > young:
                yield row.find("check.resale_rising", name, seen=f"{young:g}", other=f"{old:g}")


def pue_order(book: Book) -> Iterator[Finding]:
    """The peak PUE is not below the mean of the year."""
    for row in book.on("SiteCooling"):
        peak, mean = row.num("pue_peak"), row.num("pue_annual")
        if peak is not None and mean is not None and peak < mean:
            yield row.find("check.pue_order", "pue_peak", seen=f"{peak:g}", other=f"{mean:g}")


def redundancy_once(book: Book) -> Iterator[Finding]:
    """Redundancy is paid by share or by factor, not by both."""
    for row in book.on("Redundancy"):
        share, factor = row.num("usable_share"), row.num("capex_factor")
        if share is not None and factor is not None and share != 1 and factor != 1:
            yield row.find("check.paid_twice", "capex_factor", seen=f"{share:g}", other=f"{factor:g}")


def no_cost(book: Book) -> Iterator[Finding]:
    """An item that costs nothing would be bought without end."""
    for table, names in _COSTS.items():
        for row in book.on(table):
            if all(row.num(name) == 0 for name in names):
                yield row.find("check.no_cost", names[0], seen=quoted(row.key))


def tier_prices(book: Book) -> Iterator[Finding]:
    """A storage tier is bought or rented: without a price it is not used."""
    prices = ("capex_per_tb", "price_per_tb_month")
    for row in book.on("Storage"):
        if all(row.num(name) is None for name in prices) and not row.refused & set(prices):
            yield row.find("check.tier_unpriced", "capex_per_tb", seen=quoted(row.key))


def offer_terms(book: Book) -> Iterator[Finding]:
    """Reservations have a term; other offers need none; a cluster is not larger than the offer."""
    for row in book.on("CloudOffers"):
        term, months = row.text("term"), row.num("term_months")
        if term == "reserved" and months is None and "term_months" not in row.refused:
            yield row.find("check.no_term", "term_months", seen=quoted(row.key))
        elif term in ("on_demand", "spot") and months is not None:
            yield row.find("check.term_unused", "term_months", seen=quoted(row.key), term=term)
        most, cluster = row.num("max_accelerators"), row.num("max_cluster_accelerators")
        if most is not None and cluster is not None and cluster > most:
            yield row.find("check.cluster_size", "max_cluster_accelerators", seen=f"{cluster:g}",
                           other=f"{most:g}")


def dear_commitments(book: Book) -> Iterator[Finding]:
    """A reservation or spot price above the on-demand price of the same pool is told."""
    price = "price_per_accelerator_hour"
    on_demand: dict[tuple[str | None, ...], Row] = {}
    for row in book.on("CloudOffers"):
        if row.text("term") == "on_demand":
            on_demand.setdefault(_pool(row), row)
    for row in book.on("CloudOffers"):
        other = on_demand.get(_pool(row))
        mine, theirs = row.num(price), other.num(price) if other else None
        if other is not None and row.text("term") != "on_demand" and mine is not None and (
                theirs is not None and mine > theirs):
            yield row.find("check.dear_commitment", price, seen=quoted(row.key), price=f"{mine:g}",
                           dear=f"{theirs:g}", other=quoted(other.key))


def _pool(row: Row) -> tuple[str | None, ...]:
    return row.text("provider"), row.text("region"), row.text("system_id")


def unused(book: Book) -> Iterator[Finding]:
    """Rows that no other row refers to and that cannot act by themselves."""
    used_cooling = {row.text("cooling_id") for t in ("SiteCooling", "ExistingFleet") for row in book.on(t)}
    used_profiles = {row.text("load_profile") for row in book.on("Workloads")}
    currencies = {(row.text("currency") or "").upper() for row in book.all_rows() if row.table.name != "FX"}
    market_money = {"USD"} if book.on("Sites") else set()
    if book.on("Sites"):
        for row in book.on("Cooling"):
            if row.text("cooling_id") not in used_cooling:
                yield row.find("check.unused", "cooling_id", seen=quoted(row.key))
    told: set[str] = set()
    for row in book.on("LoadProfiles"):
        name = row.text("profile_id") or ""
        if name not in used_profiles and name not in told:
            told.add(name)
            yield row.find("check.unused", "profile_id", seen=quoted(name))
    settings = book.settings
    own = (settings.text("currency") or "").upper() if settings else ""
    for row in book.on("FX"):
        code = (row.text("currency") or "").upper()
        if code == own:
            yield row.find("check.fx_own", "currency", seen=quoted(code))
        elif code not in currencies | market_money:
            yield row.find("check.unused", "currency", seen=quoted(code))


ITEM_CHECKS = (system_cooling, pay_shares, load_shares, resale_falls, pue_order, redundancy_once, no_cost,
               tier_prices, offer_terms, dear_commitments, unused)
