"""Cover: what this report is, whether it still holds, how to read and audit it, who signs it."""

from __future__ import annotations

from dataclasses import dataclass

from planner.messages import spoken, tr
from planner.report import styles
from planner.report.breaking import broken
from planner.report.cells import Formula, Words, money_words, quoted
from planner.report.context import Context
from planner.report.grid import Sheet
from planner.report.sheets.assumptions import AssumptionCells
from planner.report.sheets.checks import CheckCells
from planner.report.sheets.npv import NpvCells

OUTCOMES = {
    "optimal": "Proven: no plan of this program costs less than the bound below, within the gap asked for.",
    "time_limit": "Stopped at the time limit: the best plan found, with the gap proven so far.",
    "interrupted": "Interrupted: the best plan found until then, with the gap proven so far.",
}
LEGEND = (
    ("input", "Input: blue on yellow. Assumptions, column Live, may be edited to price the plan again."),
    ("solved", "Optimiser's value or figure as solved: purple. Never edited."),
    ("formula", "Formula on the same sheet: black."),
    ("linked", "Formula that reads another sheet: green."),
    ("total", "Total: bold under a line."),
)
AUDIT = (
    "Checks: every row must say OK. Each shows both sides, the difference and what it proves.",
    "NPV: PV as solved (pasted) beside PV live, per cost term; the bridge starts at the solver's objective.",
    "CostCalc: any row's formula reads the decision, the price in column E, the price index, the flag.",
    "Assumptions: column Input cell names the cell of the input workbook, whose SHA-256 stands above.",
    "Change a live assumption: the status reads RE-PRICED; undo it: OK. Change a decision: ERROR.",
)
_STATUS_ROW, _DETAIL_ROW = 2, 3
_LINE_WIDTH = 112


@dataclass(frozen=True, slots=True)
class CoverCells:
    """Cells other sheets show."""

    status: Words
    detail: Words
    input_hash: Words


def hash_cell(ctx: Context) -> Words:
    """The cell that will hold the input's SHA-256 (checks are written before the cover)."""
    return ctx.book["Cover"].words_at(_FACTS + 5, 1, ctx.meta.input_sha256)


_FACTS = 6


def write(
    ctx: Context,
    sheets: tuple[tuple[str, str], ...],
    assumptions: AssumptionCells,
    checks: CheckCells,
    npv: NpvCells,
) -> CoverCells:
    """Write the cover. `sheets`: names and purposes, in order."""
    sheet = ctx.book["Cover"]
    for column, width in enumerate((25, 34, 14, 17, 17, 17)):
        sheet.width(column, column, width)
    sheet.text(0, 0, ctx.result.plan_name, "title")
    sheet.text(1, 0, "Capacity plan: report for finance", "note")
    status, detail = _status(ctx, sheet, assumptions, checks, npv)
    row = _facts(ctx, sheet, npv)
    row = _index(sheet, row + 1, sheets)
    row = _list(sheet, row + 1, "How to audit this report in five steps", AUDIT)
    row = _list(
        sheet,
        row + 1,
        "Re-pricing and re-planning",
        (
            "Editing a live assumption prices this plan again: quantities, dates and places stay as solved.",
            "For another plan, change the input workbook and solve again.",
        ),
    )
    sheet.section(row + 1, "Colours", 5)
    top = row + 2
    for row, (kind, words) in enumerate(LEGEND, top):
        sheet.text(row, 0, "1,234", kind)
        sheet.text(row, 1, words)
    row = _sign_off(sheet, row + 2)
    return CoverCells(status, detail, hash_cell(ctx))


def _status(
    ctx: Context, sheet: Sheet, assumptions: AssumptionCells, checks: CheckCells, npv: NpvCells
) -> tuple[Words, Words]:
    sheet.text(_STATUS_ROW, 0, "Master status", "label")
    status = sheet.put_words(_STATUS_ROW, 1, checks.status, "status")
    for word, form in sheet.style.status_words.items():
        rule = {"type": "cell", "criteria": "==", "value": f'"{word}"', "format": form}
        sheet.worksheet.conditional_format(_STATUS_ROW, 1, _STATUS_ROW, 1, rule)
    edits, change, failed, holding = (
        money_words(f) for f in (assumptions.edits, npv.difference, checks.failed, checks.holding)
    )
    of_all = holding + quoted(spoken(" of {number} checks hold", number=checks.rows))
    unproven, stop = tr("; the gap asked for is not proven."), tr(". ").strip()
    proven = Words(
        f'IF({checks.unproven.text}>0,"{unproven}","{stop}")', unproven if checks.unproven.value else stop
    )
    ok = of_all + proven
    priced = (
        quoted("Edited assumptions: ")
        + edits
        + quoted("; cost changes by ")
        + change
        + quoted(" ")
        + assumptions.currency
    )
    infeasible = (
        quoted("Plan no longer feasible: an edited assumption breaks a limit, see Capacity. Edits: ") + edits
    )
    wrong = quoted("See Checks; checks that fail: ") + failed
    value = {"OK": ok, "RE-PRICED": priced}.get(status.value, wrong).value
    text = (
        f'IF({status.text}="OK",{ok.text},IF({status.text}="RE-PRICED",{priced.text},'
        f'IF({status.text}="NOT FEASIBLE",{infeasible.text},{wrong.text})))'
    )
    detail = sheet.put_words(_DETAIL_ROW, 1, Words(text, value))
    ctx.book.name("master_status", status)
    return status, detail


