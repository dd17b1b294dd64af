"""Work of the example plan: four training campaigns, experiments, fine-tuning in batches, two services."""

from __future__ import annotations

from typing import NamedTuple

from inputs.example_places import OHIO, TEXAS
from inputs.minimal import Cell


class Run(NamedTuple):
    """Size of a training run: parameters in 1e9, tokens in 1e12, overhead as a fraction of the main run."""

    active_billion: float
    total_billion: float
    tokens_trillion: float
    overhead: float
    mfu: float
    max_days: float


FRONTIER_DATA: dict[str, Cell] = {
    "allowed_locations": "texas-1, ohio-1, Lambda:us, AWS:us-east-2",
    "residency": "us",
    "dataset_tb": 300,
    "dataset_home": TEXAS,
    "read_gb_per_s": 10,
    "cache_hit_share": 0.5,
}
"""Where the frontier project's weights may be, and the data set that its runs read."""

CHAT, CODE = "serve-chat", "serve-code"

SERVING_PER_ACCELERATOR = {
    "H100X8": 900,
    "H200X8": 1_250,
    "B200X8": 2_400,
    "GB200NVL72": 3_000,
    "MI300X8": 900,
}
"""Tokens a second of one accelerator, 70e9 parameters in eight bits; an estimate, to be measured."""

TOKENS_PER_REQUEST = 1_500
"""Tokens that one request of the code service takes."""


def workloads() -> list[dict[str, Cell]]:
    """Eight workloads of four projects."""
    return [
        _training("train-8b", "assistant", ("2027-01", "2027-12"), Run(8, 8, 15, 0.3, 0.40, 120)),
        _training("train-70b", "assistant", ("2027-07", "2028-12"), Run(70, 70, 15, 0.2, 0.40, 150)),
        {
            **_training("train-400b", "frontier", ("2028-01", "2029-12"), Run(405, 405, 20, 0.2, 0.38, 180)),
            **FRONTIER_DATA,
        },
        {
            **_training(
                "train-1t-moe", "frontier", ("2029-01", "2030-06"), Run(100, 1000, 60, 0.6, 0.30, 90)
            ),
            **FRONTIER_DATA,
            "after": "train-400b",
            "checkpoints_kept": 5,
            "min_checkpoints_kept": 1,
            "note": "Built on what train-400b taught; in 90 days it is wider than any cluster on offer.",
        },
        {
            "workload_id": "research",
            "kind": "continuous",
            "project": "research",
            "start": "2027-01",
            "end": "2031-12",
            "precision": "bf16",
            "experiment_overhead": 0,
            "mfu": 0.35,
            "interruptible": "yes",
            "pauses_per_day": 1,
            "network_sensitivity": 0.5,
            "dataset_tb": 400,
            "dataset_home": OHIO,
            "dataset_growth_per_year": 0.2,
            "log_gb_per_accelerator_day": 1,
            "min_log_days": 90,
            "note": "Experiments; may pause and use spot capacity.",
        },
        {
            "workload_id": "fine-tuning",
            "kind": "batch",
            "project": "assistant",
            "start": "2027-01",
            "end": "2031-12",
            "precision": "bf16",
            "experiment_overhead": 0,
            "mfu": 0.35,
            "network_sensitivity": 0.5,
        },
        {
            "workload_id": CHAT,
            "kind": "inference",
            "project": "assistant",
            "start": "2027-01",
            "end": "2031-12",
            "active_params_billion": 70,
            "precision": "fp8",
            "critical_share": 0.3,
            "load_profile": "consumer-day",
            "note": "Protected by place, not by feed: three tenths must outlive the loss of any one place.",
        },
        {
            "workload_id": CODE,
            "kind": "inference",
            "project": "developer",
            "start": "2028-01",
            "end": "2031-12",
            "active_params_billion": 70,
            "precision": "fp8",
            "min_availability": 0.9999,
            "load_profile": "office-day",
            "allowed_locations": "finland-1, Nebius:eu-north1",
            "residency": "eu",
            "note": "European customers; wants double power feeds, or a cloud that promises as much.",
        },
    ]


def _training(workload_id: str, project: str, window: tuple[str, str], run: Run) -> dict[str, Cell]:
    """A campaign that may run from the first to the last month of its window."""
    return {
        "workload_id": workload_id,
        "kind": "training",
        "project": project,
        "start": window[0],
        "end": window[1],
        "active_params_billion": run.active_billion,
        "total_params_billion": run.total_billion,
        "tokens_trillion": run.tokens_trillion,
        "precision": "bf16",
        "experiment_overhead": run.overhead,
        "mfu": run.mfu,
        "max_run_days": run.max_days,
    }


def demand() -> list[dict[str, Cell]]:
    """Amounts of the workloads that are not campaigns."""
    return [
        _demand("research", "2027-01", 2_048, "accelerators_of:H100X8", 0.30),
        _demand("fine-tuning", "2027-01", 400_000, "eflop_per_month", 0.30),
        _demand(CHAT, "2027-01", 800_000, "tokens_per_s", 0.50),
        _demand(CODE, "2028-01", 400, "requests_per_s", 0.40),
    ]


def _demand(workload_id: str, start: str, amount: float, unit: str, growth: float) -> dict[str, Cell]:
    return {
        "workload_id": workload_id,
        "from": start,
        "amount": amount,
        "unit": unit,
        "growth_per_year": growth,
    }


def serving_rates() -> list[dict[str, Cell]]:
    """Both services run the same model; a request of the code service is a fixed number of tokens."""
    lines: list[dict[str, Cell]] = []
    units = ((CHAT, "tokens_per_s", 1), (CODE, "requests_per_s", TOKENS_PER_REQUEST))
    for workload_id, unit, divisor in units:
        for system_id, tokens in SERVING_PER_ACCELERATOR.items():
            lines.append(
                {
                    "workload_id": workload_id,
                    "system_id": system_id,
                    "rate": tokens / divisor,
                    "unit": unit,
                    "accelerators_per_replica": 4,
                    "confidence": "estimate",
                    "note": "To be replaced by a measurement of your own model.",
                }
            )
    return lines


def blocks() -> list[dict[str, Cell]]:
    """Three parts of the day, by UTC."""
    return [
        {"block_id": "night", "share_of_hours": 8 / 24, "utc_window": "05:00-13:00"},
        {"block_id": "day", "share_of_hours": 10 / 24, "utc_window": "13:00-17:00 and 23:00-05:00"},
        {"block_id": "peak", "share_of_hours": 6 / 24, "utc_window": "17:00-23:00"},
    ]


def load_profiles() -> list[dict[str, Cell]]:
    """Levels against the mean of the day; 0.5, 1.1, 1.5 and 0.35, 1.15, 1.6167 average 1 over the blocks."""
    levels = {
        "consumer-day": {"night": 0.5, "day": 1.1, "peak": 1.5},
        "office-day": {"night": 0.35, "day": 1.15, "peak": 1.6167},
    }
    return [
        {"profile_id": profile, "block_id": block, "relative_level": level}
        for profile, by_block in levels.items()
        for block, level in by_block.items()
    ]
