"""What is owned, ordered, kept or bounded, typed so that it can mean nothing or counts twice."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.hostile.test_kin import Edit, Expected, Read, add_row, error, warning

FLEET = {"fleet_id": "f", "cluster_id": "c", "site_id": "ash", "system_id": "H100X8", "fabric_id": "ib2",
         "cooling_id": "air", "systems": 10, "in_service": "2026-01"}
ORDER = {"order_id": "o", "site_id": "ash", "system_id": "H100X8", "quantity": 2, "in_service": "2027-06",
         "total_price": 5e5, "paid_to_date": 1e5}


def _row(sheet: str, **row: object) -> Callable[[Any], None]:
    return lambda book: add_row(book, sheet, row, 5)


def _data_without_storage(book: Any) -> None:
    column = [cell.value for cell in book["Workloads"][4]].index("dataset_tb") + 1
    book["Workloads"].cell(5, column).value = 40


def _freight_twice(book: Any) -> None:
    for sheet, name, value in (("Systems", "price_includes", "nics, Freight and duty"),
                               ("Sites", "landed_cost_factor", 1.08)):
        column = [cell.value for cell in book[sheet][4]].index(name) + 1
        book[sheet].cell(5, column).value = value


RECIPES: dict[str, tuple[Callable[[Any], None], Expected]] = {
    "a maximum of another kind of thing": (
        _row("Overrides", decision="order", item="chat", period="all", max=3),
        [warning("check.override_idle", "Overrides!C5")]),
    "a minimum of another kind of thing": (
        _row("Overrides", decision="commit", item="H100X8", period="all", min=3),
        [error("check.override_impossible", "Overrides!C5")]),
    "a minimum of own systems at a cloud": (
        _row("Overrides", decision="order", location="aws:us-east-1", period="all", min=3),
        [error("check.override_impossible", "Overrides!B5")]),
    "systems that left before the plan": (
        _row("ExistingFleet", **FLEET, retire_on="2026-12"),
        [warning("check.retire_past", "ExistingFleet!S5")]),
    "a lease without a price": (
        _row("ExistingFleet", **FLEET, tenure="leased"),
        [warning("check.lease_free", "ExistingFleet!M5")]),
    "systems and power in one order": (
        _row("OpenOrders", **ORDER, expansion_id="hall-2"),
        [error("check.order_two", "OpenOrders!E5")]),
    "a tier without a price": (
        _row("Storage", tier_id="nvme", where="any", kind="hot"),
        [warning("check.tier_unpriced", "Storage!D5")]),
    "data without storage": (_data_without_storage, [error("check.no_storage", "Workloads!AM5")]),
    "freight paid twice": (_freight_twice, [warning("check.double_freight", "Systems!E5")]),
}


@pytest.mark.parametrize("name", list(RECIPES))
def test_recipe(read: Read, with_openpyxl: Edit, name: str) -> None:
    change, expected = RECIPES[name]
    assert read(with_openpyxl(change)) == expected
