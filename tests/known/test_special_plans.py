"""Plans that show by name what a simple calculator gets wrong."""

from __future__ import annotations

import pytest

from models.engineering.spares import probability_at_least
from models.matrix import Key
from planner.workbook.tables import plan_from_tables
from tests.known.hand_running import spares_from_the_binomial
from tests.known.small_plan import (
    HALF_YEARS,
    RENT_ONLY,
    Row,
    Tables,
    demand,
    offer,
    plan,
    settings,
    site,
    system,
    work,
)
from tests.known.solving import least_cost, plan_of, solved


@pytest.mark.parametrize(("months", "periods"), [(1, 1), (6, 1), (7, 2), (12, 2)])
def test_leads_are_rounded_up(months: int, periods: int) -> None:
    """A lead that takes any part of a half-year takes it whole: until then 8 accelerators are rented."""
    tables = plan(
        Settings=settings(period_months=6, periods=3),
        Systems=[system(price_per_system=40_000, lead_months=months)],
        Workloads=[work(end="2028-06")],
    )
    result = solved(plan_of(tables))
    (order,) = [row for row in result.purchases if row.kind == "systems"]
    assert (order.order_period, order.in_service_period) == (0, periods)
    assert result.total == pytest.approx(40_000 + periods * 64_000)


def test_paid_in_one_fiscal_year_and_in_service_in_the_next() -> None:
    """Ordered in July 2027 with 60 % then, 30 % at delivery in 2028, the rest at acceptance in July."""
    tables = plan(
        Settings=settings(period_months=6, periods=5),
        Systems=[system(lead_months=6, acceptance_months=6, available_from="2027-07", pay_at_order_share=0.6,
                        pay_at_delivery_share=0.3)],
        CloudOffers=[], Workloads=[work(start="2028-07", end="2029-06")],
        Demand=[demand(8, **{"from": "2028-07"})],
    )  # fmt: skip
    result = solved(plan_of(tables))
    (order,) = [row for row in result.purchases if row.kind == "systems"]
    assert (order.order_period, order.in_service_period) == (1, 3)
    assert [t for t, _ in order.payments] == [1, 2, 3]
    assert [money for _, money in order.payments] == pytest.approx([60_000, 30_000, 10_000])
    # borne from service on: 12 of 60 months
    assert result.unit_costs is not None
    assert result.unit_costs.total.full == pytest.approx(20_000)


def _resold(**changes: float) -> Tables:
    """Work ends after a year of three; a system keeps its whole price, and prices rise by a half a year."""
    return plan(
        Settings=settings(periods=3),
        Systems=[system(resale_share_12=1, resale_share_24=1, resale_share_36=1, price_change_per_year=0.5,
                        **changes)],
        CloudOffers=[],
    )  # fmt: skip


def test_no_purchase_in_the_last_periods_for_the_sake_of_resale() -> None:
    """Resale is capped by the price paid, so a system that no work needs earns nothing: none is bought."""
    result = solved(plan_of(_resold()))
    orders = result.activities[Key("order", ("home", "home/S8/LEAF/AIR"))]
    assert orders.tolist() == [1, 0, 0]
    assert result.total == pytest.approx(0)


def test_no_order_that_arrives_at_the_end() -> None:
    """With a lead of a year nothing can be ordered in the last one."""
    plan_ = plan_of(_resold(lead_months=12) | {"CloudOffers": [offer()]})
    orders = [key for key in solved(plan_).activities if key.kind == "order"]
    assert not orders


def _redundant(**level: float) -> Tables:
    """One system of 10 kW on new blocks of 11 kW at 10,000 each, at level N+1."""
    row: Row = {"level_id": "N+1", "usable_share": 1, "capex_factor": 1, "availability": 0.999}
    return plan(
        Sites=[site(usable_mw=0)], CloudOffers=[], Redundancy=[row | level],
        PowerExpansions=[{"site_id": "home", "expansion_id": "HALL", "block_mw": 0.011, "block_cost": 10_000,
                          "lead_months": 0, "max_blocks": 3,
                          "recoverable_share": 0, "pay_at_order_share": 1}],
    )  # fmt: skip


@pytest.mark.parametrize(
    ("level", "blocks"),
    [
        ({"usable_share": 10 / 11}, 1.0),
        ({"capex_factor": 1.1}, 1.1),
        ({"spare_blocks": 1}, 2.0),
    ],
    ids=["by usable share", "by price", "by whole blocks"],
)
def test_n_plus_1_is_paid_once(level: dict[str, float], blocks: float) -> None:
    """Whichever way redundancy is stated, it is in the cost one time."""
    assert least_cost(plan_of(_redundant(**level))) == pytest.approx(100_000 + 10_000 * blocks)


