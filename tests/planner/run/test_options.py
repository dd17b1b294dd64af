"""Options: command line before Settings before the default."""

from __future__ import annotations

import os
from typing import Any

import pytest

from planner.run.options import Overrides, choose_options
from planner.run.outcome import UsageError
from planner.workbook import plan_from_tables


def chosen(tables: dict[str, Any], overrides: Overrides) -> tuple[Any, dict[str, tuple[str, str]]]:
    """Options of the solve, and (value, origin) by name."""
    read = plan_from_tables(tables)
    assert read.plan is not None
    options, used = choose_options(read.plan.settings, overrides, read.origin, None)
    return options, {option.name: (option.value, option.origin) for option in used}


def test_precedence(plans: Any) -> None:
    options, used = chosen(plans["minimal"](), Overrides(time_limit_s=5.0))
    assert (options.mip_gap, options.time_limit_s, options.threads) == (0.005, 5.0, 1)
    assert used["time_limit_s"] == ("5", "command line")
    assert used["mip_gap"][1].startswith("Settings!")
    assert used["threads"] == ("1", "default")


def test_no_threads_means_all(plans: Any) -> None:
    options, used = chosen(plans["minimal"](), Overrides(threads=0))
    assert options.threads == os.cpu_count()
    assert used["threads"] == ("0", "command line")


def test_a_setting_the_solver_cannot_use_names_its_cell(plans: Any) -> None:
    tables = plans["minimal"]()
    tables["Settings"][0]["mip_gap"] = 1
    with pytest.raises(UsageError, match=r"^Settings!B\d+: mip_gap is 1\.0; it must be"):
        chosen(tables, Overrides())
