"""Fixtures for the tests of languages."""

from __future__ import annotations

import runpy
from pathlib import Path
from typing import Any

import pytest

_HERE = Path(__file__).parent


@pytest.fixture
def tables() -> dict[str, list[dict[str, Any]]]:
    """A small complete input that a test may change."""
    source = _HERE.parent / "workbook" / "example_tables.py"
    result: dict[str, list[dict[str, Any]]] = runpy.run_path(str(source))["small"]()
    return result


@pytest.fixture(scope="session")
def keys() -> list[str]:
    """Every key that the catalogues must have."""
    result: list[str] = runpy.run_path(str(_HERE / "collect.py"))["collected"]()
    return result


@pytest.fixture(scope="session")
def constants() -> set[str]:
    """Every string that the code holds."""
    result: set[str] = runpy.run_path(str(_HERE / "collect.py"))["constants"]()
    return result
