"""Price drivers: figures of one kind, and the cost lines that are proportional to them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from models.costing.basis import UNMET
from models.costing.evaluate import PricedLine
from planner.report.context import Context

DRIVERS: tuple[tuple[str, tuple[tuple[str, str], ...]], ...] = (
    ("Price of systems", (("Systems", "price_per_system"),)),
    (
        "Prices of network parts",
        tuple(
            ("Fabrics", name) for name in ("switch_price", "transceiver_price", "cable_price", "nic_price")
        ),
    ),
    ("Energy price", (("Sites", "energy_price_kwh"),)),
    ("PUE (energy only)", (("SiteCooling", "pue_annual"),)),
    (
        "Cloud prices",
        (("CloudOffers", "price_per_accelerator_hour"), ("Commitments", "price_per_accelerator_hour")),
    ),
    ("Colocation rent", (("Sites", "rent_per_kw_month"),)),
    ("Cost of power blocks", (("PowerExpansions", "capex_per_mw"),)),
    ("Overheads: staff, software, other", (("Overheads", "unit_cost"),)),
)
"""Title, and the input columns behind it."""


@dataclass(frozen=True, slots=True)
class Driver:
    """A driver that the plan's cost depends on, with the lines proportional to it."""

    title: str
    lines: tuple[int, ...]


def drivers(ctx: Context) -> list[Driver]:
    """Drivers with lines that cost something, in a fixed order."""
    found = []
    for title, columns in DRIVERS:
        lines = tuple(
            number
            for number, priced in enumerate(ctx.result.lines)
            if priced.amounts.any() and _proportional(priced, columns)
        )
        if lines:
            found.append(Driver(title, lines))
    return found


def moved_by_demand(ctx: Context) -> Driver:
    """The lines that move with use: what more or less work alone would change."""
    lines = tuple(
        number
        for number, priced in enumerate(ctx.result.lines)
        if priced.line.moves_with_use and priced.line.term != UNMET and priced.amounts.any()
    )
    return Driver("Demand (cost that moves with use)", lines)


def _proportional(priced: PricedLine, columns: Sequence[tuple[str, str]]) -> bool:
    """Whether exactly one factor of the line's price is of the columns, as it stands."""
    used = [f for f in priced.line.factors if (f.ref.table, f.ref.field) in columns]
    return len(used) == 1 and used[0].form == "value"
