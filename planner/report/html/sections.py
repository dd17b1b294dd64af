"""The page's sections, in the order in which a decision is made."""

from __future__ import annotations

from collections.abc import Iterator

from planner.messages import fill, tr
from planner.report import styles
from planner.report.html import pictures
from planner.report.html.content import (
    Block,
    Bullets,
    Cell,
    Charts,
    Facts,
    Paragraph,
    Section,
    number,
    table,
)
from planner.report.paper import Against, Paper


def sections(paper: Paper) -> list[Section]:
    """Everything under the page's head."""
    said = paper.summary
    return [
        Section("figures", tr("What the plan costs and delivers"), (_figures(paper),)),
        Section("against", tr("Against other plans"), tuple(_against(paper))),
        Section("do", tr("What to approve and do, by when"), (_tasks(paper),)),
        Section("years", tr("Cash by fiscal year"), tuple(_years(paper))),
        Section("use", tr("Capacity against use and limits"), (_use(paper),)),
        Section("binds", tr("What binds"), (Bullets(tuple(map(tr, said.binds))),)),
        Section("uncertain", tr("What is uncertain"), (Bullets(tuple(map(tr, said.uncertain))),)),
        Section("left-out", tr("What is not included"), (Bullets(tuple(map(tr, said.not_included))),)),
        Section("run", tr("The run"), (_run(paper),)),
    ]


def _tasks(paper: Paper) -> Block:
    tasks = paper.summary.tasks
    if not tasks:
        return Paragraph(tr("Nothing to order, sign, rent or start."))
    heads = (tr("By"), tr("What, where and why"), fill("Amount, {currency}", {"currency": paper.currency}))
    rows = [(Cell(t.month), Cell(t.words), number(t.amount, styles.MONEY)) for t in tasks]
    return table(tr("Approvals and actions by date, undiscounted"), heads, rows, words=(1,))


def _figures(paper: Paper) -> Block:
    missing = tr("not proven")
    return Facts(tuple((tr(f.label), number(f.cell, f.number, missing)) for f in paper.summary.figures))


def _against(paper: Paper) -> Iterator[Block]:
    said = paper.summary
    if not said.against:
        yield Paragraph(tr("Not solved: run without --no-baselines."))
        return
    heads = (tr("Plan"), tr("Cost"), tr("The plan saves"), tr("share"), tr("Unmet, EFLOP"))
    own = (Cell(tr("this plan")), number(said.plan, styles.MONEY), *(Cell(""),) * 3)
    rows = [own, *map(_row, said.against)]
    money = {"currency": paper.currency}
    yield table(fill("Present value of cost, unmet work left out, {currency}", money), heads, rows)
    yield Bullets(tuple(map(_told, said.against)))
    bridge = pictures.bridge_chart(paper)
    if bridge is not None:
        yield Charts((bridge,))


def _row(against: Against) -> tuple[Cell, ...]:
    baseline, none = against.baseline, tr("none")
    return (
        Cell(tr(baseline.name)),
        number(against.cost, styles.MONEY, none),
        number(against.saved, styles.MONEY),
        number(against.share, styles.SHARE),
        number(against.unmet, styles.RATE),
    )


def _told(against: Against) -> str:
    """What a baseline is, or why there is none."""
    return fill("{name}: {words}", {"name": tr(against.baseline.name), "words": against.words})


def _years(paper: Paper) -> Iterator[Block]:
    said = paper.summary
    rows = [
        (Cell(tr(year.label)), *(number(cell, styles.MONEY) for cell in year.cells))
        for year in (*said.years, said.all_years)
    ]
    heads = tuple(tr(heading) for heading in said.headings)
    caption = fill("Cash by fiscal year, {currency}", {"currency": paper.currency})
    yield table(caption, heads, rows, total=True)
    project = pictures.project_chart(paper)
    cash = pictures.cash_chart(paper)
    yield Charts((cash,) if project is None else (cash, project))


def _use(paper: Paper) -> Block:
    return Charts((pictures.fleet_chart(paper), *pictures.power_charts(paper)))


def _run(paper: Paper) -> Block:
    meta = paper.meta
    versions = ", ".join(f"{name} {version}" for name, version in meta.versions.items())
    options = "; ".join(f"{o.name} {o.value} ({tr(o.origin)})" for o in meta.options)
    facts = (
        (tr("Plan version"), meta.plan_version),
        (tr("Supersedes"), meta.supersedes or tr("nothing")),
        (tr("Scenario"), meta.scenario),
        (tr("Run"), meta.run_id),
        (tr("Time (UTC)"), meta.utc.strftime("%Y-%m-%d %H:%M:%S")),
        (tr("Input file"), meta.input_name),
        (tr("SHA-256 of the input"), meta.input_sha256),
        (tr("Data cut-off"), meta.data_cut_off or tr("see Assumptions, column As of")),
        (tr("Versions"), f"{versions}; {tr('report format')} {meta.report_format}"),
        (tr("Options"), options or tr("all as in Settings")),
    )
    return Facts(tuple((name, Cell(words)) for name, words in facts), wide=True)
