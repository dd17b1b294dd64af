"""Plans made by hand for the report: cost lines of every shape, priced by the product's own evaluation."""

from __future__ import annotations

import random
from datetime import UTC, datetime

import numpy as np

from models.costing.evaluate import price
from models.costing.line import CostLine, Factor, Tap, derived
from models.matrix import Key
from models.plan import FieldRef, Plan, Provenance, Settings, Site
from models.plan.values import SiteId, month
from models.results import (
    CapacityRow,
    FleetRow,
    Part,
    PlanResult,
    Proof,
    Purchase,
    RunStart,
    WorkloadRow,
)
from models.sizing.calendar import Calendar, calendar_of
from planner.report import OptionUsed, RunMeta


def settings(**changes: object) -> Settings:
    values: dict[str, object] = {
        "plan_name": "Hand-made plan",
        "currency": "USD",
        "start": month(2027, 1),
        "period_months": 6,
        "periods": 4,
        "discount_rate": 0.08,
        "discount_rate_basis": "pre_tax",
        "fiscal_year_start_month": 4,
        "fiscal_year_named_by": "end",
        "price_base_month": month(2026, 7),
        "inflation_default": 0.025,
        "max_utilisation": 0.95,
        "usable_memory_share": 0.9,
        "min_share": 0.1,
        "max_locations": 3,
        "selling_cost_share": 0.1,
        "spare_target": 0.0,
        "commitment_reuse": 0.5,
        "early_retirement": False,
        "carbon_price_per_t": 0.0,
        "mip_gap": 0.01,
        "time_limit_s": 60.0,
        "random_seed": 1,
        "threads": 1,
        "hours_per_year": 8760.0,
        "language": "en",
    }
    return Settings(**(values | changes))  # type: ignore[arg-type]


def site(name: str = "SITE-A") -> Site:
    return Site(
        site_id=SiteId(name),
        market="somewhere",
        kind="own",
        usable_mw=2.0,
        mw_basis="it",
        present_level=None,
        racks=None,
        open_cost=0.0,
        open_lead_months=0,
        fixed_cost_per_year=100_000.0,
        rent_per_kw_month=0.0,
        rent_basis="contracted",
        energy_price_kwh=0.07,
        demand_charge_kw_month=0.0,
        carbon_g_per_kwh=None,
        carbon_change_per_year=0.0,
        staff_index=1.0,
        construction_index=1.0,
        landed_cost_factor=1.05,
        property_tax_insurance_share=0.0,
        water_price_per_m3=0.0,
        egress_per_tb=0.0,
        minimum_stay_months=0,
        decommission_cost=0.0,
        residency=None,
        price_change_per_year=0.03,
        provenance=Provenance(source="=cmd|' /C calc'!A1", as_of=month(2026, 5), confidence="estimate"),
    )


def figure(table: str, key: str, field: str, value: float, unit: str, form: str = "value") -> Factor:
    return Factor(FieldRef(table, key, field), value, unit, form)  # type: ignore[arg-type]


ORDER = Key("order", ("SITE-A", "SITE-A/H100X8/IB2/AIR"))
INSTALLED = Key("installed", ("SITE-A", "SITE-A/H100X8/IB2/AIR"))
BUSY = Key("busy", ("SITE-A", "SITE-A/H100X8/IB2/AIR"))
COMMIT = Key("commit", ("cloud:west", "RES-36"))
ACTIVE = Key("active_commitment", ("cloud:west", "RES-36"))
ON_DEMAND = Key("on_demand", ("cloud:west", "OD-1"))
SITE_ACTIVE = Key("site_active", ("SITE-A",))
SHORT = Key("short", ("chat",))
RUN = Key("run", ("SITE-A", "SITE-A/H100X8/IB2/AIR", "pretrain", 256))
HOURS_OWN = Key("hours", ("SITE-A", "SITE-A/H100X8/IB2/AIR", "pretrain"))
HOURS_CLOUD = Key("hours", ("cloud:west", "cloud:west/H100X8/firm", "chat"))
SERVED_CLOUD = Key("served", ("cloud:west", "cloud:west/H100X8/firm", "chat"))
UNPRICED = Key("modules", ("SITE-A", "AIR"))
TOKENS_PER_HOUR = 1e9
"""Large, so that checksums are tried on values of 1e14."""


