"""Plans to compare with: do-minimum, all-cloud, all-own, each the plan's input with choices taken away."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Mapping
from dataclasses import replace

from models.costing.evaluate import FloatArray, price
from models.costing.lines import cost_lines
from models.matrix import Key
from models.plan import CloudOffer, Month, Plan, Workload
from models.program.build import ImpossibleRowsError, build
from models.reading.activities import activity_values
from models.sizing import Sizing, size
from models.sizing.demand import MILLION
from planner.analyse.infeasible import explain, impossible_rows
from planner.analyse.reason import Reason
from planner.messages import spoken, tr
from planner.report.baseline import Baseline
from planner.solve.options import SolveOptions
from planner.solve.outcome import Infeasible, Optimal, SolverError, Stopped, gap
from planner.solve.search import solve
from planner.solve.start import start_vector
from planner.solve.verify import VerificationError, polish
from planner.workbook.findings import finding

GAP = 0.02
"""Baselines are compared with, not carried out: this near to their best is enough."""
_DEAREST_TIMES = 10.0
_MFU = 0.1
_BUSY = 0.1
_SECONDS_PER_HOUR = 3_600.0
_TFLOPS_TO_EFLOP_PER_HOUR = 3_600.0 / 1e6


def do_minimum(plan: Plan) -> Plan:
    """Keep what is owned, signed and ordered, buy and sign nothing, rent by use within limits; work that
    cannot be done is left undone at a penalty above any price. Minima of the planner's own are left out."""
    offers = tuple(row for row in plan.cloud_offers if row.term != "reserved" or _is_signed(plan, row))
    offers = tuple(_withdrawn(plan, row) if row.term == "reserved" else row for row in offers)
    penalty = _dear(plan)
    works = tuple(
        replace(
            row,
            shortfall_penalty_per_eflop=row.shortfall_penalty_per_eflop or penalty,
            shortfall_penalty_per_million=row.shortfall_penalty_per_million or _dear_million(plan, row),
        )
        for row in plan.workloads
    )
    overrides = tuple(replace(row, min=None) for row in plan.overrides if row.max is not None)
    return replace(_nothing_bought(plan), cloud_offers=offers, workloads=works, overrides=overrides)


def all_cloud(plan: Plan) -> Plan:
    """No new system is bought or leased; all that is held may be used, everything else is rented."""
    return _nothing_bought(plan)


def all_own(plan: Plan) -> Plan:
    """Nothing is rented or signed beyond what is signed already."""
    offers = tuple(_withdrawn(plan, row) for row in plan.cloud_offers if _is_signed(plan, row))
    return replace(plan, cloud_offers=offers)


BASELINES = (
    (
        "do-minimum",
        "Keep owned, signed and ordered; buy and sign nothing; rent by use; shortfall shown",
        do_minimum,
    ),
    ("all-cloud", "No new systems: what is held stays, everything else is rented", all_cloud),
    ("all-own", "No new rent: everything runs on own systems and what is signed", all_own),
)


def _nothing_bought(plan: Plan) -> Plan:
    before = Month(plan.settings.start - 1)
    return replace(plan, systems=tuple(replace(row, last_order=before) for row in plan.systems))


def _is_signed(plan: Plan, offer: CloudOffer) -> bool:
    return any(
        row.offer_id == offer.offer_id or (row.kind == "spend" and row.provider == offer.provider)
        for row in plan.commitments
    )


def _withdrawn(plan: Plan, offer: CloudOffer) -> CloudOffer:
    """The offer for what is signed on it, closed to anything new."""
    return replace(offer, available_to=Month(plan.settings.start - 1))


def _dear(plan: Plan) -> float:
    """A penalty per EFLOP above what any offer or system of the plan costs."""
    rates = {row.system_id: row.bf16_tflops_per_accelerator for row in plan.systems}
    hours = [
        row.price_per_accelerator_hour / rates[row.system_id]
        for row in plan.cloud_offers
        if rates.get(row.system_id)
    ]
    hours += [
        row.price_per_system / row.accelerators_per_system / plan.settings.hours_per_year
        / row.bf16_tflops_per_accelerator
        for row in plan.systems
    ]  # fmt: skip
    return _DEAREST_TIMES * max(hours, default=1.0) / (_TFLOPS_TO_EFLOP_PER_HOUR * _MFU)


