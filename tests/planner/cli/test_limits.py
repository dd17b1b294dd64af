"""Broken budgets and priced choices on the command line."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from planner.run.outcome import ExitCode
from tests.known.limits_plans import budget, loss_of_a_location
from tests.known.small_plan import plan


def test_a_broken_soft_budget_ends_with_its_code(
    tmp_path: Path, workbook: Callable[[Any], Path], planner: Callable[..., Any]
) -> None:
    """A system for 100,000 against 60,000: the plan and its report stand, the code tells."""
    path = workbook(plan(Budgets=budget("capex", 60_000, basis="paid", hard=False)))
    report = tmp_path / "report.xlsx"
    ended = planner("solve", path, "-o", report, "--json", "--quiet", "--threads", 1)
    assert ended.code == ExitCode.BUDGET_BREACH == 6
    found = json.loads(ended.out)
    assert found["cost"] == 100_000
    assert report.exists()
    (row,) = found["limits"]
    assert (row["what"], row["value"], row["status"]) == ("budget of capex", 100_000, "breach")
    (told,) = [item for item in found["findings"] if item["code"] == "budget.breach"]
    assert (told["sheet"], told["cells"]) == ("Budgets", ["D5"])
    assert "40,000 too much" in told["seen"][0]


def test_near_a_budget_is_only_told(
    tmp_path: Path, workbook: Callable[[Any], Path], planner: Callable[..., Any]
) -> None:
    path = workbook(plan(Budgets=budget("capex", 110_000, basis="paid", hard=False)))
    ended = planner("solve", path, "-o", tmp_path / "report.xlsx", "--json", "--quiet", "--threads", 1)
    assert ended.code == ExitCode.OK
    codes = [item["code"] for item in json.loads(ended.out)["findings"]]
    assert "budget.near" in codes


def test_choices_are_priced_where_asked_for(
    tmp_path: Path, workbook: Callable[[Any], Path], planner: Callable[..., Any]
) -> None:
    """Protection costs 25,600; without the option nothing is solved again."""
    path = workbook(loss_of_a_location())
    common = ("solve", path, "-o", tmp_path / "report.xlsx", "--json", "--quiet", "--threads", 1)
    assert json.loads(planner(*common).out)["choices"] == []
    (choice,) = json.loads(planner(*common, "--choices").out)["choices"]
    assert (choice["cost"], choice["without"]) == (pytest.approx(125_600), pytest.approx(100_000))
    words = planner(*common[:-4], "--quiet", "--choices").out
    assert "critical work survives the loss of a location: costs" in words