def _facts(ctx: Context, sheet: Sheet, npv: NpvCells) -> int:
    meta, proof = ctx.meta, ctx.result.proof
    sheet.section(_FACTS - 1, "The run", 5)
    versions = ", ".join(f"{name} {version}" for name, version in meta.versions.items())
    facts = (
        (
            "Plan version",
            spoken(
                "{version}; supersedes {old}", version=meta.plan_version, old=meta.supersedes or tr("nothing")
            ),
        ),
        ("Scenario", meta.scenario),
        ("Run", meta.run_id),
        ("Time (UTC)", meta.utc.strftime("%Y-%m-%d %H:%M:%S")),
        ("Input file", meta.input_name),
        ("SHA-256 of the input", meta.input_sha256),
        ("Data cut-off", meta.data_cut_off or tr("see Assumptions, column As of")),
        (
            "Versions",
            spoken("{versions}; report format {format}", versions=versions, format=meta.report_format),
        ),
        ("Outcome", tr(OUTCOMES[proof.status])),
    )
    row = _FACTS
    for label, words in facts:
        row = _fact(sheet, row, label, words)
    figures: tuple[tuple[str, Formula | None, str], ...] = (
        (spoken("Cost, present value ({currency})", currency=ctx.result.currency), npv.live, styles.MONEY),
        (spoken("Proven bound ({currency})", currency=ctx.result.currency), npv.bound, styles.MONEY),
        (spoken("Gap ({currency})", currency=ctx.result.currency), npv.gap, styles.MONEY),
        ("Gap (share of cost)", npv.gap_share, styles.FINE_SHARE),
    )
    top = row
    for row, (label, figure, number) in enumerate(figures, top):
        sheet.text(row, 0, label, "label")
        if figure is None:
            sheet.text(row, 1, "not proven")
        else:
            sheet.put(row, 1, figure, "left", number)
    row = _fact(
        sheet,
        row + 1,
        "Signs",
        spoken(
            "Cost is positive, credits are negative; NPV = -cost. Money is nominal, in {currency}; present "
            "values are of the plan's start.",
            currency=ctx.result.currency,
        ),
    )
    options = "; ".join(f"{o.name} {o.value} ({tr(o.origin)})" for o in meta.options)
    return _fact(sheet, row, "Options", options or tr("all as in Settings"))


def _fact(sheet: Sheet, row: int, label: str, words: str) -> int:
    """A fact, over as many rows as its words need; returns the row after it."""
    sheet.text(row, 0, label, "label")
    for line in broken(tr(words), _LINE_WIDTH) or [""]:
        sheet.text(row, 1, line)
        row += 1
    return row


def _index(sheet: Sheet, row: int, sheets: tuple[tuple[str, str], ...]) -> int:
    sheet.section(row, "Sheets", 5)
    top = row + 1
    for row, (name, purpose) in enumerate(sheets, top):
        sheet.worksheet.write_url(row, 0, f"internal:'{name}'!A1", sheet.style.get("link"), name)
        sheet.text(row, 1, purpose)
    return row + 1


def _list(sheet: Sheet, row: int, title: str, sentences: tuple[str, ...]) -> int:
    sheet.section(row, title, 5)
    for number, sentence in enumerate(sentences, 1):
        row += 1
        sheet.text(row, 0, f"{number}")
        sheet.text(row, 1, sentence)
    return row + 1


def _sign_off(sheet: Sheet, row: int) -> int:
    sheet.section(row, "Sign-off", 5)
    for column, words in enumerate(("Role", "Name", "Date", "Amount", "Signature")):
        sheet.text(row + 1, column, words, "heading")
    top = row + 2
    for row, role in enumerate(("Prepared", "Reviewed", "Approved"), top):
        sheet.text(row, 0, role, "label")
        sheet.height(row, 24)
        for column in range(1, 5):
            sheet.worksheet.write_blank(row, column, None, sheet.style.get("input"))
    return row
