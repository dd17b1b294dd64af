"""The schema is the plan's records, column by column."""

from __future__ import annotations

import dataclasses
import types
import typing

import pytest

from models.plan import Plan
from planner.workbook.schema import NOT_IN_RECORD, TABLES, Column, Table
from planner.workbook.schema.blank import ByChoice, Default, NoneMeans

PYTHON_TYPE = {
    "id": str, "text": str, "any": str, "number": float, "share": float, "rate": float, "money": float,
    "integer": int, "month": int, "yes_no": bool, "period": str, "list": tuple, "choice": str,
}


def record_fields(table: Table) -> dict[str, object]:
    hints = typing.get_type_hints(table.record)
    return {f.name: hints[f.name] for f in dataclasses.fields(table.record) if f.name != "provenance"}  # type: ignore[arg-type]


@pytest.mark.parametrize("table", TABLES, ids=lambda t: t.name)
def test_columns_and_record_fields_are_the_same_set(table: Table) -> None:
    columns = [c.attribute for c in table.columns]
    assert len(set(columns)) == len(columns)
    assert set(columns) == set(record_fields(table))
    assert table.key_value or {c.name for c in table.all_columns} | {"currency"} >= NOT_IN_RECORD


def test_every_collection_of_the_plan_has_one_table() -> None:
    assert sorted(t.attribute for t in TABLES) == sorted(f.name for f in dataclasses.fields(Plan))


def base_type(annotation: object) -> object:
    """The plain Python type of an annotation such as `SiteId | None` or `Literal["a", "b"]`."""
    if isinstance(annotation, types.UnionType) or typing.get_origin(annotation) is typing.Union:
        annotation = next(a for a in typing.get_args(annotation) if a is not type(None))
    if typing.get_origin(annotation) is typing.Literal:
        return str
    if typing.get_origin(annotation) is tuple:
        return tuple
    return getattr(annotation, "__supertype__", annotation)


def allows_none(annotation: object) -> bool:
    return type(None) in typing.get_args(annotation)


@pytest.mark.parametrize("table", TABLES, ids=lambda t: t.name)
def test_column_kinds_and_blank_policies_fit_the_record(table: Table) -> None:
    hints = record_fields(table)
    for column in table.columns:
        hint = hints[column.attribute]
        assert base_type(hint) is PYTHON_TYPE[column.kind], (table.name, column.name)
        stays_blank = (
            isinstance(column.blank, NoneMeans)
            or isinstance(getattr(column.blank, "otherwise", None), NoneMeans)
            or (isinstance(column.blank, ByChoice) and None in dict(column.blank.values).values())
        )
        assert stays_blank == allows_none(hint) or column.kind == "list", (table.name, column.name)
        if column.kind == "choice":
            literal = next((a for a in (hint, *typing.get_args(hint))
                            if typing.get_origin(a) is typing.Literal), None)
            if literal is not None:
                assert column.choices == typing.get_args(literal), (table.name, column.name)


def columns() -> list[tuple[Table, Column]]:
    return [(t, c) for t in TABLES for c in t.all_columns]


def test_names_texts_and_choices_fit_into_excel() -> None:
    for table, column in columns():
        assert len(table.name) <= 25
        assert column.description and len(column.description) <= 250
        assert len(",".join(column.choices)) <= 255
        assert (column.kind == "choice") == bool(column.choices), column.name


def test_defaults_are_valid_values_of_their_column() -> None:
    for table, column in columns():
        if isinstance(column.blank, Default) and column.numeric:
            value = column.blank.value
            assert isinstance(value, int | float)
            assert column.minimum is None or value >= column.minimum, (table.name, column.name)
            assert column.maximum is None or value <= column.maximum, (table.name, column.name)
        if isinstance(column.blank, Default) and column.choices:
            assert column.blank.value in column.choices


def test_references_name_tables_and_columns_that_exist() -> None:
    by_name = {t.name: t for t in TABLES}
    for _, column in columns():
        if column.reference and not column.reference.startswith("@"):
            name, _, field = column.reference.partition(".")
            by_name[name].column(field or by_name[name].key[0])
