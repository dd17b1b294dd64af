"""What budgets, limits and overrides name: each key is something that the plan has."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from models.activities import KIND, ActivityKind
from models.terms import TERM
from planner.workbook.book import Book
from planner.workbook.findings import Finding
from planner.workbook.text import did_you_mean, quoted

Names = Callable[[Book], list[str]]


def _column(*places: tuple[str, str]) -> Names:
    """The texts in some columns."""
    return lambda book: [
        value for table, name in places for row in book.on(table) if (value := row.text(name)) is not None]


def _locations(book: Book) -> list[str]:
    cloud = [f"{row.text('provider')}:{row.text('region')}" for row in book.on("CloudOffers")]
    return [*book.by_id("Sites"), *cloud]


def _places(book: Book) -> list[str]:
    return [*_locations(book), *_PROVIDERS(book)]


_PROVIDERS = _column(("CloudOffers", "provider"))
_SITES = _column(("Sites", "site_id"))

_LIMIT_KEYS: dict[str, Names] = {
    "supply": _column(("Systems", "system_id"), ("Systems", "vendor")),
    "carbon_t": _places, "water_m3": _places, "location_share": _locations, "provider_share": _PROVIDERS,
    "vendor_share": _column(("Systems", "vendor")), "spot_share": _places, "crew_mw": _SITES,
}
_BUDGET_KEYS: dict[str, Names] = {
    "cost_term": lambda _: list(TERM), "site": _SITES, "location": _locations, "provider": _PROVIDERS,
    "workload": _column(("Workloads", "workload_id")),
    **{name: _column(("Workloads", name)) for name in ("project", "business_line", "owner", "environment")},
}
_ITEMS = _column(
    ("Systems", "system_id"), ("Fabrics", "fabric_id"), ("Cooling", "cooling_id"),
    ("Redundancy", "level_id"), ("PowerExpansions", "expansion_id"), ("CloudOffers", "offer_id"),
    ("Workloads", "workload_id"), ("ExistingFleet", "cluster_id"), ("ExistingFleet", "fleet_id"),
    ("OpenOrders", "order_id"),
    ("Commitments", "commitment_id"), ("Storage", "tier_id"), ("Overheads", "overhead_id"))


_CLUSTER = _column(
    ("Systems", "system_id"), ("Fabrics", "fabric_id"), ("Cooling", "cooling_id"),
    ("ExistingFleet", "cluster_id"), ("OpenOrders", "order_id"))
_ABOUT: dict[str, Names] = {
    "design": _CLUSTER, "pool": _CLUSTER, "order": _column(("OpenOrders", "order_id")),
    "fleet": _column(("ExistingFleet", "fleet_id")),
    "expansion": _column(("PowerExpansions", "expansion_id")),
    "level": _column(("Redundancy", "level_id")), "feed": _column(("Redundancy", "level_id")),
    "cooling": _column(("Cooling", "cooling_id")), "offer": _column(("CloudOffers", "offer_id")),
    "commitment": _column(("Commitments", "commitment_id")),
    "workload": _column(("Workloads", "workload_id")), "tier": _column(("Storage", "tier_id")),
    "overhead": _column(("Overheads", "overhead_id")),
}
"""What the parts of an activity's index can be, where they are names from the workbook."""


def limit_keys(book: Book) -> Iterator[Finding]:
    """The key of a limit or budget is one of those its kind is about."""
    for table, kind, by_kind in (("Limits", "kind", _LIMIT_KEYS), ("Budgets", "scope", _BUDGET_KEYS)):
        for row in book.on(table):
            key, names = row.text("key"), by_kind.get(row.text(kind) or "")
            if key is not None and names is not None and key not in (known := names(book)):
                yield row.find("check.limit_key", "key", seen=quoted(key), kind=row.text(kind),
                               nearest=did_you_mean(key, known))


def override_names(book: Book) -> Iterator[Finding]:
    """An override names a decision of the program and an item of the plan."""
    for row in book.on("Overrides"):
        decision, item = row.text("decision"), row.text("item")
        if decision is not None and decision not in KIND:
            yield row.find("check.decision", "decision", seen=quoted(decision), known=", ".join(KIND),
                           nearest=did_you_mean(decision, KIND))
        if item is not None and item not in (known := _ITEMS(book)):
            yield row.find("check.item", "item", seen=quoted(item), nearest=did_you_mean(item, known))


def override_matches(book: Book) -> Iterator[Finding]:
    """What an override names is what its decision is about: else it bounds nothing."""
    for row in book.on("Overrides"):
        kind = KIND.get(row.text("decision") or "")
        if kind is None or row.refused & {"item", "location"}:
            continue
        item, place = row.text("item"), row.text("location")
        lost = place is not None and not _at(book, kind, place)
        strange = item is not None and item in _ITEMS(book) and not _about(book, kind, item)
        if lost or strange:
            code = "check.override_impossible" if (row.num("min") or 0) > 0 else "check.override_idle"
            yield row.find(code, "location" if lost else "item", seen=quoted(place if lost else item),
                           decision=kind.name, index=", ".join(kind.index))


def _at(book: Book, kind: ActivityKind, place: str) -> bool:
    """Whether a decision may be taken at a place."""
    if kind.where is None:
        return False
    return place in (_SITES(book) if kind.index[kind.where] == "site" else _places(book))


def _about(book: Book, kind: ActivityKind, item: str) -> bool:
    """Whether a decision may be about an item of the plan."""
    others = [name for at, name in enumerate(kind.index) if at != kind.where]
    return any(name not in _ABOUT or item in _ABOUT[name](book) for name in others)


LIMIT_NAME_CHECKS = (limit_keys, override_names, override_matches)
