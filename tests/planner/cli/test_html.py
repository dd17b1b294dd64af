"""`planner solve --html`: the page beside the report."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest


def test_the_page_lies_beside_the_report(planner: Any, plans: Any, workbook: Any, tmp_path: Path) -> None:
    report = tmp_path / "out.xlsx"
    ended = planner("solve", workbook(plans["minimal"]()), "-o", report, "--html", "--no-baselines")
    assert ended.code == 0
    assert ended.out.splitlines()[-2:] == [
        f"Report: {report} (master status OK)", f"Page: {tmp_path / 'out.html'}"]
    page = (tmp_path / "out.html").read_text(encoding="utf-8")
    assert "The plan costs USD 968,636 (present value)." in page
    assert "<title>Minimal plan: Capacity plan: decision paper</title>" in page
    (folder,) = (tmp_path / "out.run").iterdir()
    manifest = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
    assert (manifest["report"], manifest["page"]) == ("out.xlsx", "out.html")


def test_without_the_option_there_is_none(planner: Any, plans: Any, workbook: Any, tmp_path: Path) -> None:
    source = workbook(plans["minimal"]())
    told = json.loads(planner("solve", source, "-o", tmp_path / "out.xlsx", "--json", "--no-baselines").out)
    assert told["page"] is None
    assert list(tmp_path.glob("*.html")) == []


def test_own_pages_are_replaced_others_are_not(
    planner: Any, plans: Any, workbook: Any, tmp_path: Path
) -> None:
    source, page = workbook(plans["minimal"]()), tmp_path / "out.html"
    command = ("solve", source, "-o", tmp_path / "out.xlsx", "--html", "--quiet", "--no-baselines")
    planner(*command)
    first = page.read_bytes()
    planner(*command)
    assert page.read_bytes() != first  # another run's number
    page.write_bytes(b"somebody's work")
    ended = planner(*command)
    assert page.read_bytes() == b"somebody's work"
    assert "out.html was not written by planner or was changed since: the page is out-2.html" in ended.err
    assert ended.out.splitlines()[-1] == f"Page: {tmp_path / 'out-2.html'}"
    planner(*command, "--force")
    assert page.read_bytes() != b"somebody's work"


def test_a_report_under_another_name_takes_its_page_along(
    planner: Any, plans: Any, workbook: Any, tmp_path: Path
) -> None:
    (tmp_path / "out.xlsx").write_bytes(b"somebody's work")
    source = workbook(plans["minimal"]())
    planner("solve", source, "-o", tmp_path / "out.xlsx", "--html", "--quiet", "--no-baselines")
    assert sorted(path.name for path in tmp_path.glob("out*.[xh]*")) == [
        "out-2.html", "out-2.xlsx", "out.xlsx"]


def test_the_report_stands_where_no_page_can_be_written(
    planner: Any, plans: Any, workbook: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("planner.report.html.write_page", full)
    source, report = workbook(plans["minimal"]()), tmp_path / "out.xlsx"
    ended = planner("solve", source, "-o", report, "--html", "--no-baselines")
    assert ended.code == 0 and report.is_file()
    assert "the page cannot be written (No space left on device)" in ended.err
    assert ended.out.splitlines()[-1] == f"Report: {report} (master status OK)"
