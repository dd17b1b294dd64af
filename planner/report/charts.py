"""Charts: titles, units, alternative text, at most six colours, data beside them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from planner.messages import spoken, tr
from planner.report.grid import Sheet
from planner.report.styles import FONT, INK, PALETTE

HEIGHT = 300
ROWS = 16
"""Rows of a sheet that a chart covers."""
_DASHES = ("solid", "dash", "square_dot", "long_dash", "dash_dot", "round_dot")
"""Lines part by more than their colour."""


@dataclass(frozen=True, slots=True)
class Series:
    """A series: sheet and (first row, first column, last row, last column) of its values.

    hidden: it only lifts the series above it · line: drawn as a line over columns
    """

    name: str
    sheet: str
    cells: tuple[int, int, int, int]
    hidden: bool = False
    line: bool = False


@dataclass(frozen=True, slots=True)
class Categories:
    """Labels of the common axis; dates carry a number format."""

    sheet: str
    cells: tuple[int, int, int, int]
    number: str | None = None


def scaled(unit: str, most: float) -> tuple[str, str]:
    """Axis title and number format for amounts up to `most`: plain, thousands or millions."""
    if most >= 1e7:
        return spoken("{currency} million", currency=unit), "#,##0,,"
    if most >= 1e6:
        return spoken("{currency} million", currency=unit), "0.0,,"
    return unit, "#,##0"


@dataclass(frozen=True, slots=True)
class Chart:
    """A chart of one or several series over common categories.

    unit, number: title and number format of the axis of values · description: alternative text ·
    width, height: in pixels · kind: stacked columns, horizontal bars to both sides of 0 (first category on
    top), or lines
    """

    title: str
    unit: str
    number: str
    categories: Categories
    series: Sequence[Series]
    description: str
    width: int
    kind: Literal["column", "bar", "line"] = "column"
    height: int = HEIGHT


def insert(sheet: Sheet, row: int, column: int, drawn: Chart) -> None:
    """Put a chart with its upper left corner into a cell."""
    stacked = {} if drawn.kind == "line" else {"subtype": "stacked"}
    chart = sheet.workbook.add_chart({"type": drawn.kind} | stacked)
    assert chart is not None
    assert len(drawn.series) <= len(PALETTE)
    lines = sheet.workbook.add_chart({"type": "line"})
    assert lines is not None
    for colour, one in zip(PALETTE, drawn.series, strict=False):
        over = one.line or drawn.kind == "line"
        (lines if one.line else chart).add_series(_series(drawn, one, colour, over))
    if any(one.line for one in drawn.series):
        chart.combine(lines)
    chart.set_title(
        {"name": tr(drawn.title), "name_font": {"name": FONT, "size": 11, "bold": True}, "overlay": False}
    )
    font = {"name": FONT, "size": 9}
    named: dict[str, object] = {"num_font": font, "text_axis": True}
    if drawn.categories.number:
        named["num_format"] = drawn.categories.number
    valued: dict[str, object] = {
        "name": tr(drawn.unit),
        "name_font": font | {"bold": False},
        "num_font": font,
        "num_format": drawn.number,
        "major_gridlines": {"visible": True, "line": {"color": "#D9D9D9", "width": 0.5}},
        "line": {"none": True},
    }
    if drawn.kind == "bar":  # horizontal values: the axes change places
        chart.set_x_axis(valued)
        chart.set_y_axis(named | {"reverse": True, "label_position": "low"})
    else:
        chart.set_x_axis(named)
        chart.set_y_axis(valued)
    unseen = [n for n, one in enumerate(drawn.series) if one.hidden]
    chart.set_legend({"position": "bottom", "font": font} | ({"delete_series": unseen} if unseen else {}))
    chart.set_size({"width": drawn.width, "height": drawn.height})
    placed = {"description": tr(drawn.description), "object_position": 1}
    sheet.worksheet.insert_chart(row, column, chart, placed)
    sheet.kept.append((row, row + ROWS - 1))


def series_name(name: str) -> str:
    """A series' name that no program takes for a formula, whatever a site is called."""
    return f"'{name}" if name.startswith("=") else name


def _series(drawn: Chart, one: Series, colour: str, line: bool) -> dict[str, object]:
    found: dict[str, object] = {
        "name": series_name(tr(one.name)),
        "categories": [drawn.categories.sheet, *drawn.categories.cells],
        "values": [one.sheet, *one.cells],
    }
    if line:
        dash = "solid" if one.line else _DASHES[PALETTE.index(colour)]
        return found | {"line": {"color": INK if one.line else colour, "width": 2.25, "dash_type": dash}}
    return found | {
        "fill": {"none": True} if one.hidden else {"color": colour},
        "border": {"none": True} if one.hidden else {"color": "#FFFFFF", "width": 0.5},
        "gap": 60,
    }
