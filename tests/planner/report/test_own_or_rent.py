from __future__ import annotations

import dataclasses
import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import openpyxl
import pytest

from models.costing.lines import cost_lines
from models.sizing import size
from planner.report import write_report
from planner.report.own_options import own_options

KNOWN = Path(__file__).resolve().parents[2] / "known"


def _known(name: str) -> ModuleType:
    """A module of hand-made plans (test folders are no packages)."""
    sys.path.insert(0, str(KNOWN))
    try:
        spec = importlib.util.spec_from_file_location(f"known_{name}", KNOWN / f"{name}.py")
        assert spec is not None and spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
    finally:
        sys.path.remove(str(KNOWN))
    return module


def test_case_l1_break_even_of_an_own_server(maker: ModuleType, tmp_path: Path) -> None:
    """Lenovo LP2225: 8,556 h on demand (11.9 months of 720 h), 10,890 h and 15,708 h against commitments."""
    plan = _known("solving").plan_of(_known("published_plans").own_or_rent(36, commitments=True))
    sizing = size(plan)
    options = own_options(sizing, cost_lines(plan, sizing))
    (option,) = options
    assert 8 * option.upfront == pytest.approx(833_806, rel=1e-12)
    assert 8 * option.running == pytest.approx(0.87, rel=1e-9)
    made = maker.result(period_months=1, periods=36, term_months=36)
    hours = dataclasses.replace(made.calendar, hours_per_period=720.0)
    books = dataclasses.replace(maker.books(made), options=options)
    path = write_report(
        tmp_path / "l1.xlsx",
        dataclasses.replace(made, calendar=hours),
        maker.plan(),
        maker.meta(),
        origin={},
        books=books,
    )
    sheet = openpyxl.load_workbook(path, data_only=True)["BuyVsCloud"]
    rows = {row[2].value: row for row in sheet.iter_rows() if str(row[2].value).startswith("P5-")}
    assert {name: int(row[8].value) for name, row in rows.items()} == {
        "P5-OD": 8_556,
        "P5-1Y": 10_890,
        "P5-3Y": 15_708,
    }
    assert rows["P5-OD"][9].value == pytest.approx(11.9, abs=0.05)
    assert rows["P5-OD"][10].value == pytest.approx(8_556.244 / 43_200, rel=1e-6)
