"""Hand values of models.engineering.storage."""

from __future__ import annotations

import pytest

from models.engineering import storage


def test_checkpoint_of_70b() -> None:
    size = storage.checkpoint_bytes(70e9, 14)
    assert size == 9.8e11
    assert storage.bytes_per_accelerator(size, 512) == pytest.approx(1.9140625e9)
    assert storage.write_bandwidth(size, 20) == pytest.approx(49e9)


def test_nothing_writes() -> None:
    with pytest.raises(ValueError, match="at least one accelerator"):
        storage.bytes_per_accelerator(1, 0)
    with pytest.raises(ValueError, match="takes time"):
        storage.write_bandwidth(1, 0)
