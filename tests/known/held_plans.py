"""Plans with what is held, ordered or signed already, solved by hand; unless said, as in `small_plan`."""

from __future__ import annotations

from typing import Any

from tests.known.small_plan import (
    HALF_YEARS,
    Row,
    Tables,
    demand,
    fabric,
    offer,
    plan,
    run,
    settings,
    site,
    system,
    work,
)

CURVE: dict[str, float] = {"resale_share_12": 0.5, "resale_share_24": 0.3, "resale_share_36": 0.2}
"""A system of 100,000 brings 50,000 after one year, 30,000 after two and 20,000 after three."""


def fleet(name: str = "F1", **changes: Any) -> Row:
    """One system at home, a year old when the plan starts."""
    row = {
        "fleet_id": name,
        "cluster_id": name,
        "site_id": "home",
        "system_id": "S8",
        "fabric_id": "LEAF",
        "cooling_id": "AIR",
        "systems": 1,
        "in_service": "2026-01",
    }
    return row | changes


def order(name: str = "PO1", **changes: Any) -> Row:
    """One system with its fabric, in service when the plan starts, 30,000 of its 100,000 paid."""
    row = {
        "order_id": name,
        "site_id": "home",
        "system_id": "S8",
        "fabric_id": "LEAF",
        "quantity": 1,
        "in_service": "2027-01",
        "total_price": 100_000,
        "paid_to_date": 30_000,
    }
    return row | changes


def two_clusters_are_no_gang() -> Tables:
    """A run of 16 finds two clusters of one system each: they are not one. A new cluster of two: 200,000."""
    return plan(
        Sites=[site(usable_mw=0.06)],
        ExistingFleet=[fleet("F1"), fleet("F2")],
        Workloads=[run(accelerators=16, hours=4000, max_run_days=170)],
        Demand=[],
        CloudOffers=[],
    )


def one_cluster_is_a_gang() -> Tables:
    """The same two systems in one cluster run it at no cost."""
    tables = two_clusters_are_no_gang()
    tables["ExistingFleet"] = [fleet("F1"), fleet("F2", cluster_id="F1")]
    return tables


def worth_at_the_end() -> Tables:
    """A system of one year that works for another is worth 30,000 at the end."""
    return plan(Systems=[system(**CURVE)], ExistingFleet=[fleet()])


def resale_falls_with_the_price_of_a_new_one() -> Tables:
    """Prices halve in a year: min(100,000, 50,000) x 0.3 = 15,000."""
    return plan(Systems=[system(**CURVE, price_change_per_year=-0.5)], ExistingFleet=[fleet()])


def sell_what_stands_idle() -> Tables:
    """Two systems, work for one. Today each brings 40,000 (the quote stands for a price of 80,000), at
    the end 80,000 x 0.3 = 24,000: sell one, keep one, -64,000."""
    return plan(
        Systems=[system(**CURVE)], ExistingFleet=[fleet(systems=2, resale_now=80_000, may_retire=True)]
    )


def may_not_retire() -> Tables:
    """The same without leave to sell: both are kept, -48,000."""
    tables = sell_what_stands_idle()
    tables["ExistingFleet"][0]["may_retire"] = False
    return tables


def original_cost_caps_resale() -> Tables:
    """Bought for 60,000: after two years 60,000 x 0.3 = 18,000, whatever a new one costs."""
    return plan(Systems=[system(**CURVE)], ExistingFleet=[fleet(cost_original=60_000)])


def selling_costs() -> Tables:
    """A tenth of the proceeds is lost: 27,000."""
    return plan(Settings=settings(selling_cost_share=0.1), Systems=[system(**CURVE)], ExistingFleet=[fleet()])


def leaves_on_a_date() -> Tables:
    """The system leaves in July at an age of 18 months: half-way from 0.5 to 0.3, 40,000. Then rent
    32,000."""
    return plan(
        Settings=settings(**HALF_YEARS),
        Systems=[system(**CURVE)],
        ExistingFleet=[fleet(retire_on="2027-07")],
        CloudOffers=[offer(price=1.0)],
    )


def leaves_inside_a_period() -> Tables:
    """In July, of a plan in years: half the hours of 8 accelerators are rented, 32,000; it is sold at the
    year's end, for 30,000."""
    tables = leaves_on_a_date()
    tables["Settings"] = settings()
    return tables


def lease_ends() -> Tables:
    """Leased for 1,000 a month to June: 6,000; then rent 32,000. It is not the plan's to sell."""
    return plan(
        Settings=settings(**HALF_YEARS),
        Systems=[system(**CURVE)],
        ExistingFleet=[fleet(tenure="leased", lease_per_month=1000, lease_end="2027-06")],
        CloudOffers=[offer(price=1.0)],
    )


def lease_runs_past_the_end() -> Tables:
    """Leased to March 2028: 15 months are owed, 15,000."""
    return plan(ExistingFleet=[fleet(tenure="leased", lease_per_month=1000, lease_end="2028-03")])


def life_left() -> Tables:
    """It can still run for half a year: then rent, 32,000. At the end of its life it brings nothing."""
    return plan(
        Settings=settings(**HALF_YEARS),
        Systems=[system(**CURVE)],
        ExistingFleet=[fleet(remaining_life_months=6)],
        CloudOffers=[offer(price=1.0)],
    )


def tax_on_what_is_owned() -> Tables:
    """1 % a year of the original cost of 90,000."""
    return plan(Sites=[site(property_tax_insurance_share=0.01)], ExistingFleet=[fleet(cost_original=90_000)])


