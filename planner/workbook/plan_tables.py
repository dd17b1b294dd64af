"""A plan as tables: what `write_workbook` takes and `plan_from_tables` turns into the same plan again."""

from __future__ import annotations

from models.plan import Month, Plan, month_text
from planner.workbook.schema import NOT_IN_RECORD, TABLES, Column, Table


def tables_of(plan: Plan) -> dict[str, list[dict[str, object]]]:
    """Rows {column: value} by sheet. Money stands in the plan's currency, every default is written out."""
    tables: dict[str, list[dict[str, object]]] = {}
    for table in TABLES:
        records = getattr(plan, table.attribute)
        rows = [_row(table, record) for record in ((records,) if table.key_value else records)]
        if rows:
            tables[table.name] = rows
    return tables


def _row(table: Table, record: object) -> dict[str, object]:
    own = table.columns if table.key_value else table.all_columns
    row: dict[str, object] = {}
    for column in own:
        source = record
        if column.name in NOT_IN_RECORD and not hasattr(record, column.attribute):
            source = getattr(record, "provenance", None)
        value = _value(column, getattr(source, column.attribute, None))
        if value not in (None, ()):
            row[column.name] = value
    return row


def _value(column: Column, value: object) -> object:
    return month_text(Month(value)) if column.kind == "month" and isinstance(value, int) else value
