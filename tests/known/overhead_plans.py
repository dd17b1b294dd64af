"""Overheads solved by hand: what each driver counts, minima, dates, indices, scopes, shares and their bases.

`owned`: two systems at home, 200,000, in a year of two half-years. `rented`: 8 accelerators, 128,000.
"""

from __future__ import annotations

from typing import Any

from tests.known.held_plans import CURVE, fleet, sell_a_vintage_early
from tests.known.small_plan import (
    HALF_YEARS,
    RENT_ONLY,
    Row,
    Tables,
    demand,
    fabric,
    offer,
    plan,
    rate,
    run,
    settings,
    site,
    system,
    work,
)

OWNED, RENTED = 200_000.0, 128_000.0


def overhead(driver: str = "fixed", cost: float = 1000, per: str = "year", **changes: Any) -> Row:
    """An overhead of category other."""
    row = {"overhead_id": "X", "category": "other", "driver": driver, "unit_cost": cost, "per": per}
    return row | changes


def owned(*overheads: Row, **sheets: Any) -> Tables:
    """16 accelerators busy at home: two systems in one rack of a site opened at once."""
    usual: dict[str, Any] = {
        "Settings": settings(**HALF_YEARS),
        "CloudOffers": [],
        "Systems": [system(systems_per_rack_air=2)],
        "Demand": [demand(16)],
    }
    return plan(**(usual | sheets), Overheads=list(overheads))


def rented(*overheads: Row, **sheets: Any) -> Tables:
    """8 accelerators on demand."""
    usual = RENT_ONLY | {"Settings": settings(**HALF_YEARS)}
    return plan(**(usual | sheets), Overheads=list(overheads))


def serving(*overheads: Row, **sheets: Any) -> Tables:
    """A service of 16 requests a second on 8 rented accelerators: 460.8 million requests in 8,000 h."""
    usual: dict[str, Any] = {
        "Workloads": [work("serve", kind="inference")],
        "Demand": [demand(16, "serve", unit="requests_per_s")],
        "ServingRates": [rate()],
    }
    return rented(*overheads, **(usual | sheets))


def two_projects(*overheads: Row, **sheets: Any) -> Tables:
    """Project P keeps 4 accelerators busy at home, project Q the other 12; Q starts in July."""
    usual: dict[str, Any] = {
        "Workloads": [work("p"), work("q", project="Q", start="2027-07")],
        "Demand": [demand(4, "p"), demand(12, "q", **{"from": "2027-07"})],
    }
    return owned(*overheads, **(usual | sheets))


def existing(*overheads: Row) -> Tables:
    """Two systems that stand already."""
    row = {
        "fleet_id": "old", "cluster_id": "c1", "site_id": "home", "system_id": "S8", "fabric_id": "LEAF",
        "cooling_id": "AIR", "systems": 2, "in_service": "2026-01", "remaining_life_months": 24,
    }  # fmt: skip
    return owned(*overheads, ExistingFleet=[row], Systems=[system(price_per_system=1e7)])


def signed(*overheads: Row) -> Tables:
    """A block of 8, reserved for the year at 1.2: 76,800."""
    return rented(*overheads, CloudOffers=[offer("RES", "reserved", 1.2, term_months=12)])


def three_years(*overheads: Row, **changes: Any) -> Tables:
    """One system for three years that lives for two: bought for the first two and again for the third."""
    return plan(
        Settings=settings(periods=3, **changes), CloudOffers=[], Systems=[system(life_months=24)],
        Workloads=[work(end="2029-12")], Overheads=list(overheads),
    )  # fmt: skip


def waits(*overheads: Row) -> Tables:
    """A run of 8 that may be done at any time of the year, rented on demand."""
    return rented(*overheads, Demand=[], Workloads=[run(accelerators=8, hours=2000)])


def sold(*overheads: Row, systems: int = 1, **sheets: Any) -> Tables:
    """A cluster of a year that may be sold: a system brings 50,000 at once, 40,000 in July, 30,000 at the
    end."""
    tables = plan(
        Settings=settings(**HALF_YEARS), Systems=[system(**CURVE)], CloudOffers=[],
        ExistingFleet=[fleet(systems=systems, may_retire=True)], Overheads=list(overheads),
    )  # fmt: skip
    return tables | sheets


def sold_early(*overheads: Row) -> Tables:
    """100,000, sold at two years for 30,000, with 5,000 of maintenance a year: 80,000."""
    return sell_a_vintage_early() | {"Overheads": list(overheads)}


