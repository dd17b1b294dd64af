"""Broken budgets and priced choices on the command line."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import openpyxl
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
    """Protection costs 25,600; it is priced beside the baselines, and with the option without them.

    2026-11-30: protection is priced unasked, as the report has to say what it costs.
    """
    path = workbook(loss_of_a_location())
    common = ("solve", path, "-o", tmp_path / "report.xlsx", "--json", "--quiet", "--threads", 1)
    assert json.loads(planner(*common, "--no-baselines").out)["choices"] == []
    for asked in ((), ("--no-baselines", "--choices")):
        (choice,) = json.loads(planner(*common, *asked).out)["choices"]
        assert (choice["cost"], choice["without"]) == (pytest.approx(125_600), pytest.approx(100_000))
    words = planner(*common[:-4], "--quiet", "--choices").out
    assert "critical work survives the loss of a location: costs" in words


def test_the_report_says_what_protection_costs(
    tmp_path: Path, workbook: Callable[[Any], Path], planner: Callable[..., Any]
) -> None:
    """25,600 in a named cell and on the Summary; where it was not solved, that is said."""
    path = workbook(loss_of_a_location())
    planner("solve", path, "-o", tmp_path / "with.xlsx", "--quiet")
    book = openpyxl.load_workbook(tmp_path / "with.xlsx", data_only=True)
    ((sheet, cell),) = book.defined_names["cost_of_protection"].destinations
    assert (sheet, book[sheet][cell.replace("$", "")].value) == ("Audit", pytest.approx(25_600))
    labels = {row[0].value: row[3].value for row in book["Summary"].iter_rows()}
    assert labels["Protection against losing a place, present value, USD"] == pytest.approx(25_600)
    planner("solve", path, "-o", tmp_path / "without.xlsx", "--quiet", "--no-baselines")
    book = openpyxl.load_workbook(tmp_path / "without.xlsx", data_only=True)
    ((sheet, cell),) = book.defined_names["cost_of_protection"].destinations
    assert book[sheet][cell.replace("$", "")].value == "not solved"
    said = "What protection against the loss of a location costs was not solved"
    for name in ("Summary", "Audit"):
        assert any(str(row[0].value).startswith(said) for row in book[name].iter_rows())
