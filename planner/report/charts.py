"""Charts: titles, units, alternative text, at most six colours, data beside them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from planner.report.grid import Sheet
from planner.report.styles import FONT, PALETTE

HEIGHT = 300


@dataclass(frozen=True, slots=True)
class Series:
    """A series: sheet and (first row, first column, last row, last column) of its values.

    hidden: it only lifts the series above it
    """

    name: str
    sheet: str
    cells: tuple[int, int, int, int]
    hidden: bool = False


@dataclass(frozen=True, slots=True)
class Categories:
    """Labels of the common axis; dates carry a number format."""

    sheet: str
    cells: tuple[int, int, int, int]
    number: str | None = None


def scaled(unit: str, most: float) -> tuple[str, str]:
    """Axis title and number format for amounts up to `most`: plain, thousands or millions."""
    if most >= 1e7:
        return f"{unit} million", "#,##0,,"
    if most >= 1e6:
        return f"{unit} million", "0.0,,"
    return unit, "#,##0"


def stacked_columns(
    sheet: Sheet,
    row: int,
    column: int,
    title: str,
    unit: str,
    number: str,
    categories: Categories,
    series: Sequence[Series],
    description: str,
    width: int,
) -> None:
    """Insert a stacked column chart with its upper left corner in a cell."""
    _insert(sheet, "column", row, column, title, unit, number, categories, series, description, width)


def bars(
    sheet: Sheet,
    row: int,
    column: int,
    title: str,
    unit: str,
    number: str,
    categories: Categories,
    series: Sequence[Series],
    description: str,
    width: int,
) -> None:
    """Insert a chart of horizontal bars to both sides of 0, first category on top."""
    _insert(sheet, "bar", row, column, title, unit, number, categories, series, description, width)


def _insert(
    sheet: Sheet,
    kind: str,
    row: int,
    column: int,
    title: str,
    unit: str,
    number: str,
    categories: Categories,
    series: Sequence[Series],
    description: str,
    width: int,
) -> None:
    chart = sheet.workbook.add_chart({"type": kind, "subtype": "stacked"})
    assert chart is not None
    font = {"name": FONT, "size": 9}
    for colour, one in zip(PALETTE, series, strict=False):
        chart.add_series(
            {
                "name": one.name,
                "categories": [categories.sheet, *categories.cells],
                "values": [one.sheet, *one.cells],
                "fill": {"none": True} if one.hidden else {"color": colour},
                "border": {"none": True} if one.hidden else {"color": "#FFFFFF", "width": 0.5},
                "gap": 60,
            }
        )
    chart.set_title({"name": title, "name_font": {"name": FONT, "size": 11, "bold": True}, "overlay": False})
    named: dict[str, object] = {"num_font": font, "text_axis": True}
    if categories.number:
        named["num_format"] = categories.number
    valued: dict[str, object] = {
        "name": unit,
        "name_font": font | {"bold": False},
        "num_font": font,
        "num_format": number,
        "major_gridlines": {"visible": True, "line": {"color": "#D9D9D9", "width": 0.5}},
        "line": {"none": True},
    }
    if kind == "bar":  # horizontal values: the axes change places
        chart.set_x_axis(valued)
        chart.set_y_axis(named | {"reverse": True, "label_position": "low"})
    else:
        chart.set_x_axis(named)
        chart.set_y_axis(valued)
    unseen = [n for n, one in enumerate(series) if one.hidden]
    chart.set_legend({"position": "bottom", "font": font} | ({"delete_series": unseen} if unseen else {}))
    chart.set_size({"width": width, "height": HEIGHT})
    sheet.worksheet.insert_chart(row, column, chart, {"description": description, "object_position": 1})