def _dear_million(plan: Plan, workload: Workload) -> float:
    """The same for a million requests or tokens, by the slowest measured rate."""
    prices = [row.price_per_accelerator_hour for row in plan.cloud_offers]
    prices += [
        row.price_per_system / row.accelerators_per_system / plan.settings.hours_per_year
        for row in plan.systems
    ]
    rates = [row.rate for row in plan.serving_rates if row.workload_id == workload.workload_id]
    hours = MILLION / (min(rates, default=1.0) * _SECONDS_PER_HOUR)
    return _DEAREST_TIMES * max(prices, default=1.0) * hours / _BUSY


def baselines(
    plan: Plan, known: Mapping[Key, float], options: SolveOptions, stop: threading.Event
) -> Iterator[Baseline]:
    """Each baseline, solved from the plan found. known: values by column key · `stop` ends the rest."""
    quiet = replace(
        options,
        mip_gap=max(options.mip_gap, GAP),
        time_limit_s=options.time_limit_s / len(BASELINES),
        log_file=None,
    )
    for name, what, change in BASELINES:
        if stop.is_set():
            yield Baseline(name, what, why=tr("stopped before it was solved"))
        else:
            yield _baseline(name, what, change(plan), known, quiet, stop)


def _baseline(
    name: str,
    what: str,
    plan: Plan,
    known: Mapping[Key, float],
    options: SolveOptions,
    stop: threading.Event,
) -> Baseline:
    try:
        sizing = size(plan)
    except ValueError as error:  # an existing cluster that cannot stand: the message names it
        return Baseline(name, what, why=tr(str(error)))
    lines = cost_lines(plan, sizing)
    try:
        matrix = build(plan, sizing, lines)
    except ImpossibleRowsError as error:
        return _impossible(name, what, impossible_rows(error.rows, sizing))
    outcome = solve(matrix, options, start=start_vector(matrix, known), stop=stop)
    if isinstance(outcome, Infeasible):
        return _impossible(name, what, explain(plan, sizing, matrix, options, stop))
    if isinstance(outcome, SolverError):
        return Baseline(name, what, why=spoken("the solver failed: {why}", why=outcome.message))
    if not isinstance(outcome, Optimal | Stopped):
        return Baseline(name, what, why=tr("no plan was found in the time allowed"))
    try:
        exact = polish(matrix, outcome.solution.x, options)
    except VerificationError as error:
        return Baseline(name, what, why=spoken("the plan found does not hold up: {why}", why=error))
    activities = activity_values(matrix, exact.x, sizing.calendar.periods)
    terms: dict[str, float] = {}
    priced = price(lines, sizing.calendar, plan.settings.discount_rate, activities)
    paid = tuple(line for line in priced if line.amounts.any())
    for line in paid:
        terms[line.line.term] = terms.get(line.line.term, 0.0) + line.present_value
    unmet = _unmet(sizing, activities)
    return Baseline(
        name,
        what,
        terms,
        unmet.pop("EFLOP", 0.0),
        min(outcome.solution.bound, exact.objective) * matrix.money_scale,
        gap(exact.objective, min(outcome.solution.bound, exact.objective)),
        lines=paid,
        activities=activities,
        unserved=unmet,
    )


def _unmet(sizing: Sizing, activities: Mapping[Key, FloatArray]) -> dict[str, float]:
    """Work left undone by its unit."""
    units = {str(work.workload.workload_id): work.unit for work in sizing.divisible}
    found: dict[str, float] = {}
    for key, values in activities.items():
        if key.kind == "short" and values.any():
            unit = units.get(str(key.parts[0]), "EFLOP")
            found[unit] = found.get(unit, 0.0) + float(values.sum())
    return found


def _impossible(name: str, what: str, reasons: tuple[Reason, ...]) -> Baseline:
    """What stands in the way: the first limit in the sentence, all of them apart."""
    told = tuple(dict.fromkeys(finding(item.code, **item.params).seen for item in reasons))
    if not told:
        return Baseline(name, what, why=tr("no such plan"))
    why = spoken("no such plan: {why}", why=told[0])
    if len(told) == 1:
        return Baseline(name, what, why=why)
    more = spoken("{why}; and {more} more limits, see Bridge", why=why, more=len(told) - 1)
    return Baseline(name, what, why=more, reasons=told)
