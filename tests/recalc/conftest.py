from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest

TESTS = Path(__file__).resolve().parents[1]


def _load(name: str, path: Path) -> ModuleType:
    """A helper module beside the tests (test folders are no packages)."""
    if name not in sys.modules:
        spec = importlib.util.spec_from_file_location(name, path)
        assert spec is not None and spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        sys.modules[name] = module
        spec.loader.exec_module(module)
    return sys.modules[name]


@pytest.fixture(scope="session")
def maker() -> ModuleType:
    """Plans made by hand."""
    return _load("report_maker", TESTS / "planner" / "report" / "maker.py")


@pytest.fixture(scope="session")
def office(tmp_path_factory: pytest.TempPathFactory):  # type: ignore[no-untyped-def]
    """LibreOffice with a profile of its own for this test process."""
    module = _load("report_office", TESTS / "recalc" / "office.py")
    if module.command() is None:
        pytest.skip("LibreOffice Calc (soffice) is not installed")
    return module.Office(tmp_path_factory.mktemp("office"))
