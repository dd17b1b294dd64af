"""The same cost typed in two places."""

from __future__ import annotations

import re
from collections.abc import Iterator

from planner.workbook.book import Book
from planner.workbook.catalogue import CATALOGUE_CURRENCY
from planner.workbook.currency import rates_at_start
from planner.workbook.findings import Finding
from planner.workbook.rows import Row
from planner.workbook.text import name_form, quoted

ALL_IN_PER_MW = 9.0e6
"""USD per facility MW from which a construction price is taken for all-in, cooling plant included
(Cushman & Wakefield, Data Center Development Cost Guide 2025: 9.3 to 15 million a MW of IT load)."""


_DEPLOYMENT = re.compile(r"deploy|installation|racking", re.IGNORECASE)


def deployment(book: Book) -> Iterator[Finding]:
    """Deployment as an overhead line and as a cost of each system."""
    if not any((row.num("deploy_cost_per_system") or 0) > 0 for row in book.on("Systems")):
        return
    for row in book.on("Overheads"):
        words = f"{row.key} {row.text('note') or ''}"
        if row.text("driver") in ("per_system", "per_accelerator", "per_rack") and _DEPLOYMENT.search(words):
            yield row.find("check.double_deploy", "overhead_id", seen=quoted(row.key))


def support(book: Book) -> Iterator[Finding]:
    """Support in the price and maintenance on top; maintenance and uncovered replacements."""
    for row in book.on("Systems"):
        maintained = (row.num("maintenance_share_per_year") or 0) > 0
        if maintained and _includes(row, "support"):
            yield row.find("check.double_support", "maintenance_share_per_year", seen=quoted(row.key))
        if maintained and (row.num("replacement_cost_share") or 0) >= 0.5:
            yield row.find("check.double_failures", "replacement_cost_share", seen=quoted(row.key))


def software(book: Book) -> Iterator[Finding]:
    """Software in the price and as an overhead of each accelerator or system."""
    lines = [row for row in book.on("Overheads") if row.text("category") == "software"
             and row.text("driver") in ("per_accelerator", "per_system")]
    for row in book.on("Systems"):
        if lines and _includes(row, "software", "licence", "license"):
            yield row.find("check.double_software", "price_includes", seen=quoted(row.key),
                           other=quoted(lines[0].key))


def freight(book: Book) -> Iterator[Finding]:
    """Freight or duty in the price and in a site's landed cost."""
    landed = next((row for row in book.on("Sites") if (row.num("landed_cost_factor") or 1) > 1), None)
    for row in book.on("Systems"):
        if landed is not None and _includes(row, "freight", "duty", "duties", "customs", "shipping"):
            yield row.find("check.double_freight", "price_includes", seen=quoted(row.key),
                           site=quoted(landed.key), factor=f"{landed.num('landed_cost_factor'):g}")


def cooling_plant(book: Book) -> Iterator[Finding]:
    """An all-in construction price beside a price for cooling plant."""
    rate = rates_at_start(book).rate(CATALOGUE_CURRENCY)
    plant = any((row.num("module_cost") or 0) > 0 for row in book.on("Cooling"))
    if rate is None or not plant:
        return
    for row in book.on("PowerExpansions"):
        cost, mw = row.num("block_cost"), row.num("block_mw")
        if cost is not None and mw and cost / mw > ALL_IN_PER_MW * rate:
            yield row.find("check.double_plant", "block_cost", seen=quoted(row.key),
                           price=f"{cost / mw:,.0f}")


def nics(book: Book) -> Iterator[Finding]:
    """NICs are paid once: in the system's price or on the fabric."""
    if not book.on("Fabrics") or any((row.num("nic_price") or 0) > 0 for row in book.on("Fabrics")):
        return
    for row in book.on("Systems"):
        if not _includes(row, "nic"):
            yield row.find("check.no_nic", "price_includes", seen=quoted(row.key))


def _includes(row: Row, *words: str) -> bool:
    included = [name_form(word) for word in row.words("price_includes")]
    return any(word in text for word in words for text in included)


DOUBLE_CHECKS = (deployment, support, software, freight, cooling_plant, nics)
