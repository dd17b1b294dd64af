"""Hand values of models.engineering.memory."""

from __future__ import annotations

import pytest

from models.engineering import memory as m


def test_training_state_of_70b() -> None:
    # 1,120 GB over 72 GB usable each = 15.6
    state = m.state_bytes(70e9, m.TRAINING_BYTES_PER_PARAMETER)
    assert state == 1.12e12
    assert m.memory_floor_accelerators(state, 80, 0.9) == 16


def test_serving_state_by_precision() -> None:
    assert m.inference_bytes_per_parameter("bf16") == pytest.approx(2.6)
    assert m.inference_bytes_per_parameter("fp8") == pytest.approx(1.3)


def test_exact_fit_takes_no_extra_accelerator() -> None:
    assert m.memory_floor_accelerators(144e9, 80, 0.9) == 2
    assert m.memory_floor_accelerators(144.1e9, 80, 0.9) == 3
    assert m.memory_floor_accelerators(0, 80, 0.9) == 1


def test_no_usable_memory_is_refused() -> None:
    with pytest.raises(ValueError, match="usable memory"):
        m.memory_floor_accelerators(1, 80, 0)
