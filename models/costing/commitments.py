"""Lines of cloud commitments signed before the plan: capacity to its end, spending that falls short."""

from __future__ import annotations

from collections.abc import Iterator

from models.costing.figures import figure, hours_per_period, years_per_period
from models.costing.line import CostLine, Factor, Tap, derived
from models.finance.escalation import price_index
from models.matrix import Key
from models.plan import CloudOffer, Commitment, Plan
from models.sizing import Sizing
from models.sizing.calendar import Calendar
from models.sizing.obligations import signed_period
from models.sizing.pools import CloudPool
from models.words import said


def _price(row: Commitment, offer: CloudOffer) -> tuple[Factor, ...]:
    """Price agreed, else the offer's; with support, less what was paid upfront when it was signed."""
    name = str(offer.offer_id)
    if row.price_per_accelerator_hour is not None:
        price = row.price_per_accelerator_hour
        table, key = "Commitments", row.commitment_id
    else:
        price = offer.price_per_accelerator_hour
        table, key = "CloudOffers", name
    factors = [figure(table, key, "price_per_accelerator_hour", price, "money/accelerator-hour")]
    if offer.support_share:
        factors.append(figure("CloudOffers", name, "support_share", offer.support_share, "share", "one_plus"))
    if offer.upfront_share:
        upfront = offer.upfront_share
        factors.append(figure("CloudOffers", name, "upfront_share", upfront, "share", "one_minus"))
    return tuple(factors)


def _block(offer: CloudOffer) -> Factor:
    blocks = float(offer.block_accelerators)
    return figure("CloudOffers", offer.offer_id, "block_accelerators", blocks, "accelerators")


def _taps(calendar: Calendar, row: Commitment, base: float) -> tuple[Tap, ...]:
    """What is due in each period of the term, after the prepaid balance. `base`: money of a whole period."""
    first = signed_period(calendar, row)
    left = row.prepaid_balance
    taps = []
    for tau in range(first, calendar.cash_periods):
        share = calendar.coverage(tau, row.start, row.end)
        drawn = min(left, share * base)
        left -= drawn
        due = share - (drawn / base if base else 0.0)
        if due > 1e-12:
            what = said("share of {period} that is due", period=calendar.label(tau))
            part = derived(row.commitment_id, what, due, "share")
            taps.append(Tap(tau - first, () if due == 1.0 else (part,)))
    return tuple(taps)


def _capacity(sizing: Sizing) -> Iterator[tuple[CloudPool, Commitment, CloudOffer]]:
    for pool in sizing.clouds:
        for row in pool.signed:
            yield pool, row, pool.offer(row)


def signed_lines(plan: Plan, sizing: Sizing) -> Iterator[CostLine]:
    """Capacity signed before the plan: every period to its end, used or not, at the price agreed."""
    del plan
    calendar = sizing.calendar
    for pool, row, offer in _capacity(sizing):
        factors = (*_price(row, offer), _block(offer), hours_per_period(calendar))
        base = float(row.blocks or 0)
        for factor in factors:
            base *= factor.amount
        taps = _taps(calendar, row, base)
        if taps:
            index = (pool.location, row.commitment_id)
            yield CostLine(
                "cloud_reserved", row.commitment_id, pool.location, Key("signed", index), factors, taps=taps
            )


def signed_reuse_lines(plan: Plan, sizing: Sizing) -> Iterator[CostLine]:
    """Signed months past the horizon, credited at Settings.commitment_reuse of the lower price."""
    reuse = plan.settings.commitment_reuse
    calendar = sizing.calendar
    if not reuse:
        return
    past = (0.0,) * calendar.periods + (1.0,) * calendar.tail
    for pool, row, offer in _capacity(sizing):
        first = signed_period(calendar, row)
        months = calendar.base_offset_months + calendar.periods * calendar.period_months
        at_end = offer.price_per_accelerator_hour * price_index(offer.price_change_per_year, months)
        agreed = row.price_per_accelerator_hour
        worth = at_end if agreed is None else min(agreed, at_end)
        if agreed is None:
            worth = min(offer.price_per_accelerator_hour, at_end)
        taps = []
        for tau in range(calendar.periods, calendar.cash_periods):
            share = calendar.coverage(tau, row.start, row.end)
            if share > 0:
                what = said("share of {period} in force", period=calendar.label(tau))
                part = derived(row.commitment_id, what, share, "share")
                taps.append(Tap(tau - first, () if share == 1.0 else (part,)))
        if taps:
            yield CostLine(
                "commitment_reuse",
                row.commitment_id,
                pool.location,
                Key("signed", (pool.location, row.commitment_id)),
                (
                    derived(row.commitment_id, "worth past the horizon", worth, "money/accelerator-hour"),
                    _block(offer),
                    hours_per_period(calendar),
                    figure("Settings", "", "commitment_reuse", reuse, "share"),
                ),
                taps=tuple(taps),
                profile=past,
            )


def spend_lines(plan: Plan, sizing: Sizing) -> Iterator[CostLine]:
    """Committed spending that is not reached, the prepaid balance used, and what is owed past the horizon."""
    calendar = sizing.calendar
    for row in plan.commitments:
        if row.kind != "spend" or row.provider is None or row.spend_per_year is None:
            continue
        c = row.commitment_id
        index = (row.provider, c)
        share = figure("Commitments", c, "shortfall_share", row.shortfall_share, "share")
        yield CostLine("spend_shortfall", c, row.provider, Key("unspent", index), (share,))
        if row.prepaid_balance:
            one = derived("units", "money per money", 1.0, "money/money")
            yield CostLine("prepaid_drawn", c, row.provider, Key("drawn", index), (one,))
        first = signed_period(calendar, row)
        taps = []
        for tau in range(calendar.periods, calendar.cash_periods):
            covered = calendar.coverage(tau, row.start, row.end)
            if covered > 0:
                what = said("share of {period} in force", period=calendar.label(tau))
                part = derived(c, what, covered, "share")
                taps.append(Tap(tau - first, () if covered == 1.0 else (part,)))
        if taps:
            spend = figure("Commitments", c, "spend_per_year", row.spend_per_year, "money/year")
            yield CostLine(
                "spend_shortfall",
                said("{name}, past the horizon", name=c),
                row.provider,
                Key("signed", index),
                (spend, share, years_per_period(calendar)),
                taps=tuple(taps),
            )
