"""The plan's own settings: calendar, money, limits and solver options."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from models.plan.values import Month


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """Sheet Settings. Shares and rates are fractions; rates are per year; months are calendar months."""

    plan_name: str
    currency: str
    start: Month
    period_months: int
    periods: int
    discount_rate: float
    discount_rate_basis: Literal["pre_tax", "post_tax"]
    fiscal_year_start_month: int
    fiscal_year_named_by: Literal["start", "end"]
    price_base_month: Month
    inflation_default: float
    max_utilisation: float
    usable_memory_share: float
    min_share: float
    max_locations: int
    selling_cost_share: float
    spare_target: float
    commitment_reuse: float
    early_retirement: bool
    carbon_price_per_t: float
    mip_gap: float
    time_limit_s: float
    random_seed: int
    threads: int
    hours_per_year: float
    language: Literal["en", "zh"]
