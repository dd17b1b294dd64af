"""Memory that a model's state takes and the fewest accelerators that hold it.

Source of 16 bytes a parameter: mixed-precision training with Adam keeps 2 (weights) + 2 (gradients) +
12 (fp32 master copy and two moments); Rajbhandari et al., ZeRO, arXiv 1910.02054, section 3.1.
"""

from __future__ import annotations

import math
from typing import Literal

Precision = Literal["bf16", "fp8"]

TRAINING_BYTES_PER_PARAMETER = 16.0
"""Weights, gradients and optimiser state, whatever the precision of the arithmetic."""

BYTES_OF_PRECISION: dict[Precision, float] = {"bf16": 2.0, "fp8": 1.0}
INFERENCE_STATE_FACTOR = 1.3
"""Weights plus key-value cache and buffers, relative to weights."""


def inference_bytes_per_parameter(precision: Precision) -> float:
    """Bytes of serving state a parameter: its weight, and 30 % for cache and buffers."""
    return BYTES_OF_PRECISION[precision] * INFERENCE_STATE_FACTOR


def state_bytes(total_params: float, bytes_per_parameter: float) -> float:
    """State [bytes] of all parameters, the inactive experts too."""
    return total_params * bytes_per_parameter


def memory_floor_accelerators(state: float, memory_gb: float, usable_share: float) -> int:
    """Fewest accelerators whose usable memory holds `state` [bytes]; at least 1.

    `memory_gb` is decimal (1e9 bytes) per accelerator. Raises ValueError when no memory is usable.
    """
    usable = memory_gb * 1e9 * usable_share
    if usable <= 0.0:
        raise ValueError(f"usable memory must be positive: {memory_gb} GB · share {usable_share}")
    return max(1, math.ceil(state / usable - 1e-9))
