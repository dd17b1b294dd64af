"""Pages that are made from the code are up to date, and links lead somewhere."""

from __future__ import annotations

import re
import runpy
from pathlib import Path

import pytest

from planner.workbook.schema import TABLES

ROOT = Path(__file__).parents[1]
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")])


def test_formulation_says_what_the_docstrings_say() -> None:
    """On failure: python docs/generate_formulation.py"""
    made = runpy.run_path(str(ROOT / "docs" / "generate_formulation.py"))["page"]()
    assert (ROOT / "docs" / "formulation.md").read_text(encoding="utf-8") == made


@pytest.mark.parametrize("page", PAGES, ids=lambda path: path.name)
def test_links_to_files_lead_to_files(page: Path) -> None:
    targets = re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", page.read_text(encoding="utf-8"))
    local = [target for target in targets if "://" not in target]
    assert [target for target in local if not (page.parent / target).exists()] == []


def test_readme_names_the_sheets_that_do_not_change_the_plan_yet() -> None:
    text = " ".join((ROOT / "README.md").read_text(encoding="utf-8").split())
    listed = re.search(r"do not change the plan: ([\w, ]+)\.", text)
    assert listed
    assert listed[1].split(", ") == [table.name for table in TABLES if not table.priced]


def test_index_leads_to_every_page() -> None:
    index = (ROOT / "docs" / "index.md").read_text(encoding="utf-8")
    pages = {page.name for page in (ROOT / "docs").glob("*.md")} - {"index.md"}
    assert {name for name in pages if f"]({name})" not in index} == set()


def test_development_names_the_folders_there_are() -> None:
    text = (ROOT / "docs" / "development.md").read_text(encoding="utf-8")
    named = {name for names in re.findall(r"^\*\*([^*]+)\*\*:", text, re.M) for name in names.split(", ")}
    packages = [*ROOT.glob("models/*/__init__.py"), *ROOT.glob("planner/*/__init__.py")]
    folders = {path.parent.relative_to(ROOT).as_posix() for path in packages}
    assert folders - named == set()
    assert {name for name in named if not (ROOT / name).exists()} == set()
