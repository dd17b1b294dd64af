"""The plan against doing the minimum, renting all, owning all: the part of Summary that compares."""

from __future__ import annotations

from dataclasses import replace

from planner.messages import spoken, tr
from planner.report import styles
from planner.report.baseline import Baseline
from planner.report.breaking import broken
from planner.report.context import Context
from planner.report.grid import Sheet
from planner.report.paper import Against
from planner.report.sheets.bridge import BridgeCells, against
from planner.report.sheets.headline import LAST_COLUMN

_BASELINE_WIDTH = 75


def compared_with(
    ctx: Context, sheet: Sheet, row: int, bridged: BridgeCells, undone: float
) -> tuple[list[Against], int]:
    """The plan against its baselines, the penalty for unmet work left out of every cost.

    undone: what the plan itself leaves unmet, in all workloads' own units
    """
    title = spoken("Against other plans, present value of cost, {currency}", currency=ctx.result.currency)
    sheet.section(row, title, LAST_COLUMN)
    if not bridged.compared:
        sheet.text(row + 1, 0, "Not solved: run without --no-baselines.", "note")
        return [], row + 2
    headings = {0: "Plan", 1: "Cost", 2: "The plan saves", 3: "share", 4: "Unmet, EFLOP", 5: "What it is"}
    for column in range(LAST_COLUMN + 1):
        kind = "heading_right" if 1 <= column <= 4 else "heading_beside"
        sheet.text(row + 1, column, headings.get(column, ""), kind if column else "heading")
    row += 2
    sheet.text(row, 0, "this plan", "label")
    sheet.put(row, 1, bridged.plan, "label")
    found = []
    for compared in bridged.compared:
        row += 1
        baseline = compared.baseline
        sheet.text(row, 0, baseline.name)
        words = _told(baseline, undone)
        shown = Against(baseline, words)
        if compared.cost is not None:
            cost = sheet.put(row, 1, compared.cost, "linked")
            unmet = sheet.number(row, 4, baseline.unmet_eflop, "solved", styles.RATE)
            shown = Against(baseline, words, cost, unmet=unmet)
            if not baseline.does_less(undone):
                saved, share = against(bridged.plan, cost)
                shown = replace(
                    shown,
                    saved=sheet.put(row, 2, saved, "linked"),
                    share=sheet.put(row, 3, share, "linked", styles.SHARE),
                )
        found.append(shown)
        for number, line in enumerate(broken(words, _BASELINE_WIDTH)):
            row += bool(number)
            sheet.text(row, 5, line, "beside")
    return found, row + 1


def _told(baseline: Baseline, undone: float) -> str:
    """What a baseline is, or why there is none."""
    if not baseline.found:
        return baseline.why
    less = ("It does less work: no saving stated",) if baseline.does_less(undone) else ()
    return "; ".join(map(tr, (baseline.what, *less, *baseline.unserved_words)))
