"""Published cases of throughput, failures, goodput and checkpoints, computed by the product's functions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from models.engineering import goodput, storage, throughput

Inputs = Mapping[str, Any]
Result = float | Mapping[str, float]

HARDWARE_OVER_MODEL_FLOP = 8.0 / 6.0
"""Full recomputation runs the forward pass twice: 8 FLOP per parameter and token instead of 6."""


# ---- throughput ---------------------------------------------------------------------------------------


def train_flops(x: Inputs, _: Any) -> Result:
    return throughput.training_flop(x["N"], x["D"])


def training_days(x: Inputs, _: Any) -> Result:
    if "gpu_hours" in x:
        return throughput.run_hours(x["gpu_hours"], x["gpus"]) / 24
    if "tflops_per_gpu" in x:  # achieved hardware rate, so hardware FLOP
        flop = HARDWARE_OVER_MODEL_FLOP * throughput.training_flop(x["P"], x["tokens"])
        per_eflop = throughput.accelerator_hours_per_eflop(x["tflops_per_gpu"], 1.0)
    else:
        flop = throughput.training_flop(x["N"], x["D"])
        per_eflop = throughput.accelerator_hours_per_eflop(x["peak_tflops"], x["mfu"])
    return throughput.run_hours(flop / 1e18 * per_eflop, x["gpus"]) / 24


def gpu_hours(x: Inputs, _: Any) -> Result:
    if "days" in x:
        return throughput.accelerator_hours(x["gpus"], 24 * x["days"])
    per_eflop = throughput.accelerator_hours_per_eflop(
        x["peak_tflops"], x["mfu"], goodput=x.get("effective_time", 1.0)
    )
    return throughput.training_flop(x["N"], x["D"]) / 1e18 * per_eflop


def hw_utilisation(x: Inputs, _: Any) -> Result:
    flop_per_hour = x["tflops_per_gpu"] * 1e12 * 3600
    return {
        "pct_of_peak": 100 * throughput.utilisation(flop_per_hour, 1.0, x["peak_tflops"]),
        "aggregate_pflops": x["tflops_per_gpu"] * x["gpus"] / 1000,
    }


def mfu(x: Inputs, _: Any) -> Result:
    if "tflops_per_gpu" in x:
        return throughput.utilisation(x["tflops_per_gpu"] * 1e12 * 3600, 1.0, x["peak_tflops"])
    flop_per_hour = throughput.training_flop(x["N"], x["tokens_per_s"] * 3600)
    reached = throughput.utilisation(flop_per_hour, x["chips"], x["peak_tflops"])
    rate = throughput.tokens_per_second(x["N"], x["chips"], x["peak_tflops"], reached)
    assert rate == pytest.approx(x["tokens_per_s"], rel=1e-12)
    return reached


def implied_run_mfu(x: Inputs, _: Any) -> Result:
    flop = throughput.training_flop(x["N"], x["D"])
    return throughput.utilisation(flop, x["accel_hours"], x["peak_flops"] / 1e12)


def tflops_per_gpu(x: Inputs, _: Any) -> Result:
    flop = HARDWARE_OVER_MODEL_FLOP * throughput.training_flop(x["N"], x["tokens_per_step"])
    return throughput.utilisation(flop, x["gpus"] * x["step_time_s"] / 3600, 1.0)


def step_rates(x: Inputs, _: Any) -> Result:
    tokens_per_s = x["seq"] * x["global_batch"] / x["step_time_s"]
    result = {
        "tokens_per_s": tokens_per_s,
        "days": throughput.run_hours(x["tokens_total"] / tokens_per_s / 3600, 1) / 24,
    }
    if "flop_per_sequence" in x:
        flop = x["flop_per_sequence"] * x["global_batch"]
        hours = x["gpus"] * x["step_time_s"] / 3600
        result["mfu_pct"] = 100 * throughput.utilisation(flop, hours, x["peak_flops"] / 1e12)
    return result


# ---- failures, goodput, checkpoints -------------------------------------------------------------------


def job_mtbf_h(x: Inputs, _: Any) -> Result:
    events = x.get("unexpected") or x.get("interruptions") or x["failures"]
    return goodput.job_mtbf_hours(accelerators=0, systems=1, per_system_year=events * 365 / x["days"])


def job_mttf_h(x: Inputs, _: Any) -> Result:
    return goodput.job_mtbf_hours(
        accelerators=x["gpus"],
        systems=x["gpus"] / x["gpus_per_node"],
        per_system_year=x["rf_per_node_day"] * 365,
    )


def node_failure_rate(x: Inputs, _: Any) -> Result:
    return float(x["interruptions"]) / goodput.expected_failures(
        1 / 1000, x["gpus"] / x["gpus_per_node"], x["days"]
    )


def gpu_annualised_failure(x: Inputs, _: Any) -> Result:
    return float(x["events"]) / goodput.expected_failures(1.0, x["gpus"], x["days"] / 365)


def failures_per_month(x: Inputs, _: Any) -> Result:
    return goodput.expected_failures(x["monthly_prob"], x["links"], 1.0)


def ettr(x: Inputs, expected: Any) -> Result:
    hours = x["mttf_h"] if "mttf_h" in x else job_mttf_h(x, None)
    assert isinstance(hours, float)
    ratio = goodput.effective_time_ratio(
        mtbf_s=hours * 3600,
        write_s=x["write_s"],
        restart_s=x["restart_s"] + x.get("queue_after_failure_s", 0),
        interval_s=x.get("ckpt_interval_s"),
    )
    return {"loss": 1 - ratio} if isinstance(expected, dict) and "loss" in expected else ratio


def ckpt_interval(x: Inputs, _: Any) -> Result:
    return goodput.young_interval_s(x["write_s"], x["mtbf_h"] * 3600) / 60


def ckpt_bytes(x: Inputs, _: Any) -> Result:
    return storage.checkpoint_bytes(x["N"], x["bytes_per_param"])


def ckpt_bytes_per_gpu(x: Inputs, _: Any) -> Result:
    return storage.bytes_per_accelerator(storage.checkpoint_bytes(x["N"], x["bytes_per_param"]), x["gpus"])


def ckpt_write_s(x: Inputs, expected: Any) -> Result:
    """The bandwidth that writes the bytes in the published time must be the published one; back to time."""
    size, rate = ("bytes", "bandwidth_B_s") if "bytes" in x else ("bytes_per_gpu", "rate_B_s_per_gpu")
    return float(expected * storage.write_bandwidth(x[size], expected)) / x[rate]
