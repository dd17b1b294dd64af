"""What was held, ordered or signed before the plan, what becomes of it, and what is owed past the end."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import numpy as np
import numpy.typing as npt

from models.costing.evaluate import PricedLine
from models.finance.residual import straight_line_book_value
from models.matrix import Key
from models.plan import ExistingFleet, Plan, month_text
from models.results import HeldRow, LiabilityRow
from models.sizing import Sizing
from models.sizing.calendar import Calendar
from models.sizing.designs import Design
from models.sizing.fleet import fleet_span, last_month
from models.sizing.orders import arrives, order_kind
from models.words import joined, said

FloatArray = npt.NDArray[np.float64]
Activities = Mapping[Key, FloatArray]


def book_values(calendar: Calendar, design: Design, row: ExistingFleet) -> FloatArray | None:
    """Book value of the whole row at the start of each period 0..T: straight line from the stated value (else
    from the original cost) to 0 at the end of its accounting life; None where neither is stated."""
    age = max(0, calendar.start - row.in_service)
    left = (design.system.accounting_life_months or design.system.life_months) - age
    if row.book_value is not None:
        now = row.book_value
    elif row.cost_original is not None:
        now = straight_line_book_value(row.cost_original, age, max(1, age + left))
    else:
        return None
    if left <= 0:
        return np.zeros(calendar.periods + 1)
    months = (t * calendar.period_months for t in range(calendar.periods + 1))
    return np.array([straight_line_book_value(now, month, left) for month in months])


def held_rows(
    plan: Plan, sizing: Sizing, activities: Activities, priced: Sequence[PricedLine]
) -> tuple[HeldRow, ...]:
    """Existing systems, open orders and signed commitments, in the order of their sheets."""
    return (
        *_fleet_rows(sizing, activities, priced),
        *_order_rows(plan, sizing, activities, priced),
        *_commitment_rows(plan, sizing, activities, priced),
    )


def _amounts(
    priced: Sequence[PricedLine], keys: Sequence[Key], terms: Sequence[str] = ()
) -> FloatArray | None:
    """Signed amounts by cash period of the lines on any of the activities."""
    found = [
        row.amounts
        for row in priced
        if row.line.activity in keys and (not terms or row.line.term in terms) and not row.line.settled_at_end
    ]
    return np.sum(found, axis=0) if found else None


def _split(amounts: FloatArray | None, periods: int) -> tuple[float, float]:
    """Money within the horizon and past it."""
    if amounts is None:
        return 0.0, 0.0
    return float(amounts[:periods].sum()), float(amounts[periods:].sum())


def _fleet_rows(sizing: Sizing, activities: Activities, priced: Sequence[PricedLine]) -> Iterator[HeldRow]:
    calendar = sizing.calendar
    for design in sizing.designs:
        for row in design.fleet:
            index = (design.location, design.label, row.fleet_id)
            retired = activities.get(Key("retire", index), np.zeros(calendar.periods))
            proceeds = _amounts(priced, [Key("retire", index)], ["resale"])
            due = _amounts(priced, [Key("leased_rows", (design.location, row.fleet_id))])
            books = book_values(calendar, design, row)
            gain = None
            money = 0.0 if proceeds is None else -float(proceeds.sum())
            if books is not None and row.tenure == "owned":
                gain = money - float(retired @ books[:-1]) / row.systems
            yield HeldRow(
                kind="fleet",
                name=row.fleet_id,
                location=design.location,
                item=said("{system} in {cluster}", system=design.system.system_id, cluster=row.cluster_id),
                quantity=float(row.systems),
                unit="systems",
                outcome=_fate(calendar, design, row, retired),
                due=_split(due, calendar.periods)[0],
                past_horizon=_split(due, calendar.periods)[1],
                proceeds=money,
                gain=gain,
                book_value=books,
                activity=Key("fleet_held", index),
            )


def _fate(calendar: Calendar, design: Design, row: ExistingFleet, retired: FloatArray) -> str:
    words = [
        said(
            "{number} given back in {period}" if row.tenure == "leased" else "{number} sold in {period}",
            number=f"{number:g}",
            period=calendar.label(t),
        )
        for t, number in enumerate(retired)
        if number > 0
    ]
    kept = row.systems - float(retired.sum())
    if kept > 0:
        gone = fleet_span(calendar, design.system, row).gone
        if gone >= calendar.periods:
            words.append(said("{number} kept to the end of the plan", number=f"{kept:g}"))
        else:
            leased = last_month(row) is not None
            words.append(
                said(
                    "{number} kept to the end of their lease, before {period}"
                    if leased
                    else "{number} kept to the end of their life, before {period}",
                    number=f"{kept:g}",
                    period=calendar.label(gone),
                )
            )
    return joined(words)


def _order_rows(
    plan: Plan, sizing: Sizing, activities: Activities, priced: Sequence[PricedLine]
) -> Iterator[HeldRow]:
    calendar = sizing.calendar
    for row in plan.open_orders:
        index = (str(row.site_id), row.order_id)
        cancelled = bool(activities.get(Key("cancel_order", index), np.zeros(1)).any())
        due = _amounts(
            priced,
            [Key("open_order", index), Key("cancel_order", index)],
            ["systems", "power_expansion", "fabric", "cancellation"],
        )
        item = row.system_id or row.expansion_id or row.fabric_id
        kept = said(
            "kept, in service in {month}" if arrives(calendar, row) else "kept, after the plan, in {month}",
            month=month_text(row.in_service),
        )
        yield HeldRow(
            kind="order",
            name=row.order_id if row.po_number is None else f"{row.order_id} ({row.po_number})",
            location=str(row.site_id),
            item=f"{item}",
            quantity=float(row.quantity),
            unit={"systems": "systems", "power": "blocks", "fabric": "fabrics"}[order_kind(row)],
            outcome=said("cancelled") if cancelled else kept,
            due=_split(due, calendar.periods)[0],
            past_horizon=0.0,
            activity=Key("cancel_order" if cancelled else "open_order", index),
        )


def _commitment_rows(
    plan: Plan, sizing: Sizing, activities: Activities, priced: Sequence[PricedLine]
) -> Iterator[HeldRow]:
    periods = sizing.calendar.periods
    places = {row.commitment_id: pool.location for pool in sizing.clouds for row in pool.signed}
    for row in plan.commitments:
        place = places.get(row.commitment_id, row.provider or "")
        index = (place, row.commitment_id)
        keys = [Key(kind, index) for kind in ("signed", "unspent", "drawn")]
        terms = ["cloud_reserved", "spend_shortfall", "prepaid_drawn"]
        due, past = _split(_amounts(priced, keys, terms), periods)
        short = float(activities.get(Key("unspent", index), np.zeros(periods)).sum())
        if row.kind == "capacity":
            outcome = said("paid to its end, used or not")
        else:
            outcome = (
                said("{money} of committed spending not reached", money=f"{short:,.0f}")
                if short
                else said("reached")
            )
        yield HeldRow(
            kind="commitment",
            name=row.commitment_id,
            location=place,
            item=str(row.offer_id or row.provider),
            quantity=float(row.blocks or 0) if row.kind == "capacity" else row.spend_per_year or 0.0,
            unit="blocks" if row.kind == "capacity" else "money a year",
            outcome=outcome,
            due=due,
            past_horizon=past,
            transferable=past if row.assignable else 0.0,
            activity=keys[0],
        )


def liability_rows(plan: Plan, sizing: Sizing, priced: Sequence[PricedLine]) -> tuple[LiabilityRow, ...]:
    """What is still owed past the horizon on what was signed, by line; each at its own date.

    Money is undiscounted. What an assignable commitment owes could be passed on to others.
    """
    periods = sizing.calendar.periods
    assignable = {row.commitment_id for row in plan.commitments if row.assignable}
    rows = []
    for row in priced:
        if row.line.cost_term.nature == "credit" or row.line.settled_at_end:
            continue
        tail = row.amounts[periods:]
        if tail.any():
            owner = str(row.line.activity.parts[1]) if row.line.activity.kind == "signed" else ""
            rows.append(
                LiabilityRow(
                    term=row.line.term,
                    item=row.line.item,
                    location=row.line.location,
                    payments=tuple((periods + k, float(money)) for k, money in enumerate(tail) if money),
                    amount=float(tail.sum()),
                    transferable=float(tail.sum()) if owner in assignable else 0.0,
                )
            )
    return tuple(rows)
