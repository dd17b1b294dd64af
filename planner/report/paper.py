"""The decision paper: what sheet Summary says, as figures with the cells that hold them.

The sheets leave it behind while they are written; the HTML companion shows it. Each figure is a `Formula`
whose text names its cell and whose value is the one stored there, so page and workbook cannot differ.
"""

from __future__ import annotations

from dataclasses import dataclass

from planner.report.baseline import Baseline
from planner.report.cells import Formula, Words
from planner.report.grid import PeriodRow
from planner.report.meta import RunMeta


@dataclass(frozen=True, slots=True)
class Figure:
    """A headline figure; `cell` is None where nothing is proven · number: format as in the workbook."""

    label: str
    cell: Formula | None
    number: str


@dataclass(frozen=True, slots=True)
class Against:
    """The plan against a baseline; figures are None where there is no such plan, saved and share also where
    it leaves more undone: two costs of different work are no saving. words: what it is, or why there is none.
    """

    baseline: Baseline
    words: str
    cost: Formula | None = None
    saved: Formula | None = None
    share: Formula | None = None
    unmet: Formula | None = None


@dataclass(frozen=True, slots=True)
class Task:
    """What to do, by a month (`2027-01`); `amount` is None where starting itself is free."""

    month: str
    words: str
    amount: Formula | None


@dataclass(frozen=True, slots=True)
class YearRow:
    """One fiscal year, or all of them: one cell a heading."""

    label: str
    cells: tuple[Formula, ...]


@dataclass(frozen=True, slots=True)
class Summary:
    """Sheet Summary from top to bottom. `headings` name the cells of each year; tasks: all, by date.

    plan: cost without the penalty for unmet work, None where no baseline was solved
    """

    figures: tuple[Figure, ...]
    plan: Formula | None
    against: tuple[Against, ...]
    tasks: tuple[Task, ...]
    headings: tuple[str, ...]
    years: tuple[YearRow, ...]
    all_years: YearRow
    binds: tuple[str, ...]
    uncertain: tuple[str, ...]
    not_included: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Fleet:
    """Accelerators by period: owned and rented by tenure (title, row), at work, and needed for all work."""

    tenures: tuple[tuple[str, PeriodRow], ...]
    at_work: PeriodRow
    needed: PeriodRow


@dataclass(frozen=True, slots=True)
class SitePower:
    """Facility power by period against what may be drawn under one of a site's limits, None without one."""

    site: str
    resource: str
    unit: str
    used: PeriodRow
    limit: PeriodRow | None


@dataclass(frozen=True, slots=True)
class GroupCost:
    """Planned cash of the workloads that share a property: direct, shared in use, shared idle, all."""

    name: str
    cells: tuple[Formula, ...]


@dataclass(frozen=True, slots=True)
class Paper:
    """Everything that the page shows.

    outcome: what is proven, in words · bound: None where nothing is · status, detail: master status as Python
    checked it · periods: labels ·
    steps: changes from the first baseline to the plan by category, empty without that baseline ·
    projects: empty where no workload names one
    """

    plan_name: str
    currency: str
    outcome: str
    bound: Formula | None
    status: Words
    detail: Words
    meta: RunMeta
    summary: Summary
    periods: tuple[str, ...]
    fleet: Fleet
    power: tuple[SitePower, ...]
    steps: tuple[tuple[str, Formula], ...]
    projects: tuple[GroupCost, ...]
