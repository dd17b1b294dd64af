"""Unit costs by hand: cash and full, owned and rented, fixed and elastic, by work and by project."""

from __future__ import annotations

from typing import Any

import pytest

from models.costing.basis import CostBasis, UnitCosts
from models.results import PlanResult
from tests.known.every_term import every_term
from tests.known.held_plans import order_arrives, sell_a_vintage_early, sell_what_stands_idle
from tests.known.overhead_plans import overhead, serving
from tests.known.signed_plans import signed_capacity, spend_prepaid
from tests.known.small_plan import RENT_ONLY, Tables, demand, offer, plan, run, settings, work
from tests.known.solving import plan_of, solved


def own_and_rent(**sheets: Any) -> Tables:
    """P keeps 4 of 8 owned accelerators busy for 8,000 h; Q rents 8 for 2,000 h at 2.

    100,000 for the system (life 60 months), 32,000 rented, 9,000 of overheads for all, 1,000 at home.
    """
    usual: dict[str, Any] = {
        "Workloads": [
            work("p", allowed_locations="home"),
            run("q", accelerators=8, hours=2000, project="Q", allowed_locations="Cloud:us"),
        ],
        "Demand": [demand(4, "p")],
        "Overheads": [overhead(cost=9000), overhead(cost=1000, overhead_id="H", scope="home")],
    }
    return plan(**(usual | sheets))


def costs(tables: Tables) -> UnitCosts:
    """Unit costs of the best plan."""
    found = solved(plan_of(tables)).unit_costs
    assert found is not None
    return found


@pytest.fixture(scope="module")
def both() -> UnitCosts:
    """Of the plan above."""
    return costs(own_and_rent())


def test_totals(both: UnitCosts) -> None:
    """Cash 142,000; of the system 12 of 60 months are borne: full 62,000."""
    assert (both.total.cash, both.total.full) == (pytest.approx(142_000), pytest.approx(62_000))


def test_level_monthly_payment(both: UnitCosts) -> None:
    """Without discounting a twelfth of the year's cost; at 21 % twelve payments that are worth it."""
    assert both.monthly == pytest.approx(142_000 / 12)
    found = costs(own_and_rent(Settings=settings(discount_rate=0.21)))
    worth = sum(found.monthly * 1.21 ** (-month / 12) for month in range(1, 13))
    assert worth == pytest.approx(found.total.present_value)


def test_fixed_and_elastic(both: UnitCosts) -> None:
    """Only what is paid by use moves with use."""
    assert both.elastic.cash == pytest.approx(32_000)
    assert both.fixed.cash == pytest.approx(110_000)


@pytest.mark.parametrize(
    ("name", "cash", "full", "quantity"),
    [
        # overheads for all are split by hours there, 64,000 : 16,000
        ("accelerator-hour, owned", 108_200, 28_200, 64_000),
        ("accelerator-hour, rented", 33_800, 33_800, 16_000),
        ("accelerator-hour", 142_000, 62_000, 80_000),
        ("useful accelerator-hour, owned", 108_200, 28_200, 32_000),
        ("useful accelerator-hour, rented", 33_800, 33_800, 16_000),
        ("useful accelerator-hour", 142_000, 62_000, 48_000),
        ("EFLOP", 142_000, 62_000, 48_000 * 1.44),
        # q bears its rent and a third of the overheads for all, by hours used
        ("training run", 35_000, 35_000, 1),
    ],
)
def test_units(both: UnitCosts, name: str, cash: float, full: float, quantity: float) -> None:
    """Cost and quantity of each unit."""
    unit = both.unit(name)
    assert unit.quantity == pytest.approx(quantity)
    assert unit.cash == pytest.approx(cash / quantity)
    assert unit.full == pytest.approx(full / quantity)


def test_projects(both: UnitCosts) -> None:
    """P: the system, its site and two thirds of the overheads for all."""
    found = {row.name: (row.cost.cash, row.cost.full, row.hours) for row in both.projects}
    assert found == {
        "P": (pytest.approx(107_000), pytest.approx(27_000), pytest.approx(32_000)),
        "Q": (pytest.approx(35_000), pytest.approx(35_000), pytest.approx(16_000)),
    }


