"""Skips: tests of LibreOffice and of Chromium skip where it is missing; any skip is a failure under CI."""

from __future__ import annotations

import os
import shutil
from collections.abc import Generator

import pytest

SKIP_IS_FAILURE = bool(os.environ.get("CI"))
"""A check that did not run proves nothing: continuous integration must run them all."""


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Skips tests marked `office` or `browser` where LibreOffice or Chromium is not installed."""
    if item.get_closest_marker("office") and not (shutil.which("soffice") or shutil.which("libreoffice")):
        pytest.skip("LibreOffice Calc is not installed")
    if item.get_closest_marker("browser") and not shutil.which("chromium"):
        pytest.skip("Chromium is not installed")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Turns a skipped test into a failed one; an expected failure stays what it is."""
    report = yield
    if SKIP_IS_FAILURE and report.skipped and not hasattr(report, "wasxfail"):
        report.outcome = "failed"
        report.longrepr = f"skipped, which is a failure here: {_reason(report.longrepr)}"
    return report


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report() -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    """The same for files that skip themselves while they are collected."""
    report = yield
    if SKIP_IS_FAILURE and report.skipped:
        report.outcome = "failed"
        report.longrepr = f"skipped, which is a failure here: {_reason(report.longrepr)}"
    return report


def _reason(longrepr: object) -> str:
    return str(longrepr[2]) if isinstance(longrepr, tuple) else str(longrepr)
