"""Lines of rented capacity: by use, reserved to the end of the term, paid upfront."""

from __future__ import annotations

import math
from collections.abc import Iterator

from models.costing.figures import figure, hours_per_period
from models.costing.line import CostLine, Factor, Tap, derived
from models.matrix import Key
from models.plan import CloudOffer, Plan
from models.sizing import Sizing
from models.sizing.calendar import Calendar


def _price(offer: CloudOffer) -> tuple[Factor, ...]:
    name = offer.offer_id
    price = figure(
        "CloudOffers",
        name,
        "price_per_accelerator_hour",
        offer.price_per_accelerator_hour,
        "money/accelerator-hour",
    )
    if not offer.support_share:
        return (price,)
    return price, figure("CloudOffers", name, "support_share", offer.support_share, "share", "one_plus")


def _growth(offer: CloudOffer) -> Factor:
    return figure(
        "CloudOffers", offer.offer_id, "price_change_per_year", offer.price_change_per_year, "1/year"
    )


def _block(offer: CloudOffer) -> Factor:
    return figure(
        "CloudOffers", offer.offer_id, "block_accelerators", float(offer.block_accelerators), "accelerators"
    )


def metered_lines(plan: Plan, sizing: Sizing) -> Iterator[CostLine]:
    """On-demand and spot hours, at the price of the period."""
    del plan
    for pool in sizing.clouds:
        for offer in pool.pay_per_hour:
            yield CostLine(
                "cloud_spot" if pool.spot else "cloud_on_demand",
                str(offer.offer_id),
                pool.location,
                Key("spot" if pool.spot else "on_demand", (pool.location, str(offer.offer_id))),
                _price(offer),
                _growth(offer),
            )


def _term_taps(offer: CloudOffer, calendar: Calendar, share: tuple[Factor, ...]) -> tuple[Tap, ...]:
    """A tap each period of the term; the last one may be part of a period."""
    months = offer.term_months or 0
    taps = []
    for k in range(math.ceil(months / calendar.period_months)):
        covered = min(1.0, months / calendar.period_months - k)
        part = (
            () if covered == 1.0 else (derived(str(offer.offer_id), "last_period_share", covered, "share"),)
        )
        taps.append(Tap(k, (*share, *part)))
    return tuple(taps)


def reserved_lines(plan: Plan, sizing: Sizing) -> Iterator[CostLine]:
    """Committed blocks: every period to the end of the term, used or not, at the price of signing."""
    del plan
    calendar = sizing.calendar
    for pool in sizing.clouds:
        for offer in pool.reserved:
            name = str(offer.offer_id)
            running: tuple[Factor, ...] = ()
            if offer.upfront_share:
                running = (
                    figure("CloudOffers", name, "upfront_share", offer.upfront_share, "share", "one_minus"),
                )
            yield CostLine(
                "cloud_reserved",
                name,
                pool.location,
                Key("commit", (pool.location, name)),
                (
                    *_price(offer),
                    _block(offer),
                    hours_per_period(calendar),
                ),
                _growth(offer),
                "activity",
                _term_taps(offer, calendar, running),
            )


def upfront_lines(plan: Plan, sizing: Sizing) -> Iterator[CostLine]:
    """The upfront share of a commitment's whole price, paid when it is signed."""
    del plan
    for pool in sizing.clouds:
        for offer in pool.reserved:
            if offer.upfront_share:
                name = str(offer.offer_id)
                hours = (offer.term_months or 0) * sizing.calendar.hours_per_month
                yield CostLine(
                    "cloud_upfront",
                    name,
                    pool.location,
                    Key("commit", (pool.location, name)),
                    (
                        *_price(offer),
                        _block(offer),
                        derived(name, "hours_in_term", hours, "h"),
                        figure("CloudOffers", name, "upfront_share", offer.upfront_share, "share"),
                    ),
                    _growth(offer),
                    "activity",
                )


def reuse_lines(plan: Plan, sizing: Sizing) -> Iterator[CostLine]:
    """Committed months past the horizon, credited at Settings.commitment_reuse of the lower price."""
    reuse = plan.settings.commitment_reuse
    calendar = sizing.calendar
    if not reuse or not calendar.tail:
        return
    worth = figure("Settings", "", "commitment_reuse", reuse, "share")
    past = (0.0,) * calendar.periods + (1.0,) * calendar.tail
    for pool in sizing.clouds:
        for offer in pool.reserved:
            name = str(offer.offer_id)
            yield CostLine(
                "commitment_reuse",
                name,
                pool.location,
                Key("commit", (pool.location, name)),
                (
                    *_price(offer),
                    _block(offer),
                    hours_per_period(calendar),
                    worth,
                ),
                _growth(offer),
                "lower_at_end",
                _term_taps(offer, calendar, ()),
                past,
            )
