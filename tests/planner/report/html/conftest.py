from __future__ import annotations

import dataclasses
import re
import struct
import subprocess
import zlib
from html import escape, unescape
from html.parser import HTMLParser
from pathlib import Path
from types import ModuleType

import pytest

from planner.report import Paper, write_report

VOID = frozenset({"meta", "br", "link", "img", "input", "hr", "base"})


@pytest.fixture(scope="session")
def written(maker: ModuleType, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Paper]:
    """The report of the plan with every shape of cost line, and its decision paper."""
    made, papers = maker.result(), []
    report = write_report(
        tmp_path_factory.mktemp("page") / "report.xlsx",
        made,
        maker.plan(),
        maker.meta(),
        origin=maker.origin(),
        books=maker.books(made),
        baselines=maker.baselines(made),
        paper=papers.append,
    )
    (paper,) = papers
    return report, with_projects(paper)


def with_projects(paper: Paper) -> Paper:
    """The made plan names no project: two workbook cells stand in for what two projects cost."""
    from planner.report.paper import GroupCost

    cells = tuple(figure.cell for figure in paper.summary.figures[3:7])
    return dataclasses.replace(paper, projects=(GroupCost("frontier", cells), GroupCost("chat", cells[::-1])))


@dataclasses.dataclass(frozen=True)
class Figure:
    """A figure of the page: what it shows, its exact value, the workbook cell that holds it."""

    shown: str
    value: float
    cell: str


class Page(HTMLParser):
    """What stands on a page; fails on tags that are not closed in order."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.words: list[str] = []
        self.figures: list[Figure] = []
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.words.append(data)
        if self.open and self.open[-1] == "data":
            _, attributes = self.tags[-1]
            self.figures.append(Figure(data, float(attributes["value"] or ""), attributes["data-cell"] or ""))

    def named(self, tag: str) -> list[dict[str, str | None]]:
        """Attributes of every element of a name."""
        return [attributes for name, attributes in self.tags if name == tag]


@pytest.fixture(scope="session")
def parsed() -> type[Page]:
    return Page


class Browser:
    """Chromium without a window, with a profile of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def _run(self, path: Path, *options: str) -> tuple[str, list[str]]:
        command = (
            "chromium", "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--no-first-run",
            "--enable-logging=stderr", "--v=0", f"--user-data-dir={self.folder / 'profile'}", *options,
            path.as_uri(),
        )  # fmt: skip
        ended = subprocess.run(command, capture_output=True, text=True, timeout=120, check=True)
        return ended.stdout, [line for line in ended.stderr.splitlines() if ":CONSOLE" in line]

    def console(self, path: Path) -> list[str]:
        """What the browser complains of."""
        return self._run(path, "--dump-dom")[1]

    def screenshot(self, path: Path, width: int, height: int) -> tuple[list[bytes], list[str]]:
        """Rows of three bytes a dot, and what the browser complains of."""
        picture = self.folder / "page.png"
        picture.unlink(missing_ok=True)
        _, said = self._run(path, f"--screenshot={picture}", f"--window-size={width},{height}")
        rows = dots(picture.read_bytes())
        assert (len(rows), len(rows[0])) == (height, 3 * width)
        return rows, said

    def measure(self, page: str, width: int, script: str) -> str:
        """What a function of (window, document) says of the page, shown `width` wide."""
        wrapper = self.folder / "wrapper.html"
        wrapper.write_text(
            f'<!DOCTYPE html><meta charset="utf-8"><iframe width="{width}" height="900" style="border:0" '
            f'srcdoc="{escape(page)}"></iframe><pre></pre><script>onload = () => {{'
            'const it = document.querySelector("iframe").contentWindow;'
            f'document.querySelector("pre").textContent = ({script})(it, it.document);}};</script>',
            encoding="utf-8",
        )
        found = re.search(r"<pre>(.*?)</pre>", self._run(wrapper, "--dump-dom")[0], re.S)
        assert found is not None
        return unescape(found.group(1))


def dots(png: bytes) -> list[bytes]:
    """Rows of red, green, blue of a PNG with 8 bits a colour (RFC 2083, chapters 3 and 6)."""
    at, data, width, channels = 8, b"", 0, 3
    while at < len(png):
        (size,) = struct.unpack(">I", png[at : at + 4])
        kind, body = png[at + 4 : at + 8], png[at + 8 : at + 8 + size]
        if kind == b"IHDR":
            width, channels = struct.unpack(">I", body[:4])[0], {2: 3, 6: 4}[body[9]]
        data += body if kind == b"IDAT" else b""
        at += size + 12
    raw, stride = zlib.decompress(data), width * channels
    rows, before = [], bytearray(stride)
    for start in range(0, len(raw), stride + 1):
        before = _unfiltered(raw[start], bytearray(raw[start + 1 : start + 1 + stride]), before, channels)
        rows.append(bytes(b for i, b in enumerate(before) if i % channels < 3))
    return rows


def _unfiltered(kind: int, row: bytearray, above: bytearray, step: int) -> bytearray:
    for i in range(len(row)):
        left = row[i - step] if i >= step else 0
        corner = above[i - step] if i >= step else 0
        guesses = (0, left, above[i], (left + above[i]) // 2, _paeth(left, above[i], corner))
        row[i] = (row[i] + guesses[kind]) & 255
    return row


def _paeth(left: int, above: int, corner: int) -> int:
    guess = left + above - corner
    return min((left, above, corner), key=lambda known: abs(guess - known))


@pytest.fixture
def browser(tmp_path: Path) -> Browser:
    return Browser(tmp_path)
