"""The command line, in this process or in one of its own."""

from __future__ import annotations

import runpy
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import click
import pytest

from planner.cli.main import main
from planner.workbook import write_workbook

PLANS = runpy.run_path(str(Path(__file__).with_name("plans.py")))
ENTRY = "from planner.cli.main import entry; entry()"


class Ended(NamedTuple):
    """How a command ended."""

    code: int
    out: str
    err: str


@pytest.fixture
def plans() -> dict[str, Any]:
    """Makers of input tables by name."""
    return PLANS


@pytest.fixture
def workbook(tmp_path: Path) -> Callable[[dict[str, Any]], Path]:
    """Writes tables to a workbook."""

    def write(tables: dict[str, Any]) -> Path:
        path = tmp_path / "plan.xlsx"
        write_workbook(path, tables, force=True)
        return path

    return write


@pytest.fixture
def planner(capsys: pytest.CaptureFixture[str]) -> Callable[..., Ended]:
    """Runs a command in this process."""

    def run(*args: object) -> Ended:
        try:
            code = main([str(arg) for arg in args], standalone_mode=False) or 0
        except click.ClickException as error:
            error.show()
            code = error.exit_code
        out, err = capsys.readouterr()
        return Ended(code, out, err)

    return run


@pytest.fixture
def command() -> list[str]:
    """The program for a process of its own; its arguments follow."""
    return [sys.executable, "-c", ENTRY]
