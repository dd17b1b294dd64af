"""Template, filled, read, written again: the same plan each time."""

from __future__ import annotations

import copy
import random
from pathlib import Path
from typing import Any

import pytest

from models.plan import Plan
from planner.messages import speaking
from planner.workbook import plan_from_tables, read_workbook, write_workbook
from planner.workbook.plan_tables import tables_of
from planner.workbook.schema import TABLES, Column
from planner.workbook.select import chosen_tables, read_choices

Tables = dict[str, list[dict[str, Any]]]
SEEDS = 40


def random_value(column: Column, chance: random.Random) -> object:
    """A valid value of the column's kind."""
    low = column.above if column.above is not None else column.minimum if column.minimum is not None else 0.0
    high = min(column.maximum if column.maximum is not None else low + 1e6, low + 1e6)
    match column.kind:
        case "choice":
            return chance.choice(column.choices)
        case "yes_no":
            return chance.random() < 0.5
        case "month":
            return f"{chance.randint(2025, 2029)}-{chance.randint(1, 12):02d}"
        case "integer":
            return chance.randint(int(low) + (column.above is not None), int(high))
        case "number" | "share" | "rate" | "money":
            return float(f"{low + (high - low) * chance.uniform(0.01, 0.99):.6g}")
        case "period":
            return chance.choice(["all", "2027-H1", "2027", "FY27"])
        case _:
            return chance.choice(["a", "b c", "NA", "01", "=1+1", "中文"])


def scattered(tables: Tables, chance: random.Random) -> Tables:
    """Some optional columns without references filled at random."""
    for table in TABLES:
        for row in tables.get(table.name, []):
            free = [c for c in table.all_columns if not c.required and c.reference is None
                    and c.name not in ("currency", "enabled")]
            for column in chance.sample(free, min(2, len(free))):
                row[column.name] = random_value(column, chance)
    return tables


def again(plan: Plan, path: Path) -> Plan | None:
    write_workbook(path, tables_of(plan), force=True)
    return read_workbook(path).plan


@pytest.mark.parametrize("seed", range(SEEDS))
def test_written_read_and_written_again(tables: Tables, tmp_path: Path, seed: int) -> None:
    chance = random.Random(seed)
    filled = scattered(tables, chance)
    write_workbook(tmp_path / "in.xlsx", filled, full=seed % 2 == 0)
    result = read_workbook(tmp_path / "in.xlsx")
    assert result.plan == plan_from_tables(filled).plan
    if result.plan is not None:
        with speaking("zh" if seed % 3 == 0 else "en"):
            assert again(result.plan, tmp_path / "again.xlsx") == result.plan


def test_enough_of_them_are_plans(tables: Tables) -> None:
    filled = (scattered(copy.deepcopy(tables), random.Random(seed)) for seed in range(SEEDS))
    plans = [plan_from_tables(tables).plan for tables in filled]
    assert sum(plan is not None for plan in plans) >= SEEDS // 4


def test_a_plan_of_the_price_book(tables: Tables, tmp_path: Path) -> None:
    book = chosen_tables(read_choices(["systems=H100X8,B200X8"]))
    del tables["Fabrics"], tables["Cooling"]
    tables["SiteCooling"] = [{"site_id": "ash", "cooling_id": "AIR"}]
    plan = plan_from_tables(tables | book).plan
    assert plan is not None
    assert again(plan, tmp_path / "again.xlsx") == plan


def test_money_of_other_currencies_comes_back_in_the_plans(tables: Tables, tmp_path: Path) -> None:
    tables["Systems"][0]["currency"] = "EUR"
    tables["FX"] = [{"currency": "EUR", "from": "2026-01", "rate_to_plan": 1.25}]
    plan = plan_from_tables(tables).plan
    assert plan is not None
    assert tables_of(plan)["Systems"][0]["price_per_system"] == 255000 * 1.25
    assert again(plan, tmp_path / "again.xlsx") == plan