def cost_lines(calendar: Calendar) -> tuple[CostLine, ...]:
    """One line of each shape: payment shares, indices, profiles, windows, credits, tail, horizon's end."""
    price_of = figure("Systems", "H100X8", "price_per_system", 300_000.0, "money/system")
    landed = figure("Sites", "SITE-A", "landed_cost_factor", 1.05, "factor")
    decline = figure("Systems", "H100X8", "price_change_per_year", -0.12, "1/year")
    site_growth = figure("Sites", "SITE-A", "price_change_per_year", 0.03, "1/year")
    inflation = figure("Settings", "inflation_default", "value", 0.025, "1/year")
    at_order = figure("Systems", "H100X8", "pay_at_order_share", 0.3, "share")
    rest = figure("Systems", "H100X8", "pay_at_order_share", 0.3, "share", "one_minus")
    hours = derived("calendar", "hours_per_period", calendar.hours_per_period, "h")
    reserved = figure("CloudOffers", "RES-36", "price_per_accelerator_hour", 2.1, "money/h")
    block = figure("CloudOffers", "RES-36", "block_accelerators", 64.0, "accelerators")
    falling = figure("CloudOffers", "RES-36", "price_change_per_year", -0.08, "1/year")
    upfront = figure("CloudOffers", "RES-36", "upfront_share", 0.2, "share", "one_minus")
    last = derived("RES-36", "last_period_share", 0.5, "share")
    tail = calendar.tail + 1
    term = tuple(Tap(k, (upfront, last) if k == tail - 1 else (upfront,)) for k in range(tail))
    n, periods = calendar.cash_periods, calendar.periods
    coverage = tuple(0.0 if t == 0 else 0.5 if t == 1 else 1.0 for t in range(n))
    resale = tuple(0.8 * (t + 1) / periods for t in range(periods)) + (0.0,) * calendar.tail
    past = (0.0,) * periods + (1.0,) * calendar.tail
    return (
        CostLine(
            "systems",
            "H100X8 on IB2, air",
            "SITE-A",
            ORDER,
            (price_of, landed),
            decline,
            "activity",
            (Tap(0, (at_order,)), Tap(1, (rest,))),
        ),
        CostLine(
            "deployment",
            "H100X8 on IB2, air",
            "SITE-A",
            ORDER,
            (figure("Systems", "H100X8", "deploy_cost_per_system", 5_000.0, "money/system"),),
            inflation,
            "payment",
            (Tap(1),),
        ),
        CostLine(
            "energy",
            "H100X8 busy",
            "SITE-A",
            BUSY,
            (
                figure("Sites", "SITE-A", "energy_price_kwh", 0.07, "money/kWh"),
                derived("SITE-A|AIR", "kW_busy", 8.5, "kW"),
                figure("SiteCooling", "SITE-A|AIR", "pue_annual", 1.25, "factor"),
            ),
            site_growth,
        ),
        CostLine(
            "maintenance",
            "H100X8 on IB2, air",
            "SITE-A",
            ORDER,
            (price_of, landed, figure("Systems", "H100X8", "maintenance_share_per_year", 0.05, "1/year")),
            decline,
            "activity",
            tuple(Tap(k) for k in range(1, 7)),
            within_horizon=True,
        ),
        CostLine(
            "site_fixed",
            "SITE-A",
            "SITE-A",
            SITE_ACTIVE,
            (
                figure("Sites", "SITE-A", "fixed_cost_per_year", 100_000.0, "money/year"),
                derived("calendar", "years_per_period", calendar.years_per_period, "years"),
            ),
            site_growth,
        ),
        CostLine(
            "staff",
            "=SUM(A1:A9)",
            "SITE-A",
            SITE_ACTIVE,
            (
                figure("Overheads", "+ops", "unit_cost", 60_000.0, "money/year"),
                figure("Settings", "min_share", "value", 0.1, "share", "one_plus"),
            ),
            None,
            "payment",
            (Tap(0),),
            coverage,
        ),
        CostLine(
            "cloud_on_demand",
            "OD-1",
            "cloud:west",
            ON_DEMAND,
            (figure("CloudOffers", "OD-1", "price_per_accelerator_hour", 3.9, "money/h"),),
            figure("CloudOffers", "OD-1", "price_change_per_year", -0.08, "1/year"),
        ),
        CostLine(
            "cloud_reserved",
            "RES-36",
            "cloud:west",
            COMMIT,
            (reserved, block, hours),
            falling,
            "activity",
            term,
        ),
        CostLine(
            "residual_value",
            "H100X8 on IB2, air",
            "SITE-A",
            ORDER,
            (price_of, landed, figure("Settings", "selling_cost_share", "value", 0.1, "share", "one_minus")),
            decline,
            "lower_at_end",
            profile=resale,
        ),
        CostLine(
            "commitment_reuse",
            "RES-36",
            "cloud:west",
            COMMIT,
            (reserved, block, hours, figure("Settings", "commitment_reuse", "value", 0.5, "share")),
            falling,
            "lower_at_end",
            tuple(Tap(k, (last,) if k == tail - 1 else ()) for k in range(tail)),
            past,
        ),
        CostLine(
            "shortfall_penalty",
            "chat",
            "plan",
            SHORT,
            (figure("Workloads", "chat", "shortfall_penalty_per_eflop", 40.0, "money/EFLOP"),),
        ),
    )


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
        CapacityRow("SITE-A", "Racks", "racks", np.full(periods, 60.0), installed / 4, "C11"),
        CapacityRow("cloud:west", "On demand", "accelerators", None, np.full(periods, 12.0), "C5"),
    )


def _workloads(calendar, activities):  # type: ignore[no-untyped-def]
    zero = np.zeros(calendar.periods)
    own, cloud = activities[HOURS_OWN], activities[HOURS_CLOUD]
    once = activities[RUN]
    start = RunStart(
        "SITE-A/H100X8/IB2/AIR", "SITE-A", 1, 1, 256, 2, 3_000.0, 774_000.0, 0.41, 0.93, 0.62, True
    )
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
