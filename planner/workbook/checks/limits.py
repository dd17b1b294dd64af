"""Budgets, limits, overrides, scenarios."""

from __future__ import annotations

from collections.abc import Iterator

from planner.workbook.book import Book
from planner.workbook.findings import Finding
from planner.workbook.rows import Row
from planner.workbook.schema import BY_NAME
from planner.workbook.text import quoted

_WITHOUT_KEY = ("total", "capex", "opex")
_NOT_CHANGED = ("Scenarios",)


def budgets(book: Book) -> Iterator[Finding]:
    """A budget says whose it is, and for capex when it counts."""
    for row in book.on("Budgets"):
        scope = row.text("scope")
        if scope is not None and scope not in _WITHOUT_KEY and row.text("key") is None:
            yield row.find("check.budget_key", "key", seen=scope)
        if scope == "capex" and row.text("basis") is None and "basis" not in row.refused:
            yield row.find("check.budget_basis", "basis")


def share_limits(book: Book) -> Iterator[Finding]:
    """Limits of shares are fractions."""
    for row in book.on("Limits"):
        amount = row.num("amount")
        if (row.text("kind") or "").endswith("_share") and amount is not None and amount > 1:
            yield row.find("check.share_limit", "amount", seen=f"{amount:g}")


def overrides(book: Book) -> Iterator[Finding]:
    """An override bounds something, the right way round."""
    for row in book.on("Overrides"):
        low, high = row.num("min"), row.num("max")
        if low is None and high is None and not row.refused & {"min", "max"}:
            yield row.find("check.no_bound", "min")
        elif low is not None and high is not None and low > high:
            yield row.find("check.min_max", "min", seen=f"{low:g}", other=f"{high:g}")


def scenario_targets(book: Book) -> Iterator[Finding]:
    """A scenario changes a column of a row that exists."""
    sheets = [name for name in BY_NAME if name not in _NOT_CHANGED]
    keys: dict[str, set[str]] = {}
    for row in book.on("Scenarios"):
        sheet, column = row.text("sheet"), row.text("column")
        if sheet is None or column is None:
            continue
        if sheet not in sheets:
            yield row.find("check.scenario_sheet", "sheet", seen=quoted(sheet),
                           nearest=book.suggest(sheet, sheets))
            continue
        names = [c.name for c in BY_NAME[sheet].columns]
        if column not in names:
            yield row.find("check.scenario_column", "column", seen=quoted(column), sheet=sheet,
                           nearest=book.suggest(column, names))
        elif not BY_NAME[sheet].key_value and row.text("row_key") not in keys.setdefault(
                sheet, {other.key for other in book.on(sheet)}):
            yield from _scenario_row(book, row, sheet)


def _scenario_row(book: Book, row: Row, sheet: str) -> Iterator[Finding]:
    wanted = (row.text("row_key") or "*").split("|")
    keys = [other.key for other in book.on(sheet)]
    if wanted == ["*"] and keys:
        return
    for key in keys:
        parts = key.split("|")
        if len(parts) == len(wanted) and all(w in ("*", p) for w, p in zip(wanted, parts, strict=True)):
            return
    yield row.find("check.scenario_row", "row_key", seen=quoted("|".join(wanted)), sheet=sheet,
                   nearest=book.suggest("|".join(wanted), keys))


def scenario_probabilities(book: Book) -> Iterator[Finding]:
    """The scenarios' probabilities leave something not below nothing for the base case."""
    chances: dict[str, float] = {}
    rows = book.on("Scenarios")
    for row in rows:
        chance = row.num("probability")
        if chance is not None:
            chances.setdefault(row.text("scenario_id") or "", chance)
    if sum(chances.values()) > 1 + 1e-9:
        yield rows[-1].find("check.probabilities", "probability", seen=f"{sum(chances.values()):.9g}")


LIMIT_CHECKS = (budgets, share_limits, overrides, scenario_targets, scenario_probabilities)
