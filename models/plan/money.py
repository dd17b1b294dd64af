"""Overheads, budgets, limits, the planner's own hand, scenarios and exchange rates."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from models.plan.values import Month, Provenance

OverheadCategory = Literal[
    "staff", "software", "platform", "security", "database", "observability", "network",
    "data_processing", "insurance", "migration", "other",
]
OverheadDriver = Literal[
    "fixed", "per_site", "per_cluster", "per_system", "per_accelerator", "per_mw", "per_rack",
    "per_tb_stored", "per_tb_moved", "per_log_gb", "per_workload", "per_project",
    "per_million_requests", "per_order", "per_move", "share_of_capex", "share_of_cloud",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Overhead:
    """A running or one-off cost outside hardware, proportional to `driver`."""

    overhead_id: str
    category: OverheadCategory
    driver: OverheadDriver
    unit_cost: float
    per: Literal["year", "month", "once"]
    amount_minimum: float
    from_: Month | None
    to: Month | None
    capex_or_opex: Literal["capex", "opex"]
    index: Literal["none", "staff", "construction"]
    scope: str
    base: tuple[str, ...]
    price_change_per_year: float
    provenance: Provenance


@dataclass(frozen=True, slots=True, kw_only=True)
class Budget:
    """An amount not to be exceeded in a span of months [first, last]."""

    scope: str
    key: str | None
    period: str
    amount: float
    basis: Literal["ordered", "paid", "in_service"] | None
    warn_share: float
    hard: bool
    provenance: Provenance


@dataclass(frozen=True, slots=True, kw_only=True)
class Limit:
    """A bound on supply, carbon, water or concentration."""

    kind: str
    key: str | None
    period: str
    amount: float
    provenance: Provenance


@dataclass(frozen=True, slots=True, kw_only=True)
class Override:
    """The planner's own minimum or maximum for a decision."""

    decision: str
    location: str | None
    item: str | None
    period: str
    min: float | None
    max: float | None
    provenance: Provenance


@dataclass(frozen=True, slots=True, kw_only=True)
class ScenarioChange:
    """One change of one cell in a named scenario."""

    scenario_id: str
    probability: float | None
    sheet: str
    row_key: str
    column: str
    change: Literal["set", "multiply", "add"]
    value: str
    provenance: Provenance


@dataclass(frozen=True, slots=True, kw_only=True)
class ExchangeRate:
    """Plan currency for one unit of `currency`, from a month on."""

    currency: str
    from_: Month
    rate_to_plan: float
    provenance: Provenance


@dataclass(frozen=True, slots=True, kw_only=True)
class CostTermTag:
    """The ledger's view of a cost term: account, asset class, accounting life."""

    cost_term: str
    gl_account: str | None
    asset_class: str | None
    accounting_life: int | None
    capitalise: bool | None
    provenance: Provenance
