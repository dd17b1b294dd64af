"""The reference of sheets and columns as Markdown, made from the schema (docs/workbook.md)."""

from __future__ import annotations

from planner.messages import LANGUAGES, speaking
from planner.workbook.schema import SCHEMA_VERSION, TABLES, Column, Table, sentence
from planner.workbook.validation import bounds_text

_INTRODUCTION = f"""# The input workbook

Made from the schema in planner/workbook/schema by `python -m planner.workbook.docs > docs/workbook.md`;
schema version {SCHEMA_VERSION}.

Every sheet has its title in row 1, a line of guidance in row 2, units in row 3, column names in row 4
and data from row 5. The reader finds the names wherever they stand within the first 30 rows, in any order.
A blank cell takes what its column says below, and the report lists every default used. Besides its own
columns each sheet has `enabled` (no leaves the row out), `note`, `source`, `as_of`, `confidence`, and
`currency` where money stands. Columns in *italics* are advanced.
"""


def schema_markdown() -> str:
    """All sheets with their columns."""
    with speaking(LANGUAGES[0]):
        return "\n".join([_INTRODUCTION, *(_table(table) for table in TABLES)])


def _table(table: Table) -> str:
    note = "" if table.priced else " Read, not yet priced."
    lines = [f"## {table.name}", "", f"{sentence(table.purpose)} {table.guidance} ({table.view} sheet){note}",
             "", f"Key: {', '.join(table.key)}." if not table.key_value else "One row a key.", "",
             "| column | unit | values | blank | meaning |", "|---|---|---|---|---|"]
    return "\n".join([*lines, *(_row(column) for column in table.columns), ""])


def _row(column: Column) -> str:
    name = f"*{column.name}*" if column.advanced else column.name
    meaning = column.description + ("" if column.priced else " Read, not yet priced.")
    blank = column.blank.wording(prefix=False)
    cells = (name, column.unit, _values(column), blank, meaning)
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


def _values(column: Column) -> str:
    if column.choices:
        return ", ".join(column.choices)
    if column.numeric:
        return str(bounds_text(column))
    if column.reference:
        return f"{column.kind} of {column.reference.lstrip('@')}"
    return {"yes_no": "yes, no", "month": "month", "period": "period"}.get(column.kind, "text")


if __name__ == "__main__":
    print(schema_markdown(), end="")
