"""Run folders: never shared, written whole, elsewhere when the report's place takes no files."""

from __future__ import annotations

import json
import re
import tempfile
from datetime import UTC, datetime
from pathlib import Path

import pytest

from planner.run.folder import make_run_folder, new_run_id, write_manifest

RUN = "20270131T095900Z-1f3c"


def test_run_id() -> None:
    run_id = new_run_id(datetime(2027, 1, 31, 9, 59, tzinfo=UTC))
    assert re.fullmatch(r"20270131T095900Z-[0-9a-f]{4}", run_id)


def test_two_runs_of_one_id_get_two_folders(tmp_path: Path) -> None:
    report = tmp_path / "plan.v2.xlsx"
    first, second = make_run_folder(report, RUN), make_run_folder(report, RUN)
    assert first == tmp_path / "plan.v2.run" / RUN
    assert second.parent == first.parent
    assert second != first
    assert second.name.startswith("20270131T095900Z-")


def test_a_place_that_takes_no_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    spare = tmp_path / "spare"
    spare.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(spare))
    (tmp_path / "report.run").write_text("a file where the folder should be")
    assert make_run_folder(tmp_path / "report.xlsx", RUN) == spare / "report.run" / RUN


def test_the_manifest_is_replaced_whole(tmp_path: Path) -> None:
    write_manifest(tmp_path, {"outcome": "running"})
    write_manifest(tmp_path, {"outcome": "optimal", "plan": "大模型"})
    assert json.loads((tmp_path / "manifest.json").read_text(encoding="utf-8"))["plan"] == "大模型"
    assert [path.name for path in tmp_path.iterdir()] == ["manifest.json"]
