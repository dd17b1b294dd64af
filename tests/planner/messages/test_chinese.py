"""Simplified Chinese: findings, commands, template, headers, values."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import openpyxl
import pytest
from click.testing import CliRunner

from planner.cli.check import check
from planner.cli.template import template
from planner.messages import speaking, term
from planner.workbook import lines, plan_from_tables, read_workbook, write_workbook
from planner.workbook.schema import BY_NAME

Tables = dict[str, list[dict[str, Any]]]


def test_findings(tables: Tables) -> None:
    tables["Sites"][0]["usable_mw"] = "1.000"
    tables["Demand"][0]["workload_id"] = "chta"
    findings = plan_from_tables(tables).findings
    with speaking("zh"):
        told = lines(findings)
    assert told == [
        '错误 Sites!D5 (usable_mw): "1.000" 是文本，可读作 1000 或 1；'
        "应为 不小于 0 且不超过 10,000 的数字 [MW（见 mw_basis）]；处理：输入数字",
        '错误 Demand!A5 (workload_id): "chta" 不在 Workloads 上；是否想写 chat？；'
        "应为 Workloads 上有的名称；处理：更正名称，在那里添加该行，或停用本行",
    ]


def test_a_chinese_workbook_reads_like_an_english_one(tables: Tables, tmp_path: Path) -> None:
    path = tmp_path / "in.xlsx"
    tables["Sites"][0]["enabled"] = True
    with speaking("zh"):
        write_workbook(path, tables)
    result = read_workbook(path)
    assert result.findings == ()
    assert result.plan == plan_from_tables(tables).plan
    book = openpyxl.load_workbook(path)
    assert [cell.value for cell in book["Sites"][4]][:5] == [
        "站点编号",
        "市场",
        "类型",
        "可用电力MW",
        "电力口径",
    ]
    assert book["Sites"]["F5"].value == "是"
    assert book["Settings"]["A5"].value == "计划名称"
    assert book["Sites"]["A1"].value == "站点: 可以放置系统的地点"
    assert "单位：MW" in book["Sites"]["D4"].comment.text


def test_sheets_may_have_chinese_names(tables: Tables, tmp_path: Path) -> None:
    path = tmp_path / "in.xlsx"
    write_workbook(path, tables)
    book = openpyxl.load_workbook(path)
    for name in BY_NAME:
        book[name].title = term("sheet", name, "zh")
    book.save(path)
    result = read_workbook(path)
    assert result.findings == ()
    assert result.plan == plan_from_tables(tables).plan


@pytest.mark.parametrize(
    ("value", "number"), [("６２．５", 62.5), ("１，２５０．５", 1250.5), ("－５", -5.0)]
)
def test_full_width_digits(tables: Tables, value: str, number: float) -> None:
    tables["Sites"][0]["usable_mw"] = value
    result = plan_from_tables(tables)
    assert [f.params.get("value") for f in result.findings if f.code == "cell.number_text"] == [
        f"{number:.12g}"
    ]


@pytest.mark.parametrize(
    "value", ["2027年1月", "2027年01月", "２０２７年１月", "2027 年 1 月", "2027年1月15日"]
)
def test_months(tables: Tables, value: str) -> None:
    expected = plan_from_tables(tables).plan
    tables["Settings"][0]["start"] = value
    assert plan_from_tables(tables).plan == expected


@pytest.mark.parametrize(("word", "count"), [("是", 1), ("否", 0)])
def test_yes_and_no(tables: Tables, word: str, count: int) -> None:
    tables["Overheads"][0]["enabled"] = word
    result = plan_from_tables(tables)
    assert result.plan is not None
    assert len(result.plan.overheads) == count
    assert result.findings == ()


def test_the_option_goes_before_the_environment_and_that_before_the_workbook(
    tables: Tables, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "in.xlsx"
    tables["Settings"][0]["language"] = "zh"
    write_workbook(path, tables)
    monkeypatch.delenv("PLANNER_LANG", raising=False)
    assert CliRunner().invoke(check, [str(path)]).stdout == f"{path}: 可以规划\n"
    monkeypatch.setenv("PLANNER_LANG", "en_GB.UTF-8")
    assert CliRunner().invoke(check, [str(path)]).stdout == f"{path}: can be planned\n"
    assert CliRunner().invoke(check, [str(path), "--lang", "zh"]).stdout == f"{path}: 可以规划\n"


def test_the_template_command(tmp_path: Path) -> None:
    path = tmp_path / "我的计划.xlsx"
    outcome = CliRunner().invoke(template, ["-o", str(path), "--lang", "zh"])
    assert outcome.stdout == f"已写出 {path}：从左边的工作表开始填写，然后运行：planner check {path}\n"
    again = CliRunner().invoke(template, ["-o", str(path), "--lang", "zh"])
    assert f"{path} 已存在；请换一个名称或使用 --force" in again.stderr
    assert {f.code for f in read_workbook(path).findings if f.severity == "error"} == {"setting.missing"}
    start = openpyxl.load_workbook(path)["Start"]
    assert [start.cell(row, 1).value for row in (1, 2, 4)] == ["算力规划输入", "模式版本", "填写方法"]
