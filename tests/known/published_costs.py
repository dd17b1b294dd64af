"""Published cost cases as plain tables: T1 (provider comparison), E1 and E2 (training runs), P1 (power)."""

from __future__ import annotations

from dataclasses import dataclass

from tests.known.small_plan import (
    RENT_ONLY,
    Row,
    Tables,
    demand,
    fabric,
    offer,
    plan,
    run,
    settings,
    site,
    system,
    work,
)

GPUS, MONTHS, MONTH_HOURS = 4096, 36, 720
SUPPORT_SHARE = 0.05
ENGINEER_PER_YEAR = 200_000


@dataclass(frozen=True)
class Tier:
    """A provider of SemiAnalysis's cluster cost comparison (clustermax.ai/tco, defaults; in USD).

    gpu: an accelerator-hour · storage: 64,000 GB a month · network: 1,024 GB of egress a month at 0.08 ·
    cpu: 24 virtual machines an hour at 0.192 · loss: share of time lost to failures.

    The page states lines (`monthly` and `total` are its sums), not how they come about: counts and
    prices are the round ones that give them, and failures cost an hour each at the rate that gives the loss.
    """

    gpu: float
    loss: float
    monthly: float
    total: float
    storage: float = 0.0
    network: bool = False
    cpu: bool = False
    support: bool = False
    setup: bool = False

    @property
    def failures_per_1000h(self) -> float:
        """Of one of the 512 systems, each costing an hour of all."""
        return 1000 * self.loss / (GPUS / 8)


TIERS = {
    "gold": Tier(gpu=1.84, loss=0.02052, storage=0.022, monthly=5_539_138, total=199_408_973),
    "hyperscaler": Tier(gpu=2.178, loss=0.02052, storage=0.029, network=True, cpu=True, support=True,
                        setup=True, monthly=6_989_395, total=251_618_208),
    "silver": Tier(gpu=2.0, loss=0.03425, setup=True, monthly=6_200_693, total=223_224_957),
}  # fmt: skip


def _fixed(name: str, category: str, cost: float, per: str, count: float = 1) -> Row:
    return {"overhead_id": name, "category": category, "driver": "fixed", "unit_cost": cost, "per": per,
            "amount_minimum": count}  # fmt: skip


def provider(name: str) -> Tables:
    """T1: 4,096 accelerators for 36 months, busy all the time with one job that failures interrupt."""
    tier = TIERS[name]
    overheads: list[Row] = []
    if tier.network:
        overheads.append(_fixed("NETWORK", "network", 0.08, "month", 1024))
    if tier.cpu:
        overheads.append(_fixed("CPU", "platform", 0.192 * MONTH_HOURS, "month", 24))
    if tier.support:
        overheads.append({
            "overhead_id": "SUPPORT", "category": "software", "driver": "share_of_cloud", "per": "month",
            "unit_cost": SUPPORT_SHARE, "base": "cloud_reserved, storage_rent, NETWORK, CPU",
        })  # fmt: skip
    if tier.setup:
        # half a month of all accelerators, a month of four engineers; then one engineer who debugs
        overheads += [
            {"overhead_id": "SETUP-GPU", "category": "other", "driver": "per_accelerator", "per": "once",
             "unit_cost": tier.gpu * MONTH_HOURS / 2, "scope": "cloud"},
            _fixed("SETUP-STAFF", "other", 4 * ENGINEER_PER_YEAR / 12, "once"),
            _fixed("DEBUGGING", "staff", ENGINEER_PER_YEAR, "year"),
        ]  # fmt: skip
    data: dict[str, list[Row]] = {}
    if tier.storage:
        data = {
            "Storage": [{"tier_id": "HOT", "where": "any", "kind": "hot",
                         "price_per_tb_month": 1000 * tier.storage}],
            "StoragePolicy": [{"data_kind": "dataset", "hot_days": 10_000}],
        }  # fmt: skip
    job = work(end="2029-12", run_accelerators=GPUS, restart_minutes=60, dataset_tb=64 if tier.storage else 0)
    return plan(
        Settings=settings(plan_name=f"T1 {name}", periods=3, hours_per_year=12 * MONTH_HOURS),
        **RENT_ONLY, Workloads=[job], Overheads=overheads, **data,
        Demand=[demand(GPUS * (1 - tier.loss))],
        CloudOffers=[offer(
            "GPU", "reserved", tier.gpu, term_months=MONTHS, block_accelerators=GPUS, max_accelerators=GPUS,
            max_cluster_accelerators=GPUS, interruptions_per_1000h=tier.failures_per_1000h,
        )],
    )  # fmt: skip


CHIP_PRICE = 24_875.0
"""Of one A100 in its server, August 2020 (Epoch AI, arXiv 2405.21015)."""


def training_run(start: str, end: str, chips: int, hours: float) -> Tables:
    """E1, E2: a run on an owned cluster of A100 servers bought in August 2020."""
    fleet = {
        "fleet_id": "A100", "cluster_id": "one", "site_id": "home", "system_id": "S8", "fabric_id": "LEAF",
        "cooling_id": "AIR", "systems": chips // 8, "in_service": "2020-08", "remaining_life_months": 60,
        "cost_original": chips * CHIP_PRICE,
    }  # fmt: skip
    return plan(
        Settings=settings(start=start, period_months=6, hours_per_year=8760),
        Sites=[site(usable_mw=30, energy_price_kwh=0.0806)],
        Systems=[system(max_kw_per_system=8 * 0.4 * 2.03125, average_load_share=0.75, life_months=120)],
        Fabrics=[fabric(tiers=3, planned_accelerators=chips)],
        SiteCooling=[{"site_id": "home", "cooling_id": "AIR", "pue_annual": 1.25, "pue_peak": 1.25,
                      "existing_kw": 30_000}],
        ExistingFleet=[fleet], CloudOffers=[], Demand=[],
        Workloads=[run(accelerators=chips, hours=hours, start=start, end=end)],
    )  # fmt: skip


def ten_thousand(block_mw: float) -> Tables:
    """P1: 10,000 H100 of 700 W with 30 % server overhead at PUE 1.30, power at N+1 bought 10 % larger."""
    return plan(
        Settings=settings(hours_per_year=8760),
        Sites=[site(usable_mw=0, energy_price_kwh=0.08)],
        Systems=[system(max_kw_per_system=8 * 0.7 * 1.3, average_load_share=1, price_per_system=1)],
        Fabrics=[fabric(tiers=3, planned_accelerators=10_000)],
        SiteCooling=[{"site_id": "home", "cooling_id": "AIR", "pue_annual": 1.3, "pue_peak": 1.3,
                      "existing_kw": 10_000}],
        Redundancy=[{"level_id": "N+1", "usable_share": 1 / 1.1, "capex_factor": 1, "availability": 0.9999}],
        PowerExpansions=[{"site_id": "home", "expansion_id": "HALL", "block_mw": block_mw, "block_cost": 1000,
                          "lead_months": 0, "max_blocks": 20,
                          "recoverable_share": 0, "pay_at_order_share": 1}],
        CloudOffers=[], Workloads=[work(run_accelerators=8)], Demand=[demand(10_000)],
    )  # fmt: skip
