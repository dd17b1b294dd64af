"""The report of example.xlsx in a spreadsheet: formulas do not depend on the gap, so an early plan serves."""

from __future__ import annotations

import threading
from pathlib import Path

import openpyxl
import pytest

from planner.run.options import Overrides
from planner.run.outcome import ExitCode
from planner.run.pipeline import new_run, run_plan
from planner.run.request import Listener, Request
from tests.recalc.compare import STATUS, differing, formulas

pytestmark = [pytest.mark.office, pytest.mark.timeout(900)]
EXAMPLE = Path(__file__).parents[2] / "inputs" / "example.xlsx"
EARLY = Overrides(mip_gap=0.5, time_limit_s=800.0)


def test_the_example_holds_in_a_spreadsheet(office, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    run = new_run()
    request = Request(EXAMPLE, tmp_path / "report.xlsx", EARLY, baselines=False)
    run_plan(run, request, Listener(), threading.Event())
    assert run.code in (ExitCode.OK, ExitCode.BUDGET_BREACH)  # an early plan may be dearer than a budget
    assert run.report is not None
    (made,) = office.recalculate(run.report)
    assert len(list(formulas(run.report))) > 10_000
    assert differing(run.report, made) == []
    assert openpyxl.load_workbook(made, data_only=True)[STATUS[0]][STATUS[1]].value == "OK"