def test_a_project_bears_its_own_overheads() -> None:
    """An overhead of one project is no other's."""
    found = costs(own_and_rent(Overheads=[overhead(cost=9000, scope="Q")]))
    assert {row.name: row.cost.cash for row in found.projects} == {
        "P": pytest.approx(100_000),
        "Q": pytest.approx(41_000),
    }


def test_requests() -> None:
    """460.8 million requests for 128,000, and what is priced by requests beside it."""
    found = costs(serving(overhead("per_million_requests", 10, "once")))
    unit = found.unit("million requests")
    assert unit.quantity == pytest.approx(460.8)
    assert unit.cash == pytest.approx((128_000 + 4608) / 460.8)
    assert found.elastic.cash == pytest.approx(132_608)


def test_lost_time_is_not_useful() -> None:
    """24 pauses a day of 6 minutes: 17,600 hours rented, 16,000 useful."""
    row = run("q", accelerators=8, hours=2000, interruptible=True, pauses_per_day=24, restart_minutes=6)
    found = costs(plan(**RENT_ONLY, Demand=[], Workloads=[row]))
    assert found.unit("accelerator-hour, rented").quantity == pytest.approx(17_600)
    assert found.unit("useful accelerator-hour, rented").quantity == pytest.approx(16_000)


@pytest.mark.parametrize(
    ("tag", "full"),
    [({"accounting_life": 50}, 24_000), ({"capitalise": False}, 100_000), ({"accounting_life": 6}, 100_000)],
)
def test_the_ledger_decides_how_a_term_is_borne(tag: dict[str, Any], full: float) -> None:
    """CostTerms: accounting life in months, or expensed at once."""
    tables = own_and_rent(CostTerms=[{"cost_term": "systems"} | tag])
    assert costs(tables).total.full == pytest.approx(full + 42_000)


def test_a_running_cost_may_be_capitalised() -> None:
    """9,000 over 36 months."""
    tag = {"cost_term": "other", "capitalise": True, "accounting_life": 36}
    assert costs(own_and_rent(CostTerms=[tag])).total.full == pytest.approx(20_000 + 32_000 + 10_000 / 3)


def test_accounting_life_of_a_system() -> None:
    """Systems.accounting_life_months stands for the useful life in the books."""
    tables = own_and_rent()
    tables["Systems"][0]["accounting_life_months"] = 24
    assert costs(tables).total.full == pytest.approx(92_000)


def test_prepayments_and_tails() -> None:
    """A block of 8 for two years at 1, half upfront: 128,000 of cash, the plan's year bears 64,000."""
    offers = [offer("RES", "reserved", 1.0, term_months=24, upfront_share=0.5)]
    found = costs(plan(**RENT_ONLY, CloudOffers=offers))
    bridge = found.bridge
    assert (bridge.cash, bridge.capitalised, bridge.charges, bridge.tail) == pytest.approx(
        (128_000, 64_000, 32_000, 32_000)
    )
    assert found.total.full == pytest.approx(64_000)


def test_existing_systems_bear_their_book_value() -> None:
    """60,000 over the 36 months left of 60: 20,000 a year, and no cash."""
    row = {
        "fleet_id": "old", "cluster_id": "c1", "site_id": "home", "system_id": "S8", "fabric_id": "LEAF",
        "cooling_id": "AIR", "systems": 1, "in_service": "2025-01", "book_value": 60_000,
    }  # fmt: skip
    found = costs(own_and_rent(ExistingFleet=[row], Overheads=[]))
    assert (found.owned.cash, found.owned.full) == pytest.approx((0, 20_000))
    assert found.bridge.existing == pytest.approx(20_000)


def test_a_sale_ends_depreciation() -> None:
    """Bought for 100,000, 20,000 a year for two years; sold for 30,000 at a book value of 60,000.

    10,000 of maintenance, 40,000 of depreciation, a loss of 30,000: as much as the cash.
    """
    found = costs(sell_a_vintage_early())
    assert (found.total.cash, found.total.full) == pytest.approx((80_000, 80_000))
    assert found.bridge.charges == pytest.approx(100_000)


