"""Plans solved by hand about what runs: capacity, commitments, campaigns, demand, gangs, spares."""

from __future__ import annotations

from tests.known.small_plan import (
    DAY_NIGHT,
    HALF_YEARS,
    RENT_ONLY,
    Tables,
    demand,
    offer,
    plan,
    profile,
    rate,
    run,
    served_by_day,
    settings,
    site,
    system,
    work,
)


def utilisation_limits_owned_hours() -> Tables:
    """At most 80 % of owned hours: a system carries 6.4, and 1.6 are rented: 100,000 + 25,600."""
    return plan(Workloads=[work(max_utilisation=0.8)])


def reserved_above_break_even() -> Tables:
    """Reserved costs 60 % of on demand: the block used all day is reserved, the one used by day is not.

    8 by day, 4 by night. Reserve 4: 4 x 8,000 x 1.2 = 38,400; rent 4 for 4,000 h: 32,000.
    """
    return plan(
        **RENT_ONLY,
        Blocks=DAY_NIGHT,
        LoadProfiles=profile(4 / 3),
        Demand=[demand(6)],
        Workloads=[work(load_profile="daily")],
        CloudOffers=[offer(), offer("RES", "reserved", 1.2, term_months=12, block_accelerators=4)],
    )


def commitment_paid_to_its_end() -> Tables:
    """A 3-year term at 0.8 costs 8 x 24,000 x 0.8 = 153,600 although the plan ends after one year.

    Renting on demand costs 128,000.
    """
    return plan(
        **RENT_ONLY, CloudOffers=[offer(), offer("RES3", "reserved", 0.8, term_months=36)]
    )


def reserved_limit_counts_overlaps() -> Tables:
    """One block of 8 is to be had. Unused months count in full (reuse 100 %), so a half-year costs 38,400.

    8, then 16. Reserve 8 for the year: 76,800; the second 8 are rented: 64,000. A second block, signed for
    the last half-year at 38,400, would exceed the limit while the first is in force.
    """
    return plan(
        Settings=settings(**HALF_YEARS, commitment_reuse=1),
        **RENT_ONLY,
        Demand=[demand(8), demand(16, **{"from": "2027-07"})],
        CloudOffers=[offer(), offer("RES", "reserved", 1.2, term_months=12, max_accelerators=8)],
    )


def campaign_waits_for_hardware() -> Tables:
    """A run of 8 for a half-year waits for the system that arrives for the second: 50,000 against 64,000."""
    return plan(
        Settings=settings(**HALF_YEARS),
        Demand=[],
        Workloads=[run(accelerators=8, hours=4000)],
        Systems=[system(price_per_system=50_000, lead_months=6)],
    )


def campaign_due_before_hardware() -> Tables:
    """The same run, due in the first half-year, is rented."""
    tables = campaign_waits_for_hardware()
    tables["Workloads"][0]["end"] = "2027-06"
    return tables


def batch_fills_the_night() -> Tables:
    """8 by day and none by night leave a system's night to 4 of batch: nothing is rented, 100,000."""
    return plan(
        CloudOffers=[offer(price=3.0)],
        Blocks=DAY_NIGHT,
        LoadProfiles=profile(2.0),
        Workloads=[work(load_profile="daily"), work("batch", kind="batch")],
        Demand=[demand(4), demand(4, "batch")],
    )


def steady_work_cannot_wait() -> Tables:
    """The same 4, all day long: the day's 4 are rented, 4 x 4,000 h x 3 = 48,000 beside the 100,000."""
    tables = batch_fills_the_night()
    tables["Workloads"][1]["kind"] = "continuous"
    return tables


def whole_replicas() -> Tables:
    """A replica takes 16 accelerators: the load of 10 rents 16, 16 x 8,000 x 2 = 256,000."""
    return plan(
        **RENT_ONLY,
        Workloads=[work("serve", kind="inference")],
        Demand=[demand(20, "serve", unit="requests_per_s")],
        ServingRates=[rate(accelerators_per_replica=16)],
    )


def peak_served_at_peak() -> Tables:
    """A mean of 8 with 12 by day takes two systems: 200,000, less than one and 4 rented by day at 7."""
    return served_by_day(7.0)


def gang_needs_its_width() -> Tables:
    """A run holds 16 accelerators for half the year, no longer than 170 days; no cloud cluster is so large.

    Two systems, 200,000. They would have room for 8 more on average, but steady work of 4 cannot make way for
    the run: it is rented, 64,000.
    """
    return plan(
        Workloads=[work(), run(accelerators=16, hours=4000, max_run_days=170)],
        Demand=[demand(4)],
        CloudOffers=[offer(max_cluster_accelerators=8)],
    )


def spares_from_the_binomial() -> Tables:
    """A run of two systems, each up 90 % of the time, keeps two spares to be whole with 99 %.

    MTBF 8,000 h (8 x 0.125 failures a year), repair 8,000 / 9 h. All of 2 up: 81 %; 2 of 3: 97.2 %; 2 of 4:
    99.63 %. Four systems cost 400,000; three would hold 3 x 7.2 = 21.6 accelerators, enough for the 16.
    """
    return plan(
        Settings=settings(spare_target=0.99),
        Sites=[site(usable_mw=0.06)],
        Demand=[],
        Systems=[system(hard_failures_per_accelerator_year=0.125, repair_hours=8000 / 9)],
        Workloads=[run(accelerators=16, hours=8000)],
        CloudOffers=[offer(max_cluster_accelerators=8)],
    )


def few_places() -> Tables:
    """One place only: 16 of work go to the two racks of one site (200,000), or to the cloud (256,000).

    Split over both places, one system and 8 rented would cost no more than 100,000 + 8 x 8,000 x 1 = 164,000.
    """
    return plan(
        Settings=settings(max_locations=1),
        Demand=[demand(16)],
        CloudOffers=[offer(price=1.0, max_accelerators=8)],
    )
