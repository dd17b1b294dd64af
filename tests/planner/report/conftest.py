from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest


@pytest.fixture(scope="session")
def maker() -> ModuleType:
    """Plans made by hand (test folders are no packages, so the module is loaded by its path)."""
    name = "report_maker"
    if name not in sys.modules:
        spec = importlib.util.spec_from_file_location(name, Path(__file__).with_name("maker.py"))
        assert spec is not None and spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        sys.modules[name] = module
        spec.loader.exec_module(module)
    return sys.modules[name]


@pytest.fixture(scope="session")
def report(maker: ModuleType, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A report of the plan that has every shape of cost line."""
    from planner.report import write_report

    path = tmp_path_factory.mktemp("report") / "report.xlsx"
    made = maker.result()
    return write_report(
        path,
        made,
        maker.plan(),
        maker.meta(),
        origin=maker.origin(),
        books=maker.books(made),
        baselines=maker.baselines(made),
    )
