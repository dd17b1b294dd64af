"""The result of a run on stdout: in words, or as one JSON object."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator

from models.results import Choice, PlanResult, Proof
from planner.cli.actions import actions
from planner.cli.money import money, percent
from planner.messages import fill, spoken, tr
from planner.run.outcome import ExitCode, Run
from planner.workbook.findings import to_json

_NO_GAP = 1e-6
"""Relative: the tolerance to which a plan is checked."""
STATUS = {
    "optimal": "Proven: no plan costs less than the bound of {bound}, within the gap asked for ({asked}).",
    "time_limit": "Stopped at the time limit after {seconds} s: proven is only the bound of {bound}.",
    "interrupted": "Interrupted after {seconds} s: proven is only the bound of {bound}.",
}
WITHOUT = {
    ExitCode.BAD_INPUT: "The input cannot be planned: see the errors above.",
    ExitCode.INFEASIBLE: "No plan can meet all demands and limits: see the errors above.",
}
STOPPED = {
    "": "Stopped before a plan was found",
    "time_limit": "Stopped before a plan was found, at the time limit",
    "interrupted": "Stopped before a plan was found, by request",
}


def text(run: Run) -> str:
    """Cost, gap, what is proven, what to do, where the report is."""
    return "\n".join(_plan_lines(run, run.result) if run.result else _lines_without(run))


def _plan_lines(run: Run, result: PlanResult) -> Iterator[str]:
    proof, currency = result.proof, result.currency
    yield spoken("{plan}: the plan costs {cost} (present value).", plan=result.plan_name,
                 cost=money(proof.cost, currency))
    yield _gap(proof, currency)
    yield fill(STATUS[proof.status], {
        "bound": money(proof.bound, currency), "asked": percent(proof.asked_gap),
        "seconds": f"{proof.seconds:,.0f}"})
    yield ""
    yield from (action.sentence for action in actions(result))
    yield ""
    if result.choices:
        yield from (_price(choice, currency) for choice in result.choices)
        yield ""
    yield spoken("Report: {file} (master status {status})", file=run.report, status=run.status)
    if run.page:
        yield fill("Page: {path}", {"path": run.page})


def _gap(proof: Proof, currency: str) -> str:
    if not math.isfinite(proof.gap):
        return tr("Gap unknown: no bound was found.")
    if proof.gap < _NO_GAP:
        return tr("Gap 0 %: no plan costs less, to the accuracy of the solver.")
    return spoken("Gap {gap}: a better plan could save at most {money}.", gap=percent(proof.gap),
                  money=money(proof.gap_money, currency))


def _price(choice: Choice, currency: str) -> str:
    if choice.price is None:
        return spoken("{what}: what it costs was not found in time.", what=choice.what)
    return spoken("{what}: costs {money} (present value).", what=choice.what,
                  money=money(choice.price, currency))


def _lines_without(run: Run) -> Iterator[str]:
    yield from (note for note in run.notes if run.code is ExitCode.INFEASIBLE)
    if run.code is not ExitCode.STOPPED_WITHOUT_PLAN:
        yield tr(WITHOUT[run.code])
        return
    stopped = tr(STOPPED.get(run.outcome, STOPPED[""]))
    if math.isfinite(run.bound):
        yield spoken("{stopped}; any plan costs at least {bound}.", stopped=stopped,
                     bound=f"{run.bound:,.0f}")
    else:
        yield spoken("{sentence}.", sentence=stopped)


def as_json(run: Run, message: str = "") -> str:
    """One object; every key is always present, null where there is nothing to say."""
    result = run.result
    proof = result.proof if result else None
    return json.dumps({
        "exit_code": int(run.code), "outcome": run.outcome, "message": message or None,
        "run_id": run.run_id, "plan": result.plan_name if result else None,
        "currency": result.currency if result else None,
        "cost": _finite(proof.cost) if proof else None, "bound": _finite(run.bound),
        "gap": _finite(proof.gap) if proof else None,
        "gap_money": _finite(proof.gap_money) if proof else None,
        "asked_gap": proof.asked_gap if proof else None,
        "actions": [
            {"sentence": a.sentence, "item": a.item, "quantity": a.quantity, "unit": a.unit,
             "location": a.location, "month": a.month, "amount": a.amount}
            for a in (actions(result) if result else [])
        ],
        "limits": [
            {"what": row.what, "span": row.span, "unit": row.unit, "value": row.value, "lower": row.lower,
             "upper": row.upper, "hard": row.hard, "status": row.status}
            for row in (result.limits if result else [])
        ],
        "choices": [
            {"what": row.what, "cost": row.cost, "without": row.without, "bound": _finite(row.bound)}
            for row in (result.choices if result else [])
        ],
        "report": str(run.report) if run.report else None, "page": str(run.page) if run.page else None,
        "master_status": run.status or None,
        "run_folder": str(run.folder) if run.folder else None,
        "options": [{"name": o.name, "value": o.value, "origin": o.origin} for o in run.options],
        "timings_s": run.timings, "notes": run.notes, "findings": json.loads(to_json(run.findings)),
    }, ensure_ascii=False, indent=1)


def _finite(value: float) -> float | None:
    return value if math.isfinite(value) else None
