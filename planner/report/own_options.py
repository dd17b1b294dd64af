"""Own or rent, per accelerator: what one system costs to buy and to run, beside each offer of its kind."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from models.costing.evaluate import months_from_base, price
from models.costing.line import CostLine
from models.finance.escalation import price_index
from models.matrix import Key
from models.plan import CloudOffer
from models.sizing import Sizing
from models.sizing.designs import Design


@dataclass(frozen=True, slots=True)
class Offer:
    """A way to rent. price: per accelerator-hour at the plan's start, support included."""

    name: str
    where: str
    term: str
    months: int | None
    price: float


@dataclass(frozen=True, slots=True)
class OwnOption:
    """One system of a design bought at the plan's start and always busy, per accelerator.

    upfront: systems, deployment and its share of the fabric, undiscounted · running: per hour in service,
    without what the place as a whole costs · life_hours: of its useful life
    """

    pool: str
    location: str
    system: str
    upfront: float
    running: float
    life_hours: float
    offers: tuple[Offer, ...]


def own_options(sizing: Sizing, lines: Sequence[CostLine]) -> tuple[OwnOption, ...]:
    """The cheapest design of each system at each site that some offer competes with."""
    by_activity: dict[Key, list[CostLine]] = {}
    for line in lines:
        by_activity.setdefault(line.activity, []).append(line)
    found: dict[tuple[str, str], OwnOption] = {}
    for design in sizing.designs:
        offers = tuple(_offers(sizing, str(design.system.system_id)))
        if design.given or not offers:
            continue
        option = _option(sizing, design, by_activity, offers)
        key = (option.location, option.system)
        if option.upfront > 0.0 and (key not in found or option.upfront < found[key].upfront):
            found[key] = option
    return tuple(found.values())


def _offers(sizing: Sizing, system: str) -> Iterator[Offer]:
    for pool in sizing.clouds:
        for offer in pool.offers:
            if str(offer.system_id) == system:
                yield Offer(
                    str(offer.offer_id),
                    pool.location,
                    offer.term.replace("_", " "),
                    offer.term_months,
                    _at_start(sizing, offer),
                )


def _at_start(sizing: Sizing, offer: CloudOffer) -> float:
    growth = price_index(offer.price_change_per_year, months_from_base(sizing.calendar, 0.0))
    return offer.price_per_accelerator_hour * (1.0 + offer.support_share) * growth


def _option(
    sizing: Sizing,
    design: Design,
    by_activity: Mapping[Key, Sequence[CostLine]],
    offers: tuple[Offer, ...],
) -> OwnOption:
    calendar = sizing.calendar
    place = (design.location, design.label)
    first = np.zeros(calendar.periods)
    first[0] = 1.0
    there = np.zeros(calendar.periods)
    there[design.service_lag : design.service_lag + design.life] = 1.0
    activities = {
        Key("order", place): first,
        Key("open_fabric", place): first / max(1, design.planned_systems),
        Key("fabric_units", place): first / max(1, design.systems_per_unit),
        Key("installed", place): there,
        Key("busy", place): there * calendar.hours_per_period,
    }
    own = [line for key in activities for line in by_activity.get(key, ())]
    bought, run = 0.0, 0.0
    for priced in price(own, calendar, 0.0, activities):
        money = float(priced.amounts.sum())
        if priced.line.cost_term.nature == "capex":
            bought += money
        elif priced.line.cost_term.nature == "opex":
            run += money
    hours = float(there.sum()) * calendar.hours_per_period
    return OwnOption(
        design.label,
        design.location,
        str(design.system.system_id),
        bought / design.accelerators,
        run / hours / design.accelerators if hours else 0.0,
        design.system.life_months * calendar.hours_per_month,
        offers,
    )
