"""What the ledger needs beyond the cash: service dates, lives in the books, what is held, who bears what."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from models.activities import KIND
from models.costing.basis import UNMET, VALUATIONS
from models.costing.evaluate import PricedLine
from models.costing.holding import holding
from models.costing.line import CostLine
from models.matrix import Key
from models.plan import CostTermTag, ExistingFleet, Plan
from models.reading.attribution import Attribution
from models.results import PlanResult
from models.sizing import Sizing
from models.terms import CostTerm
from planner.report.fleet_moves import FleetMoves, fleet_moves
from planner.report.idle import HoursAt, hours_by_pool
from planner.report.own_options import OwnOption, own_options

PREPAID = "cloud_upfront"
"""Running cost that is paid ahead of its term: a prepayment, written off over it."""


@dataclass(frozen=True, slots=True)
class WriteOff:
    """How a capitalised line is written off: straight line from `lag` periods after the order.

    life_months: in the books; None: to the end of the plan
    """

    lag: int = 0
    life_months: int | None = None


@dataclass(frozen=True, slots=True)
class Sale:
    """Systems of a line's orders that are sold at an age: the activity that counts them, by order period."""

    activity: Key
    months: int


@dataclass(frozen=True, slots=True)
class Bearers:
    """Who bears a line. shares: of workloads, summing to 1 · direct: one workload alone causes it ·
    where: pool or place by which it is shared, "" for the whole plan
    """

    shares: tuple[tuple[str, float], ...]
    direct: bool
    where: str


@dataclass(frozen=True, slots=True)
class HeldAsset:
    """Own systems in service before the plan: value of the whole row in the books at its start, and the
    months over which straight line takes it to 0. `retired`: activity that takes systems out.
    """

    name: str
    location: str
    item: str
    systems: float
    value: float
    months_left: int
    retired: Key


@dataclass(frozen=True, slots=True)
class PaidBefore:
    """What was paid before the plan on an open order that is kept; written off from its arrival on."""

    order: str
    location: str
    value: float
    lag: int
    life_months: int


@dataclass(frozen=True, slots=True)
class Books:
    """Facts by index of `PlanResult.lines`. What is not stated is written off to the end of the plan and
    borne by the plan as a whole.
    """

    write_offs: Mapping[int, WriteOff] = field(default_factory=dict)
    bearers: Mapping[int, Bearers] = field(default_factory=dict)
    sales: Mapping[int, tuple[Sale, ...]] = field(default_factory=dict)
    held: tuple[HeldAsset, ...] = ()
    paid: tuple[PaidBefore, ...] = ()
    options: tuple[OwnOption, ...] = ()
    moves: tuple[FleetMoves, ...] = ()
    hours: Mapping[str, HoursAt] = field(default_factory=dict)
    """Accelerator-hours by pool label, by location, and of the whole plan ("")."""


def capitalised(plan: Plan, term: CostTerm) -> bool:
    """Whether a term is written off over time: capex and prepayments, unless the ledger says otherwise."""
    if term.name in VALUATIONS or term.name == UNMET:
        return False
    tag = tag_of(plan, term.name)
    if tag is not None and tag.capitalise is not None:
        return tag.capitalise
    return term.nature == "capex" or term.name == PREPAID


def tag_of(plan: Plan, term: str) -> CostTermTag | None:
    """What sheet CostTerms says of a term."""
    return next((row for row in plan.cost_terms if row.cost_term == term), None)


def books_of(plan: Plan, sizing: Sizing, lines: Sequence[CostLine], result: PlanResult) -> Books:
    """The ledger's facts of a solved plan; `lines`: all that the plan could cost, used or not."""
    attribution = Attribution(plan, sizing, result.activities)
    write_offs, bearers, sales = {}, {}, {}
    for number, priced in enumerate(result.lines):
        if capitalised(plan, priced.line.cost_term):
            write_offs[number] = _write_off(plan, sizing, priced)
            sales[number] = _sales(result, priced)
        if priced.line.term != UNMET:
            bearers[number] = _bearers(attribution, priced.line)
    hours = hours_by_pool(sizing, result)
    options = own_options(sizing, lines)
    held = tuple(_held(plan, sizing, result))
    moves = fleet_moves(plan, sizing, result.activities)
    paid = tuple(_paid(plan, sizing, result))
    return Books(write_offs, bearers, sales, held, paid, options, moves, hours)


def _sales(result: PlanResult, priced: PricedLine) -> tuple[Sale, ...]:
    """Sales of what a line buys, before the plan's end."""
    bought = priced.line.activity
    return tuple(
        Sale(key, int(key.parts[2]))
        for key, values in result.activities.items()
        if key.kind == "sold_at_age" and bought == Key("order", key.parts[:2]) and values.any()
    )


def _write_off(plan: Plan, sizing: Sizing, priced: PricedLine) -> WriteOff:
    activity = priced.line.activity
    tag = tag_of(plan, priced.line.term)
    stated = None if tag is None else tag.accounting_life
    if activity.kind == "commit":
        offer = next(row for row in plan.cloud_offers if row.offer_id == activity.parts[1])
        return WriteOff(0, stated or offer.term_months)
    held = holding(plan, sizing, activity)
    return WriteOff(held.lag, stated or held.accounting_months or held.life_months)


def _bearers(attribution: Attribution, line: CostLine) -> Bearers:
    direct = attribution.direct(line)
    shares = tuple(attribution.shares(line).items())
    if direct:
        return Bearers(shares, True, line.location)
    index = KIND[line.activity.kind].index
    where = line.location
    for name in ("design", "pool"):
        if name in index:
            where = str(line.activity.parts[index.index(name)])
    if "offer" in index:
        offer = str(line.activity.parts[index.index("offer")])
        where = attribution.pools.get((line.location, offer), where)
    return Bearers(shares, False, where)


def _held(plan: Plan, sizing: Sizing, result: PlanResult) -> list[HeldAsset]:
    rows = {row.fleet_id: row for row in plan.existing_fleet}
    found = []
    for held in result.held:
        if held.kind != "fleet" or held.book_value is None or rows[held.name].tenure != "owned":
            continue
        left = months_left(plan, sizing, rows[held.name])
        value = float(held.book_value[0])
        if value > 0.0 and left > 0:
            location, label, name = held.activity.parts
            key = Key("retire", (location, label, name))
            found.append(HeldAsset(held.name, held.location, held.item, held.quantity, value, left, key))
    return found


def _paid(plan: Plan, sizing: Sizing, result: PlanResult) -> Iterator[PaidBefore]:
    for order in plan.open_orders:
        key = Key("open_order", (str(order.site_id), order.order_id))
        if order.paid_to_date and key in result.activities:
            held = holding(plan, sizing, key)
            life = held.accounting_months or held.life_months
            assert life is not None  # systems, blocks and fabrics have a life
            yield PaidBefore(order.order_id, str(order.site_id), order.paid_to_date, held.lag, life)


def months_left(plan: Plan, sizing: Sizing, row: ExistingFleet) -> int:
    """Months of a row's life in the books that are left at the plan's start."""
    system = next(one for one in plan.systems if one.system_id == row.system_id)
    life = system.accounting_life_months or system.life_months
    return life - max(0, sizing.calendar.start - row.in_service)
