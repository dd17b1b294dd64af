"""`planner solve`: results, files, options and their origin."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import openpyxl
import pytest

Tables = dict[str, Any]
COST = 968_636.37  # worked by hand in the docs of the minimal plan


def test_the_plan_is_told_and_reported(planner: Any, plans: Any, workbook: Any, tmp_path: Path) -> None:
    report = tmp_path / "out.xlsx"
    ended = planner("solve", workbook(plans["minimal"]()), "-o", report)
    assert ended.code == 0
    assert ended.err == ""
    lines = ended.out.splitlines()
    assert lines[0] == "Minimal plan: the plan costs USD 968,636 (present value)."
    assert lines[1] == "Gap 0 %: no plan costs less, to the accuracy of the solver."
    assert lines[4] == "Order 5 H100X8 systems for dallas by 2027-01, in service 2027-H2: USD 1.2 M."
    assert lines[-1] == f"Report: {report} (master status OK)"
    assert len([line for line in lines[4:-2] if line]) == 3
    assert openpyxl.load_workbook(report)["Cover"]["A1"].value == "Minimal plan"


def test_json_is_one_object(planner: Any, plans: Any, workbook: Any, tmp_path: Path) -> None:
    source, report = workbook(plans["minimal"]()), tmp_path / "out.xlsx"
    ended = planner("solve", source, "-o", report, "--json", "--mip-gap", "0", "--seed", "7")
    told = json.loads(ended.out)
    assert told["exit_code"] == 0
    assert told["outcome"] == "optimal"
    assert told["cost"] == pytest.approx(COST, abs=0.01)
    assert told["gap"] == 0
    assert told["master_status"] == "OK"
    assert {o["name"]: (o["value"], o["origin"]) for o in told["options"]} == {
        "mip_gap": ("0", "command line"), "time_limit_s": ("60", "Settings!B27"), "threads": ("1", "default"),
        "random_seed": ("7", "command line"),
    }
    assert told["actions"][0]["item"].startswith("H100X8")
    assert told["actions"][0]["quantity"] == 5


def test_the_run_folder_holds_input_manifest_and_log(
    planner: Any, plans: Any, workbook: Any, tmp_path: Path
) -> None:
    source, report = workbook(plans["minimal"]()), tmp_path / "out.xlsx"
    planner("solve", source, "-o", report)
    (folder,) = (tmp_path / "out.run").iterdir()
    assert sorted(path.name for path in folder.iterdir()) == [
        "input.xlsx", "manifest.json", "report.json", "run.log", "solver.log"]
    assert (folder / "input.xlsx").read_bytes() == source.read_bytes()
    manifest = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
    assert manifest["outcome"] == "optimal"
    assert manifest["cost"] == pytest.approx(COST, abs=0.01)
    assert list(manifest["timings_s"]) == [
            "read", "check", "build", "solve", "verify", "baselines", "report"]


def test_own_reports_are_replaced_others_are_not(
    planner: Any, plans: Any, workbook: Any, tmp_path: Path
) -> None:
    source, report = workbook(plans["minimal"]()), tmp_path / "out.xlsx"
    planner("solve", source, "-o", report, "--quiet")
    planner("solve", source, "-o", report, "--quiet")
    assert not (tmp_path / "out-2.xlsx").exists()
    report.write_bytes(b"somebody's work")
    ended = planner("solve", source, "-o", report, "--quiet")
    assert report.read_bytes() == b"somebody's work"
    assert str(tmp_path / "out-2.xlsx") in ended.out
    planner("solve", source, "-o", report, "--quiet", "--force")
    assert report.read_bytes() != b"somebody's work"


@pytest.mark.parametrize(("options", "said"), [
    (("--mip-gap", "2"), "mip_gap is 2.0"),
    (("--time-limit", "-1"), "time_limit_s is -1.0"),
    (("--threads", "-3"), "threads is -3"),
    (("-o", "report.pdf"), "report.pdf"),
    (("--mip-gap", "small"), "small"),
])
def test_bad_options_exit_2(
    planner: Any, plans: Any, workbook: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
    options: tuple[str, ...], said: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    ended = planner("solve", workbook(plans["minimal"]()), *options)
    assert ended.code == 2
    assert said in ended.err
    assert "Traceback" not in ended.err


def test_the_input_is_never_the_report(planner: Any, plans: Any, workbook: Any) -> None:
    source = workbook(plans["minimal"]())
    before = source.read_bytes()
    assert planner("solve", source, "-o", source, "--force").code == 2
    assert source.read_bytes() == before


def test_a_fault_of_ours_is_one_line_and_a_log(
    planner: Any, plans: Any, workbook: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object, **__: object) -> None:
        raise ZeroDivisionError("by design")

    monkeypatch.setattr("models.program.build.build", broken)
    ended = planner("solve", workbook(plans["minimal"]()), "-o", tmp_path / "out.xlsx")
    assert ended.code == 1
    (folder,) = (tmp_path / "out.run").iterdir()
    assert ended.err.splitlines() == [
        f"Error: internal error: ZeroDivisionError: by design (log: {folder / 'run.log'})"]
    assert "Traceback" in (folder / "run.log").read_text(encoding="utf-8")
    assert not (tmp_path / "out.xlsx").exists()


def test_a_plan_that_does_not_add_up_is_never_reported(
    planner: Any, plans: Any, workbook: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("planner.run.recheck.net_present_value", lambda *_: 1.0)
    ended = planner("solve", workbook(plans["minimal"]()), "-o", tmp_path / "out.xlsx")
    assert ended.code == 1
    assert "the cash flows are worth 1.00 today, the objective is 968,636.37" in ended.err
    assert not (tmp_path / "out.xlsx").exists()


Change = Callable[[Tables], None]


def _typo(tables: Tables) -> None:
    tables["SiteCooling"][0]["site_id"] = "dalas"


def _no_price(tables: Tables) -> None:
    del tables["Systems"][0]["price_per_system"]


def _eight(tables: Tables) -> None:
    tables["Settings"][0]["discount_rate"] = 8


@pytest.mark.parametrize(("change", "said"), [
    (_typo, ('"dalas"', "SiteCooling!", "did you mean dallas")),
    (_no_price, ("Systems!", "price_per_system", "blank")),
    (_eight, ("Settings!B10", "discount_rate", "8 ", "at most 1")),
])
def test_bad_cells_exit_2_with_the_cell(
    planner: Any, plans: Any, workbook: Any, tmp_path: Path, change: Change, said: tuple[str, ...]
) -> None:
    tables = plans["minimal"]()
    change(tables)
    ended = planner("solve", workbook(tables), "-o", tmp_path / "out.xlsx")
    assert ended.code == 2
    errors = [line for line in ended.err.splitlines() if line.startswith("ERROR")]
    assert len(errors) == 1
    assert all(words in errors[0] for words in said)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["plan.xlsx"]


def test_a_deadline_before_any_capacity(planner: Any, plans: Any, workbook: Any, tmp_path: Path) -> None:
    tables = plans["minimal"]()
    tables["CloudOffers"] = []
    tables["Systems"][0]["lead_months"] = 11
    tables["Workloads"][0]["end"] = "2027-06"
    ended = planner("solve", workbook(tables), "-o", tmp_path / "out.xlsx")
    assert ended.code in (2, 3)
    (error,) = [line for line in ended.err.splitlines() if line.startswith("ERROR")]
    assert "Workloads!E5" in error
    assert "2027-06" in error
    assert "2028-01" in error


def test_a_workbook_that_is_not_there(planner: Any, tmp_path: Path) -> None:
    ended = planner("solve", tmp_path / "none.xlsx", "-o", tmp_path / "out.xlsx")
    assert ended.code == 2
    assert "none.xlsx" in ended.err


def test_reserved_limit_too_small_is_named(planner: Any, plans: Any, workbook: Any, tmp_path: Path) -> None:
    ended = planner("solve", workbook(plans["reserved_only"]((30, 32, 30, 30), 1)), "-o", tmp_path / "o.xlsx")
    assert ended.code == 3
    (error,) = [line for line in ended.err.splitlines() if line.startswith("ERROR")]
    said = ("Demand!C6", "needs at least 32", "2027-02", "at most 1", "31 too few", "RESERVED",
            "CloudOffers!")
    for words in said:
        assert words in error
    assert not (tmp_path / "o.xlsx").exists()


def test_reserved_limit_large_enough(planner: Any, plans: Any, workbook: Any, tmp_path: Path) -> None:
    source = workbook(plans["reserved_only"]((30, 32, 30, 30), 32))
    ended = planner("solve", source, "-o", tmp_path / "o.xlsx", "--json")
    assert ended.code == 0
    first = json.loads(ended.out)["actions"][0]
    assert first["sentence"].startswith("Sign 30 blocks of RESERVED at Cloud:us by 2027-01, ")


def test_infeasible_by_the_solver_names_the_demand(
    planner: Any, plans: Any, workbook: Any, tmp_path: Path
) -> None:
    tables = plans["minimal"]()
    tables["CloudOffers"] = []
    tables["Workloads"] = [{
        "workload_id": "web", "kind": "continuous", "project": "shop", "start": "2027-07", "end": "2028-12",
        "precision": "bf16", "mfu": 0.4, "max_utilisation": 1}]
    tables["Demand"] = [
        {"workload_id": "web", "from": "2027-07", "amount": 320, "unit": "accelerators_of:H100X8"}]
    ended = planner("solve", workbook(tables), "-o", tmp_path / "out.xlsx")
    assert ended.code == 3
    (error,) = [line for line in ended.err.splitlines() if line.startswith("ERROR")]
    assert error.startswith("ERROR Demand!C5 (amount): 20.0% of the demand of web in 2027-H2")
    assert ended.out == "No plan can meet all demands and limits: see the errors above.\n"


def test_the_last_approved_plan_is_superseded(
    planner: Any, plans: Any, workbook: Any, tmp_path: Path
) -> None:
    source, approved, report = workbook(plans["minimal"]()), tmp_path / "approved.xlsx", tmp_path / "out.xlsx"
    assert planner("solve", source, "-o", approved, "--no-baselines").code == 0
    ended = planner("solve", source, "-o", report, "--no-baselines", "--previous", approved)
    assert (ended.code, ended.err) == (0, "")
    before, after = (openpyxl.load_workbook(path, data_only=True) for path in (approved, report))
    run = next(row[1].value for row in before["Cover"].iter_rows() if row[0].value == "Run")
    facts = {row[0].value: row[1].value for row in after["Cover"].iter_rows()}
    assert facts["Plan version"] == f"2; supersedes Minimal plan, version 1, run {run}"
    assert facts["Master status"] == "OK"
    total = "Cost, present value, with unmet work"
    steps = next(row for row in after["Bridge"].iter_rows() if row[0].value == total)
    assert steps[1].value == pytest.approx(COST, abs=0.01)
    assert [cell.value for cell in steps[2:7]] == pytest.approx([0.0] * 5, abs=1e-6)


def test_a_previous_report_that_does_not_fit_is_told_before_the_search(
    planner: Any, plans: Any, workbook: Any, tmp_path: Path
) -> None:
    source, approved = workbook(plans["minimal"]()), tmp_path / "approved.xlsx"
    assert planner("solve", source, "-o", approved, "--no-baselines").code == 0
    book = openpyxl.load_workbook(approved, data_only=True)
    book["Cover"]["B3"] = "RE-PRICED"
    book.save(tmp_path / "edited.xlsx")
    for previous, words in (
        (tmp_path / "edited.xlsx", "edited.xlsx: Cover!B3 reads RE-PRICED"),
        (source, "plan.xlsx is no report of planner"),
        (tmp_path / "absent.xlsx", "absent.xlsx: there is no file"),
    ):
        ended = planner("solve", source, "-o", tmp_path / "out.xlsx", "--previous", previous)
        assert ended.code == 2
        assert ended.err.splitlines()[-1].startswith(f"Error: --previous: {words}")
        assert not (tmp_path / "out.xlsx").exists()
    ended = planner("solve", source, "-o", approved, "--previous", approved)
    assert ended.code == 2
    assert "is the last approved plan; the report needs another name" in ended.err
