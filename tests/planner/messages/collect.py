"""All texts that the product shows through its message catalogue."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import planner.analyse
import planner.prechecks
from planner.workbook.texts import names, texts

PLANNER = Path(planner.analyse.__file__).parents[1]
_FUNCTIONS = ("tr", "phrase", "fill")
_LETTERS = re.compile(r"[A-Za-z]{2}")
_PARAMETER = re.compile(r"\{\w+\}")


def literals() -> Iterator[str]:
    """First arguments of `tr`, `phrase` and `fill` anywhere in the product."""
    for path in sorted(PLANNER.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in _FUNCTIONS:
                for argument in node.args[:1]:
                    yield from (c.value for c in _branches(argument) if isinstance(c.value, str))


def _branches(node: ast.expr) -> Iterator[ast.Constant]:
    if isinstance(node, ast.Constant):
        yield node
    elif isinstance(node, ast.IfExp):
        yield from _branches(node.body)
        yield from _branches(node.orelse)


def collected() -> list[str]:
    """Keys of the catalogue, each once, in the order in which they are met."""
    assert planner.prechecks
    spoken = [text for text in literals() if _LETTERS.search(_PARAMETER.sub("", text))]
    return list(dict.fromkeys([*names(), *texts(), *spoken]))


if __name__ == "__main__":
    from planner.messages.compile import LOCALE
    from planner.messages.po import po_text, read_po

    for catalogue in sorted(LOCALE.glob("*/LC_MESSAGES/planner.po")):
        entries = read_po(catalogue)
        catalogue.write_text(po_text(entries, collected(), catalogue.parts[-3]), encoding="utf-8")