def test_a_sale_of_existing_systems_ends_depreciation() -> None:
    """Two with 70,000 in the books over 48 months: one is sold at once for 40,000, 5,000 more than its half;
    the other bears 35,000 / 4."""
    tables = sell_what_stands_idle()
    tables["ExistingFleet"][0]["book_value"] = 70_000
    found = costs(tables)
    assert (found.total.cash, found.total.full) == pytest.approx((-40_000, 3_750))
    assert found.bridge.existing == pytest.approx(43_750)


def test_terabytes() -> None:
    """A run reads its 50 TB once."""
    tables = own_and_rent()
    tables["Workloads"][1]["dataset_tb"] = 50
    tables["Storage"] = [{"tier_id": "HOT", "where": "any", "kind": "hot", "price_per_tb_month": 0}]
    tables["StoragePolicy"] = [{"data_kind": "dataset", "hot_days": 10_000}]
    unit = costs(tables).unit("TB processed")
    assert unit.quantity == pytest.approx(50)
    assert unit.cash == pytest.approx(35_000 / 50)


@pytest.fixture(scope="module")
def everything() -> PlanResult:
    """A plan in which every cost term is at work."""
    return solved(plan_of(every_term()))


def _close(left: CostBasis, right: CostBasis) -> None:
    assert (left.present_value, left.cash, left.full) == pytest.approx(
        (right.present_value, right.cash, right.full), rel=1e-9, abs=1e-6
    )


def test_all_parts_reconcile(everything: PlanResult) -> None:
    """Fixed and elastic, owned and rented, workloads, projects: each sums to the plan's cost."""
    found = everything.unit_costs
    assert found is not None
    assert found.unmet > 0
    assert found.total.present_value + found.unmet == pytest.approx(everything.total, rel=1e-9)
    _close(found.fixed + found.elastic, found.total)
    _close(found.owned + found.rented, found.total)
    for shares in (found.workloads, found.projects):
        _close(sum((row.cost for row in shares), start=CostBasis()), found.total)
    valued = ("residual_value", "commitment_reuse", "shortfall_penalty")
    paid = sum(row.amounts.sum() for row in everything.lines if row.line.term not in valued)
    assert found.total.cash == pytest.approx(paid, rel=1e-9)


def test_bridge_from_cash_to_full(everything: PlanResult) -> None:
    """cash - capitalised - tail + charges + existing = full."""
    assert everything.unit_costs is not None
    found = everything.unit_costs.bridge
    assert min(found.capitalised, found.charges, found.tail) > 0
    expected = found.cash - found.capitalised - found.tail + found.charges + found.existing
    assert found.full == pytest.approx(expected, rel=1e-9)
    assert everything.unit_costs.total.full == pytest.approx(found.full, rel=1e-9)


def test_an_open_order_bears_what_was_paid_on_it() -> None:
    """70,000 are due; the whole 100,000 are written off over 60 months."""
    found = costs(order_arrives())
    assert (found.owned.cash, found.owned.full) == pytest.approx((70_000, 20_000))
    assert found.bridge.existing == pytest.approx(6_000)


def test_signed_capacity_is_rented() -> None:
    """Two years at 64,000, the second past the horizon."""
    found = costs(signed_capacity())
    assert (found.rented.cash, found.rented.full) == pytest.approx((128_000, 64_000))
    assert found.unit("accelerator-hour, rented").quantity == pytest.approx(64_000)
    assert found.bridge.tail == pytest.approx(64_000)


def test_a_prepaid_balance_is_borne_when_drawn() -> None:
    """128,000 rented and 36,000 of shortfall; 28,000 of it were paid before."""
    found = costs(spend_prepaid())
    assert (found.rented.cash, found.rented.full) == pytest.approx((136_000, 164_000))
    assert (found.bridge.cash, found.bridge.full) == pytest.approx((136_000, 164_000))
    expected = found.bridge.cash - found.bridge.capitalised + found.bridge.charges + found.bridge.existing
    assert found.bridge.full == pytest.approx(expected - found.bridge.tail)
