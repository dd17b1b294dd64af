"""The planner's own limits among those that may give way: supply, budgets, carbon, shares, overrides."""

from __future__ import annotations

from collections.abc import Mapping

from models.costing.lines import cost_lines
from models.limits import Bound, bounds
from models.matrix import Key, Matrix
from models.plan import Plan
from models.sizing import Sizing
from models.words import said
from planner.analyse.reason import plain
from planner.solve.elastic import Slack

FAMILIES = ("C16", "C17", "C18", "C19", "C21")
KILO = 1000.0  # accelerators per unit of load in the program


def own_bounds(plan: Plan, sizing: Sizing, matrix: Matrix) -> Mapping[Key, Bound]:
    """Each limit by the key of its row."""
    keys = dict.fromkeys(Key(key.kind, key.parts[:-1]) for key in matrix.activity_keys)
    found = bounds(plan, sizing, cost_lines(plan, sizing), keys)
    return {Key(bound.code, bound.index): bound for bound in found}


def size_of(sizing: Sizing, bound: Bound, is_lower: bool) -> float:
    """How large a limit is, in units of its row; a share is measured against all work of its period."""
    if bound.code == "C19":
        return _all_work(sizing, int(bound.index[-1]))
    limit = bound.lower if is_lower else bound.upper
    return abs(limit or 0.0) / bound.scale


def _all_work(sizing: Sizing, t: int) -> float:
    """Thousand accelerators that all work takes in a period where it runs best."""
    load = sum(work.rate[t] * work.reference() for work in sizing.divisible)
    for campaign in sizing.campaigns:
        hours = [run.accelerator_hours for menu in campaign.widths.values() for run in menu]
        if hours and campaign.first <= t <= campaign.last:
            window = (campaign.last - campaign.first + 1) * sizing.calendar.hours_per_period
            load += min(hours) * campaign.workload.runs / window
    return load / KILO


def words(sizing: Sizing, bound: Bound, slack: Slack) -> tuple[str, dict[str, str]]:
    """Code and parameters of the message about a limit that must give way."""
    more = slack.amount * bound.scale
    if bound.code == "C19":
        share = slack.amount / max(_all_work(sizing, int(bound.index[-1])), 1e-12)
        return "limit.share", {"what": bound.what, "more": f"{share:.1%}", "when": bound.span}
    limit = (bound.lower if slack.is_lower else bound.upper) or 0.0
    amount = said("{amount} {unit}", amount=plain(limit, 6), unit=said(bound.unit))
    return "limit.least" if slack.is_lower else "limit.own", {
        "what": bound.what, "limit": amount, "more": plain(more), "when": bound.span}
