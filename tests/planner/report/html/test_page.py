from __future__ import annotations

import base64
import dataclasses
import hashlib
import math
import re
from pathlib import Path
from types import ModuleType
from typing import Any

import openpyxl
import pytest

from planner.messages import speaking
from planner.report import Paper, write_report
from planner.report.html import render, write_page

HOSTILE = ("<script>alert(1)</script>", '"><img src=x onerror=alert(2)>', "{{ 7 * 7 }}&lt;'")
ELEMENTS = frozenset((
    "html", "head", "meta", "title", "style", "body", "svg", "defs", "pattern", "rect", "path", "header", "p",
    "h1", "strong", "nav", "ul", "li", "a", "main", "section", "h2", "div", "table", "caption", "thead", "tr",
    "th", "tbody", "td", "data", "dl", "dt", "dd", "figure", "figcaption", "desc", "polyline", "text", "line",
    "details", "summary", "footer",
))  # fmt: skip


def test_every_figure_is_the_one_stored_in_its_cell(written: tuple[Path, Paper], parsed: Any) -> None:
    report, paper = written
    book = openpyxl.load_workbook(report, data_only=True)
    page = parsed(render(paper, report.name))
    assert len(page.figures) > 100
    for figure in page.figures:
        assert re.fullmatch(r"\w+!\$?[A-Z]+\$?\d+", figure.cell), figure
        sheet, _, cell = figure.cell.replace("$", "").partition("!")
        assert book[sheet][cell].value == pytest.approx(figure.value, rel=1e-14, abs=0.0), figure


def test_every_figure_of_the_summary_is_on_the_page(written: tuple[Path, Paper], parsed: Any) -> None:
    report, paper = written
    summary = openpyxl.load_workbook(report, data_only=True)["Summary"]
    stored = {
        f"Summary!{cell.coordinate}": float(cell.value)
        for row in summary.iter_rows()
        for cell in row
        if isinstance(cell.value, int | float)
    }
    page = parsed(render(paper, report.name))
    cells = {figure.cell.replace("$", "") for figure in page.figures}
    values = {figure.value for figure in page.figures}
    others = {cell: value for cell, value in stored.items() if cell not in cells}
    assert len(stored) > 60
    assert len(others) == 1 + sum(task.amount is not None for task in paper.summary.tasks)  # this plan's cost
    assert [cell for cell, value in others.items() if not any(math.isclose(value, v) for v in values)] == []


def test_what_is_shown_is_the_value(written: tuple[Path, Paper], parsed: Any) -> None:
    for figure in parsed(render(written[1], "report.xlsx")).figures:
        text = figure.shown.strip("()-%").replace(",", "")
        value = 0.0 if text == "–" else float(text) / (100 if "%" in figure.shown else 1)
        decimals = len(text.partition(".")[2]) + (2 if "%" in figure.shown else 0)
        assert value == pytest.approx(abs(figure.value), abs=0.51 * 10**-decimals)
        if value:
            assert (figure.value < 0) == (figure.shown[0] in "(-")


def test_it_says_what_a_decision_needs(written: tuple[Path, Paper], parsed: Any) -> None:
    report, paper = written
    page = parsed(render(paper, report.name))
    text = " ".join(page.words)
    cost = f"{paper.summary.figures[0].cell.value:,.0f}"
    for words in (
        paper.plan_name, f"The plan costs USD {cost} (present value).", "(0.40%)", "Master status: OK",
        paper.detail.value, paper.outcome, "2027-01", paper.meta.input_sha256, paper.meta.run_id,
        "HiGHS 1.16.0",
        "+SITE-A has 2 MW", *paper.summary.binds, *paper.summary.uncertain, *paper.summary.not_included,
        *(task.words for task in paper.summary.tasks), "sheet Summary of report.xlsx",
    ):  # fmt: skip
        assert words in text, words


def test_it_needs_nothing_from_elsewhere_and_runs_nothing(written: tuple[Path, Paper], parsed: Any) -> None:
    text = render(written[1], "report.xlsx")
    page = parsed(text)
    assert {tag for tag, _ in page.tags} <= ELEMENTS
    assert [name for _, attributes in page.tags for name in attributes if name.startswith("on")] == []
    links = [value for _, a in page.tags for name, value in a.items() if name in ("href", "src")]
    assert links and all(link is not None and link.startswith("#") for link in links)
    style = re.search(r"<style>(.*?)</style>", text, re.S)
    assert style is not None and not re.search(r"url\(|@import", style.group(1))
    digest = base64.b64encode(hashlib.sha256(style.group(1).encode()).digest()).decode()
    (policy,) = [meta["content"] for meta in page.named("meta") if "http-equiv" in meta]
    assert policy == f"default-src 'none'; style-src 'sha256-{digest}'; base-uri 'none'; form-action 'none'"


def test_tables_and_charts_can_be_read_aloud(written: tuple[Path, Paper], parsed: Any) -> None:
    text = render(written[1], "report.xlsx")
    page = parsed(text)
    assert page.named("html") == [{"lang": "en"}]
    assert len(page.named("caption")) == len(page.named("table")) >= 6
    assert all(th.get("scope") in ("col", "row") for th in page.named("th"))
    charts = [svg for svg in page.named("svg") if svg.get("class") == "chart"]
    ids = [a["id"] for _, a in page.tags if "id" in a]
    assert len(charts) == 5  # bridge, cash, projects, fleet, power of one site
    assert len(ids) == len(set(ids))
    for chart in charts:
        assert chart["role"] == "img"
        assert set((chart["aria-labelledby"] or "").split()) <= set(ids)
    hidden = [svg for svg in page.named("svg") if svg.get("class") != "chart"]
    assert all(svg.get("aria-hidden") == "true" for svg in hidden)


