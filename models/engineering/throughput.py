"""Work of a model and the accelerator-hours it takes.

Symbols: N parameters used per token (mixture of experts: the active ones), D tokens, MFU the share of the
dense peak that useful work reaches while running, eta the fabric efficiency, goodput the share of wall time
that makes progress.
Sources: Chowdhery et al., PaLM, arXiv 2204.02311, App. B (6N FLOP per token, MFU); Narayanan et al., SC21,
arXiv 2104.04473 (training time from achieved FLOP/s).
"""

from __future__ import annotations

TRAINING_FLOP_PER_PARAMETER_TOKEN = 6.0
"""Forward 2 and backward 4, without recomputation and without attention (F1.1)."""

MIN_FABRIC_EFFICIENCY = 0.05
"""A penalty never removes all throughput; a run this slow is priced out, not undefined."""

_FLOP_PER_EFLOP = 1e18
_FLOP_PER_TFLOP = 1e12
_SECONDS_PER_HOUR = 3600.0


def training_flop(active_params: float, tokens: float) -> float:
    """Training work [FLOP] = 6·N·D (F1.1)."""
    return TRAINING_FLOP_PER_PARAMETER_TOKEN * active_params * tokens


def fabric_efficiency(network_sensitivity: float, throughput_penalty: float) -> float:
    """Share of throughput kept on a fabric, 0.05 … 1.

    `throughput_penalty` is the loss [share] of the fabric for fully network-bound work,
    `network_sensitivity` how much of it this work feels (0 none, 1 all).
    """
    return min(1.0, max(MIN_FABRIC_EFFICIENCY, 1.0 - network_sensitivity * throughput_penalty))


def accelerator_hours_per_eflop(
    peak_tflops: float, mfu: float, *, efficiency: float = 1.0, goodput: float = 1.0
) -> float:
    """Accelerator-hours that 1 EFLOP (1e18 FLOP) of useful work takes (F1.4).

    `peak_tflops` is the dense peak [TFLOP/s] of one accelerator at the work's precision; `mfu`, fabric
    `efficiency` and `goodput` are shares in (0, 1]. Raises ValueError when one of them is not positive.
    """
    rate_flop_per_s = peak_tflops * _FLOP_PER_TFLOP * mfu * efficiency * goodput
    if min(peak_tflops, mfu, efficiency, goodput) <= 0.0:
        raise ValueError(
            f"throughput must be positive: peak {peak_tflops} TFLOP/s, MFU {mfu}, "
            f"fabric efficiency {efficiency}, goodput {goodput}"
        )
    return _FLOP_PER_EFLOP / (rate_flop_per_s * _SECONDS_PER_HOUR)


def accelerator_hours(accelerators: float, hours: float) -> float:
    """Accelerator-hours that a number of accelerators offer in wall-clock `hours`."""
    return accelerators * hours


def run_hours(hours: float, accelerators: int) -> float:
    """Wall-clock hours that `hours` [accelerator-hours] take; raises ValueError without accelerators."""
    if accelerators <= 0:
        raise ValueError(f"a run needs at least one accelerator, not {accelerators}")
    return hours / accelerators


def utilisation(flop: float, hours: float, peak_tflops: float) -> float:
    """Share of peak that `flop` of work reached in `hours` [accelerator-hours] (F1.5).

    With model FLOP and running hours it is the MFU, with hardware FLOP (recomputation included) the HFU,
    with all the hours billed the average utilisation of the run. Raises ValueError without hours or peak.
    """
    if hours <= 0.0 or peak_tflops <= 0.0:
        raise ValueError(f"utilisation needs positive hours and peak: {hours} h, {peak_tflops} TFLOP/s")
    return flop / (hours * _SECONDS_PER_HOUR * peak_tflops * _FLOP_PER_TFLOP)


def tokens_per_second(active_params: float, accelerators: int, peak_tflops: float, mfu: float) -> float:
    """Training rate [tokens/s] of a run on `accelerators` at `mfu`: F1.5 solved for the rate.

    Raises ValueError where the model has no parameters.
    """
    if active_params <= 0.0:
        raise ValueError(f"a model has a positive number of parameters, not {active_params}")
    return accelerators * peak_tflops * _FLOP_PER_TFLOP * mfu / training_flop(active_params, 1.0)
