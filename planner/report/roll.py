"""Roll-forwards of book value: the rows that every block of FixedAssets is made of."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from planner.messages import spoken, tr
from planner.report.cells import Block, Formula, added, total
from planner.report.context import Check, Constants, Context
from planner.report.grid import B, C, F, PeriodRow, Sheet

_TITLES = {
    "opening": "Opening book value",
    "additions": "+ Additions, entered service",
    "depreciation": "- Depreciation",
    "disposals": "- Disposals, at book value",
    "closing": "= Closing book value",
}


@dataclass(frozen=True, slots=True)
class Roll:
    """A roll-forward by period of the horizon, and what was ordered, paid and is not in service yet."""

    rows: Mapping[str, PeriodRow]
    ordered: PeriodRow | None = None
    paid: PeriodRow | None = None
    construction: PeriodRow | None = None


@dataclass(frozen=True, slots=True)
class AssetPage:
    """What every block of the sheet is written with."""

    ctx: Context
    sheet: Sheet
    numbers: PeriodRow
    constants: Constants

    def row(self, row: int, title: str, figures: Sequence[Formula], kind: str = "formula") -> PeriodRow:
        """A labelled row of money."""
        self.sheet.text(row, B, title, "total" if kind == "total" else "plain")
        self.sheet.text(row, C, self.ctx.result.currency)
        return self.sheet.put_periods(row, figures, kind)


def running(
    page: AssetPage, row: int, first: Formula, step: Callable[[int, Formula], Formula]
) -> list[Formula]:
    """Each period's figure from the one before it in the same row; `first` stands before the first."""
    figures: list[Formula] = []
    for t in range(page.ctx.periods):
        before = first
        if t:
            text = f"{page.sheet.name}!{PeriodRow.letters(t - 1)}{row + 1}"
            before = Formula(text, figures[-1].value)
        figures.append(step(t, before))
    return figures


def sum_rows(rows: Sequence[PeriodRow], period: int) -> Formula:
    """Sum of a period over rows, which need not be neighbours: neighbours become one range."""
    return sum_cells([(row.row, row.at(period)) for row in rows])


def sum_cells(cells: Sequence[tuple[int, Formula]]) -> Formula:
    """Sum of cells of one column, given with their rows: neighbours become one range."""
    spans: list[list[tuple[int, Formula]]] = []
    for row, cell in cells:
        if spans and spans[-1][-1][0] + 1 == row:
            spans[-1].append((row, cell))
        else:
            spans.append([(row, cell)])
    return added(_range(span) for span in spans)


def _range(span: Sequence[tuple[int, Formula]]) -> Formula:
    (_, first), (_, last) = span[0], span[-1]
    if len(span) == 1:
        return first
    values = np.array([cell.value for _, cell in span])
    return total(Block(f"{first.text}:{last.text.partition('!')[2]}", values))


def roll_forward(
    page: AssetPage, row: int, title: str, moves: Mapping[str, Sequence[Formula]], opening: Formula
) -> tuple[dict[str, PeriodRow], int]:
    """Opening + additions - depreciation - disposals = closing; returns the row after it."""
    n = page.ctx.periods
    row += 1
    closing = running(
        page,
        row + 4,
        opening,
        lambda t, before: before + moves["additions"][t] - moves["depreciation"][t] - moves["disposals"][t],
    )
    end = PeriodRow(page.sheet.name, row + 4, np.array([figure.value for figure in closing]))
    rows = {
        "opening": page.row(
            row,
            spoken("{title}: opening book value", title=tr(title)),
            [opening, *(end.at(t) for t in range(n - 1))],
        )
    }
    for at, name in enumerate(("additions", "depreciation", "disposals"), row + 1):
        rows[name] = page.row(at, _TITLES[name], list(moves[name]))
        page.sheet.put(at, F, total(rows[name].block()), "label")
    figures = [
        rows["opening"].at(t) + rows["additions"].at(t) - rows["depreciation"].at(t) - rows["disposals"].at(t)
        for t in range(n)
    ]
    rows["closing"] = page.row(row + 4, _TITLES["closing"], figures, "total")
    closed = page.sheet.put(row + 4, F, rows["closing"].at(n - 1), "total")
    moved = [total(rows[name].block()) for name in ("additions", "depreciation", "disposals")]
    page.ctx.checks.append(
        Check(
            spoken("Roll-forward: {title}", title=tr(title)),
            rows["opening"].at(0) + moved[0] - moved[1] - moved[2],
            closed,
            page.constants.money_tolerance,
            page.sheet.name,
            "opening + additions - depreciation - disposals = closing, over the whole plan",
        )
    )
    return rows, row + 5
