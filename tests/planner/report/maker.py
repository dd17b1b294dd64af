"""Plans made by hand for the report: cost lines of every shape, priced by the product's own evaluation."""

from __future__ import annotations

import importlib.util
import random
from datetime import UTC, datetime
from pathlib import Path
from types import ModuleType

import numpy as np

from models.costing.evaluate import price
from models.costing.line import derived
from models.plan import FieldRef, Plan
from models.results import (
    ALL_POWER,
    CapacityRow,
    FleetRow,
    LiabilityRow,
    Part,
    PlanResult,
    Proof,
    Purchase,
    RunFigures,
    RunStart,
    WorkloadRow,
)
from models.sizing.calendar import calendar_of
from planner.report import Baseline, Books, OptionUsed, RunMeta
from planner.report.books import Bearers, HeldAsset, WriteOff
from planner.report.fleet_moves import Entry, FleetMoves
from planner.report.idle import HoursAt


def _lines() -> ModuleType:
    """The module beside this one (test folders are no packages)."""
    spec = importlib.util.spec_from_file_location(
        "report_maker_lines", Path(__file__).with_name("maker_lines.py")
    )
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


_SHAPES = _lines()
settings, site, figure, cost_lines = _SHAPES.settings, _SHAPES.site, _SHAPES.figure, _SHAPES.cost_lines
ORDER, INSTALLED, BUSY = _SHAPES.ORDER, _SHAPES.INSTALLED, _SHAPES.BUSY
COMMIT, ACTIVE, ON_DEMAND = _SHAPES.COMMIT, _SHAPES.ACTIVE, _SHAPES.ON_DEMAND
SITE_ACTIVE, SHORT, RUN, UNPRICED = _SHAPES.SITE_ACTIVE, _SHAPES.SHORT, _SHAPES.RUN, _SHAPES.UNPRICED
HOURS_OWN, HOURS_CLOUD, SERVED_CLOUD = _SHAPES.HOURS_OWN, _SHAPES.HOURS_CLOUD, _SHAPES.SERVED_CLOUD
RETIRE, DRAWN = _SHAPES.RETIRE, _SHAPES.DRAWN
TOKENS_PER_HOUR = _SHAPES.TOKENS_PER_HOUR


