"""All texts that the product shows through its message catalogue."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import models
import planner.analyse
import planner.prechecks
from models.activities import KINDS
from models.finance.discounting import Timing
from models.limits import concentration, environment
from models.program.families import FAMILIES
from models.terms import TERMS
from planner.analyse.baselines import BASELINES
from planner.cli import language, main, money, progress, summary
from planner.messages.po import CONTEXT_MARK
from planner.report import actions as report_actions
from planner.report import method
from planner.report.book import SHEETS
from planner.workbook.schema import BY_NAME
from planner.workbook.texts import names, texts

ROOTS = (Path(planner.analyse.__file__).parents[1], Path(models.__file__).parent)
_FUNCTIONS = ("tr", "phrase", "fill", "spoken", "said", "quoted")
_LETTERS = re.compile(r"[A-Za-z]{2}")
_SEVERAL = re.compile(r"[A-Za-z]{2}.* \S")
_PARAMETER = re.compile(r"\{\w+\}")


def literals() -> Iterator[str]:
    """First arguments of `tr`, `phrase`, `spoken`, `fill` and `said` anywhere in the product."""
    for path in sorted(path for root in ROOTS for path in root.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in _FUNCTIONS:
                for argument in node.args[:1]:
                    yield from (c.value for c in _branches(argument) if isinstance(c.value, str))


def labels() -> Iterator[str]:
    """Texts of several words in the report's code: labels, which are translated where they are written."""
    for path in sorted((ROOTS[0] / "report").rglob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        silent = {id(node) for node in _silent(tree)}
        for node in ast.walk(tree):
            if not isinstance(node, ast.Constant) or id(node) in silent:
                continue
            if isinstance(node.value, str) and _SEVERAL.search(node.value):
                yield node.value


def _silent(tree: ast.Module) -> Iterator[ast.AST]:
    """Docstrings, and pieces of strings that are put together."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            yield node.value
        elif isinstance(node, ast.JoinedStr):
            yield from ast.walk(node)


def constants() -> set[str]:
    """Every string of the code: what a translation may be for although nothing above finds it."""
    trees = (ast.parse(path.read_text(encoding="utf-8")) for root in ROOTS for path in root.rglob("*.py"))
    nodes = (node for tree in trees for node in ast.walk(tree) if isinstance(node, ast.Constant))
    found = {node.value for node in nodes if isinstance(node.value, str)}
    return found | {text.replace("_", " ") for text in found}  # fields of figures are shown in words


def listed() -> Iterator[str]:
    """Texts that stand in lists and are translated when shown."""
    for kind in KINDS:
        yield from (kind.title, kind.title.lower(), kind.unit)
    yield from report_actions.RENTS.values()
    yield from ("leased systems", "scalable units", "TB")  # units of purchases that no activity has
    yield from (f"offset {timing.value}" for timing in Timing)
    yield from (f"obligations bound {n}" for n, _ in enumerate(method.OBLIGATION_MONTHS, 1))
    yield from ("Fiscal years", "Fiscal quarters", "Fiscal half-years")
    yield from ("Fiscal quarter", "Fiscal half-year", "All years", "All quarters", "All half-years")
    yield "fiscal part months"
    for hour in ("Accelerator-hour", "Useful accelerator-hour"):
        yield from (f"{hour}, {whose}" for whose in ("owned or leased", "rented", "blended"))
    yield from ("command line", "default")  # origins of options
    yield from ("storage network", "management network")
    yield from (*BY_NAME["Budgets"].column("scope").choices, "all")
    yield from (form for _, form in money.UNITS)
    yield from (term.title for term in TERMS)
    yield from (family.title for family in FAMILIES)
    yield from concentration.TITLES.values()
    yield concentration.SPOT_AT
    yield from (title for _, title, _ in environment.KINDS.values())
    yield from (words for _, words, _ in BASELINES)
    yield from (words for _, _, words in main.COMMANDS.values())
    yield main.HELP
    yield from language.CLICK_WORDS
    for words in (progress.PHASES, progress.SEARCH, summary.STATUS, summary.WITHOUT, summary.STOPPED):
        yield from map(str, words.values())


def sheet_names() -> Iterator[str]:
    """Keys of the titles of the report's sheets."""
    yield from (f"report{CONTEXT_MARK}{name}" for name, _ in SHEETS)


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
    return list(dict.fromkeys([*names(), *sheet_names(), *texts(), *spoken, *labels(), *listed()]))


if __name__ == "__main__":
    from planner.messages.compile import LOCALE
    from planner.messages.po import po_text, read_po

    for catalogue in sorted(LOCALE.glob("*/LC_MESSAGES/planner.po")):
        entries, keys, known = read_po(catalogue), collected(), constants()
        kept = [key for key in entries if key and key not in keys and key in known]
        catalogue.write_text(po_text(entries, [*keys, *kept], catalogue.parts[-3]), encoding="utf-8")
