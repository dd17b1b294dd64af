"""Findings: what is wrong, mended or remarkable in an input, as values.

A finding carries a code and parameters; its words stand in messages.py and are put together on display, in
the language in use then.
"""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from planner.messages import Phrase, fill, phrase, tr
from planner.workbook.addresses import ranges, split
from planner.workbook.messages import MESSAGES
from planner.workbook.schema import TABLES

Severity = Literal["error", "repair", "warning", "notice"]

_RANK = {"error": 0, "repair": 1, "warning": 2, "notice": 3}
_SHEETS = {name: i for i, name in enumerate(["", "Start", *(t.name for t in TABLES)])}
_SHOWN_RANGES, _SHOWN_EXAMPLES = 6, 3


@dataclass(frozen=True, slots=True)
class Finding:
    """One finding. `sheet` is the sheet's own name ("" for the file), `cell` an address or "" for the sheet.

    `field` is the column's schema name. `params` fill the templates of the code's message; the key `seen`
    is what was found.
    """

    code: str
    severity: Severity
    sheet: str = ""
    cell: str = ""
    field: str = ""
    params: Mapping[str, str | Phrase] = dataclasses.field(default_factory=dict)

    @property
    def seen(self) -> str:
        """What was found."""
        return fill(MESSAGES[self.code].seen, self.params)

    @property
    def expected(self) -> str:
        """What is expected instead."""
        return fill(MESSAGES[self.code].expected, self.params)

    @property
    def fix(self) -> str:
        """What to do about it."""
        return fill(MESSAGES[self.code].fix, self.params)

    @property
    def place(self) -> str:
        """`Sites!C7`, `Sites`, or "file"."""
        if not self.sheet:
            return tr("file")
        name = self.sheet if self.sheet.isidentifier() else f"'{self.sheet}'"
        return f"{name}!{self.cell}" if self.cell else name


def finding(code: str, sheet: str = "", cell: str = "", field: str = "", /, **params: object) -> Finding:
    """A finding with the severity that its message states. KeyError for an unknown code."""
    words = {name: value if isinstance(value, Phrase) else str(value) for name, value in params.items()}
    return Finding(code, MESSAGES[code].severity, sheet, cell, field, words)


@dataclass(frozen=True, slots=True)
class Group:
    """Like findings of one column, told once. `cells` are ranges, `count` the number of cells."""

    first: Finding
    cells: tuple[str, ...]
    seen: tuple[str, ...]
    count: int

    @property
    def place(self) -> str:
        """`Sites!C7:C318`, several ranges joined by a comma."""
        if len(self.cells) <= 1 and self.count == 1:
            return self.first.place
        head = ", ".join(self.cells[:_SHOWN_RANGES]) + (" …" if len(self.cells) > _SHOWN_RANGES else "")
        return replace(self.first, cell=head).place

    def line(self) -> str:
        """The group as one line of text."""
        first = self.first
        name = f" ({first.field})" if first.field else ""
        many = phrase(", {count} cells", count=self.count) if self.count > 1 else ""
        examples = "; ".join(self.seen[:_SHOWN_EXAMPLES])
        if len(self.seen) > _SHOWN_EXAMPLES:
            examples += "; …"
        line = f"{severity_word(first.severity)} {self.place}{name}{many}: {examples}"
        if first.expected:
            line += fill("; expected {expected}", {"expected": first.expected})
        if first.fix:
            line += fill("; fix: {fix}", {"fix": first.fix})
        return line


def severity_word(severity: Severity) -> str:
    """The severity as it heads a line."""
    match severity:
        case "error":
            return tr("ERROR")
        case "repair":
            return tr("REPAIR")
        case "warning":
            return tr("WARNING")
        case "notice":
            return tr("NOTICE")


def ordered(findings: Iterable[Finding]) -> list[Finding]:
    """Findings by sheet (workbook order), row, column, severity."""
    return sorted(findings, key=_position)


def _position(item: Finding) -> tuple[int, str, int, int, int, str]:
    column, row = _first_cell(item.cell)
    return (_SHEETS.get(item.sheet, 99), item.sheet, row, column, _RANK[item.severity], item.code)


def _first_cell(cell: str) -> tuple[int, int]:
    try:
        return split(cell.partition(":")[0].partition(",")[0])
    except ValueError:
        return (0, 0)


def grouped(findings: Iterable[Finding]) -> list[Group]:
    """Like findings (same code, column, expectation and fix) as groups, in the order of their first cell."""
    members: dict[tuple[str, ...], list[Finding]] = {}
    for item in ordered(findings):
        told_apart = "" if item.cell else item.seen
        key = (item.code, item.severity, item.sheet, item.field, item.expected, item.fix, told_apart)
        members.setdefault(key, []).append(item)
    return [_group(items) for items in members.values()]


def _group(items: Sequence[Finding]) -> Group:
    cells, others = [], []
    for item in items:
        try:
            cells.append(split(item.cell))
        except ValueError:
            others.append(item.cell)
    seen = tuple(dict.fromkeys(item.seen for item in items))
    return Group(items[0], (*ranges(cells), *dict.fromkeys(c for c in others if c)), seen, len(items))


def has_errors(findings: Iterable[Finding]) -> bool:
    """Whether any finding stops the plan."""
    return any(item.severity == "error" for item in findings)


def strict(findings: Iterable[Finding]) -> list[Finding]:
    """Findings with repairs and ignored columns or sheets turned into errors."""
    return [
        replace(item, severity="error")
        if item.severity == "repair" or MESSAGES[item.code].strict_error else item
        for item in findings
    ]


def lines(findings: Iterable[Finding]) -> list[str]:
    """All findings as text, grouped, by sheet and row; errors come last, where a reader's eye is."""
    groups = sorted(grouped(findings), key=lambda group: group.first.severity == "error")
    return [group.line() for group in groups]


def to_json(findings: Iterable[Finding]) -> str:
    """All findings as a JSON array, grouped and ordered; every key is always present."""
    return json.dumps([_as_dict(group) for group in grouped(findings)], ensure_ascii=False, indent=2)


def _as_dict(group: Group) -> dict[str, object]:
    first = group.first
    return {
        "code": first.code, "severity": first.severity, "sheet": first.sheet, "cells": list(group.cells),
        "count": group.count, "field": first.field, "seen": list(group.seen), "expected": first.expected,
        "fix": first.fix,
    }
