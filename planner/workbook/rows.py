"""Rows with typed values: the step from raw cells to what the schema asks for, one row at a time."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field

from models.plan import FieldRef, Month, month_text
from planner.workbook.addresses import address
from planner.workbook.cells import BLANK, REFUSED, expected_text, is_blank, read_cell
from planner.workbook.findings import Finding, finding
from planner.workbook.raw import RawCell, RawRow, RawTable
from planner.workbook.samples import SAMPLE, sample_notes
from planner.workbook.schema import Column, Table
from planner.workbook.text import clean, name_form, quoted

_NOT_DATA = re.compile(
    r"(grand |sub ?)?(totals?|sums?|average|mean)\b.*|notes?\b.*|remarks?\b.*"
    r"|(合计|总计|小计|备注|注[:：]).*"
)


@dataclass(slots=True)
class Row:
    """One row of a table: typed values by column name; a name that is absent is a blank cell.

    `header` gives each column's number in the sheet, for Settings `addresses` gives each key's value cell.
    `refused` names columns whose cell could not be used; `filled` tells where a blank cell's value is from.
    `key` joins the key columns by "|", months as yyyy-mm; the one record of Settings has the key "".
    """

    table: Table
    sheet: str
    number: int
    header: Mapping[str, int]
    addresses: Mapping[str, str]
    values: dict[str, object] = field(default_factory=dict)
    refused: set[str] = field(default_factory=set)
    filled: dict[str, str] = field(default_factory=dict)
    enabled: bool = True
    key: str = ""

    def set_key(self) -> None:
        """Take the key from the key columns' values."""
        if not self.table.key_value:
            self.key = "|".join(self.key_part(name) for name in self.table.key)

    def key_part(self, name: str) -> str:
        """One key column's value as text."""
        value = self.values.get(name)
        if value is None:
            return ""
        return month_text(Month(int(str(value)))) if self.table.column(name).kind == "month" else str(value)

    def at(self, name: str) -> str:
        """Address of a column's cell in this row, or of the row's first cell if the column is missing."""
        if self.table.key_value:
            return self.addresses.get(name, "")
        return address(self.header.get(name) or self.header.get(self.table.key[0]) or 1, self.number)

    def place(self, name: str) -> str:
        """`Sites!C7` for a column's cell."""
        return f"{self.sheet}!{self.at(name)}"

    def origin(self, name: str) -> str:
        """Where a value is from: `Sheet!Cell`, "default" or the price book's file."""
        return self.filled.get(name) or self.place(name)

    def ref(self, name: str) -> FieldRef:
        """The field's name in the plan's origin map."""
        return FieldRef(self.table.name, self.key, name)

    def find(self, code: str, name: str, /, **params: object) -> Finding:
        """A finding at a column's cell."""
        return finding(code, self.sheet, self.at(name), name, **params)

    def text(self, name: str) -> str | None:
        """A text value, None if blank or refused."""
        value = self.values.get(name)
        return value if isinstance(value, str) else None

    def num(self, name: str) -> float | None:
        """A number (or month index), None if blank or refused."""
        value = self.values.get(name)
        return float(value) if isinstance(value, int | float) and not isinstance(value, bool) else None

    def flag(self, name: str) -> bool:
        """A yes/no value, False if blank or refused."""
        return self.values.get(name) is True

    def words(self, name: str) -> tuple[str, ...]:
        """A list value, empty if blank or refused."""
        value = self.values.get(name)
        return value if isinstance(value, tuple) else ()


_Seen = dict[tuple[str, str], object]
"""Texts that were read without anything to tell, by column: long sheets repeat the same few."""

_MOST_SEEN = 50_000
_PLACE = frozenset({"provider", "region"})
"""Columns read in rows that are switched off too, beside the key: other sheets refer to them."""


def typed_rows(raw: RawTable) -> tuple[list[Row], list[Finding]]:
    """Every row of a table with its cells read; rows that are switched off carry their key and place only."""
    rows: list[Row] = []
    findings: list[Finding] = []
    seen: _Seen = {}
    samples = sample_notes()
    for raw_row in raw.rows:
        row, problems = _typed_row(raw, raw_row, seen)
        findings.extend(problems)
        if row is not None:
            rows.append(row)
            if not row.enabled and _was_sample(row, raw_row.cells.get("note"), samples):
                findings.append(row.find("row.sample_off", "enabled", seen=quoted(row.key)))
    return rows, findings


