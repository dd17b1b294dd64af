from __future__ import annotations

import os
from pathlib import Path

import pytest

from planner.report.safe_write import file_sha256, record_report, recorded_hashes, write_safely


def _writer(text: str):  # type: ignore[no-untyped-def]
    return lambda path: path.write_text(text, encoding="utf-8")


def _write(path: Path, text: str = "new") -> tuple[Path, list[str]]:
    told: list[str] = []
    return write_safely(path, _writer(text), told.append), told


def test_new_file(tmp_path: Path) -> None:
    placed, told = _write(tmp_path / "report.xlsx")
    assert placed == tmp_path / "report.xlsx" and told == []
    assert sorted(p.name for p in tmp_path.iterdir()) == ["report.xlsx"]


def test_own_report_is_replaced(tmp_path: Path) -> None:
    target, _ = _write(tmp_path / "report.xlsx", "old")
    run = tmp_path / "report.run" / "20270101T000000Z-0001"
    run.mkdir(parents=True)
    record_report(run, target)
    assert recorded_hashes(target) == {file_sha256(target)}
    placed, told = _write(target)
    assert placed == target and told == [] and target.read_text() == "new"


def test_a_report_changed_by_hand_is_kept(tmp_path: Path) -> None:
    target, _ = _write(tmp_path / "report.xlsx", "old")
    run = tmp_path / "report.run" / "20270101T000000Z-0001"
    run.mkdir(parents=True)
    record_report(run, target)
    target.write_text("edited by hand")
    placed, told = _write(target)
    assert placed.name == "report-2.xlsx" and target.read_text() == "edited by hand"
    assert told == [
        "report.xlsx was not written by planner or was changed since: the report is report-2.xlsx"
    ]
    assert _write(target)[0].name == "report-3.xlsx"


@pytest.mark.parametrize("lock", ["~$report.xlsx", ".~lock.report.xlsx#"])
def test_open_in_a_spreadsheet(tmp_path: Path, lock: str) -> None:
    target, _ = _write(tmp_path / "report.xlsx", "old")
    (tmp_path / lock).touch()
    placed, told = _write(target)
    assert placed.name == "report-2.xlsx" and "is open elsewhere" in told[0]


def test_a_target_that_cannot_be_replaced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    replace = Path.replace

    def refuse(self: Path, target: Path) -> Path:
        if target.name == "report.xlsx":
            raise PermissionError("sharing violation")
        return replace(self, target)

    monkeypatch.setattr(Path, "replace", refuse)
    placed, told = _write(tmp_path / "report.xlsx")
    assert placed.name == "report-2.xlsx" and "open elsewhere" in told[0]


def test_folder_not_there_or_not_writable(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    elsewhere = tmp_path / "cwd"
    elsewhere.mkdir()
    monkeypatch.chdir(elsewhere)
    placed, told = _write(tmp_path / "no such folder" / "report.xlsx")
    assert placed == elsewhere / "report.xlsx"
    assert len(told) == 1 and str(placed) in told[0]


def test_disk_full_while_writing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    elsewhere = tmp_path / "cwd"
    elsewhere.mkdir()
    monkeypatch.chdir(elsewhere)
    full = tmp_path / "full"
    full.mkdir()

    def build(path: Path) -> None:
        path.write_text("half")
        if path.parent == full:
            raise OSError(28, "No space left on device")

    told: list[str] = []
    placed = write_safely(full / "report.xlsx", build, told.append)
    assert placed == elsewhere / "report.xlsx" and "No space left" in told[0]
    assert list(full.iterdir()) == []


def test_a_failing_build_leaves_nothing(tmp_path: Path) -> None:
    def build(path: Path) -> None:
        path.write_text("half")
        raise ValueError("bug")

    with pytest.raises(ValueError, match="bug"):
        write_safely(tmp_path / "report.xlsx", build, print)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(os.name == "nt", reason="no umask there")
def test_usual_rights(tmp_path: Path) -> None:
    placed, _ = _write(tmp_path / "report.xlsx")
    mask = os.umask(0)
    os.umask(mask)
    assert placed.stat().st_mode & 0o777 == 0o666 & ~mask
