"""Cost on three bases, and what it comes to per unit, workload and project: plain values for the report.

cash: payments, undiscounted, to the end of every commitment. full: what the plan's periods bear: depreciation
instead of purchases, prepayments spread over their term, nothing past the horizon. present_value: as the
objective counts it, credits included. Unmet work is in none of them; valuations (residual value, reuse of
commitments) are in the present value only.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

UNMET = "shortfall_penalty"
VALUATIONS = ("residual_value", "commitment_reuse")
"""Credits that nobody pays: what things and contracts are still worth at the horizon's end."""


@dataclass(frozen=True, slots=True)
class CostBasis:
    """One cost on three bases, in the plan's currency."""

    present_value: float = 0.0
    cash: float = 0.0
    full: float = 0.0

    def __add__(self, other: CostBasis) -> CostBasis:
        """The sum of two costs."""
        return CostBasis(
            self.present_value + other.present_value, self.cash + other.cash, self.full + other.full
        )

    def times(self, share: float) -> CostBasis:
        """A share of the cost."""
        return CostBasis(share * self.present_value, share * self.cash, share * self.full)


@dataclass(frozen=True, slots=True)
class UnitCost:
    """A cost and the quantity that it paid for, over the whole plan.

    name: stable id · title: words for people · unit: of the quantity (accelerator-hour, EFLOP, ...) ·
    cash, full: cost of one unit on that basis; None where nothing was done
    """

    name: str
    title: str
    unit: str
    cost: CostBasis
    quantity: float
    cash: float | None
    full: float | None


@dataclass(frozen=True, slots=True)
class CostShare:
    """What a workload or project bears. hours: accelerator-hours used · direct: cost that only it causes."""

    kind: Literal["workload", "project"]
    name: str
    cost: CostBasis
    direct: CostBasis
    hours: float


@dataclass(frozen=True, slots=True)
class Bridge:
    """From cash to full cost: cash - capitalised - tail + charges + existing = full.

    capitalised: purchases and prepayments, less balances drawn · charges: their depreciation in the plan and
    book values sold · existing: the same of what was paid before · tail: cash past the horizon that is not
    prepaid
    """

    cash: float
    capitalised: float
    charges: float
    existing: float
    tail: float
    full: float


@dataclass(frozen=True, slots=True)
class UnitCosts:
    """Costs per unit and by who bears them.

    total = fixed + elastic = owned + rented = the sum of the workloads' (projects') shares ·
    owned: at own sites, leased systems included ·
    unmet: present value of the penalty for unmet work; total.present_value + unmet is the objective
    """

    total: CostBasis
    fixed: CostBasis
    elastic: CostBasis
    owned: CostBasis
    rented: CostBasis
    unmet: float
    units: tuple[UnitCost, ...]
    workloads: tuple[CostShare, ...]
    projects: tuple[CostShare, ...]
    bridge: Bridge
    monthly: float
    """Level payment at each month's end of the plan that is worth as much as total.present_value."""

    def unit(self, name: str) -> UnitCost:
        """The unit cost of that name."""
        return next(row for row in self.units if row.name == name)
