"""Measure the report of a large plan by hand: `python tests/planner/report/measure_size.py PLACES FILE`.

Prints decisions, cost lines, formulas, processor seconds and peak memory of writing as one line of JSON; with
a third argument, also those of LibreOffice opening, recalculating and saving it.
"""

from __future__ import annotations

import importlib.util
import json
import re
import resource
import sys
import tempfile
import time
import zipfile
from pathlib import Path
from types import ModuleType

HERE = Path(__file__).resolve().parent
PERIODS = 40


def _module(path: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[path.stem] = module
    spec.loader.exec_module(module)
    return module


def _formulas(path: Path) -> int:
    with zipfile.ZipFile(path) as parts:
        sheets = [name for name in parts.namelist() if re.fullmatch(r"xl/worksheets/sheet\d+\.xml", name)]
        return sum(parts.read(name).count(b"<f>") for name in sheets)


def measure(places: int, path: Path) -> dict[str, float]:
    """Write the report of so many places over 40 quarters; processor seconds, and peak megabytes in all."""
    from planner.report import write_report

    maker, large = _module(HERE / "maker.py"), _module(HERE / "large.py")
    result, books = large.large(maker, places, PERIODS)
    plan = maker.plan(periods=PERIODS, period_months=3)
    began = time.process_time()
    write_report(path, result, plan, maker.meta(), origin=maker.origin(), books=books)
    seconds = time.process_time() - began
    return {
        "decisions": len(result.activities),
        "lines": len(result.lines),
        "periods": PERIODS,
        "formulas": _formulas(path),
        "seconds": round(seconds, 1),
        "megabytes": round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024),
    }


def recalculation(path: Path) -> dict[str, float]:
    """Processor seconds and peak megabytes of LibreOffice."""
    office = _module(HERE.parents[1] / "recalc" / "office.py")
    with tempfile.TemporaryDirectory() as folder:
        office.Office(Path(folder)).recalculate(path)
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return {
        "recalculation_seconds": round(used.ru_utime + used.ru_stime, 1),
        "recalculation_megabytes": round(used.ru_maxrss / 1024),
    }


if __name__ == "__main__":
    target = Path(sys.argv[2])
    found = measure(int(sys.argv[1]), target)
    print(json.dumps(found | (recalculation(target) if len(sys.argv) > 3 else {})))
