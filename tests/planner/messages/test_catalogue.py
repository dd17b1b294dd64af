"""Every text has its translation, with the same parameters; the compiled catalogue is that of the source."""

from __future__ import annotations

import gettext
import re
from pathlib import Path

import pytest

from planner.messages import LANGUAGES, choose, fill, language, phrase, speaking, term, tr, use
from planner.messages.compile import LOCALE
from planner.messages.po import CONTEXT_MARK, mo_bytes, po_text, read_po
from planner.workbook.schema import TABLES
from planner.workbook.text import name_form

PARAMETER = re.compile(r"\{\w+\}")
SOURCES = {code: LOCALE / code / "LC_MESSAGES" / "planner.po" for code in LANGUAGES[1:]}


@pytest.fixture(params=list(SOURCES))
def source(request: pytest.FixtureRequest) -> Path:
    return SOURCES[request.param]


def test_every_text_is_translated(source: Path, keys: list[str]) -> None:
    """On failure: python tests/planner/messages/collect.py adds the texts, then translate and compile."""
    entries = read_po(source)
    assert [key for key in keys if not entries.get(key)] == []


def test_nothing_is_left_over(source: Path, keys: list[str], constants: set[str]) -> None:
    """A text is one that is collected, or a single word that the code holds and the report writes."""
    assert sorted(read_po(source).keys() - set(keys) - constants - {""}) == []


def test_translations_take_the_same_parameters(source: Path) -> None:
    differing = [key for key, text in read_po(source).items()
                 if key and set(PARAMETER.findall(key)) != set(PARAMETER.findall(text))]
    assert differing == []


def test_the_compiled_catalogue_is_that_of_the_source(source: Path) -> None:
    """On failure: python -m planner.messages.compile"""
    compiled = source.with_suffix(".mo")
    assert compiled.read_bytes() == mo_bytes(read_po(source))
    with compiled.open("rb") as stream:
        catalogue = gettext.GNUTranslations(stream)
    for key, text in read_po(source).items():
        context, mark, name = key.rpartition(CONTEXT_MARK)
        if key:
            assert (catalogue.pgettext(context, name) if mark else catalogue.gettext(key)) == text


def test_the_source_keeps_its_form(source: Path) -> None:
    entries = read_po(source)
    code = source.parts[-3]
    assert po_text(entries, [key for key in entries if key], code) == source.read_text(encoding="utf-8")


@pytest.mark.parametrize("code", LANGUAGES[1:])
def test_names_of_one_table_differ_in_every_language(code: str) -> None:
    for table in TABLES:
        names = [c.name for c in table.all_columns]
        forms = [*map(name_form, names), *(name_form(term("column", name, code)) for name in names)]
        assert len(forms) == len(set(forms)), table.name
    sheets = [form for t in TABLES for form in (name_form(t.name), name_form(term("sheet", t.name, code)))]
    assert len(sheets) == len(set(sheets))


@pytest.mark.parametrize(("wishes", "expected"), [
    ((None, "", "zh"), "zh"), (("zh_CN.UTF-8",), "zh"), (("zh-Hans", "en"), "zh"), (("EN",), "en"),
    (("fr", "zh"), "zh"), (("fr",), "en"), ((), "en"),
])
def test_choice_of_the_language(wishes: tuple[str | None, ...], expected: str) -> None:
    assert choose(*wishes) == expected


def test_phrases_speak_the_language_of_their_showing() -> None:
    words = phrase("{noun} above {low}", noun=phrase("a number"), low=3)
    before = language()
    assert str(words) == "a number above 3"
    with speaking("zh"):
        assert str(words) == "大于 3 的数字"
        assert fill("the sheet is {x}", {"x": 1}) == "the sheet is 1"
        assert tr("") == ""
    assert language() == before
    with pytest.raises(ValueError, match="no language 'fr'"):
        use("fr")
