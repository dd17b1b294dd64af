"""Demand, solved by hand: peaks and valleys, predecessors, growth, replicas."""

from __future__ import annotations

from typing import Any

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
    system,
    work,
)


def two_runs(**second: Any) -> Tables:
    """Two runs of 8 for 2,000 h each in two half-years; hours cost 2 in the first and 3 in the second.

    Either at once costs 2 x 8 x 2,000 x 2 = 64,000.
    """
    later = offer("LATE", price=3.0, available_from="2027-07")
    return plan(
        **RENT_ONLY,
        Settings=settings(**HALF_YEARS),
        Demand=[],
        Workloads=[
            run("first", accelerators=8, hours=2000),
            run("second", accelerators=8, hours=2000) | second,
        ],
        CloudOffers=[offer(available_to="2027-06"), later],
    )


def successor_waits() -> Tables:
    """The second starts in the half-year after the first has ended: 32,000 + 48,000."""
    return two_runs(after="first")


def successor_of_an_interruptible_run() -> Tables:
    """An interruptible first run is as long as it paces itself, and still ends before the second starts."""
    tables = successor_waits()
    tables["Workloads"][0]["interruptible"] = True
    return tables


def successor_of_many_runs() -> Tables:
    """Two runs of the first, two of the second: 2 x 32,000 + 2 x 48,000, the first come first."""
    tables = two_runs(after="first", runs=2, total_eflop=2 * 8 * 2000 * 1.44)
    tables["Workloads"][0] |= {"runs": 2, "total_eflop": 2 * 8 * 2000 * 1.44}
    return tables


def successor_of_steady_work() -> Tables:
    """A run after steady work that ends in June starts in July: 4 x 4,000 x 2 + 48,000."""
    tables = two_runs(after="first")
    tables["Workloads"][0] = work("first", end="2027-06")
    tables["Demand"] = [demand(4, "first")]
    return tables


def steady_work_after_a_run() -> Tables:
    """Hours get cheaper in the second half-year, but the run is over before steady work starts then.

    8 x 2,000 x 3 + 4 x 4,000 x 2.
    """
    tables = two_runs()
    tables["CloudOffers"][0]["price_per_accelerator_hour"] = 3
    tables["CloudOffers"][1]["price_per_accelerator_hour"] = 2
    tables["Workloads"] = [tables["Workloads"][0], work("second", start="2027-07", after="first")]
    tables["Demand"] = [demand(4, "second", **{"from": "2027-07"})]
    return tables


def run_in_the_valleys() -> Tables:
    """A service takes 8 by day and nothing by night; an interruptible run of 8 fills the nights of a system.

    4,000 night hours of 8: one system, 100,000. Hours cost 4.
    """
    return plan(
        Blocks=DAY_NIGHT,
        LoadProfiles=profile(2.0),
        CloudOffers=[offer(price=4.0)],
        Workloads=[
            work("serve", kind="inference", load_profile="daily"),
            run(accelerators=8, hours=4000, interruptible=True),
        ],
        Demand=[demand(8, "serve", unit="requests_per_s")],
        ServingRates=[rate()],
    )


def run_that_may_not_pause() -> Tables:
    """The same run, in one piece, finds no room by day: a second system, 200,000; rented it costs 128,000."""
    tables = run_in_the_valleys()
    tables["Workloads"][1]["interruptible"] = False
    return tables


def pauses_cost_time() -> Tables:
    """Each of 24 pauses a day costs a restart of 6 minutes: 10 % more hours, rented: 8 x 4,400 x 2."""
    row = run(accelerators=8, hours=4000, interruptible=True, pauses_per_day=24, restart_minutes=6)
    return plan(**RENT_ONLY, Demand=[], Workloads=[row])


def peak_rented_in_bursts() -> Tables:
    """12 by day, 4 by night: a system carries 8 and the day's other 4 are rented: 100,000 + 40,000."""
    return served_by_day(2.5)


def batch_waits_for_cheap_hours() -> Tables:
    """Batch work of 4 all year takes its 8 x 4,000 h by night, when a limit of 8 leaves nothing by day."""
    return plan(
        **RENT_ONLY,
        Blocks=DAY_NIGHT,
        LoadProfiles=profile(2.0),
        CloudOffers=[offer(max_accelerators=8)],
        Workloads=[work("serve", kind="inference", load_profile="daily"), work("batch", kind="batch")],
        Demand=[demand(8, "serve", unit="requests_per_s"), demand(4, "batch")],
        ServingRates=[rate()],
    )


def batch_over_half_a_period() -> Tables:
    """Batch work whose months are April to June counts a quarter of the year: 4 x 2,000 h x 2 = 16,000."""
    return plan(
        **RENT_ONLY,
        Workloads=[work(kind="batch", start="2027-04", end="2027-06")],
        Demand=[demand(4, **{"from": "2027-04"})],
    )


def overhead_of_experiments() -> Tables:
    """A quarter more for experiments, in a run and in batch work: 1.25 x (8 x 2,000 + 4 x 8,000) x 2."""
    return plan(
        **RENT_ONLY,
        Workloads=[
            run(accelerators=8, hours=2000, experiment_overhead=0.25),
            work("batch", kind="batch", experiment_overhead=0.25),
        ],
        Demand=[demand(4, "batch")],
    )


def grows_to_the_end() -> Tables:
    """Sized for the period's end, work that doubles in a year counts double all year: 8 x 8,000 x 2."""
    return plan(**RENT_ONLY, Demand=[demand(4, growth_per_year=1)])


