"""Checkpoint sizes and the bandwidth to write them (F2.7, F2.8).

Published checkpoints take 13–14 bytes a parameter: BLOOM 2.3 TB for 176B, Megatron 13.8 TB for 1008B
(Narayanan et al., SC21, arXiv 2104.04473, section 5.10).
"""

from __future__ import annotations


def checkpoint_bytes(total_params: float, bytes_per_parameter: float) -> float:
    """Size of one checkpoint [bytes] of a model with `total_params` parameters."""
    return total_params * bytes_per_parameter


def bytes_per_accelerator(total_bytes: float, accelerators: int) -> float:
    """Part of a checkpoint [bytes] that each accelerator writes; raises ValueError without accelerators."""
    if accelerators <= 0:
        raise ValueError(f"a checkpoint is written by at least one accelerator, not {accelerators}")
    return total_bytes / accelerators


def write_bandwidth(total_bytes: float, seconds: float) -> float:
    """Bandwidth [bytes/s] that writes `total_bytes` in `seconds`; raises ValueError without time."""
    if seconds <= 0.0:
        raise ValueError(f"writing takes time, not {seconds} s")
    return total_bytes / seconds
