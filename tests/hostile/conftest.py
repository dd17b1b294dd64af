"""Ways to make a hostile workbook out of a good one."""

from __future__ import annotations

import io
import runpy
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import openpyxl
import pytest

from planner.workbook import read_workbook, write_workbook

_EXAMPLE = Path(__file__).parents[1] / "planner" / "workbook" / "example_tables.py"
Findings = list[tuple[str, str, str]]


@pytest.fixture(scope="session")
def good(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The bytes of a workbook without any finding."""
    path = tmp_path_factory.mktemp("good") / "good.xlsx"
    write_workbook(path, runpy.run_path(str(_EXAMPLE))["small"]())
    return path.read_bytes()


@pytest.fixture
def read(tmp_path: Path) -> Callable[..., Findings]:
    """Read bytes as a workbook; the findings as (severity, code, place), notices left out."""
    def reader(data: bytes, name: str = "in.xlsx") -> Findings:
        path = tmp_path / name
        path.write_bytes(data)
        result = read_workbook(path)
        assert (result.plan is None) == any(f.severity == "error" for f in result.findings)
        assert path.read_bytes() == data
        return [(f.severity, f.code, f.place) for f in result.findings if f.severity != "notice"]
    return reader


@pytest.fixture
def with_parts(good: bytes) -> Callable[..., bytes]:
    """The good workbook with parts changed by a function (name, bytes) -> bytes or None, and parts added."""
    def editor(change: Callable[[str, bytes], bytes | None] | None = None,
               add: dict[str, bytes] | None = None) -> bytes:
        buffer = io.BytesIO()
        with zipfile.ZipFile(io.BytesIO(good)) as source, \
                zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as target:
            for name in source.namelist():
                data = source.read(name)
                changed = change(name, data) if change else data
                if changed is not None:
                    target.writestr(name, changed)
            for name, extra in (add or {}).items():
                target.writestr(name, extra)
        return buffer.getvalue()
    return editor


@pytest.fixture
def with_openpyxl(good: bytes) -> Callable[[Callable[[Any], None]], bytes]:
    """The good workbook loaded, changed and saved by openpyxl."""
    def editor(change: Callable[[Any], None]) -> bytes:
        book = openpyxl.load_workbook(io.BytesIO(good))
        change(book)
        buffer = io.BytesIO()
        book.save(buffer)
        return buffer.getvalue()
    return editor
