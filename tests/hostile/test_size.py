"""Long sheets: read in one pass, told in few lines. The time limits only catch a pass that went quadratic."""

from __future__ import annotations

import runpy
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from openpyxl.styles import Font

from planner.workbook import lines, plan_from_tables

_EXAMPLE = Path(__file__).parents[1] / "planner" / "workbook" / "example_tables.py"
ROWS = 20_000
Tables = dict[str, list[dict[str, Any]]]
pytestmark = pytest.mark.timeout(120)


@pytest.fixture
def long() -> Tables:
    """Demand of 500 services, a row each for 40 months."""
    tables: Tables = runpy.run_path(str(_EXAMPLE))["small"]()
    service, rate = tables["Workloads"][1], tables["ServingRates"][0]
    for number in range(ROWS // 40):
        tables["Workloads"].append(service | {"workload_id": f"s{number}"})
        tables["ServingRates"].append(rate | {"workload_id": f"s{number}"})
        for month in range(40):
            tables["Demand"].append({"workload_id": f"s{number}", "unit": "requests_per_s", "amount": 0.01,
                                     "from": f"{2025 + month // 12}-{1 + month % 12:02d}"})
    return tables


def test_a_long_sheet_is_a_plan(long: Tables) -> None:
    result = plan_from_tables(long)
    assert result.plan is not None
    assert len(result.plan.demand) == ROWS + 1


def test_a_wrong_column_is_one_line(long: Tables) -> None:
    for number, row in enumerate(long["Demand"]):
        row["workload_id"] = f"x{number}"
    told = [line for line in lines(plan_from_tables(long).findings) if "Demand!A" in line]
    assert len(told) == 1
    assert f"Demand!A5:A{ROWS + 5} (workload_id), {ROWS + 1} cells" in told[0]


def test_rows_that_follow_a_switched_off_row(long: Tables) -> None:
    for row in long["Workloads"][2:]:
        row["enabled"] = False
    result = plan_from_tables(long)
    assert result.plan is not None
    assert len(result.plan.demand) == 1


def test_scenarios_of_single_rows(long: Tables) -> None:
    long["Scenarios"] = [{"scenario_id": f"{i}", "sheet": "Workloads", "row_key": f"s{i % 500}", "value": "2",
                          "column": "runs", "change": "set"} for i in range(2000)]
    assert plan_from_tables(long).plan is not None


def test_a_bold_cell_in_the_last_row(read: Callable[..., object],
                                     with_openpyxl: Callable[[Callable[[Any], None]], bytes]) -> None:
    def change(book: Any) -> None:
        for sheet in ("Sites", "Demand", "Settings"):
            book[sheet].cell(1048576, 3).font = Font(bold=True)

    assert read(with_openpyxl(change)) == []