def _typed_row(raw: RawTable, raw_row: RawRow, seen: _Seen) -> tuple[Row | None, list[Finding]]:
    table = raw.table
    addresses = {n: c.address for n, c in raw_row.cells.items()} if table.key_value else {}
    row = Row(table, raw.sheet, raw_row.number, raw.header, addresses, refused=set(raw.missing))
    if not table.key_value:
        if all(map(is_blank, raw_row.cells.values())):
            return None, []
        stray = _not_data(row, raw_row)
        if stray is not None:
            return None, [stray]
        enabled = read_cell(table.column("enabled"), raw_row.cells.get("enabled"))
        if enabled.value is False:
            row.enabled = False
    findings: list[Finding] = []
    for name, cell in raw_row.cells.items():
        if row.enabled or name in table.key or name in _PLACE:
            _take(row, table.column(name), cell, findings, seen)
    row.set_key()
    if not row.enabled:
        return row, []
    if not table.key_value and table.key[0] not in row.values and table.key[0] not in row.refused:
        column = table.column(table.key[0])
        if column.required:
            row.refused.add(column.name)
            findings.append(row.find("row.no_key", column.name, key=column.name))
    return row, findings


def _was_sample(row: Row, note: RawCell | None, samples: Collection[str]) -> bool:
    """Whether a row made from a sample still has its switch and note but a name of its own."""
    key = row.key_part(row.table.key[0])
    return note is not None and note.value in samples and bool(key) and not key.startswith(SAMPLE)


def _take(row: Row, column: Column, cell: RawCell, findings: list[Finding], seen: _Seen) -> None:
    """Read one cell into the row; what it gives to tell goes to `findings`."""
    text = cell.value if isinstance(cell.value, str) and not cell.formula else None
    if text is not None and (known := seen.get((column.name, text))) is not None:
        row.values[column.name] = known
        return
    reading = read_cell(column, cell)
    if text is not None and not reading.problems and reading.value is not BLANK and len(seen) < _MOST_SEEN:
        seen[column.name, text] = reading.value
    if reading.value is REFUSED:
        row.refused.add(column.name)
    elif reading.value is not BLANK:
        row.values[column.name] = reading.value
    for problem in reading.problems:
        findings.append(row.find(problem.code, column.name, **problem.params))


def _not_data(row: Row, raw_row: RawRow) -> Finding | None:
    """A total or a note under the table, told as one finding instead of one for each blank cell."""
    key = row.table.key[0]
    for code, like in (("row.names", lambda c: c.name), ("row.units", lambda c: c.unit)):
        if _repeats(row, raw_row, like):
            return row.find(code, key)
    cell = raw_row.cells.get(key)
    if cell is None or not isinstance(cell.value, str):
        return None
    text = clean(cell.value)
    looks_so = _NOT_DATA.fullmatch(text.casefold()) is not None
    long_text = len(text) > 40 or text.endswith((".", ":", "。", "："))
    if not looks_so and not long_text:
        return None
    required = [c for c in row.table.all_columns if c.required and c.name != key]
    filled = [c for c in required if not is_blank(raw_row.cells.get(c.name))]
    if required and ((looks_so and len(filled) < len(required)) or (not filled and long_text)):
        return row.find("row.not_data", key, seen=quoted(cell.value))
    return None


def _repeats(row: Row, raw_row: RawRow, like: Callable[[Column], str]) -> bool:
    """Whether at least three cells, and all but one, hold what stands above their column."""
    same = other = 0
    for name, cell in raw_row.cells.items():
        if isinstance(cell.value, str) and (text := name_form(cell.value)):
            if text == name_form(like(row.table.column(name))):
                same += 1
            else:
                other += 1
                if other > 1:
                    return False
    return same >= 3


def blank_finding(row: Row, column: Column) -> Finding:
    """A required cell without a value."""
    code = "setting.missing" if row.table.key_value else "cell.blank"
    return row.find(code, column.name, seen=column.name, expected=expected_text(column))
