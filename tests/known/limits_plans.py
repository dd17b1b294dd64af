"""Plans solved by hand: loss of a location, supply, budgets, overrides."""

from __future__ import annotations

from typing import Any

from tests.known.small_plan import (
    DAY_NIGHT,
    HALF_YEARS,
    Row,
    Tables,
    demand,
    offer,
    plan,
    profile,
    run,
    settings,
    site,
    system,
    work,
)

HALVES = settings(**HALF_YEARS)


def limit(kind: str, amount: float, key: str | None = None, period: str = "all") -> list[Row]:
    """One row of sheet Limits."""
    return [{"kind": kind, "key": key, "period": period, "amount": amount}]


def budget(scope: str, amount: float, key: str | None = None, **changes: Any) -> list[Row]:
    """One hard row of sheet Budgets."""
    return [{"scope": scope, "key": key, "period": "all", "amount": amount, "hard": True} | changes]


def override(decision: str, **changes: Any) -> list[Row]:
    """One row of sheet Overrides."""
    return [{"decision": decision, "period": "all"} | changes]


def places(*names: str) -> Tables:
    """Sites and their cooling."""
    return {
        "Sites": [site(site_id=name) for name in names],
        "SiteCooling": [
            {"site_id": name, "cooling_id": "AIR", "pue_annual": 1, "pue_peak": 1, "existing_kw": 1000}
            for name in names
        ],
    }


# C14


def loss_of_a_location(**changes: Any) -> Tables:
    """All 8 must survive: 10 % of 64 on demand burst to 6.4, so 2 more are reserved: 25,600.

    The loss of the cloud needs the system at home: 100,000. Without protection the system alone.
    """
    return plan(
        Workloads=[work(critical_share=1, **changes)],
        CloudOffers=[
            offer(),
            offer("RES", "reserved", 1.6, term_months=12, block_accelerators=2, max_accelerators=64),
        ],
    )


def half_survives() -> Tables:
    """A mean of 16 / 3 has a peak of 8 by day; half of it is 4, which the burst of 6.4 carries."""
    return loss_of_a_location() | {
        "Workloads": [work(critical_share=0.5, load_profile="daily", allowed_locations="home, Cloud:us")],
        "Blocks": DAY_NIGHT,
        "LoadProfiles": profile(1.5),
        "Demand": [demand(16 / 3)],
    }


def more_than_half_survives() -> Tables:
    """Nine tenths of the peak of 8 are 7.2, more than the burst of 6.4: a block of 2 is reserved, 25,600."""
    tables = half_survives()
    tables["Workloads"][0]["critical_share"] = 0.9
    return tables


def other_work_makes_way() -> Tables:
    """Two sites, each with a system: after a loss the service takes the place of batch work, 200,000."""
    return plan(
        **places("home", "away"),
        Systems=[system()],
        CloudOffers=[],
        Workloads=[work("service", critical_share=1), work("batch", kind="batch")],
        Demand=[demand(8, "service"), demand(8, "batch")],
    )


def run_restarts_elsewhere() -> Tables:
    """A critical run of 8 keeps a second system at another site: 200,000; bursts do not count at 0 %."""
    return plan(
        **places("home", "away"),
        CloudOffers=[offer(price=20, burst_share=0)],
        Demand=[],
        Workloads=[run(accelerators=8, hours=8000, critical_share=1, single_cluster=False)],
    )


# C16


def allocation() -> Tables:
    """One system is to be had: the other 8 are rented, 100,000 + 128,000."""
    return plan(Demand=[demand(16)], Limits=limit("supply", 1, "S8"))


def crews() -> Tables:
    """Crews put one system of 10 kW in service a half-year: 50,000 + 64,000 rented + 50,000."""
    return plan(
        Settings=HALVES,
        Systems=[system(price_per_system=50_000)],
        Demand=[demand(16)],
        Limits=limit("crew_mw", 0.01, "home"),
    )


# C17


def capex_budget() -> Tables:
    """Money for one system: 100,000 + 128,000."""
    return plan(Demand=[demand(16)], Budgets=budget("capex", 100_000, basis="paid"))


def opex_budget() -> Tables:
    """Renting 16 at 1 costs 128,000; with half of that for running cost, 64,000 + 100,000."""
    return plan(Demand=[demand(16)], CloudOffers=[offer(price=1)], Budgets=budget("opex", 64_000))


def total_budget_of_a_half_year() -> Tables:
    """A system for 100,000 is beyond the first half-year's 64,000: rent, 128,000."""
    return plan(Settings=HALVES, Budgets=budget("total", 64_000, period="2027-H1"))


def cost_term_budget() -> Tables:
    """As the budget of running cost, on the one term."""
    tables = opex_budget()
    tables["Budgets"] = budget("cost_term", 64_000, "cloud_on_demand")
    return tables


