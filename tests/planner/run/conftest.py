"""Inputs for tests of the pipeline: those of the command line's tests."""

from __future__ import annotations

import runpy
from pathlib import Path
from typing import Any

import pytest

_PLANS = Path(__file__).parents[1] / "cli" / "plans.py"


@pytest.fixture
def plans() -> dict[str, Any]:
    """Makers of input tables by name."""
    return runpy.run_path(str(_PLANS))
