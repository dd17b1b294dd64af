"""Rented hours that one group of work causes: asked for by hard budgets of projects, owners or workloads."""

from __future__ import annotations

from models.limits.budgets import DIRECT, METERED, WORK_SCOPES, group_name, members
from models.matrix import Key
from models.program.cloud import reserved_load
from models.program.draft import KILO, Draft, Term, scaled
from models.sizing.pools import CloudPool


def groups(draft: Draft) -> dict[str, tuple[str, ...]]:
    """Workloads of every hard budget of work, by the group's name."""
    return {
        group_name(row): members(draft.plan.workloads, row)
        for row in draft.plan.budgets
        if row.hard and row.scope in WORK_SCOPES
    }


def add_columns(draft: Draft) -> None:
    """direct[g,o,t]: mean thousand accelerators of an offer paid by use that the work of group g causes."""
    hours = KILO * draft.sizing.calendar.hours_per_period
    for group in groups(draft):
        for pool in draft.sizing.clouds:
            for offer in pool.pay_per_hour:
                o = str(offer.offer_id)
                for t in draft.periods:
                    if _metered(draft, pool, o, t):
                        caused = draft.column("direct", (group, o, t))
                        draft.prefer_none(caused, 1e-3)
                        draft.activity(DIRECT, (pool.location, o, group), t, [(hours, caused)])


def add_rows(draft: Draft) -> None:
    r"""Rows that define what a group of work causes (DEF).

    direct[g,o,t] <= rent[o,t]
    \sum_{o of m} direct[g,o,t] >= hours of g on m in t - reserved hours of m in t
    """
    hours = KILO * draft.sizing.calendar.hours_per_period
    for group, workloads in groups(draft).items():
        for pool in draft.sizing.clouds:
            for t in draft.periods:
                caused: list[Term] = []
                for offer in pool.pay_per_hour:
                    o = str(offer.offer_id)
                    mine = draft.term(1.0, "direct", (group, o, t))
                    caused += mine
                    if mine:
                        rented = scaled(-1.0 / hours, _metered(draft, pool, o, t))
                        draft.row("DEF", ("direct", group, o, t), mine + rented, upper=0)
                used = [
                    term
                    for name in workloads
                    for term in _activity(draft, Key("hours", (pool.location, pool.label, name)), t)
                ]
                if used:
                    needed = caused + scaled(-1.0 / hours, used) + reserved_load(draft, pool, t)
                    draft.row("DEF", ("caused", group, pool.label, t), needed, lower=0)


def _metered(draft: Draft, pool: CloudPool, offer: str, t: int) -> list[Term]:
    kind = METERED[1] if pool.spot else METERED[0]
    return _activity(draft, Key(kind, (pool.location, offer)), t)


def _activity(draft: Draft, key: Key, t: int) -> list[Term]:
    return draft.activities[key][t] if key in draft.activities else []