X = overhead
EXPECTED: dict[str, tuple[Tables, float]] = {
    "fixed a year": (owned(X()), OWNED + 1000),
    "fixed a month": (owned(X(per="month")), OWNED + 12_000),
    "fixed once": (owned(X(per="once")), OWNED + 1000),
    "fixed from April": (owned(X(**{"from": "2027-04"})), OWNED + 750),
    "fixed to September": (owned(X(to="2027-09")), OWNED + 750),
    "fixed once in July, 21 % a year dearer": (
        # a START of opex runs in the middle of its period: 9 months
        owned(X(per="once", price_change_per_year=0.21, **{"from": "2027-07"})),
        OWNED + 1000 * 1.21**0.75,
    ),
    "as capex it is paid at the start": (
        owned(X(per="once", capex_or_opex="capex", price_change_per_year=0.21, **{"from": "2027-07"})),
        OWNED + 1000 * 1.21**0.5,
    ),
    "of a site, with its staff index": (
        owned(X(scope="home", index="staff"), Sites=[site(staff_index=1.5)]),
        OWNED + 1500,
    ),
    "of a site, with its construction index": (
        owned(X(scope="home", index="construction"), Sites=[site(construction_index=0.8)]),
        OWNED + 800,
    ),
    "a site": (owned(X("per_site")), OWNED + 1000),
    "a site that opens": (owned(X("per_site", per="once")), OWNED + 1000),
    "a site with a crew of 25": (owned(X("per_site", amount_minimum=25)), OWNED + 25_000),
    "a cluster": (owned(X("per_cluster"), Fabrics=[fabric(planned_accelerators=8)]), OWNED + 2000),
    "a cluster that opens": (owned(X("per_cluster", per="once")), OWNED + 1000),
    "an existing cluster": (existing(X("per_cluster")), 1000),
    "a cluster until all of it is sold": (
        # work to June: the system goes in July
        sold(X("per_cluster"), Workloads=[work(end="2027-06")]),
        -40_000 + 500,
    ),
    "a cluster of which a part is sold": (
        # one system goes at once, the other works all year
        sold(X("per_cluster"), systems=2),
        -50_000 - 30_000 + 1000,
    ),
    "a share of capex a year, to an early sale": (
        sold_early(X("share_of_capex", 0.05)),
        80_000 + 2 * 5000,
    ),
    "a system": (owned(X("per_system")), OWNED + 2000),
    "a system, at least three": (owned(X("per_system", amount_minimum=3)), OWNED + 3000),
    "a system that arrives": (owned(X("per_system", per="once")), OWNED + 2000),
    "an existing system never arrives": (existing(X("per_system", per="once")), 0),
    "an accelerator": (owned(X("per_accelerator", 10)), OWNED + 160),
    "a rented accelerator": (rented(X("per_accelerator", 10)), RENTED + 80),
    "a reserved accelerator": (signed(X("per_accelerator", 10)), 76_800 + 80),
    "a reserved accelerator, once": (signed(X("per_accelerator", 10, "once")), 76_800 + 80),
    "rented accelerators, at least 20": (rented(X("per_accelerator", 10, amount_minimum=20)), RENTED + 200),
    "rented accelerators, only where something is rented": (
        # in one half-year of the two
        waits(X("per_accelerator", 10, amount_minimum=20)),
        32_000 + 100,
    ),
    "a MW of IT": (owned(X("per_mw", 1e6)), OWNED + 20_000),
    "a rack": (owned(X("per_rack")), OWNED + 1000),
    "a workload": (two_projects(X("per_workload")), OWNED + 1500),
    "a workload, once": (two_projects(X("per_workload", per="once")), OWNED + 2000),
    "a project": (
        two_projects(X("per_project"), Workloads=[work("p"), work("q", start="2027-07")]),
        OWNED + 1000,
    ),
    "a project, once": (two_projects(X("per_project", per="once")), OWNED + 2000),
    "a workload of one project": (two_projects(X("per_workload", scope="Q")), OWNED + 500),
    "a project's accelerators": (two_projects(X("per_accelerator", 10, scope="P")), OWNED + 40),
    "a project's systems": (two_projects(X("per_system", scope="Q")), OWNED + 750),
    "a million requests": (serving(X("per_million_requests", 10, "once")), RENTED + 4608),
    "a million requests a month": (serving(X("per_million_requests", 10, "month")), RENTED + 4608),
    "at least 50 million requests a month": (
        serving(X("per_million_requests", 10, "month", amount_minimum=50)),
        RENTED + 6000,
    ),
    "requests of another project": (serving(X("per_million_requests", 10, "once", scope="home"),
                                            Sites=[site(usable_mw=0)], SiteCooling=[]), RENTED),
    "an order of two systems": (owned(X("per_order", per="once")), OWNED + 1000),
    "at least 3 orders a year": (owned(X("per_order", amount_minimum=3)), OWNED + 3000),
    "own only": (rented(X("per_accelerator", 10, scope="own")), RENTED),
    "cloud only": (owned(X("per_accelerator", 10, scope="cloud")), OWNED),
    "a share of what providers are paid": (rented(X("share_of_cloud", 0.05)), RENTED * 1.05),
    "a share of capex, once": (owned(X("share_of_capex", 0.05, "once")), OWNED * 1.05),
    "a share of capex a year": (three_years(X("share_of_capex", 0.05)), 200_000 + 3 * 5000),
    "a share of capex a month": (three_years(X("share_of_capex", 0.01, "month")), 200_000 + 36 * 1000),
    "a share of capex in two of three years": (
        three_years(X("share_of_capex", 0.05, to="2028-12")),
        200_000 + 2 * 5000,
    ),
    "a share of an overhead by name": (
        rented(X(cost=10_000), X("share_of_cloud", 0.05, overhead_id="S", base="X, cloud_on_demand")),
        (RENTED + 10_000) * 1.05,
    ),
    "a share of cloud overheads only": (
        rented(X("per_accelerator", 1000), X(overhead_id="Y", cost=500),
               X("share_of_cloud", 0.05, overhead_id="S", base="X, Y", scope="cloud")),
        RENTED + 8000 * 1.05 + 500,
    ),
}  # fmt: skip
"""Plan and least cost by what it shows."""
