"""Power against its limit, by site: rows of shares and their chart on top of sheet Capacity."""

from __future__ import annotations

from collections.abc import Sequence

from models.results import CapacityRow
from planner.messages import spoken
from planner.report import charts, styles
from planner.report.cells import Formula, largest, ratio
from planner.report.charts import Categories, Chart, Series
from planner.report.context import Context
from planner.report.grid import FIRST_PERIOD, HEADER_ROWS, A, B, C, D, F, PeriodRow, Sheet
from planner.report.styles import PALETTE

_WIDTH = 980
Power = tuple[CapacityRow, PeriodRow, PeriodRow]
"""What is limited, its use, its limit."""


def write(ctx: Context, sheet: Sheet, row: int, limited: Sequence[Power]) -> None:
    """One row of shares for each limit of power, the fullest in the chart."""
    sheet.section(row, "Power used, as a share of its limit (the fullest are drawn above)")
    ordered = sorted(limited, key=lambda power: -_fullest(power))
    first = row + 1
    for row, (resource, used, limit) in enumerate(ordered, first):
        sheet.text(row, A, resource.location, "wrap")
        sheet.text(row, B, resource.resource, "wrap")
        sheet.text(row, C, "share")
        sheet.text(row, D, resource.code)
        shares = [ratio(used.at(t), limit.at(t)) for t in range(ctx.periods)]
        placed = sheet.put_periods(row, shares, "formula", styles.SHARE)
        sheet.put(row, F, largest(placed.block()), "label", styles.SHARE)
    last = FIRST_PERIOD + ctx.periods - 1
    shown = ordered[: len(PALETTE)]
    charts.insert(
        sheet,
        HEADER_ROWS,
        0,
        Chart(
            "Power used against its limit, by site",
            "share of the limit",
            "0%",
            Categories(sheet.name, (3, FIRST_PERIOD, 3, last), "yyyy-mm"),
            [
                Series(_name(resource), sheet.name, (at, FIRST_PERIOD, at, last))
                for at, (resource, _, _) in enumerate(shown, first)
            ],
            spoken(
                "Lines: power used as a share of its limit by period; figures in rows {first} to {last}.",
                first=first + 1,
                last=first + len(shown),
            ),
            _WIDTH,
            "line",
        ),
    )


def _name(resource: CapacityRow) -> str:
    return f"{resource.location}: {resource.resource.partition(' (')[0]}"


def _fullest(power: Power) -> float:
    _, used, limit = power
    pairs = zip(used.values, limit.values, strict=True)
    return max(ratio(Formula("", float(u)), Formula("", float(most))).value for u, most in pairs)