def grows_on_the_way() -> Tables:
    """Sized for the mean, each month counts as much as in its middle."""
    return plan(**RENT_ONLY, Demand=[demand(4, growth_per_year=1, sized_for="mean")])


def two_demand_rows() -> Tables:
    """A row holds until the next: 4 for three months, then 8: (4 x 2,000 + 8 x 6,000) x 2."""
    return plan(**RENT_ONLY, Demand=[demand(4), demand(8, **{"from": "2027-04"})])


def one_accelerator_of_another_system() -> Tables:
    """A system without a measured rate serves by its factor, half as fast: 8 x 8,000 x 2."""
    return plan(
        **RENT_ONLY,
        Workloads=[work("serve", kind="inference")],
        Systems=[system(serving_factor=0.5), system(system_id="REF", serving_factor=1.0)],
        Demand=[demand(4, "serve", unit="tokens_per_s")],
        ServingRates=[{"workload_id": "serve", "system_id": "REF", "rate": 1, "unit": "tokens_per_s"}],
    )


def service(**changes: Any) -> Tables:
    """16 requests a second on 8 rented accelerators: 460.8 million requests for 128,000, 277.78 a million."""
    return plan(
        **RENT_ONLY,
        Workloads=[work("serve", kind="inference") | changes],
        Demand=[demand(16, "serve", unit="requests_per_s")],
        ServingRates=[rate()],
    )


def requests_left_unserved(penalty: float = 250) -> Tables:
    """At 250 a million nothing is served: 460.8 x 250 = 115,200."""
    return service(shortfall_penalty_per_million=penalty)


def requests_worth_serving() -> Tables:
    """At 300 a million all are: 128,000."""
    return requests_left_unserved(300)


def requests_beyond_the_offer() -> Tables:
    """Six accelerators are to be had: 12 of 16 requests a second, 96,000; a quarter is paid for at 1,000."""
    tables = requests_left_unserved(1000)
    tables["CloudOffers"] = [offer(max_accelerators=6, max_cluster_accelerators=6)]
    return tables


def batch_left_undone() -> Tables:
    """Batch work costs 2 an hour, so 1.39 an EFLOP: at 1 it is left, 8 x 8,000 x 1.44."""
    return plan(**RENT_ONLY, Workloads=[work(kind="batch", shortfall_penalty_per_eflop=1)])


def half_a_service_is_protected() -> Tables:
    """What is served must survive the loss of either of two clouds with 4 reserved accelerators each at 1.

    64,000: 4 serve, 4 stand by. Half of 460.8 million requests is left at 500 a million, 115,200; all of them
    would be 230,400.
    """
    reserved: dict[str, Any] = {
        "term_months": 12, "block_accelerators": 4, "max_accelerators": 4, "max_cluster_accelerators": 4,
    }  # fmt: skip
    tables = service(shortfall_penalty_per_million=500, critical_share=1)
    tables["CloudOffers"] = [offer(name, "reserved", 1.0, provider=name, **reserved) for name in ("A", "B")]
    return tables


def steady_work_after_a_run_left_undone() -> Tables:
    """The run does not find its eight accelerators, so the work after it cannot begin: both are left undone.

    23,040 EFLOP at 1, and 4 for 4,000 h x 1.44 = 23,040 at 2.
    """
    tables = steady_work_after_a_run()
    tables["CloudOffers"] = [offer(max_accelerators=4, max_cluster_accelerators=4)]
    tables["Workloads"][0]["shortfall_penalty_per_eflop"] = 1
    tables["Workloads"][1]["shortfall_penalty_per_eflop"] = 2
    return tables


MEAN_GROWTH = sum(2 ** ((month + 0.5) / 12) for month in range(12)) / 12

EXPECTED: dict[str, tuple[Any, float]] = {
    "runs without an order share the cheap half-year": (two_runs, 64_000),
    "a successor waits for its predecessor": (successor_waits, 80_000),
    "a successor waits for an interruptible run": (successor_of_an_interruptible_run, 80_000),
    "all runs of a predecessor come before any successor": (successor_of_many_runs, 160_000),
    "a run waits for the end of steady work": (successor_of_steady_work, 80_000),
    "steady work waits for the end of a run": (steady_work_after_a_run, 80_000),
    "an interruptible run fills the valleys": (run_in_the_valleys, 100_000),
    "a run that may not pause needs its own system": (run_that_may_not_pause, 200_000),
    "pauses cost time": (pauses_cost_time, 70_400),
    "the peak is rented in bursts": (peak_rented_in_bursts, 140_000),
    "batch work keeps out of a full day": (batch_waits_for_cheap_hours, 128_000),
    "batch work counts its months": (batch_over_half_a_period, 16_000),
    "experiments come on top": (overhead_of_experiments, 120_000),
    "growth is sized for the end": (grows_to_the_end, 128_000),
    "growth is sized for the mean": (grows_on_the_way, 64_000 * MEAN_GROWTH),
    "a row of demand holds until the next": (two_demand_rows, 112_000),
    "requests are left unserved": (requests_left_unserved, 115_200),
    "requests are worth serving": (requests_worth_serving, 128_000),
    "requests beyond the offer": (requests_beyond_the_offer, 211_200),
    "batch work is left undone": (batch_left_undone, 92_160),
    "half a service is protected": (half_a_service_is_protected, 179_200),
    "work after a run that is left undone": (steady_work_after_a_run_left_undone, 69_120),
    "an unmeasured system serves by its factor": (one_accelerator_of_another_system, 128_000),
}
"""Plan and least cost by what it shows."""
