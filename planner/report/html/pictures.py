"""The page's charts, each with the figures behind it."""

from __future__ import annotations

from collections.abc import Iterator

from planner.messages import fill, tr
from planner.report import charts, styles
from planner.report.html.columns import Series, stacked_columns
from planner.report.html.content import Cell, Chart, number, table
from planner.report.html.numbers import shown
from planner.report.html.rows import Bar, Part, bars
from planner.report.paper import Paper, SitePower

FIRST_GROUP = 3
"""Headings of the years before those of the categories: capex, opex, cash."""


def _scaled(currency: str, most: float) -> tuple[str, float]:
    """Name of the axis and what its numbers are divided by, as in the workbook's charts."""
    if charts.scaled(currency, most)[0] == currency:
        return currency, 1.0
    return fill("{currency} million", {"currency": currency}), 1e6


def cash_chart(paper: Paper) -> Chart:
    """Cash by category and fiscal year; the figures stand in the table of the years."""
    said = paper.summary
    names = [tr(heading) for heading in said.headings[1 + FIRST_GROUP :]]
    series = [
        Series(name, [year.cells[n].value for year in said.years])
        for n, name in enumerate(names, FIRST_GROUP)
    ]
    most = max((sum(abs(s.values[t]) for s in series) for t in range(len(said.years))), default=0.0)
    unit, divisor = _scaled(paper.currency, most)
    drawing = stacked_columns(
        tr("Cash by category and fiscal year"),
        tr("Stacked columns, one a fiscal year, one part a category. The figures stand in the table."),
        unit,
        [year.label for year in said.years],
        series,
        divisor=divisor,
    )
    return Chart(drawing, None)


def fleet_chart(paper: Paper) -> Chart:
    """Accelerators owned and rented against those that the work asked for needs."""
    title = tr("Accelerators owned and rented, and needed")
    at_work, needed = tr("At work"), tr("Needed")
    tenures = [(tr(name), row) for name, row in paper.fleet.tenures]
    drawing = stacked_columns(
        title,
        tr("Stacked columns by period and tenure; the line shows how many all work asked for needs."),
        tr("accelerators"),
        paper.periods,
        [Series(name, row.values.tolist()) for name, row in tenures],
        Series(needed, paper.fleet.needed.values.tolist()),
    )
    rows = [*(row for _, row in tenures), paper.fleet.at_work, paper.fleet.needed]
    heads = (tr("Period"), *(name for name, _ in tenures), at_work, needed)
    figures = [
        (Cell(label), *(number(row.at(t), styles.COUNT) for row in rows))
        for t, label in enumerate(paper.periods)
    ]
    return Chart(drawing, table(title, heads, figures))


def power_charts(paper: Paper) -> Iterator[Chart]:
    """Facility power against what may be drawn, one chart a limit of a site."""
    for site in paper.power:
        yield _power_chart(paper, site)


def _power_chart(paper: Paper, site: SitePower) -> Chart:
    title = f"{site.site}: {tr(site.resource)}"
    used, limit = tr("Used"), tr("Limit")
    line = None if site.limit is None else Series(limit, site.limit.values.tolist())
    drawing = stacked_columns(
        title,
        tr("Columns: power used by period. The line shows the limit."),
        site.unit,
        paper.periods,
        [Series(used, site.used.values.tolist())],
        line,
    )
    rows = [site.used] if site.limit is None else [site.used, site.limit]
    heads = (tr("Period"), used) if site.limit is None else (tr("Period"), used, limit)
    figures = [
        (Cell(label), *(number(row.at(t), styles.RATE) for row in rows))
        for t, label in enumerate(paper.periods)
    ]
    return Chart(drawing, table(f"{title}, {site.unit}", heads, figures))


def bridge_chart(paper: Paper) -> Chart | None:
    """From doing the minimum to the plan; None where that baseline was not solved."""
    if not paper.steps:
        return None
    title = fill("From doing the minimum to the plan, {currency}", {"currency": paper.currency})
    last = len(paper.steps) - 1
    rows, reached = [], 0.0
    for n, (name, cell) in enumerate(paper.steps):
        whole = n in (0, last)
        before, reached = (0.0, cell.value) if whole else (reached, reached + cell.value)
        series = 0 if whole else 1 if cell.value > 0 else 2
        sign = "" if whole or cell.value <= 0 else "+"
        words = sign + shown(cell.value, styles.MONEY)
        rows.append(Bar(tr(name), words, (Part(before, reached, series),)))
    drawing = bars(
        title,
        tr("Waterfall: cost of doing the minimum, changes by category, cost of the plan."),
        rows,
        (tr("Cost"), tr("More"), tr("Less")),
    )
    figures = [(Cell(tr(name)), number(cell, styles.MONEY)) for name, cell in paper.steps]
    return Chart(drawing, table(title, (tr("Step"), paper.currency), figures))


def project_chart(paper: Paper) -> Chart | None:
    """Planned cash by project; None where no workload names one."""
    if not paper.projects:
        return None
    title = fill("Planned cash by project, {currency}", {"currency": paper.currency})
    names = (tr("Direct"), tr("Shared, in use"), tr("Shared, idle"))
    rows = []
    for project in paper.projects:
        parts, reached = [], 0.0
        for n, cell in enumerate(project.cells[: len(names)]):
            parts.append(Part(reached, reached + cell.value, n))
            reached += cell.value
        rows.append(Bar(project.name, shown(project.cells[-1].value, styles.MONEY), tuple(parts)))
    drawing = bars(
        title,
        tr("One bar a project: direct cost, its share of common cost, and its share of idle capacity."),
        rows,
        names,
    )
    figures = [
        (Cell(project.name), *(number(cell, styles.MONEY) for cell in project.cells))
        for project in paper.projects
    ]
    return Chart(drawing, table(title, (tr("Project"), *names, tr("All")), figures))