def sell_a_vintage_early(**changes: Any) -> Tables:
    """Work for two of three years: buy for 100,000, maintain for 5,000 a year, sell for 30,000 at two
    years of age.

    100,000 + 10,000 - 30,000 = 80,000. Kept to the end: 100,000 + 15,000 - 20,000 = 95,000.
    """
    changes = {"early_retirement": True} | changes
    return plan(
        Settings=settings(periods=3, **changes),
        Systems=[system(**CURVE, maintenance_share_per_year=0.05)],
        Workloads=[work(end="2028-12")],
    )


def keep_every_vintage() -> Tables:
    """The same without the option: 95,000."""
    return sell_a_vintage_early(early_retirement=False)


def early_sale_at_fallen_prices() -> Tables:
    """A new one costs 81,000 then: 100,000 + 10,000 - 81,000 x 0.3 = 85,700; kept 115,000 - 72,900 x 0.2."""
    tables = sell_a_vintage_early()
    tables["Systems"][0]["price_change_per_year"] = -0.1
    return tables


def lease_instead_of_buying() -> Tables:
    """2,000 a month for a year: 24,000, and 5,000 of maintenance; buying costs 100,000."""
    return plan(Systems=[system(lease_per_month=2000, lease_months=12, maintenance_share_per_year=0.05)])


def lease_is_paid_to_its_end() -> Tables:
    """Three years at 2,000 a month are owed although the plan ends after one: 72,000; at 60,000 buying
    wins."""
    return plan(Systems=[system(lease_per_month=2000, lease_months=36)])


def lease_or_buy() -> Tables:
    """The same lease against a price of 60,000."""
    tables = lease_is_paid_to_its_end()
    tables["Systems"][0]["price_per_system"] = 60_000
    return tables


def leased_systems_go_back() -> Tables:
    """A lease of 7 months serves one half-year and costs 7 months: 14,000 a half-year, twice: 28,000."""
    return plan(
        Settings=settings(**HALF_YEARS),
        Systems=[system(lease_per_month=2000, lease_months=7)],
    )


def renewal_after_life() -> Tables:
    """A life of a year, work for two: the system is bought anew at 60,000."""
    return plan(
        Settings=settings(periods=2),
        Systems=[system(life_months=12, price_per_system=60_000)],
        Workloads=[work(end="2028-12")],
    )


def order_arrives() -> Tables:
    """Only the unpaid 70,000 of an order count; its system works."""
    return plan(OpenOrders=[order()])


def order_is_cancelled() -> Tables:
    """Renting at 0.5 costs 32,000: with a fee of 10,000 that is better than 70,000 still to pay."""
    row = order(cancellable_until="2027-02", cancel_fee=10_000)
    return plan(OpenOrders=[row], CloudOffers=[offer(price=0.5)])


def too_late_to_cancel() -> Tables:
    """The same after the last month in which it could be cancelled."""
    tables = order_is_cancelled()
    tables["OpenOrders"][0]["cancellable_until"] = "2026-12"
    return tables


def order_arrives_inside_a_period() -> Tables:
    """In service from July: half the hours of the year are rented, 64,000 + 70,000."""
    return plan(OpenOrders=[order(in_service="2027-07")])


def order_after_the_end() -> Tables:
    """In service in 2028: what is due on delivery in December (acceptance takes a month) is paid, 20,000."""
    row = order(in_service="2028-01", pay_on_delivery=20_000, cancellable_until="2027-06")
    return plan(Systems=[system(acceptance_months=1)], OpenOrders=[row], CloudOffers=[offer(price=0.5)])


def ordered_systems_join_a_new_cluster() -> Tables:
    """Ordered without a fabric: the plan buys one for both systems, the ordered one (70,000) and another
    one.

    8, then 16 in the second half-year, in which the ordered system arrives. Fabric 10,000 for the switch
    and 16 cables at 0: 100,000 + 70,000 + 10,000.
    """
    return plan(
        Settings=settings(**HALF_YEARS),
        Fabrics=[fabric(planned_accelerators=16, switch_ports=16, switch_price=10_000)],
        OpenOrders=[order(fabric_id=None, in_service="2027-07")],
        Demand=[demand(8), demand(16, **{"from": "2027-07"})],
        CloudOffers=[offer(price=4.0)],
    )


def ordered_clusters_are_no_gang() -> Tables:
    """Two orders with a fabric each are two clusters: a run of 16 needs a new one, 200,000 beside the
    140,000."""
    tables = two_clusters_are_no_gang()
    del tables["ExistingFleet"]
    tables["OpenOrders"] = [order("PO1"), order("PO2")]
    return tables


def ordered_systems_have_worth() -> Tables:
    """Due 70,000; after a year it brings min(100,000, 100,000) x 0.5."""
    return plan(Systems=[system(**CURVE)], OpenOrders=[order()])


def ordered_power() -> Tables:
    """A block on order feeds the system: 5,000 of it are due, beside 100,000."""
    return plan(
        Sites=[site(usable_mw=0)],
        PowerExpansions=[
            {
                "site_id": "home",
                "expansion_id": "HALL",
                "block_mw": 0.01,
                "block_cost": 20_000,
                "lead_months": 0,
                "max_blocks": 1,
                "recoverable_share": 0,
                "pay_at_order_share": 1,
            }
        ],
        OpenOrders=[
            order(
                system_id=None, fabric_id=None, expansion_id="HALL", total_price=20_000, paid_to_date=15_000
            )
        ],
    )


def ordered_fabric() -> Tables:
    """A paid fabric for 16 is there: of two that 24 accelerators need one is bought, a switch for 10,000."""
    return plan(
        Fabrics=[fabric(planned_accelerators=16, switch_ports=16, switch_price=10_000)],
        OpenOrders=[order(system_id=None, total_price=10_000, paid_to_date=10_000)],
        Demand=[demand(24)],
    )
