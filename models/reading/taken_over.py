"""The order book's lines beside purchases: leases, and orders placed before the plan."""

from __future__ import annotations

from collections.abc import Iterator

from models.matrix import Key
from models.plan import Plan
from models.reading.purchasing import (
    Activities,
    Kind,
    Prices,
    carries,
    designs_by_label,
    ordered,
    purchase,
    systems,
)
from models.results import Purchase
from models.sizing import Sizing
from models.sizing.orders import order_kind
from models.words import said


def leases(sizing: Sizing, activities: Activities, prices: Prices) -> Iterator[Purchase]:
    """Systems leased instead of bought, with all payments of their term."""
    designs = designs_by_label(sizing)
    for row in ordered(activities, "lease"):
        design = designs[str(row[0].parts[1])]
        yield systems(
            design,
            prices,
            row,
            what=said("lease of {system} systems", system=design.system.system_id),
            unit="leased systems",
            why=said(
                "For {months} months. {carries}",
                months=design.system.lease_months,
                carries=carries(activities, design.label),
            ),
        )


def open_orders(plan: Plan, sizing: Sizing, activities: Activities, prices: Prices) -> Iterator[Purchase]:
    """Orders placed before the plan and kept, with what is still due."""
    kinds: dict[str, Kind] = {"systems": "systems", "power": "power", "fabric": "fabric"}
    for row in plan.open_orders:
        key = Key("open_order", (str(row.site_id), row.order_id))
        if key not in activities:
            continue
        months = row.in_service - sizing.calendar.start
        item = str(row.system_id or row.expansion_id or row.fabric_id)
        name = f"{row.order_id} ({row.po_number})" if row.po_number else row.order_id
        yield purchase(
            prices,
            said("open order {name}", name=name),
            kinds[order_kind(row)],
            [(key, 1.0)],
            0,
            item=f"{row.quantity} x {item}",
            unit="orders",
            in_service=max(0, sizing.calendar.period_of(row.in_service)),
            lead_months=max(0, months),
            it_mw=0.0,
            why=said("Ordered before the plan: only what is still due is shown."),
        )
