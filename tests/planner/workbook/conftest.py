"""Fixtures for the workbook tests."""

from __future__ import annotations

import runpy
from pathlib import Path
from typing import Any

import pytest

_EXAMPLE = Path(__file__).with_name("example_tables.py")


@pytest.fixture
def tables() -> dict[str, list[dict[str, Any]]]:
    """A small complete input that a test may change."""
    result: dict[str, list[dict[str, Any]]] = runpy.run_path(str(_EXAMPLE))["small"]()
    return result
