"""Writes formulation.md from the docstrings of the program and of the cost lines.

The maths is stated once, beside the code that writes it. Run after changing a docstring, a constraint
family, a cost term or an activity: python docs/generate_formulation.py
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterable, Iterator
from importlib import import_module
from pathlib import Path
from types import ModuleType

from models.activities import KINDS
from models.costing import evaluate, line
from models.costing.lines import BUILDERS
from models.finance import discounting, escalation, residual
from models.program import covers, draft, objective
from models.program.families import FAMILIES
from models.terms import TERMS

PAGE = Path(__file__).with_name("formulation.md")

INTRO = r"""# The optimisation model

One mixed-integer linear program. It decides what to own, where, on which network, how it is cooled and fed,
what to rent and under which commitment, and where and when every workload runs, so that the present value
of lifetime cost is least.

This page is made from the docstrings of `models/program`, `models/costing` and `models/finance` by
`docs/generate_formulation.py`. Codes and names are those of the code, the report and the messages.

## Notation
| symbol | meaning |
|---|---|
| t | period of the horizon; all have the same length, H hours |
| b | load block: a share φ_b of the hours of a period, one set for the whole plan |
| s, l | site; location: a site or a cloud region |
| d | cluster design: system, fabric and cooling at a site; every existing cluster is one of its own |
| m, o | cloud pool (provider, region, system; firm or spot) and the offers that supply it |
| p | pool where work runs: a design or a cloud pool |
| w, j | workload; width of a training run (a number of accelerators) |
| e, r, f | power expansion; redundancy level; feed of a site: its present power or new blocks at a level |
| c | cooling technology |
| G, q | accelerators of a run; accelerator-hours per unit of a workload's own work |
| u | share of owned and reserved hours that a workload may plan to use |

A row that stands for a subscript it does not sum over holds for each of its values. A column that is not
possible (out of date, too dense, not reachable) is not made; terms with it are then absent.
"""

MATHS = re.compile(r"Σ|\].* [=≤≥] |^ {2,}\S")
"""A line of maths: a sum, a relation after an indexed symbol, or an indented line."""

SIGNS = ((r"\sum", "Σ"), ("phi_b", "φ_b"), ("<=", "≤"), (">=", "≥"))


def page() -> str:
    """The whole page."""
    sections = (_scales, _decisions, _families, _covers, _objective, _activities, _terms, _prices, _money)
    return "\n".join(text.strip("\n") + "\n" for text in (INTRO, *(section() for section in sections)))


def _scales() -> str:
    return f"## Units\n{_last_paragraph(draft)}\n"


def _decisions() -> str:
    writers = (writer for family in FAMILIES for writer in family.writers)
    modules = dict.fromkeys(import_module(writer.__module__) for writer in writers)
    rows = [
        f"| {_title(topic)} | {_inline(_doc(topic.add_columns))} |"
        for topic in modules
        if hasattr(topic, "add_columns")
    ]
    return "## Columns\nAll are at least zero.\n\n| topic | columns |\n|---|---|\n" + "\n".join(rows)


def _families() -> str:
    sections = [
        f"### {family.code} {family.title}\nLimits from: `{family.source}`.\n\n"
        + "\n\n".join(_with_place(writer) for writer in family.writers)
        + "\n"
        for family in FAMILIES
    ]
    return "## Constraints\n" + "\n".join(sections)


def _covers() -> str:
    return f"## Rows that sharpen the relaxation\n{_prose_and_maths(_doc(covers))}"


def _objective() -> str:
    return f"## Objective\n{_prose_and_maths(_doc(objective.add_objective))}"


def _activities() -> str:
    rows = [
        f"| `{kind.name}` | {kind.title} | {kind.unit} | {', '.join(kind.index)} | {_yes(kind.whole)} |"
        for kind in KINDS
    ]
    head = "| activity | what it counts | unit | per period and | whole |\n|---|---|---|---|---|\n"
    return "## Activities\nQuantities that cost lines price.\n\n" + head + "\n".join(rows)


def _terms() -> str:
    rows = [
        f"| `{term.name}` | {term.title} | {term.nature} | {term.timing.name.lower()} of the period "
        f"| {'with use' if term.elastic else 'fixed'} |"
        for term in TERMS
    ]
    head = "| term | title | nature | dated | moves |\n|---|---|---|---|---|\n"
    return "## Cost terms\n" + head + "\n".join(rows).replace("running of", "middle of")


def _prices() -> str:
    lines = "\n".join(f"- `{_place(builder)}`: {_inline(_doc(builder))}" for builder in BUILDERS)
    names = ("weights", "present_value_weights", "amounts")
    worth = "\n\n".join(_explained(evaluate, name) for name in names)
    return (
        f"## What a cost line is worth\n{_prose_and_maths(_doc(line))}\n"
        f"{worth}\n\n## What makes cost lines\n{lines}"
    )


def _money() -> str:
    named = (
        (discounting, ("discount_factor",)),
        (escalation, ("price_index",)),
        (residual, ("resale_share", "implied_price")),
        (residual, ("straight_line_book_value",)),
    )
    return "## Money over time\n" + "\n\n".join(
        _explained(module, name) for module, names in named for name in names
    )


def _explained(module: ModuleType, name: str) -> str:
    return _with_place(getattr(module, name))


def _with_place(function: Callable[..., object]) -> str:
    return f"`{_place(function)}`\n\n{_prose_and_maths(_doc(function)).strip()}"


def _doc(documented: object) -> str:
    text = inspect.getdoc(documented)
    if not text:
        raise ValueError(f"{documented} has no docstring")
    return text


def _title(module: ModuleType) -> str:
    return _inline(_doc(module).split("\n\n")[0]).split(": ")[0].rstrip(".")


def _last_paragraph(module: ModuleType) -> str:
    return _inline(_doc(module).split("\n\n")[-1])


def _place(function: Callable[..., object]) -> str:
    return f"{function.__module__}.{function.__name__}"


def _yes(value: bool) -> str:
    return "yes" if value else "no"


def _inline(text: str) -> str:
    return " ".join(_signs(text).split())


def _signs(text: str) -> str:
    for plain, sign in SIGNS:
        text = text.replace(plain, sign)
    return text


def _prose_and_maths(text: str) -> str:
    """Markdown of a docstring: lines that state maths stand in a block of their own."""
    out: list[str] = []
    for maths, lines in _runs(_signs(text).splitlines()):
        body = "\n".join(lines).strip("\n")
        if body:
            out.append(f"```text\n{body}\n```" if maths else body)
    return "\n\n".join(out) + "\n"


def _runs(lines: Iterable[str]) -> Iterator[tuple[bool, list[str]]]:
    kind = False
    run: list[str] = []
    for text in lines:
        maths = bool(MATHS.search(text)) if text.strip() else kind
        if maths != kind and run:
            yield kind, run
            run = []
        kind = maths
        run.append(text)
    yield kind, run


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
