"""Commands in Chinese: help, summary, reasons, and whose wish for a language goes first."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path
from typing import Any

import pytest

from planner.messages import language, speaking

CHINESE = re.compile(r"[\u4e00-\u9fff]")
OWN_NAMES = re.compile(r"Minimal plan|report\.xlsx|\S*/\S*")


@pytest.mark.parametrize("arguments", [["--help"], ["solve", "--help"], ["check", "-h"], ["template", "-h"]])
def test_help_of_every_command(command: list[str], arguments: list[str]) -> None:
    ended = subprocess.run(
        [*command, *arguments], capture_output=True, text=True, check=True, timeout=60,
        env={"PLANNER_LANG": "zh_CN.UTF-8", "PYTHONPATH": ".", "PYTHONIOENCODING": "utf-8"})
    words = [line for line in ended.stdout.splitlines() if re.search("[a-z]{3} [a-z]{2}", line)]
    assert [line for line in words if not CHINESE.search(line)] == []
    assert ended.stdout.startswith("用法：")


def test_the_option_speaks_in_usage_errors_too(command: list[str]) -> None:
    ended = subprocess.run(
        [*command, "solve", "in.xlsx", "--lang=zh", "--mip-gap", "x"], capture_output=True, text=True,
        timeout=60, env={"PYTHONPATH": ".", "PYTHONIOENCODING": "utf-8"})
    assert ended.returncode == 2
    assert ended.stderr.endswith("错误：'--mip-gap' 的值无效：'x' 不是有效的 float。\n")


def test_the_summary(planner: Any, plans: Any, workbook: Any, tmp_path: Path) -> None:
    report = tmp_path / "report.xlsx"
    ended = planner("solve", workbook(plans["minimal"]()), "-o", report, "--no-baselines", "--lang", "zh")
    assert ended.out == (
        "Minimal plan：方案成本 USD 968,636（现值）。\n"
        "差距 0 %：在求解器精度内，没有成本更低的方案。\n"
        "已证明：任何方案的成本都不低于下界 USD 968,636，差距在要求的 0.5 % 以内。\n\n"
        "为 dallas 订购 5 套 H100X8 系统，最迟 2027-01 下单，2027-H2 投运：USD 1.2 百万。\n"
        "为 dallas 订购 1 个扩展单元（ONE-SWITCH，用于 H100X8），最迟 2027-01 下单，"
        "2027-H2 投运：USD 105,400。\n"
        "2027-07 在 dallas 用 40 块加速器启动 train-8b，历时 521 天：500,000 加速器小时。\n\n"
        f"报告：{report}（总状态 OK）\n")
    assert language() == "en"


@pytest.mark.parametrize(("option", "variable", "setting", "expected"), [
    ("en", "zh", "zh", "en"), ("zh", "en", "en", "zh"), (None, "zh", "en", "zh"), (None, "en", "zh", "en"),
    (None, "", "zh", "zh"), (None, "", "en", "en"), (None, "fr", "zh", "zh"),
])
def test_option_before_environment_before_settings(
    planner: Any, plans: Any, workbook: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
    option: str | None, variable: str, setting: str, expected: str,
) -> None:
    tables = plans["reserved_only"]((10,), 8)
    tables["Settings"][0]["language"] = setting
    monkeypatch.setenv("PLANNER_LANG", variable)
    with speaking("en"):
        ended = planner("solve", workbook(tables), "-o", tmp_path / "r.xlsx",
                        *(["--lang", option] if option else []))
    assert ended.code == 3
    assert ended.out.strip() == {
        "en": "No plan can meet all demands and limits: see the errors above.",
        "zh": "没有方案能满足全部需求和限制：见上方的错误。"}[expected]
    assert bool(CHINESE.search(ended.err)) is (expected == "zh")


def test_reasons_of_the_pre_checks(planner: Any, plans: Any, workbook: Any, tmp_path: Path) -> None:
    tables = plans["minimal"]()
    tables["Workloads"][0]["max_run_days"] = 1
    tables["Sites"][0]["usable_mw"] = 0.05
    ended = planner("solve", workbook(tables), "-o", tmp_path / "r.xlsx", "--lang", "zh")
    assert ended.code == 3
    assert "没有系统或报价可以运行 train-8b" in ended.err
    assert "一次运行也需" in ended.err
    assert not re.search("[a-z]{3} [a-z]{2}", OWN_NAMES.sub("", ended.err))


def test_reasons_of_the_solver(planner: Any, plans: Any, workbook: Any, tmp_path: Path) -> None:
    tables = plans["reserved_only"]((6, 6), 100)
    tables["Settings"][0]["language"] = "zh"
    tables["Limits"] = [{"kind": "supply", "period": "all", "amount": 0}]
    tables["Overrides"] = [{"decision": "commit", "item": "RESERVED", "period": "all", "max": 5}]
    ended = planner("solve", workbook(tables), "-o", tmp_path / "r.xlsx")
    assert ended.code == 3
    assert "RESERVED：签订的预留用量单元" in ended.err
    assert not re.search("[a-z]{3} [a-z]{2}", ended.err)