def result(seed: int = 0, *, term_months: int = 33, cut: int | None = None, **changes: object) -> PlanResult:
    """A plan whose figures are consistent; `seed` varies quantities, `cut` limits the number of lines."""
    stated = settings(**changes)
    calendar = calendar_of(stated, term_months)
    chance = random.Random(seed)
    periods = calendar.periods

    def whole(least: int, most: int) -> np.ndarray:
        return np.array([float(chance.randint(least, most)) for _ in range(periods)])

    orders = whole(0, 160 // periods)
    orders[-1] = 0.0
    installed = np.concatenate([[0.0], np.cumsum(orders)[:-1]])
    commits = np.zeros(periods)
    commits[0] = chance.randint(1, 4)
    hours = calendar.hours_per_period
    rented = whole(1_000, 90_000) + 0.25
    short = whole(0, 3)
    activities = {
        ORDER: orders,
        COMMIT: commits,
        ON_DEMAND: rented,
        RUN: np.array([0.0, 1.0] + [0.0] * (periods - 2)),
        HOURS_OWN: installed * 8 * hours * 0.4,
        HOURS_CLOUD: rented,
        SERVED_CLOUD: rented * TOKENS_PER_HOUR,
        SHORT: short,
        INSTALLED: installed,
        BUSY: installed * hours * 0.4,
        ACTIVE: np.full(periods, commits[0]),
        SITE_ACTIVE: np.ones(periods),
        RETIRE: np.array([0.0, 2.0] + [0.0] * (periods - 2)),
        DRAWN: np.array([900.5] + [0.0] * (periods - 1)),
        UNPRICED: whole(0, 5),
    }
    priced = price(cost_lines(calendar)[:cut], calendar, stated.discount_rate, activities)
    cost = sum(p.present_value for p in priced)
    return PlanResult(
        plan_name=stated.plan_name,
        currency=stated.currency,
        calendar=calendar,
        discount_rate=stated.discount_rate,
        proof=Proof("optimal", cost, cost - abs(cost) * 0.004, 0.004, 0.01, 12.3),
        activities=activities,
        lines=priced,
        purchases=_purchases(calendar, activities, priced),
        capacity=_capacity(installed, periods),
        workloads=_workloads(calendar, activities),
        binding=(
            "Power at SITE-A is full in 2028-H1 and 2028-H2.",
            "On-demand offer OD-1 is at its limit in 2027-H1.",
        ),
        fleet=_fleet(),
        liabilities=_liabilities(priced, periods),
    )


def _liabilities(priced, periods):  # type: ignore[no-untyped-def]
    return tuple(
        LiabilityRow(p.line.term, p.line.item, p.line.location, (), float(p.amounts[periods:].sum()), 0.0)
        for p in priced
        if p.line.cost_term.nature != "credit" and p.amounts[periods:].any()
    )


def _purchases(calendar, activities, priced):  # type: ignore[no-untyped-def]
    found = []
    for key, kind, term, unit, words in (
        (ORDER, "systems", "systems", "systems", "{n} x H100X8 on IB2, air"),
        (
            COMMIT,
            "commitment",
            "cloud_reserved",
            "blocks",
            "Sign {n} blocks of 64 accelerators, RES-36, 3 years",
        ),
    ):
        line = next((p.line for p in priced if p.line.term == term), None)
        for t, quantity in enumerate(activities[key]):
            if not quantity or line is None:
                continue
            alone = np.zeros(calendar.periods)
            alone[t] = quantity
            (one,) = price([line], calendar, 0.08, {key: alone})
            paid = tuple((tau, float(money)) for tau, money in enumerate(one.amounts) if money)
            found.append(
                Purchase(
                    words.format(n=int(quantity)),
                    kind,
                    str(key[1][0]),
                    str(key[1][1]),
                    float(quantity),
                    unit,
                    t,
                    min(t + 1, calendar.periods - 1),
                    6,
                    float(one.amounts.sum()),
                    one.present_value,
                    paid,
                    0.0816 * quantity if kind == "systems" else 0.0,
                    key,
                    "Cheaper over its life than the same hours on demand.",
                )
            )
    return tuple(found)


def _capacity(installed, periods):  # type: ignore[no-untyped-def]
    kw = derived("SITE-A/H100X8/IB2/AIR", "facility_mw", 0.0102, "MW")
    usable = figure("Sites", "SITE-A", "usable_mw", 2.0, "MW")
    return (
        CapacityRow(
            "SITE-A",
            "Facility power",
            "MW",
            np.full(periods, 2.0),
            installed * 0.0102,
            "C10",
            (Part(INSTALLED, (kw,)),),
            (Part(None, (usable,)),),
        ),
        CapacityRow("SITE-A", ALL_POWER, "MW", None, installed * 0.0102, "C10", (Part(INSTALLED, (kw,)),)),
        CapacityRow("SITE-A", "Racks", "racks", np.full(periods, 60.0), installed / 4, "C11"),
        CapacityRow("cloud:west", "On demand", "accelerators", None, np.full(periods, 12.0), "C5"),
    )


def _workloads(calendar, activities):  # type: ignore[no-untyped-def]
    zero = np.zeros(calendar.periods)
    own, cloud = activities[HOURS_OWN], activities[HOURS_CLOUD]
    once = activities[RUN]
    start = RunStart(
        "SITE-A/H100X8/IB2/AIR", "SITE-A", 1, 1, 256, 2, 3_000.0, 774_000.0, 0.41, 0.93, 0.62, True,
        figures=RunFigures(0.37, 1.3e6, 2.5, 6.0, 990.0),
    )  # fmt: skip
    return (
        WorkloadRow(
            "pretrain",
            "training",
            "frontier",
            "run",
            once,
            once,
            zero,
            own,
            {"SITE-A/H100X8/IB2/AIR": own},
            (start,),
            5.5e6,
        ),
        WorkloadRow(
            "chat",
            "inference",
            "https://evil.example",
            "request",
            cloud * TOKENS_PER_HOUR + activities[SHORT],
            cloud * TOKENS_PER_HOUR,
            activities[SHORT],
            cloud,
            {"cloud:west/H100X8/firm": cloud},
            (),
            2.2e5,
        ),
    )


def _fleet() -> tuple[FleetRow, ...]:
    each = figure("Systems", "H100X8", "accelerators_per_system", 8.0, "accelerators")
    block = figure("CloudOffers", "RES-36", "block_accelerators", 64.0, "accelerators")
    return (
        FleetRow("H100X8 on IB2, air", "SITE-A", "owned", "accelerators", (Part(INSTALLED, (each,)),)),
        FleetRow("RES-36", "cloud:west", "reserved", "accelerators", (Part(ACTIVE, (block,)),)),
        FleetRow("OD-1", "cloud:west", "on_demand", "accelerator-hours", (Part(ON_DEMAND),)),
    )


def books(made: PlanResult) -> Books:
    """Lives of 60 and 30 months, one period after the order; one row of eight systems held before."""
    orders = {"systems": WriteOff(1, 60), "deployment": WriteOff(1, 30), "cloud_upfront": WriteOff(0, 33)}
    rows = {i: p.line for i, p in enumerate(made.lines)}
    return Books(
        {i: orders[line.term] for i, line in rows.items() if line.term in orders},
        {
            i: Bearers((("chat", 0.75), ("pretrain", 0.25)), False, line.location)
            if line.location != "SITE-A"
            else Bearers((("pretrain", 1.0),), line.term == "energy", line.location)
            for i, line in rows.items()
            if line.term not in ("residual_value", "commitment_reuse", "shortfall_penalty")
        },
        held=(HeldAsset("OLD-1", "SITE-A", "A100X8 in C-OLD", 8.0, 1_200_000.0, 14, RETIRE),),
        moves=(FleetMoves("SITE-A", "H100X8", INSTALLED, (), (Entry(ORDER, 1),)),),
        hours={"": HoursAt(1e6, 8e5), "SITE-A": HoursAt(5e5, 3e5)},
    )


def baselines(made: PlanResult) -> tuple[Baseline, ...]:
    """Doing the minimum: a tenth more of each quantity, systems for nothing; renting all; no owning all."""
    quantities = {key: 1.1 * values for key, values in made.activities.items()}
    paid = [p.line for p in made.lines if p.line.term != "systems"]
    lines = price(paid, made.calendar, made.discount_rate, quantities)
    terms = {p.line.term: 0.0 for p in made.lines}
    for priced in lines:
        terms[priced.line.term] += priced.present_value
    rented = {"cloud_on_demand": 9e6, "energy": 1e5, "shortfall_penalty": 5e5}
    least = Baseline(
        "do-minimum", "keep what is held", terms, 12.5, 1e6, 0.01, lines=lines, activities=quantities
    )
    return (
        least,
        Baseline("all-cloud", "rent everything", rented, 0.0, 9e6, 0.02),
        Baseline("all-own", "own everything", why="no such plan: +SITE-A has 2 MW; 3 MW more are needed"),
    )


def plan(**changes: object) -> Plan:
    return Plan(settings=settings(**changes), sites=(site(),))


def meta(**changes: object) -> RunMeta:
    values: dict[str, object] = {
        "run_id": "20270102T030405Z-1a2b",
        "utc": datetime(2027, 1, 2, 3, 4, 5, tzinfo=UTC),
        "input_name": "@plan.xlsx",
        "input_sha256": "ab" * 32,
        "versions": {"planner": "0.1.0", "HiGHS": "1.16.0", "Python": "3.11"},
        "options": (
            OptionUsed("mip_gap", "1 %", "Settings"),
            OptionUsed("time_limit_s", "60", "command line"),
        ),
        "log_tail": ("Solving report", "Status Optimal"),
        "data_cut_off": "2026-05",
    }
    return RunMeta(**(values | changes))  # type: ignore[arg-type]


def origin() -> dict[FieldRef, str]:
    return {
        FieldRef("Settings", "", "discount_rate"): "Settings!C9",
        FieldRef("Systems", "H100X8", "price_per_system"): "Systems!E5",
        FieldRef("Sites", "SITE-A", "energy_price_kwh"): "Sites!K5",
        FieldRef("Sites", "SITE-A", "staff_index"): "default",
        FieldRef("Sites", "SITE-A", "kind"): "Sites!C5",
    }
