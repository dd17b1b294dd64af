"""Who bears cost on sheet Attribution: workloads, their properties, sums by one property with a chart."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from models.plan import Workload
from planner.messages import spoken, tr
from planner.report import charts
from planner.report.cells import Formula
from planner.report.charts import Categories, Chart, Series
from planner.report.grid import HEADER_ROWS, Sheet, address
from planner.report.paper import GroupCost

NOT_STATED = "not stated"
GROUPS = ("project", "environment", "owner", "business_line")
COLUMNS = ("Direct", "Shared, in use", "Shared, idle", "All")
_CHART_WIDTH = 980


@dataclass(frozen=True, slots=True)
class WorkCost:
    """A workload's row and cells: direct cost, shared cost in use, shared cost of idle capacity, all."""

    name: str
    row: int
    direct: Formula
    shared: Formula
    idle: Formula
    everything: Formula


def cost_of(work: WorkCost, column: int) -> Formula:
    """Direct, shared in use, shared idle, all: by number."""
    return (work.direct, work.shared, work.idle, work.everything)[column]


def property_of(work: Workload | None, group: str) -> str:
    """What a workload states of a property."""
    value = None if work is None else getattr(work, group)
    return str(value) if value else NOT_STATED


def values_of(names: Sequence[str], works: Mapping[str, Workload], group: str) -> list[str]:
    """Distinct values of a property, in the order of the workloads."""
    return list(dict.fromkeys(property_of(works.get(name), group) for name in names))


def write_group(
    sheet: Sheet,
    row: int,
    group: str,
    values: Sequence[str],
    rows: Sequence[WorkCost],
    works: Mapping[str, Workload],
) -> tuple[tuple[GroupCost, ...], int]:
    """Sums by one property of the workloads; returns the row after them."""
    title = group.replace("_", " ")
    sheet.section(row, spoken("By {group}", group=tr(title)), 10)
    for column in range(9):
        words = {0: title.capitalize(), **dict(enumerate(COLUMNS, 5))}.get(column, "")
        sheet.text(row + 1, column, words, "heading_right" if column > 4 else "heading")
    first, last = rows[0].row, rows[-1].row
    keys = f"{sheet.name}!{address(first, 1 + GROUPS.index(group))}:{address(last, 1 + GROUPS.index(group))}"
    top = row + 2
    found = []
    for row, value in enumerate(values, top):
        label = sheet.text(row, 0, value, "wrap")
        own = []
        for column in range(4):
            members = [w for w in rows if property_of(works.get(w.name), group) == value]
            summed = float(sum(cost_of(work, column).value for work in members))
            amounts = f"{address(first, 5 + column)}:{address(last, 5 + column)}"
            exact = f"({keys}={label.text})*{sheet.name}!{amounts}"
            figure = Formula(f"SUMPRODUCT({exact})", summed)
            own.append(sheet.put(row, 5 + column, figure, "label" if column == 3 else "formula"))
        found.append(GroupCost(value, tuple(own)))
    return tuple(found), top + len(values) + 2


def draw(sheet: Sheet, currency: str, by: str, rows: tuple[int, int], most: float) -> None:
    """Chart of the costs in rows first..last (columns F to H, names in A), on top of the sheet."""
    first, last = rows
    unit, number = charts.scaled(currency, most)
    charts.insert(
        sheet,
        HEADER_ROWS,
        0,
        Chart(
            spoken("Planned cash by {group}", group=tr(by)),
            unit,
            number,
            Categories(sheet.name, (first, 0, last, 0)),
            [
                Series(title, sheet.name, (first, column, last, column))
                for column, title in enumerate(COLUMNS[:3], 5)
            ],
            spoken(
                "Columns: direct, shared and idle cost by {group}; figures in rows {first} to {last}.",
                group=tr(by),
                first=first + 1,
                last=last + 1,
            ),
            _CHART_WIDTH,
        ),
    )
