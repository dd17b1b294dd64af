"""What is missing altogether, and work that comes before anything can serve it."""

from __future__ import annotations

from collections.abc import Iterator

from planner.messages import Phrase, phrase
from planner.workbook.book import Book
from planner.workbook.checks.calendar import horizon, shown
from planner.workbook.findings import Finding, finding
from planner.workbook.rows import Row
from planner.workbook.text import quoted

_PENALTIES = ("shortfall_penalty_per_eflop", "shortfall_penalty_per_million")
_DATA = ("dataset_tb", "log_gb_per_accelerator_day", "read_gb_per_s")


def something_to_do(book: Book) -> Iterator[Finding]:
    """There is work, and somewhere to do it."""
    if not book.on("Workloads"):
        yield finding("check.no_workload", "Workloads")
    if not book.on("Sites") and not book.on("CloudOffers"):
        yield finding("check.no_supply", "Sites")


def demand_given(book: Book) -> Iterator[Finding]:
    """Work other than campaigns has an amount."""
    known = {row.text("workload_id") for row in book.on("Demand")}
    for row in book.on("Workloads"):
        if row.text("kind") != "training" and row.key not in known:
            yield row.find("check.no_demand", "workload_id", seen=quoted(row.key), kind=row.text("kind"))


def data_kept(book: Book) -> Iterator[Finding]:
    """Data that work states has storage to be kept in."""
    if any(row.text("kind") == "hot" and _priced(row) for row in book.on("Storage")):
        return
    for row in book.on("Workloads"):
        stated = next((name for name in _DATA if (row.num(name) or 0) > 0), None)
        if stated is not None:
            yield row.find("check.no_storage", stated, seen=quoted(row.key))


def _priced(row: Row) -> bool:
    return row.num("capex_per_tb") is not None or row.num("price_per_tb_month") is not None


def owning_possible(book: Book) -> Iterator[Finding]:
    """Sites can take systems: cooling, redundancy, fabric."""
    if not book.on("Sites"):
        return
    if not book.on("Redundancy"):
        yield finding("check.no_redundancy", "Redundancy")
    if book.on("Systems") and not book.on("Fabrics"):
        yield finding("check.no_fabric", "Fabrics")
    cooled = {row.text("site_id") for row in book.on("SiteCooling")}
    for name, site in book.by_id("Sites").items():
        if name not in cooled:
            yield site.find("check.no_site_cooling", "site_id", seen=quoted(name))


def capacity_in_time(book: Book) -> Iterator[Finding]:
    """No work is due before the first month in which any accelerator can be in service.

    A lower bound: leads of systems and sites, not power or cooling, so an error here is certain.
    """
    calendar = horizon(book)
    earliest = _earliest(book)
    if calendar is None or earliest is None:
        return
    month, what = earliest
    for row in book.on("Workloads"):
        start, end = row.num("start"), row.num("end")
        needed = end if row.text("kind") == "training" else start
        if needed is None or any(row.num(name) is not None for name in _PENALTIES):
            continue
        needed = max(needed, calendar.first)
        if needed < month:
            name = "end" if row.text("kind") == "training" else "start"
            yield row.find("check.too_early", name, seen=quoted(row.key), needed=shown(needed),
                           earliest=shown(month), what=what)


def _earliest(book: Book) -> tuple[float, Phrase] | None:
    """First month in which some accelerator can be in service, and which one."""
    calendar = horizon(book)
    if calendar is None:
        return None
    first = calendar.first
    found: list[tuple[float, Phrase]] = []
    for row in book.on("CloudOffers"):
        found.append((max(row.num("available_from") or 0, first), phrase("offer {name}", name=row.key)))
    for row in book.on("ExistingFleet"):
        found.append((first, phrase("fleet {name}", name=row.key)))
    for row in book.on("OpenOrders"):
        found.append((max(row.num("in_service") or 0, first), phrase("order {name}", name=row.key)))
    site_lead = min((row.num("open_lead_months") or 0 for row in book.on("Sites")), default=None)
    if site_lead is not None:
        for row in book.on("Systems"):
            order = max(row.num("available_from") or 0, first)
            lead = (row.num("lead_months") or 0) + (row.num("acceptance_months") or 0)
            found.append((order + max(lead, site_lead), phrase("system {name}", name=row.key)))
    return min(found, key=lambda item: (item[0], str(item[1])), default=None)


REACH_CHECKS = (something_to_do, demand_given, data_kept, owning_possible, capacity_in_time)
