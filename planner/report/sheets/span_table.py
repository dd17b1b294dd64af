"""Tables of sheet FiscalYears: one row a fiscal year, or a part of one."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from models.finance.discounting import Timing
from planner.messages import tr
from planner.report.cells import Block, Formula, added, sumproduct, total
from planner.report.context import Context
from planner.report.fiscal import FiscalYear, Grain
from planner.report.grid import Sheet

Column = tuple[str, Callable[[FiscalYear], Formula]]
"""Heading of a column, and its figure by span."""


def table(
    sheet: Sheet, row: int, title: str, grain: Grain, columns: Sequence[Column], last: str
) -> tuple[list[list[Formula]], int]:
    """One row a span, the last column their sum, then all. Cells by column; returns the row after."""
    sheet.section(row, grain.of(title), len(columns) + 1)
    for column, words in enumerate((grain.name.capitalize(), *(name for name, _ in columns), last)):
        sheet.text(row + 1, column, words, "heading_right" if column else "heading")
    sheet.height(row + 1, 28)
    cells: list[list[Formula]] = [[] for _ in range(len(columns) + 1)]
    first = row + 2
    for row, year in enumerate(grain.spans, first):
        sheet.put_words(row, 0, year.label)
        for column, (_, make) in enumerate(columns):
            cells[column].append(sheet.put(row, column + 1, make(year), "linked"))
        summed = added(own[-1] for own in cells[:-1])
        cells[-1].append(sheet.put(row, len(columns) + 1, summed, "label"))
    row += 1
    sheet.text(row, 0, tr(f"All {grain.name.removeprefix('fiscal ')}s"), "total")
    for column, own in enumerate(cells, 1):
        values = np.array([cell.value for cell in own]).reshape(-1, 1)
        own.append(sheet.put(row, column, total(sheet.block(first, column, values)), "total"))
    return cells, row + 2


def within(ctx: Context, row: Block, year: FiscalYear, timing: Timing) -> Formula:
    """What of a row over the horizon falls into a year."""
    return sumproduct(row, year.shares[timing].block(0, ctx.periods - 1))
