"""Title rows, freezing, printing: the same on every sheet."""

from __future__ import annotations

from planner.messages import spoken, term, tr
from planner.report.context import Context
from planner.report.grid import HEADER_ROWS, LEAST_SCALE, Sheet
from planner.report.pages import Rows, breaks
from planner.report.sheets.cover import CoverCells

_A4 = 9
_PAGE_PIXELS = 1_008
"""Width of a landscape Letter page (A4 is wider) between its margins, at 96 dots an inch."""
_PAGE_POINTS = 510
"""Height of a landscape A4 page (Letter is higher) between its margins, with a little to spare."""
_MOST_BREAKS = 1_000

CALCULATION = frozenset({"Capacity", "Workloads", "FixedAssets", "Decisions", "CostCalc", "CashFlow", "NPV"})
NOT_PRINTED = frozenset({"Decisions", "CostCalc"})


def finish(ctx: Context, sheet: Sheet, purpose: str, cover: CoverCells) -> None:
    """Title rows and page set-up of a sheet whose body is written."""
    worksheet, title = sheet.worksheet, term("report", sheet.name)
    if sheet.name != "Cover":
        sheet.text(0, 0, f"{ctx.result.plan_name}: {title}", "title")
        sheet.put_words(1, 0, cover.status, "status")
        for word, form in sheet.style.status_words.items():
            rule = {"type": "cell", "criteria": "==", "value": f'"{word}"', "format": form}
            worksheet.conditional_format(1, 0, 1, 0, rule)
        sheet.text(1, 1, purpose, "note")
        run = spoken(
            "Run {run} · scenario {scenario} · {currency}",
            run=ctx.meta.run_id,
            scenario=ctx.meta.scenario,
            currency=ctx.result.currency,
        )
        sheet.text(2, 0, run, "note")
        sheet.height(1, 16)
        if sheet.name != "Summary" and HEADER_ROWS - 1 not in sheet.heights:
            sheet.height(HEADER_ROWS - 1, 28)
    sheet.height(0, 24)
    sheet.fit_rows()
    worksheet.hide_gridlines(2)
    everywhere = "A1:XFD1048576"  # ids may be digits; totals leave the constant beside them out on purpose
    worksheet.ignore_errors({"number_stored_as_text": everywhere, "formula_range": everywhere})
    worksheet.set_paper(_A4)
    worksheet.set_margins(left=0.25, right=0.25, top=0.5, bottom=0.6)
    pages = tr("Page &P of &N")
    worksheet.set_footer(f"&L&8 {_plain(title)}&C&8 {pages}&R&8 {_plain(ctx.meta.run_id)}")
    if sheet.name == "Summary":
        worksheet.set_portrait()  # a decision paper: one upright page
        worksheet.fit_to_pages(1, 1)
        worksheet.print_area(0, 0, sheet.last_row, 9)
        return
    if sheet.name == "Cover":
        worksheet.set_portrait()
        worksheet.fit_to_pages(1, 1)
        worksheet.print_area(0, 0, sheet.last_row, 5)
        return
    worksheet.set_landscape()
    worksheet.freeze_panes(5, 2 if sheet.name in CALCULATION else 0)
    worksheet.repeat_rows(*sheet.repeated)
    if sheet.name in NOT_PRINTED:
        worksheet.print_area(0, 0, 2, 6)
        return
    last_row, last_column = sheet.print_rows or sheet.last_row, sheet.print_columns or sheet.last_column
    worksheet.print_area(0, 0, last_row, last_column)
    scale = min(sheet.most_scale, int(100 * _PAGE_PIXELS / _width(sheet, last_column)))
    if scale < LEAST_SCALE:
        scale = LEAST_SCALE
        worksheet.repeat_columns(0, 1)
    worksheet.set_print_scale(scale)  # programs that fit a sheet to a page's width ignore set breaks
    sections, usual = sorted(sheet.sections), sheet.usual_height
    rows = Rows(last_row, sheet.heights, sections, sheet.kept, sheet.repeated, usual, sheet.whole)
    worksheet.set_h_pagebreaks(breaks(rows, _PAGE_POINTS * 100 / scale)[:_MOST_BREAKS])


def _width(sheet: Sheet, last_column: int) -> float:
    """Width of the used columns in pixels."""
    return sum(sheet.widths.get(column, 8.43) * 7 + 5 for column in range(last_column + 1))


def _plain(text: str) -> str:
    """Footer text: the ampersand is a command there."""
    return text.replace("&", "&&")
