"""Cost lines of every shape that the report must write, with the figures and activities behind them."""

from __future__ import annotations

from models.costing.line import CostLine, Factor, Tap, derived
from models.matrix import Key
from models.plan import FieldRef, Provenance, Settings, Site
from models.plan.values import SiteId, month
from models.sizing.calendar import Calendar


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
RETIRE = Key("retire", ("SITE-A", "SITE-A/H100X8/IB2/AIR", "OLD-1"))
DRAWN = Key("drawn", ("cloud:west", "C-1"))
UNPRICED = Key("modules", ("SITE-A", "AIR"))
TOKENS_PER_HOUR = 1e9 + 1 / 3
"""Large and odd, so that checksums are tried on values of 1e14 with fractions."""


def cost_lines(calendar: Calendar) -> tuple[CostLine, ...]:
    """One line of each shape: payment shares, indices, profiles, windows, credits, tail, horizon's end."""
    price_of = figure("Systems", "H100X8", "price_per_system", 300_000.0, "money/system")
    landed = figure("Sites", "SITE-A", "landed_cost_factor", 1.05, "factor")
    decline = figure("Systems", "H100X8", "price_change_per_year", -0.12, "1/year")
    site_growth = figure("Sites", "SITE-A", "price_change_per_year", 0.03, "1/year")
    inflation = figure("Settings", "", "inflation_default", 0.025, "1/year")
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
                figure("Settings", "", "min_share", 0.1, "share", "one_plus"),
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
            (price_of, landed, figure("Settings", "", "selling_cost_share", 0.1, "share", "one_minus")),
            decline,
            "lower_at_end",
            profile=resale,
        ),
        CostLine(
            "commitment_reuse",
            "RES-36",
            "cloud:west",
            COMMIT,
            (reserved, block, hours, figure("Settings", "", "commitment_reuse", 0.5, "share")),
            falling,
            "lower_at_end",
            tuple(Tap(k, (last,) if k == tail - 1 else ()) for k in range(tail)),
            past,
        ),
        CostLine(
            "cloud_upfront",
            "RES-36",
            "cloud:west",
            COMMIT,
            (reserved, block, hours, figure("CloudOffers", "RES-36", "upfront_share", 0.2, "share")),
            falling,
            "activity",
        ),
        CostLine(
            "resale",
            "H100X8, OLD-1",
            "SITE-A",
            RETIRE,
            (figure("ExistingFleet", "OLD-1", "resale_now", 30_000.0, "money/system"),),
            decline,
        ),
        CostLine(
            "prepaid_drawn",
            "C-1",
            "cloud:west",
            DRAWN,
            (figure("Commitments", "C-1", "drawn_share", 1.0, "share"),),
        ),
        CostLine(
            "shortfall_penalty",
            "chat",
            "plan",
            SHORT,
            (figure("Workloads", "chat", "shortfall_penalty_per_eflop", 40.0, "money/EFLOP"),),
        ),
    )
