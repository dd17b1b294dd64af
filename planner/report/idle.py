"""Accelerator-hours there and used by pool and place: how much of a shared cost stands idle."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from models.matrix import Key
from models.results import PlanResult
from models.sizing import Sizing


@dataclass(frozen=True, slots=True)
class HoursAt:
    """Accelerator-hours over the plan: there (installed, committed or rented) and used."""

    there: float
    used: float

    def __add__(self, other: HoursAt) -> HoursAt:
        """The sum of two places."""
        return HoursAt(self.there + other.there, self.used + other.used)


def hours_by_pool(sizing: Sizing, result: PlanResult) -> dict[str, HoursAt]:
    """Hours by pool label, by location, and of the whole plan ("")."""
    used: dict[str, float] = {}
    for work in result.workloads:
        for label, values in work.served_by.items():
            used[label] = used.get(label, 0.0) + float(values.sum())
    found: dict[str, HoursAt] = {}
    for label, location, there in _there(sizing, result):
        here = HoursAt(there, used.get(label, 0.0))
        for name in (label, location, ""):
            found[name] = found.get(name, HoursAt(0.0, 0.0)) + here
    return found


def _there(sizing: Sizing, result: PlanResult) -> Iterator[tuple[str, str, float]]:
    """Pool label, location, accelerator-hours there."""
    hours = sizing.calendar.hours_per_period

    def total(kind: str, *index: str) -> float:
        values = result.activities.get(Key(kind, index))
        return 0.0 if values is None else float(values.sum())

    for design in sizing.designs:
        installed = total("installed", design.location, design.label)
        yield design.label, design.location, installed * design.accelerators * hours
    for pool in sizing.clouds:
        there = 0.0
        for offer in pool.offers:
            place = (pool.location, str(offer.offer_id))
            there += total("active_commitment", *place) * offer.block_accelerators * hours
            there += total("on_demand", *place) + total("spot", *place)
        for row in pool.signed:
            blocks = total("active_signed", pool.location, row.commitment_id)
            there += blocks * pool.offer(row).block_accelerators * hours
        yield pool.label, pool.location, there
