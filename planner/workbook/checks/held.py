"""What is owned, ordered or signed."""

from __future__ import annotations

from collections.abc import Iterator

from planner.workbook.book import Book
from planner.workbook.checks.calendar import horizon, shown
from planner.workbook.findings import Finding
from planner.workbook.rows import Row
from planner.workbook.text import amount, quoted

_COOLED_BY = {"air": "air", "rear_door": "air", "liquid": "liquid", "immersion": "liquid"}


def one_place_a_cluster(book: Book) -> Iterator[Finding]:
    """Rows of one cluster share site, fabric and cooling."""
    first: dict[str, Row] = {}
    for row in book.on("ExistingFleet"):
        cluster = row.text("cluster_id")
        if cluster is None:
            continue
        other = first.setdefault(cluster, row)
        for name in ("site_id", "fabric_id", "cooling_id"):
            if row.text(name) != other.text(name) and not {name} & (row.refused | other.refused):
                yield row.find("check.cluster_split", name, seen=quoted(cluster), here=quoted(row.text(name)),
                               other=quoted(other.text(name)), where=other.place(name))


def cooling_suits(book: Book) -> Iterator[Finding]:
    """A system is cooled in a way it can take."""
    systems, coolings = book.by_id("Systems"), book.by_id("Cooling")
    for table in ("ExistingFleet", "OpenOrders"):
        for row in book.on(table):
            system = systems.get(row.text("system_id") or "")
            cooling = coolings.get(row.text("cooling_id") or "")
            kind = cooling.text("kind") if cooling else None
            if system is not None and kind is not None and system.values.get(_COOLED_BY[kind]) is False:
                yield row.find("check.cooling_misfit", "cooling_id", seen=quoted(system.key),
                               cooling=quoted(row.text("cooling_id")), kind=kind)


def fleet_in_service(book: Book) -> Iterator[Finding]:
    """What exists is in service when the plan starts."""
    calendar = horizon(book)
    for row in book.on("ExistingFleet"):
        month = row.num("in_service")
        if calendar is not None and month is not None and month > calendar.first:
            yield row.find("check.fleet_future", "in_service", seen=quoted(row.key), month=shown(month),
                           start=shown(calendar.first))


def fleet_power(book: Book) -> Iterator[Finding]:
    """Existing systems fit into their site's usable power."""
    systems = book.by_id("Systems")
    load: dict[str, float] = {}
    for row in book.on("ExistingFleet"):
        system = systems.get(row.text("system_id") or "")
        kw = system.num("max_kw_per_system") if system else None
        count = row.num("systems")
        if kw is not None and count is not None:
            where = row.text("site_id") or ""
            load[where] = load.get(where, 0.0) + kw * count
    for name, site in book.by_id("Sites").items():
        mw = site.num("usable_mw")
        if mw is not None and load.get(name, 0.0) > mw * 1000 * (1 + 1e-9):
            yield site.find("check.fleet_power", "usable_mw", seen=quoted(name), kw=f"{load[name]:,.0f}",
                            mw=f"{mw:g}", basis=site.text("mw_basis"))


def fleet_leaves(book: Book) -> Iterator[Finding]:
    """What exists does not leave before the plan starts."""
    calendar = horizon(book)
    for row in book.on("ExistingFleet"):
        month = row.num("retire_on")
        if calendar is not None and month is not None and month < calendar.first:
            yield row.find("check.retire_past", "retire_on", seen=quoted(row.key), month=shown(month),
                           start=shown(calendar.first))


def leases(book: Book) -> Iterator[Finding]:
    """What is leased costs something."""
    for row in book.on("ExistingFleet"):
        if row.text("tenure") == "leased" and row.num("lease_per_month") is None and (
                "lease_per_month" not in row.refused):
            yield row.find("check.lease_free", "lease_per_month", seen=quoted(row.key))


def orders(book: Book) -> Iterator[Finding]:
    """An order names the one thing that it buys (systems may come with their fabric), is not overpaid and is
    still to come."""
    calendar = horizon(book)
    for row in book.on("OpenOrders"):
        month = row.num("in_service")
        if calendar is not None and month is not None and month < calendar.first:
            yield row.find("check.order_past", "in_service", seen=quoted(row.key), month=shown(month),
                           start=shown(calendar.first))
        items = ("system_id", "expansion_id", "fabric_id")
        if not any(row.text(name) for name in items) and not row.refused & set(items):
            yield row.find("check.order_empty", "system_id", seen=quoted(row.key))
        beside = row.text("system_id") or row.text("fabric_id")
        if row.text("expansion_id") is not None and beside is not None:
            yield row.find("check.order_two", "expansion_id", seen=quoted(row.key),
                           one=quoted(row.text("expansion_id")), other=quoted(beside))
        paid, price = row.num("paid_to_date"), row.num("total_price")
        if paid is not None and price is not None and paid > price:
            yield row.find("check.overpaid", "paid_to_date", seen=amount(paid), other=amount(price))


def commitments(book: Book) -> Iterator[Finding]:
    """A commitment names what it commits to."""
    needs = {"capacity": ("offer_id", "blocks"), "spend": ("provider", "spend_per_year")}
    for row in book.on("Commitments"):
        kind = row.text("kind") or ""
        for name in needs.get(kind, ()):
            if row.values.get(name) is None and name not in row.refused:
                yield row.find("check.commitment", name, seen=quoted(row.key), kind=kind, what=name)


HELD_CHECKS = (one_place_a_cluster, cooling_suits, fleet_in_service, fleet_leaves, leases, fleet_power,
               orders, commitments)
