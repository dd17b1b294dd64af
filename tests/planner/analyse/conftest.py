"""Inputs for tests of the analyses: plans solved by hand."""

from __future__ import annotations

from typing import Any

import pytest

from tests.known import cap_plans, limits_plans


@pytest.fixture
def limits() -> dict[str, Any]:
    """Makers of plans with limits, by name."""
    return vars(cap_plans) | vars(limits_plans)
