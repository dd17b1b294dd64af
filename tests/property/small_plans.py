"""Small random plans for properties: a site, a system, offers, and work of every kind, in round figures."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from tests.known.overhead_plans import overhead
from tests.known.small_plan import (
    DAY_NIGHT,
    RENT_ONLY,
    Row,
    Tables,
    demand,
    fabric,
    offer,
    plan,
    profile,
    rate,
    run,
    settings,
    site,
    system,
    work,
)

END = {(6, 1): "2027-06", (6, 2): "2027-12", (12, 1): "2027-12", (12, 2): "2028-12"}
"""Last month by (period_months, periods)."""


def _offers(draw: st.DrawFn, *, may_reserve: bool) -> list[Row]:
    price = draw(st.sampled_from([1.5, 2.0, 3.0]))
    rows = [offer(price=price, max_accelerators=64)]
    if may_reserve and draw(st.booleans()):
        share = draw(st.sampled_from([0.5, 0.8]))
        rows.append(offer("RES", "reserved", share * price, term_months=12, max_accelerators=16))
    if draw(st.booleans()):
        rows.append(offer("FAR", price=1.2 * price, region="eu", max_accelerators=16))
    return rows


def _work(draw: st.DrawFn, end: str) -> tuple[list[Row], list[Row]]:
    amounts = st.sampled_from([2, 4, 7, 12])
    workloads = [work(end=end, load_profile=draw(st.sampled_from([None, "daily"])))]
    amounts_asked = [demand(draw(amounts))]
    if draw(st.booleans()):
        workloads.append(work("batch", kind="batch", end=end, interruptible=True))
        amounts_asked.append(demand(draw(amounts), "batch"))
    if draw(st.booleans()):
        workloads.append(work("serve", kind="inference", end=end, load_profile="daily"))
        amounts_asked.append(demand(2 * draw(amounts), "serve", unit="requests_per_s"))
    return workloads, amounts_asked


def _rates(workloads: list[Row]) -> list[Row]:
    served = {row["workload_id"] for row in workloads}
    return [row for row in [rate()] if row["workload_id"] in served]


@st.composite
def small_plans(draw: st.DrawFn) -> Tables:
    """Own or rent: one or two periods, up to three kinds of divisible work and a run."""
    length, periods = draw(st.sampled_from(sorted(END)))
    end = END[length, periods]
    workloads, amounts = _work(draw, end)
    if draw(st.booleans()):
        workloads.append(run(accelerators=8, hours=1000, end=end))
    sheets: dict[str, Any] = {}
    if draw(st.booleans()):
        sheets["PowerExpansions"] = [{
            "site_id": "home", "expansion_id": "HALL", "block_mw": 0.02, "block_cost": 8000, "lead_months": 0,
            "max_blocks": 2, "pay_at_order_share": 1,
        }]  # fmt: skip
    if draw(st.booleans()):
        sheets["Overheads"] = [
            overhead("per_accelerator", 300), overhead("share_of_capex", 0.02, overhead_id="S"),
            overhead("per_site", 500, overhead_id="C", amount_minimum=3),
        ]  # fmt: skip
    return plan(
        Settings=settings(
            period_months=length, periods=periods, discount_rate=draw(st.sampled_from([0, 0.1])),
            min_share=0.1, max_locations=2,
        ),
        Sites=[site(
            usable_mw=draw(st.sampled_from([0.01, 0.03])), open_cost=draw(st.sampled_from([0, 3000])),
            energy_price_kwh=0.1, demand_charge_kw_month=draw(st.sampled_from([0, 10])),
        )],
        Systems=[system(
            price_per_system=draw(st.sampled_from([40_000, 80_000, 120_000])),
            lead_months=draw(st.sampled_from([0, 6])), resale_share_12=draw(st.sampled_from([0, 0.5])),
        )],
        Fabrics=[fabric(planned_accelerators=draw(st.sampled_from([16, 32])), switch_price=2000)],
        CloudOffers=_offers(draw, may_reserve=True),
        Blocks=DAY_NIGHT, LoadProfiles=profile(draw(st.sampled_from([1.0, 1.5, 2.0]))),
        Workloads=workloads, Demand=amounts, ServingRates=_rates(workloads), **sheets,
    )  # fmt: skip


@st.composite
def rented_plans(draw: st.DrawFn) -> Tables:
    """Rented by use only, without discounting, in two years."""
    end = END[12, 2]
    workloads, amounts = _work(draw, end)
    if draw(st.booleans()):
        amounts.append(demand(draw(st.sampled_from([3, 9])), **{"from": "2028-01"}))
    if draw(st.booleans()):
        workloads.append(run(accelerators=8, hours=1000, end=end))
    return plan(
        Settings=settings(periods=2), **RENT_ONLY, Blocks=DAY_NIGHT, LoadProfiles=profile(1.5),
        CloudOffers=_offers(draw, may_reserve=False), Workloads=workloads, Demand=amounts,
        ServingRates=_rates(workloads),
        Overheads=[overhead("per_accelerator", 300),
                   overhead("per_million_requests", 5, "once", overhead_id="Q")],
    )  # fmt: skip