def test_n_plus_1_stated_twice_is_told() -> None:
    """A share and a factor together are a finding."""
    found = plan_from_tables(_redundant(usable_share=10 / 11, capex_factor=1.1)).findings
    assert "check.paid_twice" in [finding.code for finding in found]


@pytest.mark.parametrize(("basis", "systems"), [("it", 3), ("facility", 2)])
def test_colo_mw_are_it_mw(basis: str, systems: int) -> None:
    """30 kW contracted as IT feed three systems at PUE 1.5, as facility power only two; the rest is rented.

    Rent is due on IT power: 10 kW a system, 12 x 10 a kW.
    """
    tables = plan(
        Sites=[site(kind="colo", mw_basis=basis, rent_per_kw_month=10)],
        SiteCooling=[{"site_id": "home", "cooling_id": "AIR", "pue_annual": 1.5, "pue_peak": 1.5,
                      "existing_kw": 1000}],
        Demand=[demand(24)],
    )  # fmt: skip
    expected = systems * (100_000 + 1200) + (3 - systems) * 128_000
    assert least_cost(plan_of(tables)) == pytest.approx(expected)


def test_a_3_year_commitment_near_the_horizon_pays_its_tail() -> None:
    """Signed in the last half-year because nothing else is to be had: all 36 months are paid."""
    tables = plan(
        Settings=settings(**HALF_YEARS), **RENT_ONLY,
        Workloads=[work(start="2027-07")], Demand=[demand(8, **{"from": "2027-07"})],
        CloudOffers=[offer("RES3", "reserved", 0.8, term_months=36, available_from="2027-07")],
    )  # fmt: skip
    result = solved(plan_of(tables))
    assert result.total == pytest.approx(8 * 24_000 * 0.8)
    (line,) = [row for row in result.lines if row.line.term == "cloud_reserved"]
    assert line.amounts.tolist() == pytest.approx([0, *[25_600] * 6])
    assert result.unit_costs is not None
    assert result.unit_costs.bridge.tail == pytest.approx(5 * 25_600)


def test_spares_of_a_run_with_their_exact_availability() -> None:
    """Two systems and two spares, each up 90 % of the time: at least 2 of 4 are with 99.63 %."""
    result = solved(plan_of(spares_from_the_binomial()))
    (start,) = result.workloads[0].starts
    assert start.spares == 2
    assert start.availability == pytest.approx(0.9963)
    assert start.availability_target == 0.99
    assert probability_at_least(2, 3, 0.9) < 0.99


def test_engineering_figures_of_a_run() -> None:
    """10 billion parameters, 1.2 trillion tokens on 16 accelerators of 1,000 TFLOP/s at MFU 0.4.

    Rate 16 x 4e14 / 6e10 = 106,667 tokens/s, 3,125 h. Failures: 16 x 1 a year of 8,760 h, each costs an hour.
    Checkpoint: 14 bytes a parameter. Energy: 2 x 10 kW x 80 % x PUE 1.5.
    """
    row = work("run", kind="training", active_params_billion=10, tokens_trillion=1.2, run_accelerators=16,
               max_run_days=150, restart_minutes=60)  # fmt: skip
    tables = plan(
        Demand=[], Workloads=[row], CloudOffers=[], Systems=[system(interruptions_per_accelerator_year=1)],
        SiteCooling=[{"site_id": "home", "cooling_id": "AIR", "pue_annual": 1.5, "pue_peak": 1.5,
                      "existing_kw": 1000}],
    )  # fmt: skip
    (start,) = solved(plan_of(tables)).workloads[0].starts
    goodput = 1 - 16 / 8760
    hours = 3125 / goodput
    figures = start.figures
    assert figures is not None
    assert start.hours == pytest.approx(hours)
    assert figures.tokens_per_s == pytest.approx(16 * 4e14 / 6e10)
    assert figures.utilisation == pytest.approx(0.4 * goodput)
    assert figures.interruptions == pytest.approx(16 / 8760 * hours)
    assert figures.checkpoint_gb_per_accelerator == pytest.approx(140 / 16)
    assert figures.energy_mwh == pytest.approx(2 * 10 * 0.8 * 1.5 * hours / 1000)
