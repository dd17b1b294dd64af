"""Charges of sheet Attribution under the column names of FOCUS, three a workload."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from models.costing.basis import CostShare
from models.plan import Workload
from planner.report.cells import Formula, ratio
from planner.report.context import Axis, Context
from planner.report.grid import Sheet
from planner.report.sheets.bearers import GROUPS, NOT_STATED, WorkCost, property_of
from planner.report.sheets.pool_costs import MATRIX


def write(
    ctx: Context,
    sheet: Sheet,
    row: int,
    axis: Axis,
    rows: Sequence[WorkCost],
    works: Mapping[str, Workload],
) -> None:
    """The same money as charges, three a workload."""
    sheet.section(row, "Charges under FOCUS column names", 10)
    sheet.repeated = (row, row + 1)
    headings = (
        "ResourceName", "SubAccountName", "Tags", "ChargeCategory", "ChargeDescription", "ChargePeriodStart",
        "ChargePeriodEnd", "BillingCurrency", "BilledCost", "EffectiveCost", "ServiceCategory",
    )  # fmt: skip
    for column, words in enumerate(headings):
        sheet.text(
            row + 1,
            column,
            words,
            "heading_right" if column in (8, 9) else "heading_beside" if column == 10 else "heading",
        )
    shares = {} if ctx.result.unit_costs is None else {s.name: s for s in ctx.result.unit_costs.workloads}
    row += 2
    for work in rows:
        effective = _effective(sheet, row, work, shares.get(work.name))
        for n, (words, billed) in enumerate(
            (("Direct", work.direct), ("Shared, in use", work.shared), ("Shared, idle capacity", work.idle))
        ):
            of = works.get(work.name)
            sheet.text(row, 0, work.name, "wrap")
            sheet.text(row, 1, property_of(of, "project"), "wrap")
            stated = ((group, property_of(of, group)) for group in GROUPS[1:])
            tags = [f"{group}={value}" for group, value in stated if value != NOT_STATED]
            sheet.text(row, 2, "; ".join(tags), "wrap")
            sheet.text(row, 3, "Usage")
            sheet.text(row, 4, words, "wrap")
            sheet.put(row, 5, axis.starts.at(0), "linked_left", "yyyy-mm-dd")
            sheet.put(row, 6, axis.ends.at(ctx.cash_periods - 1) + 1, "linked_left", "yyyy-mm-dd")
            sheet.text(row, 7, ctx.result.currency)
            sheet.put(row, 8, billed)
            if effective is not None:
                sheet.put(row, 9, effective[n])
            sheet.text(row, 10, "AI and Machine Learning", "beside_wrap")
            row += 1


def _effective(
    sheet: Sheet, row: int, work: WorkCost, share: CostShare | None
) -> tuple[Formula, Formula, Formula] | None:
    """Amortised cost as solved, the shared part split between use and idle as the cash is."""
    if share is None:
        return None
    direct = sheet.number(row, MATRIX, share.direct.full)
    rest = sheet.number(row + 1, MATRIX, share.cost.full - share.direct.full)
    idle = rest * ratio(work.idle, work.shared + work.idle)
    return direct, rest - idle, idle
