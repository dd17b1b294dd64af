"""Plans solved by hand about what work writes: checkpoints, weights, logs, derived data.

Places, tiers and prices as in `storage_plans`.
"""

from __future__ import annotations

from typing import Any

from tests.known.small_plan import (
    HALF_YEARS,
    Row,
    Tables,
    run,
    settings,
    work,
)
from tests.known.storage_plans import policy, rented, tier


def model(**changes: Any) -> Row:
    """A run of 8 for the first half-year (64,000), of a model whose checkpoints take 10 TB."""
    return (
        run(
            accelerators=8,
            hours=4000,
            end="2027-06",
            active_params_billion=1000,
            bytes_per_param_checkpoint=10,
            bytes_per_param_state=1,
            allowed_locations="B:us",
        )
        | changes
    )


def trained(row: Row, **sheets: list[Row]) -> Tables:
    """A year in half-years with one run."""
    return rented(**{"Settings": settings(**HALF_YEARS), "Workloads": [row], "Demand": []} | sheets)


def checkpoints_while_it_runs() -> Tables:
    """Three versions, 30 TB x 20 x 6 = 3,600."""
    return trained(model())


def checkpoints_brought_home() -> Tables:
    """3,600 while it runs; then 30 TB leave (2,700) and are warm at home for the half-year (1,800)."""
    return trained(model(dataset_home="A:us"), StoragePolicy=[policy("checkpoint", hot_days=1000)])


def least_checkpoints_stay() -> Tables:
    """3,600; two versions stay hot at home for good: 20 TB leave (1,800), 20 x 20 x 6 = 2,400."""
    return trained(model(dataset_home="A:us", min_checkpoints_kept=2))


def checkpoints_written_fast() -> Tables:
    """10 TB in 100 s are 100 GB/s, at 1 GB/s a TB 100 TB: 12,000."""
    return trained(model(checkpoint_write_s=100), Storage=[tier("B-HOT", write_gb_per_s_per_tb=1)])


def weights_are_archived() -> Tables:
    """Weights are 2 TB; archived where they were made from the run's end: 2 x 1 x 6 = 12 beside the 3,600."""
    return trained(
        model(),
        Storage=[tier("B-HOT"), tier("B-ARC", kind="archive")],
        StoragePolicy=[policy("weights", archive_days=1000)],
    )


def several_runs_share_a_data_set() -> Tables:
    """Two runs side by side (128,000) with 30 TB of checkpoints each (7,200) and one data set (12,000)."""
    return trained(model(runs=2, total_eflop=2 * 8 * 4000 * 1.44, dataset_tb=100, max_run_days=170))


def minimum_storage_days() -> Tables:
    """12,000 in use; then archived for half of the half-year, 50 TB on average, billed three times as long.

    150 x 1 x 6 = 900. Kept hot it would be 50 x 20 x 6 = 6,000.
    """
    return trained(
        model(checkpoints_kept=0, dataset_tb=100),
        Storage=[tier("B-HOT"), tier("B-ARC", kind="archive", min_storage_days=250)],
        StoragePolicy=[policy("dataset", archive_days=250 / 3)],
    )


def logs_are_kept() -> Tables:
    """8 accelerators write 3 GB a day each: 8 TB a year, kept for half a year.

    On average 0.5 - 0.125 (which is left over to the next year) of them: 3 TB x 20 x 12 = 720.
    """
    return rented(
        Workloads=[work(log_gb_per_accelerator_day=3, min_log_days=500 / 3, allowed_locations="B:us")]
    )


def logs_are_brought_home() -> Tables:
    """The same warm at A: 3 TB x 10 x 12 = 360; 8 TB leave, 720."""
    tables = logs_are_kept()
    tables["Workloads"][0] |= {"dataset_home": "A:us", "min_log_days": 0}
    tables["StoragePolicy"] = [policy("log", warm_days=500 / 3)]
    return tables


def derived_data() -> Tables:
    """Of 100 TB: 50 processed and 10 for evaluation, hot (12,000 + 2,400); a backup archived (1,200)."""
    return rented(
        Storage=[tier("B-HOT"), tier("B-ARC", kind="archive")],
        StoragePolicy=[
            policy("processed", compression_ratio=2),
            policy("evaluation", dedup_ratio=10),
            policy("backup", archive_days=100),
        ],
    )


EXPECTED: dict[str, tuple[Any, float]] = {
    "checkpoints while a run goes": (checkpoints_while_it_runs, 67_600),
    "checkpoints are brought home": (checkpoints_brought_home, 72_100),
    "the least checkpoints stay": (least_checkpoints_stay, 71_800),
    "checkpoints are written fast": (checkpoints_written_fast, 76_000),
    "weights are archived": (weights_are_archived, 67_612),
    "several runs share a data set": (several_runs_share_a_data_set, 147_200),
    "minimum storage days": (minimum_storage_days, 76_900),
    "logs are kept": (logs_are_kept, 128_720),
    "logs are brought home": (logs_are_brought_home, 129_080),
    "processed data, evaluation, backup": (derived_data, 167_600),
}
"""Plan and least cost by what it shows."""
