"""Overheads and the ledger: shares are fractions, names exist, and a driver counts by its scope."""

from __future__ import annotations

from collections.abc import Iterator

from models.terms import TERM
from planner.workbook.book import Book
from planner.workbook.findings import Finding
from planner.workbook.rows import Row
from planner.workbook.text import did_you_mean, quoted

_SHARES = ("share_of_capex", "share_of_cloud")
_NO_PROJECT = ("per_site", "per_cluster", "per_order", *_SHARES)
"""Drivers that cannot be told apart by project."""
_OWN_ONLY = ("per_site", "per_cluster", "per_system", "per_mw", "per_rack", "per_order")
"""Drivers that count at sites only."""
_NO_PLACE = ("per_workload", "per_project")
"""Drivers that count in the plan as a whole."""


def scopes(book: Book) -> Iterator[Finding]:
    """A scope exists, and the driver can be counted within it."""
    sites = book.by_id("Sites")
    projects = {row.text("project") or "" for row in book.on("Workloads")}
    clouds = {f"{row.text('provider')}:{row.text('region')}" for row in book.on("CloudOffers")}
    for row in book.on("Overheads"):
        scope, driver = row.text("scope"), row.text("driver") or ""
        known = ["all", "own", "cloud", *sites, *sorted(clouds), *sorted(projects)]
        if scope is None:
            continue
        if scope not in known:
            yield _no_scope(book, row, scope, known)
            continue
        at_site = scope in sites or scope == "own"
        rented = scope in clouds or scope == "cloud"
        by_project = scope in projects and not at_site and not rented and scope != "all"
        wrong = (
            (by_project and driver in _NO_PROJECT)
            or (rented and driver in (*_OWN_ONLY, *_NO_PLACE, "share_of_capex"))
            or (at_site and driver in (*_NO_PLACE, "share_of_cloud"))
        )
        if wrong:
            yield row.find("check.scope_driver", "scope", seen=quoted(scope), driver=driver)


def _no_scope(book: Book, row: Row, scope: str, known: list[str]) -> Finding:
    for site in book.off.get("Sites", []):
        if site.text("site_id") == scope:
            return row.find("ref.off", "scope", seen=quoted(scope), where=site.place("site_id"))
    return row.find("check.scope", "scope", seen=quoted(scope), nearest=did_you_mean(scope, known))


def amounts(book: Book) -> Iterator[Finding]:
    """Shares are fractions; a least amount needs a time."""
    for row in book.on("Overheads"):
        driver, cost = row.text("driver") or "", row.num("unit_cost")
        if driver.startswith("share_of_") and cost is not None and cost > 1:
            yield row.find("check.share_cost", "unit_cost", seen=f"{cost:g}", percent=f"{cost * 100:g}")
        least = row.num("amount_minimum")
        if least and (driver in _SHARES or row.text("per") == "once"):
            yield row.find("check.minimum_unused", "amount_minimum", seen=f"{least:g}")


def bases(book: Book) -> Iterator[Finding]:
    """What a share is taken of is a cost term or an overhead that is no share itself."""
    named = {row.key: row for row in book.on("Overheads")}
    known = [*TERM, *(name for name, row in named.items() if row.text("driver") not in _SHARES)]
    for row in book.on("Overheads"):
        base = _names(row)
        if base and row.text("driver") not in _SHARES:
            yield row.find("check.base_unused", "base", seen=quoted(", ".join(base)))
            continue
        for name in base:
            if name not in known:
                yield row.find("check.base", "base", seen=quoted(name), nearest=did_you_mean(name, known))


def _names(row: Row) -> tuple[str, ...]:
    value = row.values.get("base")
    return tuple(map(str, value)) if isinstance(value, tuple | list) else ()


def ledger(book: Book) -> Iterator[Finding]:
    """The ledger's view is of cost terms that exist."""
    for row in book.on("CostTerms"):
        name = row.text("cost_term")
        if name is not None and name not in TERM:
            nearest = did_you_mean(name, TERM)
            yield row.find("check.cost_term", "cost_term", seen=quoted(name), nearest=nearest)


OVERHEAD_CHECKS = (scopes, amounts, bases, ledger)
