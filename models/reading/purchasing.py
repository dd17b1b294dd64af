"""What purchases are made of: their payments, the work they carry."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Literal

import numpy as np
import numpy.typing as npt

from models.costing.evaluate import (
    PricedLine,
    discount_factors,
    weights,
)
from models.finance.discounting import Timing
from models.matrix import Key
from models.plan import Plan
from models.results import Purchase
from models.sizing import Sizing
from models.sizing.designs import Design
from models.words import said

FloatArray = npt.NDArray[np.float64]
Activities = Mapping[Key, FloatArray]
Kind = Literal["systems", "fabric", "power", "cooling", "storage", "site", "commitment"]

PAID_WITH = {
    "order": ("systems", "deployment"),
    "lease": ("equipment_lease", "deployment"),
    "open_order": ("systems", "fabric", "power_expansion", "deployment"),
    "open_fabric": ("fabric",),
    "fabric_units": ("fabric",),
    "power_blocks": ("power_expansion",),
    "cooling_modules": ("cooling_plant",),
    "cooling_plant": ("cooling_plant",),
    "open_site": ("site_opening",),
    "storage_order": ("storage",),
    "commit": ("cloud_reserved", "cloud_upfront"),
}
"""Cost terms that make the price of a purchase, by the activity that orders it."""


class Prices:
    """Cash of one unit of an activity ordered in a period."""

    def __init__(self, plan: Plan, sizing: Sizing, priced: tuple[PricedLine, ...]) -> None:
        self.calendar = sizing.calendar
        self.factors = {
            timing: discount_factors(self.calendar, timing, plan.settings.discount_rate) for timing in Timing
        }
        self.by_activity: dict[Key, list[tuple[FloatArray, FloatArray]]] = {}
        for row in priced:
            line = row.line
            if line.term in PAID_WITH.get(line.activity.kind, ()):
                discount = self.factors[line.cost_term.timing]
                self.by_activity.setdefault(line.activity, []).append(
                    (weights(line, self.calendar), discount)
                )

    def cash(self, parts: list[tuple[Key, float]], t: int) -> tuple[FloatArray, float]:
        """Amounts by cash period and present value of quantities ordered in period t."""
        total = np.zeros(self.calendar.cash_periods)
        value = 0.0
        for key, quantity in parts:
            for weight, discount in self.by_activity.get(key, []):
                cash = quantity * weight[t]
                total += cash
                value += float(cash @ discount)
        return total, value


def ordered(activities: Activities, kind: str) -> Iterator[tuple[Key, int, float]]:
    """Activity, period and quantity of everything ordered of a kind."""
    for key, by_period in activities.items():
        if key.kind == kind:
            for t, quantity in enumerate(by_period):
                if quantity > 0:
                    yield key, t, float(quantity)


def purchase(
    prices: Prices,
    what: str,
    kind: Kind,
    parts: list[tuple[Key, float]],
    t: int,
    *,
    item: str,
    unit: str,
    in_service: int,
    lead_months: int,
    it_mw: float,
    why: str,
) -> Purchase:
    """A purchase with its payments; `parts` are what is ordered together, what is counted first."""
    cash, value = prices.cash(parts, t)
    key, quantity = parts[0]
    return Purchase(
        what=what,
        kind=kind,
        location=str(key.parts[0]),
        item=item,
        quantity=quantity,
        unit=unit,
        order_period=t,
        in_service_period=in_service,
        lead_months=lead_months,
        amount=float(cash.sum()),
        present_value=value,
        payments=tuple((k, float(v)) for k, v in enumerate(cash) if v),
        it_mw=it_mw,
        activity=key,
        why=why,
    )


def systems(
    design: Design, prices: Prices, ordering: tuple[Key, int, float], *, what: str, unit: str, why: str
) -> Purchase:
    """Systems of a design that one activity brings, bought or leased; `ordering` as `ordered` gives it."""
    key, t, quantity = ordering
    return purchase(
        prices,
        what,
        "systems",
        [(key, quantity)],
        t,
        item=f"{design.system.system_id}, {design.fabric.fabric_id}, {design.cooling.cooling_id}",
        unit=unit,
        in_service=t + design.service_lag,
        lead_months=design.system.lead_months + design.system.acceptance_months,
        it_mw=quantity * design.it_kw / 1000.0,
        why=why,
    )


def designs_by_label(sizing: Sizing) -> dict[str, Design]:
    """Every design by its label."""
    return {design.label: design for design in sizing.designs}


def served_by_pool(activities: Activities, label: str) -> list[tuple[str, float]]:
    """Workloads on a pool with their accelerator-hours, most first."""
    hours = [
        (str(key.parts[2]), float(values.sum()))
        for key, values in activities.items()
        if key.kind == "hours" and key.parts[1] == label
    ]
    return sorted(hours, key=lambda row: -row[1])


def carries(activities: Activities, label: str) -> str:
    """What a pool carries, in one sentence."""
    served = served_by_pool(activities, label)
    total = sum(hours for _, hours in served)
    if not total:
        return said("Stands idle in this plan.")
    names = ", ".join(f"{name} ({hours / total:.0%})" for name, hours in served[:3])
    if len(served) <= 3:
        return said("Carries {names}.", names=names)
    return said("Carries {names} and {more} more.", names=names, more=len(served) - 3)
