"""The marked copy: values as read, faulty cells coloured and commented, nobody's file touched."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import openpyxl
import pytest
from click.testing import CliRunner, Result

from planner.cli.check import check
from planner.workbook import plan_from_tables, read_workbook, write_workbook
from planner.workbook.marked import COLOURS

Tables = dict[str, list[dict[str, Any]]]


def run(*arguments: object) -> Result:
    return CliRunner().invoke(check, [str(a) for a in arguments])


@pytest.fixture
def bad(tables: Tables, tmp_path: Path) -> Path:
    tables["Sites"][0]["usable_mw"] = "1.000"
    tables["Sites"][0]["mw_basis"] = "IT"
    tables["Demand"][0]["unit"] = None
    path = tmp_path / "bad.xlsx"
    write_workbook(path, tables)
    return path


def test_faulty_cells_are_coloured_and_commented(bad: Path, tmp_path: Path) -> None:
    before = bad.read_bytes()
    outcome = run(bad, "--marked", tmp_path / "issues.xlsx")
    assert outcome.exit_code == 2
    assert bad.read_bytes() == before
    book = openpyxl.load_workbook(tmp_path / "issues.xlsx")
    for cell, severity in (("Sites!D5", "error"), ("Sites!E5", "repair"), ("Demand!D5", "error")):
        sheet, _, place = cell.partition("!")
        marked = book[sheet][place]
        assert marked.fill.start_color.rgb == COLOURS[severity].replace("#", "FF")  # type: ignore[index]
        assert marked.comment is not None
    assert book["Sites"]["D5"].comment.text == (
        'ERROR: "1.000" is text that can be read as 1000 or as 1\n'
        "Expected: a number at least 0 and at most 10,000 [MW (see mw_basis)]\nFix: type the number")
    assert book["Sites"]["C5"].comment is None
    listed = [[c.value for c in row[:3]] for row in book["planner findings"].iter_rows(min_row=2)]
    assert listed == [["ERROR", "Sites!D5", "usable_mw"], ["REPAIR", "Sites!E5", "mw_basis"],
                      ["ERROR", "Demand!D5", "unit"]]


def test_the_copy_reads_like_the_file(bad: Path, tables: Tables, tmp_path: Path) -> None:
    run(bad, "--marked", tmp_path / "issues.xlsx")
    assert read_workbook(tmp_path / "issues.xlsx").findings == read_workbook(bad).findings
    tables["Workloads"][0]["note"] = "=1+1"
    write_workbook(tmp_path / "good.xlsx", tables)
    run(tmp_path / "good.xlsx", "--marked", tmp_path / "copy.xlsx")
    assert read_workbook(tmp_path / "copy.xlsx").plan == plan_from_tables(tables).plan


def test_errors_stay_errors_and_uncalculated_formulas_are_blank(bad: Path, tmp_path: Path) -> None:
    book = openpyxl.load_workbook(bad)
    book["Sites"]["D5"], book["Sites"]["E5"] = "#REF!", "=1+1"
    book.save(bad)
    run(bad, "--marked", tmp_path / "issues.xlsx")
    codes = [(f.code, f.place) for f in read_workbook(tmp_path / "issues.xlsx").findings]
    assert codes[:2] == [("cell.error", "Sites!D5"), ("cell.blank", "Sites!E5")]
    comment = openpyxl.load_workbook(tmp_path / "issues.xlsx")["Sites"]["E5"].comment
    assert comment is not None
    assert "no spreadsheet program has calculated" in comment.text


def test_a_marked_copy_may_be_replaced_another_file_not(bad: Path, tmp_path: Path) -> None:
    issues = tmp_path / "issues.xlsx"
    assert run(bad, "--marked", issues).exit_code == 2
    assert "marked copy: " in run(bad, "--marked", issues).stderr
    other = tmp_path / "other.xlsx"
    other.write_text("mine")
    for target in (other, bad):
        before = target.read_bytes()
        outcome = run(bad, "--marked", target)
        assert outcome.exit_code == 2
        assert "is not a marked copy; choose another name" in outcome.stderr
        assert target.read_bytes() == before
    assert "must end in .xlsx" in run(bad, "--marked", tmp_path / "issues.csv").stderr


def test_a_copy_held_open_gets_another_name(
    bad: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    issues = tmp_path / "issues.xlsx"
    run(bad, "--marked", issues)
    replace = Path.replace

    def refuse(source: Path, target: Path) -> Path:
        if target == issues:
            raise PermissionError(13, "Permission denied")
        return replace(source, target)

    monkeypatch.setattr(Path, "replace", refuse)
    assert f"marked copy: {tmp_path / 'issues-2.xlsx'}" in run(bad, "--marked", issues).stderr
    assert sorted(p.name for p in tmp_path.iterdir()) == ["bad.xlsx", "issues-2.xlsx", "issues.xlsx"]


def test_a_full_disk_is_one_sentence(bad: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_source: Path, _target: Path) -> Path:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", full)
    outcome = run(bad, "--marked", tmp_path / "issues.xlsx")
    assert outcome.exit_code == 2
    assert "cannot be written (No space left on device)" in outcome.stderr
    assert [p.name for p in tmp_path.iterdir()] == ["bad.xlsx"]


def test_a_file_that_cannot_be_read_has_no_copy(tmp_path: Path) -> None:
    (tmp_path / "in.xlsx").write_bytes(b"")
    outcome = run(tmp_path / "in.xlsx", "--marked", tmp_path / "issues.xlsx")
    assert outcome.exit_code == 2
    assert outcome.stderr.endswith("There is no marked copy: the file itself cannot be read.\n")
    assert not (tmp_path / "issues.xlsx").exists()


def test_demand_that_nothing_can_meet_exits_3(tables: Tables, tmp_path: Path) -> None:
    tables["Demand"][0]["amount"] = 1e7
    write_workbook(tmp_path / "in.xlsx", tables)
    outcome = run(tmp_path / "in.xlsx")
    assert outcome.exit_code == 3
    assert "ERROR Demand!" in outcome.stderr
