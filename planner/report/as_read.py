"""The rest of sheet Assumptions: sources, inputs as read, defaults used."""

from __future__ import annotations

from models.plan.values import Month, Provenance, month_text
from planner.messages import tr
from planner.report.breaking import broken
from planner.report.context import Context
from planner.report.grid import A, B, C, H, Sheet
from planner.report.register import Inputs, name_of

SOURCE, AS_OF, CONFIDENCE, CELL, LAST = H, H + 1, H + 2, 12, 14
_LONGEST_SOURCE = 48
"""Characters that stand in two lines of the Source column; longer ones are cited by number."""
_OWN_COLUMNS = ("source", "as_of", "confidence")
_MONTHS = frozenset({
    "start", "end", "from", "available_from", "available_to", "last_order", "earliest", "price_base_month",
    "in_service", "lease_end", "contract_end", "retire_on", "cancellable_until",
})  # fmt: skip


class Sources:
    """Long source texts, listed once and cited by number."""

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}

    def cite(self, text: str | None) -> str:
        """The text itself if it is short, else its number and its beginning."""
        if text is None or len(text) <= _LONGEST_SOURCE:
            return tr(text or "")
        number = self._numbers.setdefault(text, len(self._numbers) + 1)
        head = f"[{number}] {tr(text)}"
        return head[: _LONGEST_SOURCE - 2].rstrip() + " …"

    def write(self, sheet: Sheet, row: int, last_column: int) -> int:
        """The list of sources; returns the row after it."""
        if not self._numbers:
            return row
        sheet.section(row, "Sources cited by number", last_column)
        for text, number in self._numbers.items():
            row += 1
            sheet.text(row, A, f"[{number}]")
            for line in _lines(tr(text)):
                sheet.text(row, B, line)
                row += 1
            row -= 1
        return row + 1


def _lines(text: str, width: int = 175) -> list[str]:
    return broken(text, width) or [""]


def write_provenance(sheet: Sheet, row: int, stated: Provenance, sources: Sources) -> None:
    """Source, month and confidence of a figure."""
    sheet.text(row, SOURCE, sources.cite(stated.source), "beside_wrap")
    sheet.text(row, AS_OF, month_text(stated.as_of) if stated.as_of is not None else "")
    sheet.text(row, CONFIDENCE, stated.confidence or "")


def write_inputs(ctx: Context, sheet: Sheet, row: int, inputs: Inputs, sources: Sources) -> int:
    """Typed inputs that no formula uses: for the record; changing them needs a new solve."""
    rest = [
        (ref, cell)
        for ref, cell in ctx.origin.items()
        if ref not in ctx.live and "!" in cell and ref.field not in _OWN_COLUMNS
    ]
    if not rest:
        return row
    title = "Inputs as read that no formula uses (they shaped the plan; a change needs a new solve)"
    sheet.section(row, title, LAST)
    for ref, cell in rest:
        row += 1
        sheet.text(row, B, name_of(ref), "wrap")
        sheet.text(row, C, shown(inputs.value(ref), ref.field))
        write_provenance(sheet, row, inputs.provenance(ref), sources)
        sheet.text(row, CELL, cell)
    return row + 1


def write_defaults(ctx: Context, sheet: Sheet, row: int) -> None:
    """Blank cells, what was taken for them, and by which rule."""
    if not ctx.meta.defaults:
        return
    sheet.section(row, "Defaults used for blank cells", LAST)
    for used in ctx.meta.defaults:
        row += 1
        sheet.text(row, B, name_of(used.ref), "wrap")
        sheet.text(row, C, shown(used.value, used.ref.field))
        sheet.text(row, SOURCE, used.why)
        sheet.text(row, CELL, used.ref.table)


def shown(value: object, field: str) -> str:
    """An input as text: months as 2027-04, yes/no for truth, lists with commas."""
    if value is None:
        return "blank"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int) and field in _MONTHS:
        return month_text(Month(value))
    if isinstance(value, tuple):
        return ", ".join(map(str, value)) or "none"
    if isinstance(value, float):
        return f"{value:.12g}"
    return str(value)