def hostile(value: Any, number: list[int]) -> Any:
    """The same with every text made dangerous, whatever it is."""
    if isinstance(value, str):
        number[0] += 1
        return f"{HOSTILE[number[0] % len(HOSTILE)]} {value}"
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        kept = ("number", "value") if not hasattr(value, "plan_name") else ()
        changes = {
            f.name: hostile(getattr(value, f.name), number)
            for f in dataclasses.fields(value)
            if f.name not in kept and f.init
        }
        return dataclasses.replace(value, **changes)
    if isinstance(value, tuple):
        return tuple(hostile(one, number) for one in value)
    if isinstance(value, dict):
        return {hostile(k, number): one if not isinstance(one, str) else hostile(one, number)
                for k, one in value.items()}  # fmt: skip
    return value


def test_whatever_a_workbook_says_stays_text(written: tuple[Path, Paper], parsed: Any) -> None:
    made = hostile(written[1], [0])
    page = parsed(render(made, f"{HOSTILE[1]}.xlsx"))
    assert {tag for tag, _ in page.tags} <= ELEMENTS
    assert [name for _, attributes in page.tags for name in attributes if name.startswith("on")] == []
    text = "".join(page.words)
    assert all(text.count(one) > 20 for one in HOSTILE)
    assert made.plan_name in text and made.summary.tasks[0].words in text and made.power[0].site in text


def test_a_plan_with_nothing_in_it(maker: ModuleType, tmp_path: Path, parsed: Any) -> None:
    empty = dataclasses.replace(
        maker.result(cut=0), purchases=(), capacity=(), workloads=(), fleet=(), binding=(), activities={}
    )
    text = render(_paper(maker, tmp_path, empty), "r.xlsx")
    words = " ".join(parsed(text).words)
    assert "The plan costs USD 0 (present value)." in words
    assert "Nothing to order, sign, rent or start." in words
    assert "Nothing is at its limit." in words
    assert "Not solved: run without --no-baselines." in words


def test_a_plan_without_a_bound(maker: ModuleType, tmp_path: Path, parsed: Any) -> None:
    made = maker.result()
    none = dataclasses.replace(made.proof, status="interrupted", bound=-math.inf, gap=math.inf)
    text = render(_paper(maker, tmp_path, dataclasses.replace(made, proof=none)), "r.xlsx")
    words = " ".join(parsed(text).words)
    assert "How much a better plan could save is not proven." in words
    assert words.count("not proven") >= 3 and "The bound is" not in words
    assert "inf" not in re.findall(r"\w+", words)


def test_an_error_is_told_in_words_and_colour(maker: ModuleType, tmp_path: Path, parsed: Any) -> None:
    made = maker.result()
    wrong = dataclasses.replace(made, proof=dataclasses.replace(made.proof, cost=made.proof.cost * 1.001))
    page = parsed(render(_paper(maker, tmp_path, wrong), "r.xlsx"))
    assert "Master status: ERROR" in " ".join(page.words)
    assert any(p.get("class") == "status error" for p in page.named("p"))


def _paper(maker: ModuleType, folder: Path, made: Any) -> Paper:
    papers: list[Paper] = []
    write_report(
        folder / "r.xlsx", made, maker.plan(), maker.meta(), origin=maker.origin(), paper=papers.append
    )
    return papers[-1]


def test_a_chinese_page(written: tuple[Path, Paper], parsed: Any) -> None:
    with speaking("zh"):
        page = parsed(render(written[1], "report.xlsx"))
    assert page.named("html") == [{"lang": "zh-Hans"}]
    text = " ".join(page.words)
    assert "容量规划" in text and "decision paper" not in text


def test_it_is_written_as_safely_as_the_report(written: tuple[Path, Paper], tmp_path: Path) -> None:
    report, told = tmp_path / "report.xlsx", []
    (tmp_path / "report.html").write_text("somebody's", encoding="utf-8")
    placed = write_page(report, written[1], report, told.append)
    assert placed == tmp_path / "report-2.html"
    assert told == ["report.html was not written by planner or was changed since: the page is report-2.html"]
    assert (tmp_path / "report.html").read_text(encoding="utf-8") == "somebody's"
    assert placed.read_text(encoding="utf-8").startswith("<!DOCTYPE html>")


def test_a_folder_that_is_not_there(
    written: tuple[Path, Paper], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    told: list[str] = []
    report = tmp_path / "gone" / "report.xlsx"
    placed = write_page(report, written[1], report, told.append)
    assert placed == tmp_path / "report.html"
    assert len(told) == 1 and told[0].endswith(f"the page is {placed}")


def test_disk_full_leaves_nothing(
    written: tuple[Path, Paper], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object, **__: object) -> int:
        raise OSError(28, "No space left on device")

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(Path, "write_text", full)
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    with pytest.raises(OSError, match="No space left"):
        write_page(tmp_path / "report.xlsx", written[1], tmp_path / "report.xlsx", print)
    assert list(tmp_path.iterdir()) == []
