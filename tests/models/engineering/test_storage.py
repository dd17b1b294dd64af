"""Hand values of models.engineering.storage."""

from __future__ import annotations

import pytest

from models.engineering import storage


def test_checkpoint_of_70b() -> None:
    size = storage.checkpoint_bytes(70e9, 14)
    assert size == 9.8e11
    assert storage.bytes_per_accelerator(size, 512) == pytest.approx(1.9140625e9)
    assert storage.write_time_s(size, 49e9) == pytest.approx(20)


def test_nothing_writes() -> None:
    with pytest.raises(ValueError, match="at least one accelerator"):
        storage.bytes_per_accelerator(1, 0)
    with pytest.raises(ValueError, match="bandwidth"):
        storage.write_time_s(1, 0)
