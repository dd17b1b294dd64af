"""Writing the page: the template filled in, saved as safely as the report."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Callable
from importlib.resources import files
from pathlib import Path

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from planner.messages import fill, language, tr
from planner.report import styles
from planner.report.cells import Formula
from planner.report.html.content import number
from planner.report.html.numbers import shown
from planner.report.html.sections import sections
from planner.report.paper import Paper
from planner.report.safe_write import write_safely

_TEMPLATE, _STYLE = "page.html.jinja", "page.css"
_LANGUAGE_TAGS = {"en": "en", "zh": "zh-Hans"}


def write_page(report: Path, paper: Paper, asked: Path, tell: Callable[[str], None]) -> Path:
    """Write the page beside the report, under its name with `.html`; returns the path really written.

    asked: the report that was asked for, whose run folders say which files planner wrote · tell: gets one
    sentence when the page lands elsewhere. Raises OSError when no folder can take it.
    """
    text = render(paper, report.name)

    def build(target: Path) -> None:
        target.write_text(text, encoding="utf-8", newline="\n")

    return write_safely(report.with_suffix(".html"), build, tell, beside=asked, noun=tr("page"))


def render(paper: Paper, report_name: str) -> str:
    """The whole page. `report_name`: the workbook that it goes with."""
    style = files(__package__).joinpath(_STYLE).read_text(encoding="utf-8")
    environment = Environment(
        loader=PackageLoader("planner.report.html", ""),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    return environment.get_template(_TEMPLATE).render(
        paper=paper,
        language=_LANGUAGE_TAGS[language()],
        style=Markup(style),
        style_hash=base64.b64encode(hashlib.sha256(style.encode()).digest()).decode(),
        palette=styles.PALETTE,
        status_class=paper.status.value.lower().replace(" ", "-"),
        lead=_lead(paper),
        sections=sections(paper),
        companion=fill(
            "This page says what sheet Summary of {report} says, as solved. The workbook holds the formula "
            "behind every figure, the other sheets, and the page to sign.",
            {"report": report_name},
        ),
        signs=tr(
            "Cost is positive; amounts in brackets are negative: credits, or what the plan costs more. Money "
            "is nominal; present values are of the plan's start. The status is that of the report as it was "
            "written; the workbook keeps it up to date."
        ),
        words={
            "kind": tr("Capacity plan: decision paper"),
            "status": tr("Master status"),
            "contents": tr("Contents"),
            "figures": tr("Figures behind the chart"),
        },
    )


def _lead(paper: Paper) -> list[str]:
    """Cost, gap and proof in sentences, from the first three headline figures."""
    cost, saving, share = paper.summary.figures[:3]
    amounts = {"currency": paper.currency, "cost": _money(cost.cell)}
    sentences = [fill("The plan costs {currency} {cost} (present value).", amounts)]
    if saving.cell is not None:
        amounts |= {"saving": _money(saving.cell), "share": number(share.cell, share.number).text}
        sentences.append(fill("A better plan could save at most {currency} {saving} ({share}).", amounts))
    else:
        sentences.append(tr("How much a better plan could save is not proven."))
    sentences.append(tr(paper.outcome))
    if paper.bound is not None:
        amounts["bound"] = _money(paper.bound)
        sentences.append(fill("The bound is {currency} {bound}.", amounts))
    return sentences


def _money(figure: Formula | None) -> str:
    """An amount within a sentence, where a dash would not read as nothing."""
    return "0" if figure is None or figure.value == 0 else shown(figure.value, styles.MONEY)
