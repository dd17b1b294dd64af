"""Checkpoint sizes and the time to write them (F2.7, F2.8).

Published checkpoints take 13–14 bytes a parameter: BLOOM 2.3 TB for 176B, Megatron 13.8 TB for 1008B
(Narayanan et al., SC21, arXiv 2104.04473, section 5.10).
"""

from __future__ import annotations


def checkpoint_bytes(total_params: float, bytes_per_parameter: float) -> float:
    """Size of one checkpoint [bytes]."""
    return total_params * bytes_per_parameter


def bytes_per_accelerator(total_bytes: float, accelerators: int) -> float:
    """Part of a checkpoint [bytes] that each accelerator of the run writes."""
    if accelerators <= 0:
        raise ValueError(f"a checkpoint is written by at least one accelerator, not {accelerators}")
    return total_bytes / accelerators


def write_time_s(total_bytes: float, bandwidth_bytes_per_s: float) -> float:
    """Time [s] to write `total_bytes` at `bandwidth_bytes_per_s`; raises ValueError at no bandwidth."""
    if bandwidth_bytes_per_s <= 0.0:
        raise ValueError(f"write bandwidth must be positive, not {bandwidth_bytes_per_s} bytes/s")
    return total_bytes / bandwidth_bytes_per_s
