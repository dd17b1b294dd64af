"""A report in Chinese: every label is translated, formulas and figures are those of the English one.

On failure: docs/development.md says how a label gets its translation.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from types import ModuleType

import openpyxl
import pytest

from planner.messages import speaking
from planner.report import write_report
from planner.report.book import SHEETS
from planner.report.own_names import own_names

CHINESE = re.compile(r"[\u4e00-\u9fff]")
WORD = re.compile(r"[A-Za-z]{2,}")
LITERAL = re.compile(r'"[^"]*"')
CODE = re.compile(r"[A-Z0-9\-]+|.*[_\d].*")
"""Ids, abbreviations and names of cells: no word of theirs is lower case without a digit or underscore."""
STATUS = {"OK", "ERROR", "RE-PRICED", "NOT FEASIBLE", "NOT PROVEN"}
"""Words that formulas test; they are the same in every language."""
UNITS = {"kW", "kWh", "MW", "GB", "TB", "EFLOP", "TFLOP", "USD", "year", "system", "month", "money", "factor"}
MADE_UP = {"busy", "air", "plan", "facility", "mw", "drawn", "share", "kW", "firm"}
"""Words of names that the plan made by hand invents."""


@pytest.fixture(scope="module")
def reports(maker: ModuleType, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """The same plan in both languages."""
    folder = tmp_path_factory.mktemp("languages")
    made = maker.result()
    written = {}
    for language in ("en", "zh"):
        with speaking(language):
            written[language] = write_report(
                folder / f"{language}.xlsx", made, maker.plan(), maker.meta(), origin=maker.origin(),
                books=maker.books(made), baselines=maker.baselines(made))  # fmt: skip
    return written


def _cells(path: Path, *, values: bool) -> Iterator[tuple[str, object]]:
    """Places with their shown values, or those with formulas and these."""
    for sheet in openpyxl.load_workbook(path, data_only=values).worksheets:
        for row in sheet.iter_rows():
            for cell in row:
                if cell.value is not None and (values or cell.data_type == "f"):
                    yield f"{sheet.title}!{cell.coordinate}", cell.value


def _given(maker: ModuleType) -> set[str]:
    """Texts that the plan and the run bring along, whole and word by word."""
    made = maker.result()
    texts = set(own_names(maker.plan())) | set(made.binding) | set(maker.meta().log_tail) | STATUS
    texts |= {maker.meta().input_name, maker.meta().scenario, maker.meta().input_sha256, made.plan_name}
    for purchase in made.purchases:
        texts |= {purchase.what, purchase.item, purchase.location, purchase.why}
    for baseline in maker.baselines(made):
        texts |= {baseline.what, baseline.why}
    texts |= {str(work.workload) for work in made.workloads} | {"Settings", "Sites", "Systems"}
    texts |= {row.provenance.source for row in maker.plan().sites if row.provenance.source}
    texts |= {row.resource for row in made.capacity}
    for priced in made.lines:
        texts |= {priced.line.item, priced.line.location}
    return texts | {name for name, _ in SHEETS}


def untranslated(path: Path, given: set[str]) -> dict[str, str]:
    """Texts in plain English with the first cell of each; what was given may stay as it is."""
    words = {word for text in given for word in re.split(r"[\s,;:()/·]+", text)} | UNITS | MADE_UP
    left: dict[str, str] = {}
    for place, text in _cells(path, values=True):
        if not isinstance(text, str) or CHINESE.search(text) or text in given or _is_focus(place, text):
            continue
        parts = [part for part in re.split(r"[\s,;:()/·!]+", text) if WORD.search(part)]
        if any(part not in words and not CODE.fullmatch(part) for part in parts):
            left.setdefault(text, place)
    return left


def _is_focus(place: str, text: str) -> bool:
    """Column names and values of the FOCUS standard, which has them in English only."""
    named = text in ("Usage", "Tags") or re.fullmatch(r"([A-Z][a-z]+){2,}", text)
    return place.startswith("Attribution!") and bool(named)


def test_every_label_is_translated(reports: dict[str, Path], maker: ModuleType) -> None:
    assert untranslated(reports["zh"], _given(maker)) == {}


def test_labels_that_are_missing_would_be_seen(reports: dict[str, Path], maker: ModuleType) -> None:
    """The English report has hundreds of them."""
    assert len(untranslated(reports["en"], _given(maker))) > 500


def test_formulas_and_figures_are_the_same(reports: dict[str, Path]) -> None:
    """Texts inside formulas apart. Words that formulas test are the same in both. On Cover and Summary lines
    break elsewhere, which moves rows."""
    english, chinese = (dict(_cells(reports[language], values=False)) for language in ("en", "zh"))
    compared = 0
    for place, written in english.items():
        text, mine = str(written), str(chinese.get(place))
        moved = any(sheet in f"{place} {text}" for sheet in ("Cover!", "Summary!"))
        if not moved:
            assert LITERAL.sub('""', mine) == LITERAL.sub('""', text), place
            assert _tested(mine) == _tested(text), place
            compared += 1
    assert compared > 1000
    figures, others = (dict(_cells(reports[language], values=True)) for language in ("en", "zh"))
    for place, value in figures.items():
        if isinstance(value, float | int) and not place.startswith(("Cover!", "Summary!")):
            assert others[place] == value, place


def _tested(formula: str) -> list[str]:
    return [word for word in LITERAL.findall(formula) if word.strip('"') in STATUS]


def test_the_author_s_names_stay_as_typed(maker: ModuleType, tmp_path: Path) -> None:
    """A workload may be called like a label."""
    plan = maker.plan()
    named = replace(plan, settings=replace(plan.settings, plan_name="Capex"))
    assert "Capex" in own_names(named) and "Capex" not in own_names(plan)
    made = replace(maker.result(), plan_name="Capex")
    with speaking("zh"):
        path = write_report(tmp_path / "r.xlsx", made, named, maker.meta(), origin=maker.origin())
    cells = dict(_cells(path, values=True))
    assert cells["Cover!A1"] == "Capex"
    assert "资本支出" in cells.values()  # as a heading