def site_budget() -> Tables:
    """Three systems for 150,000; with 100,000 for the site two of them, and 8 rented: 228,000."""
    return plan(
        Systems=[system(price_per_system=50_000)],
        Demand=[demand(24)],
        Budgets=budget("site", 100_000, "home"),
    )


def location_budget() -> Tables:
    """As the budget of running cost, on the cloud region."""
    tables = opex_budget()
    tables["Budgets"] = budget("location", 64_000, "Cloud:us")
    return tables


def provider_budget() -> Tables:
    """As the budget of running cost, on the provider."""
    tables = opex_budget()
    tables["Budgets"] = budget("provider", 64_000, "Cloud")
    return tables


def work_budget(scope: str, key: str) -> Tables:
    """Two pieces of work of 8 rented at 1, 64,000 each; the first may cause 32,000: 100,000 + 64,000."""
    first = work("first", project="P", owner="ann", business_line="ads", environment="prod")
    return plan(
        CloudOffers=[offer(price=1)],
        Workloads=[first, work("second", project="Q")],
        Demand=[demand(8, "first"), demand(8, "second")],
        Budgets=budget(scope, 32_000, key),
    )


def project_budget() -> Tables:
    """The work of a project."""
    return work_budget("project", "P")


def reserved_capacity_is_shared() -> Tables:
    """Reserved hours are no direct cost: 8 reserved at 1.1 for 70,400, and 64,000 of the other work."""
    tables = work_budget("project", "P")
    tables["CloudOffers"].append(offer("RES", "reserved", 1.1, term_months=12, block_accelerators=8))
    return tables


def basis(basis: str, period: str, paid_at_order: float) -> Tables:
    """A system for 50,000 ordered in the first half-year serves in the second: 64,000 + 50,000.

    Where the budget of nothing forbids it, all is rented: 128,000.
    """
    return plan(
        Settings=HALVES,
        Systems=[
            system(
                price_per_system=50_000,
                lead_months=6,
                pay_at_order_share=paid_at_order,
                pay_at_delivery_share=1 - paid_at_order,
            )
        ],
        Budgets=budget("capex", 0, basis=basis, period=period),
    )


# C21


def pinned_order() -> Tables:
    """Two systems although one is enough."""
    return plan(Overrides=override("order", location="home", item="S8", min=2))


def forbidden_rent() -> Tables:
    """Renting 16 at 1 costs 128,000; at most 8 accelerator-years: 64,000 + 100,000."""
    return plan(
        Demand=[demand(16)],
        CloudOffers=[offer(price=1)],
        Overrides=override("on_demand", item="OD", max=64_000),
    )


def pinned_start() -> Tables:
    """A run that would wait for its hardware starts in the first half-year: rented, 64,000."""
    return plan(
        Settings=HALVES,
        Demand=[],
        Workloads=[run(accelerators=8, hours=4000)],
        Systems=[system(price_per_system=50_000, lead_months=6)],
        Overrides=override("run", item="run", period="2027-H1", min=1, max=1),
    )


def stock_in_a_half_year() -> Tables:
    """Nothing stands at home in the first half-year: 64,000 rented, then 50,000."""
    return plan(
        Settings=HALVES,
        Systems=[system(price_per_system=50_000)],
        Overrides=override("installed", location="home", period="2027-H1", max=0),
    )


EXPECTED: dict[str, tuple[Any, float]] = {
    "critical work survives the loss of a location": (loss_of_a_location, 125_600),
    "a burst carries half of the peak": (half_survives, 100_000),
    "a burst does not carry nine tenths of the peak": (more_than_half_survives, 125_600),
    "other work makes way for critical work": (other_work_makes_way, 200_000),
    "a critical run restarts elsewhere": (run_restarts_elsewhere, 200_000),
    "an allocation limits orders": (allocation, 228_000),
    "crews limit what enters service": (crews, 164_000),
    "a budget of capex": (capex_budget, 228_000),
    "a budget of opex": (opex_budget, 164_000),
    "a budget of a half-year": (total_budget_of_a_half_year, 128_000),
    "a budget of a cost term": (cost_term_budget, 164_000),
    "a budget of a site": (site_budget, 228_000),
    "a budget of a location": (location_budget, 164_000),
    "a budget of a provider": (provider_budget, 164_000),
    "a budget of a project": (project_budget, 164_000),
    "reserved capacity is no direct cost": (reserved_capacity_is_shared, 134_400),
    "an order is pinned": (pinned_order, 200_000),
    "rent is bounded by hand": (forbidden_rent, 164_000),
    "a start is pinned": (pinned_start, 64_000),
    "a stock is bounded in its period": (stock_in_a_half_year, 114_000),
}
"""Plan and least cost by what it shows."""
