"""The report of a large plan: decided by memory and counts, never by a clock."""

from __future__ import annotations

import cProfile
import importlib.util
import json
import pstats
import re
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import openpyxl

from planner.report import write_report

HERE = Path(__file__).resolve().parent
MEGABYTES = 700


def test_three_thousand_decisions_over_forty_periods(tmp_path: Path) -> None:
    """In a process of its own, whose peak memory is then that of the report."""
    path = tmp_path / "large.xlsx"
    done = subprocess.run(
        [sys.executable, str(HERE / "measure_size.py"), "215", str(path)],
        check=True,
        capture_output=True,
        text=True,
        env={"PYTHONPATH": str(HERE.parents[2]), "PATH": ""},
    )
    found = json.loads(done.stdout)
    assert found["decisions"] >= 3_000
    assert found["lines"] >= 2_500
    assert found["formulas"] >= 300_000
    assert found["megabytes"] <= MEGABYTES
    for text in _formulas(path):
        assert len(text) <= 8_192
        assert all(inside.count(",") < 255 for inside in re.findall(r"(?:MIN|MAX|SUM)\(([^()]*)\)", text))
    book = openpyxl.load_workbook(path, read_only=True, data_only=True)
    assert book["Cover"]["B3"].value == "OK"


def _formulas(path: Path) -> Iterator[str]:
    with zipfile.ZipFile(path) as parts:
        for name in parts.namelist():
            if name.startswith("xl/worksheets/sheet"):
                yield from re.findall(r"<f>([^<]*)</f>", parts.read(name).decode())


def _calls(maker: ModuleType, large: ModuleType, places: int, path: Path) -> int:
    """How often anything is called while the report is written: the work, whatever the machine."""
    result, books = large.large(maker, places, 8)
    plan = maker.plan(periods=8, period_months=3)
    with cProfile.Profile() as profile:
        write_report(path, result, plan, maker.meta(), origin=maker.origin(), books=books)
    return int(pstats.Stats(profile).total_calls)  # type: ignore[attr-defined]


def test_work_grows_with_the_plan_and_not_with_its_square(maker: ModuleType, tmp_path: Path) -> None:
    spec = importlib.util.spec_from_file_location("report_large", HERE / "large.py")
    assert spec is not None and spec.loader is not None
    large = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(large)
    _calls(maker, large, 10, tmp_path / "warm.xlsx")
    some = _calls(maker, large, 40, tmp_path / "some.xlsx")
    twice = _calls(maker, large, 80, tmp_path / "twice.xlsx")
    assert twice < 1.9 * some  # 1.85: part of the work is the same for every plan
