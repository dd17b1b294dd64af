"""The program finds the same optimum as trying every plan, on more than 800 random small plans."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from tests.brute import enumerator
from tests.brute.corpus import CHUNKS, CORPUS, SEEDS, answer, tables_of
from tests.brute.random_variations import varied_tables
from tests.known.solving import least_cost, plan_of

ENUMERATOR = (
    "cells",
    "choices",
    "costs",
    "data",
    "enumerator",
    "fabrics",
    "held",
    "linear",
    "money",
    "on_order",
    "operation",
    "periods",
    "pools",
    "reading",
    "renting",
    "retention",
    "running",
    "sites",
    "spread",
    "standing",
    "states",
    "stock",
    "storing",
    "systems",
    "tallies",
    "wiring",
    "work",
)


def same(program: float | None, tried: float | None) -> bool:
    """Both infeasible, or costs within 1e-6 of each other; otherwise both are shown."""
    if program is None or tried is None:
        agrees = program is None and tried is None
    else:
        agrees = program == pytest.approx(tried, rel=1e-6)
    if not agrees:
        print(f"program {program}, tried {tried}")
    return agrees


def test_size_of_the_corpus() -> None:
    """At least 800 plans are compared."""
    assert len(set(CORPUS)) >= 800


@pytest.mark.parametrize(
    ("kind", "seeds"), CHUNKS, ids=lambda value: value if isinstance(value, str) else value[0]
)
def test_same_optimum(kind: str, seeds: tuple[int, ...]) -> None:
    """Both infeasible, or costs within 1e-6 of each other."""
    for seed in seeds:
        found = least_cost(plan_of(tables_of(kind, seed)))
        assert same(found, answer(kind, seed).cost), f"{kind} plan {seed}"


@pytest.mark.parametrize("first", range(0, 60, 10))
def test_same_optimum_varied(first: int) -> None:
    """The same for plans with a second system or power option, and offers or fabrics of other lives."""
    for seed in SEEDS["plain"][first : first + 10]:
        tables = varied_tables(seed)
        if tables is not None:
            assert same(least_cost(plan_of(tables)), enumerator.least_cost(tables).cost), f"plan {seed}"


@pytest.mark.parametrize("name", ENUMERATOR)
def test_enumerator_uses_nothing_of_the_program(name: str) -> None:
    """Its modules import the standard library, NumPy, SciPy and each other."""
    tree = ast.parse((Path(__file__).parent / f"{name}.py").read_text(encoding="utf-8"))
    imported = {
        module
        for node in ast.walk(tree)
        for module in (
            [node.module or ""]
            if isinstance(node, ast.ImportFrom)
            else [alias.name for alias in node.names]
            if isinstance(node, ast.Import)
            else []
        )
    }
    assert not {module for module in imported if module.split(".")[0] in ("models", "planner", "inputs")}
    assert {module.removeprefix("tests.brute.") for module in imported if module.startswith("tests")} <= {
        *ENUMERATOR
    }
