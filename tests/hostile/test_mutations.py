"""Damaged workbooks at random: `planner check` always ends with a message, never with an exception.

`python tests/hostile/mutate.py 5000` runs more of them by hand and tells time and memory.
"""

from __future__ import annotations

import copy
import random
import runpy
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from planner.workbook import has_errors, lines, plan_from_tables, to_json
from planner.workbook.schema import TABLES

_HERE = Path(__file__).parent
_MUTATE = runpy.run_path(str(_HERE / "mutate.py"))
_SMALL = runpy.run_path(str(_HERE.parent / "planner" / "workbook" / "example_tables.py"))["SMALL"]
SEEDS, SEEDS_A_TEST = 300, 20
JUNK: list[object] = [
    None, "", " ", "x", "1.000", "8%", -1, 0, 1e308, 8, float("nan"), float("inf"), True, "2027-04",
    "01/07/2027", "a|b", "ash", "chat", "H100X8", "total", "#REF!", "=1", "，", "①", "\x00", "a" * 200,
    1e-300, 2**70, "2027", 46388, "yes", "no", "all", "FY2028", "{seen}", "%s", "2027年4月", "６",
]
Tables = dict[str, list[dict[str, Any]]]


@pytest.mark.parametrize("first", range(0, SEEDS, SEEDS_A_TEST))
def test_mutants_end_with_a_message(good: bytes, tmp_path: Path, first: int) -> None:
    for seed in range(first, first + SEEDS_A_TEST):
        outcome = _MUTATE["checked"](_MUTATE["mutant"](good, seed), tmp_path / "in.xlsx")
        assert outcome.escaped is None, seed
        assert outcome.code in (0, 2, 3), seed
        assert outcome.told, seed


def _must_end_well(tables: Tables) -> None:
    result = plan_from_tables(tables)
    assert (result.plan is None) == has_errors(result.findings)
    assert len(lines(result.findings)) <= len(result.findings)
    assert to_json(result.findings).startswith("[")


@pytest.mark.parametrize("seed", range(100))
def test_junk_in_any_column(seed: int) -> None:
    chance = random.Random(seed)
    tables = copy.deepcopy(_SMALL)
    for _ in range(chance.randint(1, 6)):
        table = chance.choice(TABLES)
        rows = tables.setdefault(table.name, [])
        if not rows or chance.random() < 0.2:
            rows.append({})
        chance.choice(rows)[chance.choice(table.all_columns).name] = chance.choice(JUNK)
    _must_end_well(tables)


_COLUMNS = [(t.name, c.name) for t in TABLES for c in t.all_columns]
_VALUES = st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=30),
                    st.datetimes(), st.sampled_from(JUNK))


@settings(derandomize=True, max_examples=200, deadline=None)
@given(st.lists(st.tuples(st.sampled_from(_COLUMNS), _VALUES), min_size=1, max_size=8))
def test_any_value_in_any_column(changes: list[tuple[tuple[str, str], object]]) -> None:
    tables = copy.deepcopy(_SMALL)
    for (table, column), value in changes:
        rows = tables.setdefault(table, [{}])
        rows[-1][column] = value
    _must_end_well(tables)
