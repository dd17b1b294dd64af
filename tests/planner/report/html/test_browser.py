"""The page in Chromium: nothing to complain of, readable on a telephone and on a wide screen."""

from __future__ import annotations

import dataclasses
import json
from pathlib import Path
from typing import Any

import pytest

from planner.report import Paper
from planner.report.html import render

pytestmark = pytest.mark.browser

LAYOUT = """(window, document) => {
  const root = document.documentElement;
  const seen = element => element.getClientRects().length > 0;
  const boxes = [...document.querySelectorAll("body *")].filter(seen).filter(
    element => !element.closest(".scroll") && !element.closest(".patterns"));
  const small = [...document.querySelectorAll("p, li, dt, dd, th, td, caption, figcaption, summary")];
  const words = [...document.querySelectorAll("svg.chart text")];
  return JSON.stringify({
    quiet: document.compatMode,
    width: root.clientWidth,
    content: root.scrollWidth,
    outside: boxes.filter(e => e.getBoundingClientRect().right > root.clientWidth + 1).map(e => e.tagName),
    letters: Math.min(...small.filter(seen).map(e => parseFloat(window.getComputedStyle(e).fontSize))),
    chart: Math.min(...words.map(e => parseFloat(window.getComputedStyle(e).fontSize) *
      e.ownerSVGElement.getBoundingClientRect().width / 360)),
    cut: words.map(e => e.getBBox()).filter(box => box.x < 0 || box.x + box.width > 360.5).length,
    crowded: [...document.querySelectorAll("tbody th")].filter(seen).filter(
      e => e.clientWidth < 4.5 * parseFloat(window.getComputedStyle(e).fontSize)).length,
    background: window.getComputedStyle(document.body).backgroundColor,
  });
}"""


@pytest.fixture
def page(written: tuple[Path, Paper]) -> str:
    """The page of the made plan, with names as long as people make them."""
    paper = written[1]
    long = dataclasses.replace(
        paper,
        plan_name="Frontier training 2027-2030, base case with the second campus and its substation",
        power=tuple(dataclasses.replace(site, site="CAMPUS-NORTH-" + "X" * 60) for site in paper.power),
        projects=tuple(dataclasses.replace(p, name=p.name * 12) for p in paper.projects),
    )
    return render(long, "report.xlsx")


@pytest.mark.parametrize(("width", "least"), [(380, 9.0), (1400, 11.0)])
def test_it_is_readable_and_nothing_is_wider_than_the_screen(
    browser: Any, page: str, width: int, least: float
) -> None:
    said = json.loads(browser.measure(page, width, LAYOUT))
    assert said["quiet"] == "CSS1Compat"
    assert width - 20 <= said["width"] <= width  # a bar to scroll by may take a little
    assert said["content"] == said["width"]
    assert said["outside"] == []
    assert said["letters"] >= 12.0
    assert said["chart"] >= least
    assert said["cut"] == 0
    assert said["crowded"] == 0
    assert said["background"] == "rgb(255, 255, 255)"


@pytest.mark.parametrize(("width", "height"), [(380, 700), (1400, 500)])
def test_a_picture_of_it_shows_it(
    browser: Any, page: str, tmp_path: Path, width: int, height: int
) -> None:
    path = tmp_path / "page.html"
    path.write_text(page, encoding="utf-8")
    rows, said = browser.screenshot(path, width, height)
    assert said == []
    white = b"\xff" * (3 * width)
    inked = sum(row != white for row in rows)
    assert 0.5 * height < inked < height
    colours = {row[i : i + 3] for row in rows for i in range(0, len(row), 3)}
    assert {bytes.fromhex("e6ebf0"), bytes.fromhex("dff0e0")} <= colours  # a heading's band, the status


def test_what_a_workbook_says_does_not_run(browser: Any, written: tuple[Path, Paper], tmp_path: Path) -> None:
    paper = dataclasses.replace(
        written[1],
        plan_name="</title></style><script>document.title='ran'</script>",
        periods=tuple('"><img src=x onerror="document.title=1">' for _ in written[1].periods),
    )
    path = tmp_path / "page.html"
    path.write_text(render(paper, "report.xlsx"), encoding="utf-8")
    assert browser.console(path) == []
    ran = browser.measure(path.read_text(encoding="utf-8"), 380, "(_, it) => it.title")
    assert ran.startswith("</title></style><script>")


def test_complaints_would_be_heard(browser: Any, page: str, tmp_path: Path) -> None:
    """The canary: a script and a picture from elsewhere are refused, and the refusals are seen."""
    path = tmp_path / "page.html"
    spoilt = page.replace("</main>", "<script>document.title=1</script><img src=https://example.com/x.png></main>")
    path.write_text(spoilt, encoding="utf-8")
    assert len(browser.console(path)) >= 2
