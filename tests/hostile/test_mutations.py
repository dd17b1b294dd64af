"""Damaged workbooks at random: always a result with findings, never an exception."""

from __future__ import annotations

import io
import random
import re
import runpy
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from planner.workbook import has_errors, lines, plan_from_tables, to_json
from planner.workbook.schema import TABLES

Read = Callable[..., list[tuple[str, str, str]]]
_EXAMPLE = Path(__file__).parents[1] / "planner" / "workbook" / "example_tables.py"
JUNK: list[object] = [
    None, "", " ", "x", "1.000", "8%", -1, 0, 1e308, 8, float("nan"), float("inf"), True, "2027-04",
    "01/07/2027", "a|b", "ash", "chat", "H100X8", "total", "#REF!", "=1", "，", "①", "\x00", "a" * 200,
    1e-300, 2**70, "2027", 46388, "yes", "no", "all", "FY2028",
]
_PIECES = re.compile(rb'<v>[^<]*</v>|r="[^"]*"|t="[^"]*"|s="\d+"')
_REPLACEMENTS = [b"<v>NaN</v>", b"<v>1e999</v>", b"<v>-1</v>", b'r="ZZZ99999999"', b't="s"', b't="d"',
                 b't="e"',
                 b's="99999999999999999999"', b"<v>99999999</v>", b'r="A0"', b'r="-5"', b't="b"', b""]


@pytest.mark.parametrize("seed", range(100))
def test_junk_in_any_column(seed: int) -> None:
    chance = random.Random(seed)
    tables = runpy.run_path(str(_EXAMPLE))["small"]()
    for _ in range(chance.randint(1, 6)):
        table = chance.choice(TABLES)
        rows = tables.setdefault(table.name, [])
        if not rows or chance.random() < 0.2:
            rows.append({})
        chance.choice(rows)[chance.choice(table.all_columns).name] = chance.choice(JUNK)
    result = plan_from_tables(tables)
    assert (result.plan is None) == has_errors(result.findings)
    assert len(lines(result.findings)) <= len(result.findings)
    assert to_json(result.findings).startswith("[")


def _mutate(data: bytes, chance: random.Random) -> bytes:
    body = bytearray(data)
    for _ in range(chance.randint(1, 6)):
        at, kind = chance.randrange(len(body)), chance.random()
        if kind < 0.3:
            body[at] = chance.randrange(32, 127)
        elif kind < 0.5:
            del body[at:at + chance.randint(1, 20)]
        elif pieces := list(_PIECES.finditer(body)):
            piece = chance.choice(pieces)
            body[piece.start():piece.end()] = chance.choice(_REPLACEMENTS)
    return bytes(body)


@pytest.mark.parametrize("seed", range(100))
def test_mutated_parts(read: Read, good: bytes, seed: int) -> None:
    chance = random.Random(seed)
    buffer = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(good)) as source, zipfile.ZipFile(buffer, "w") as target:
        parts = [n for n in source.namelist() if re.search(r"sheet|Strings|workbook|styles|custom", n)]
        chosen = chance.choice(parts)
        for name in source.namelist():
            data = source.read(name)
            target.writestr(name, _mutate(data, chance) if name == chosen else data)
    read(buffer.getvalue())


@pytest.mark.parametrize("seed", range(60))
def test_mutated_bytes(read: Read, good: bytes, seed: int) -> None:
    chance = random.Random(seed)
    data = bytearray(good)
    for _ in range(3):
        data[chance.randrange(len(data))] = chance.randrange(256)
    read(bytes(data))
