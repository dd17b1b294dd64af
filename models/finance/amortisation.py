"""Amortised cost of a training run and unit costs, for the report only: not a cash flow of the plan.

Method: Cottier et al., The rising costs of training frontier AI models, arXiv 2405.21015, and its code
(epoch-research/training-cost-trends). A chip loses value as hardware price-performance improves.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

PRICE_PERFORMANCE_TREND = 0.14
"""Orders of magnitude a year."""

INTERCONNECT_SHARE = 0.19
"""Share of a cluster's hardware cost that is network between servers."""

_HOURS_PER_YEAR = 8766.0


@dataclass(frozen=True, slots=True, kw_only=True)
class TrainingCost:
    """Cost of one run by part, in the currency of the prices given."""

    chip: float
    other_server: float
    interconnect: float
    energy: float

    @property
    def total(self) -> float:
        """All parts, in their currency."""
        return self.chip + self.other_server + self.interconnect + self.energy


def chip_value(price: float, years: float, trend: float = PRICE_PERFORMANCE_TREND) -> float:
    """Value per chip (in its server) `years` after purchase: price · 10^(−trend·years) (F5.4)."""
    return float(price * 10.0 ** (-trend * years))


def cluster_acquisition_cost(
    chips: float, price_per_chip: float, interconnect_share: float = INTERCONNECT_SHARE
) -> float:
    """Price of a cluster from its chips (in servers) and the share of interconnect (F5.5)."""
    return chips * price_per_chip / (1.0 - interconnect_share)


def amortised_training_cost(
    *,
    value_per_chip: float,
    chip_hours: float,
    server_overhead: float,
    kw_per_chip: float,
    pue: float,
    price_per_kwh: float,
    trend: float = PRICE_PERFORMANCE_TREND,
    interconnect_share: float = INTERCONNECT_SHARE,
) -> TrainingCost:
    """Loss of value of the hardware during a run, and its energy (F5.3, F5.6).

    `value_per_chip` at the run's start, server included; `server_overhead` is that value over the bare
    chip's; `kw_per_chip` the mean IT power per chip, server included.
    """
    servers = value_per_chip * trend * math.log(10.0) / _HOURS_PER_YEAR * chip_hours
    chip = servers / server_overhead
    return TrainingCost(
        chip=chip,
        other_server=servers - chip,
        interconnect=cluster_acquisition_cost(1.0, servers, interconnect_share) - servers,
        energy=kw_per_chip * pue * chip_hours * price_per_kwh,
    )


def unit_cost(cost: float, units: float) -> float | None:
    """Cost of one unit of work or capacity; None where nothing was done."""
    return cost / units if units > 0.0 else None
