"""Reports of hand-made plans with every cost term, with open orders, leases and sales, recalculated."""

from __future__ import annotations

import threading
from pathlib import Path

import openpyxl
import pytest

from models.costing.lines import cost_lines
from models.sizing import size
from planner.analyse.baselines import baselines
from planner.analyse.previous import compare
from planner.analyse.previous_report import read_previous
from planner.report import books_of, write_report
from planner.solve.options import SolveOptions
from tests.known import demand_plans, held_plans, signed_plans
from tests.known.every_term import every_term
from tests.known.solving import plan_of, solved
from tests.recalc.compare import STATUS, differing

pytestmark = pytest.mark.office

PLANS = {
    "every-term": every_term,
    "order-arrives": held_plans.order_arrives,
    "order-cancelled": held_plans.order_is_cancelled,
    "systems-sold": held_plans.sell_what_stands_idle,
    "requests-unserved": demand_plans.requests_beyond_the_offer,
    "vintage-sold": held_plans.sell_a_vintage_early,
    "lease-past-the-end": held_plans.lease_runs_past_the_end,
    "stay-past-the-end": signed_plans.stay_past_the_end,
}
OPTIONS = SolveOptions(mip_gap=0.02, time_limit_s=60.0, threads=1)


def _report(maker, folder: Path, name: str) -> Path:  # type: ignore[no-untyped-def]
    plan = plan_of(PLANS[name]())
    result, sizing = solved(plan), size(plan)
    return write_report(
        folder / f"{name}.xlsx",
        result,
        plan,
        maker.meta(),
        origin={},
        books=books_of(plan, sizing, cost_lines(plan, sizing), result),
        baselines=tuple(baselines(plan, {}, OPTIONS, threading.Event())),
    )


def _later(maker, folder: Path, approved: Path) -> Path:  # type: ignore[no-untyped-def]
    """The plan of every term a half-year later, one period longer, beside its earlier report."""
    tables = every_term()
    tables["Settings"][0].update(start="2027-07", price_base_month="2027-01", periods=3)
    plan = plan_of(tables)
    result, sizing = solved(plan), size(plan)
    lines = cost_lines(plan, sizing)
    return write_report(
        folder / "later.xlsx",
        result,
        plan,
        maker.meta(),
        origin={},
        books=books_of(plan, sizing, lines, result),
        comparison=compare(read_previous(approved), result, lines, frozenset(), "0.1.0"),
    )


def test_reports_of_known_plans_hold_in_a_spreadsheet(maker, office, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    paths = [_report(maker, tmp_path, name) for name in PLANS]
    paths.append(_later(maker, tmp_path, paths[0]))
    for path, made in zip(paths, office.recalculate(*paths), strict=True):
        assert differing(path, made) == [], path.stem
        status = openpyxl.load_workbook(made, data_only=True)[STATUS[0]][STATUS[1]].value
        assert status == "OK", path.stem
