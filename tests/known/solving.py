"""Least cost of plain tables, through plan, program, solver and verification."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from models.costing.lines import cost_lines
from models.plan import Plan
from models.program.build import ImpossibleRowsError, build
from models.program.families import FAMILIES, Family
from models.results import PlanResult
from models.sizing import size
from models.terms import TERMS
from planner.run.verified import verified
from planner.solve.options import SolveOptions
from planner.solve.outcome import Infeasible, Optimal
from planner.solve.search import solve
from planner.solve.verify import polish
from planner.workbook.tables import plan_from_tables
from planner.workbook.template import write_workbook

COMMAND = [sys.executable, "-c", "from planner.cli.main import entry; entry()", "solve"]
ALL_TERMS = tuple(term.name for term in TERMS)
EXACT = SolveOptions(mip_gap=0.0, time_limit_s=120.0, threads=1)


def plan_of(tables: Mapping[str, Sequence[Mapping[str, Any]]]) -> Plan:
    """The plan of tables without an error."""
    result = plan_from_tables(tables)
    assert result.plan is not None, [str(found) for found in result.findings if found.severity == "error"]
    return result.plan


def least_cost(
    plan: Plan, families: Iterable[Family] = FAMILIES, terms: Iterable[str] = ALL_TERMS
) -> float | None:
    """Present value of the best plan, proven with gap 0, in the plan's currency; None if infeasible.

    Of a whole program every recheck has to pass: the report's cost lines add up to the objective, the dated
    payments are worth it, and the solver's figure agrees.
    """
    sizing = size(plan)
    lines = cost_lines(plan, sizing, terms)
    try:
        matrix = build(plan, sizing, lines, families)
    except ImpossibleRowsError:
        return None
    outcome = solve(matrix, EXACT)
    if isinstance(outcome, Infeasible):
        return None
    assert isinstance(outcome, Optimal), outcome
    if families is FAMILIES and terms is ALL_TERMS:
        return verified(plan, sizing, lines, matrix, outcome, EXACT).total
    return polish(matrix, outcome.solution.x).objective * matrix.money_scale


def solved(plan: Plan) -> PlanResult:
    """The best plan, proven with gap 0, as the tables that the report reads; every recheck has passed."""
    sizing = size(plan)
    lines = cost_lines(plan, sizing)
    matrix = build(plan, sizing, lines)
    outcome = solve(matrix, EXACT)
    assert isinstance(outcome, Optimal), outcome
    return verified(plan, sizing, lines, matrix, outcome, EXACT)


def by_command(folder: Path, tables: Mapping[str, Sequence[Mapping[str, Any]]]) -> tuple[int, dict[str, Any]]:
    """Exit code and result of `planner solve` on a workbook of the tables."""
    source = folder / "plan.xlsx"
    write_workbook(source, tables)
    ended = subprocess.run(
        [*COMMAND, str(source), "-o", str(folder / "report.xlsx"), "--json", "--quiet"],
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert "Traceback" not in ended.stderr
    return ended.returncode, json.loads(ended.stdout)
