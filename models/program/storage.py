"""C15 Storage: every kind of data is kept in tiers that stand where it must be, owned or rented."""

from __future__ import annotations

import math

from models.plan import StorageTier
from models.program.data_needs import TB_PER_GB_HOUR, Amount, Need, data_flows, data_needs, logged
from models.program.data_places import all_places
from models.program.draft import DATA_SCALE, Draft, Term, scaled
from models.program.storage_load import in_service, kept_in, stock
from models.sizing.places import billed_share, choices, owned, tiers_at
from models.sizing.retention import HOURS_PER_DAY


def _index(need: Need, tier: StorageTier, t: int) -> tuple[str | int, ...]:
    return need.location, need.stage, f"{need.days:g}", str(tier.tier_id), t


def add_columns(draft: Draft) -> None:
    """Columns in units of data.

    keep[l,stage,days,g,t] in a tier; storage_order[l,g,t] bought, storage_on[l,g,t] of it in use;
    storage_extra[l,g,t] rented for their bandwidth; logged[w,l,t] written.
    """
    if not draft.sizing.data:
        return
    for places in all_places(draft):
        if places.data.log_wire_tb:
            for location in places.locations:
                for t in draft.periods:
                    if logged(places, location, t, 1.0):
                        draft.column("logged", (places.data.name, location, t))
    used: dict[tuple[str, str], StorageTier] = {}
    needs, kinds = data_needs(draft)
    for (location, kind, stage, t), amount in kinds.items():
        terms = scaled(DATA_SCALE, amount.terms)
        draft.activity("data_kept", (location, kind, stage), t, terms, DATA_SCALE * amount.constant)
    for need, t in needs:
        for tier in choices(draft.plan, need.location, need.stage, need.days):
            used[need.location, str(tier.tier_id)] = tier
            keep = draft.column("keep", _index(need, tier, t))
            draft.activity("stored", (need.location, str(tier.tier_id)), t, [(DATA_SCALE, keep)])
            if tier.price_per_tb_month is not None:
                billed = DATA_SCALE * billed_share(tier, need.days)
                draft.activity("storage_rented", (need.location, str(tier.tier_id)), t, [(billed, keep)])
    asked = bandwidth(draft)
    for _, location, _ in asked:
        used |= {(location, str(tier.tier_id)): tier for tier in _hot(draft, location)}
    for (location, name), tier in used.items():
        for t in draft.periods:
            if owned(tier):
                bought = draft.column("storage_order", (location, name, t))
                draft.prefer_none(bought)
                draft.activity("storage_order", (location, name), t, [(DATA_SCALE, bought)])
                draft.prefer_none(draft.column("storage_on", (location, name, t)))
            elif tier.kind == "hot" and any((way, location, t) in asked for way in WAYS):
                extra = draft.column("storage_extra", (location, name, t))
                draft.prefer_none(extra)
                draft.activity("storage_rented", (location, name), t, [(DATA_SCALE, extra)])
        for t in draft.periods:
            terms = scaled(DATA_SCALE, in_service(draft, location, tier, t))
            draft.activity("storage_tb", (location, name), t, terms)
            if owned(tier):
                there = scaled(DATA_SCALE, stock(draft, location, tier, t))
                draft.activity("storage_stock", (location, name), t, there)
    for (way, location, t), load in asked.items():
        draft.activity(f"{way}_rate", (location,), t, load)
    _flow_activities(draft)


def _flow_activities(draft: Draft) -> None:
    """TB moved and read back; TB read and GB logged by work."""
    for kind, flows in zip(("data_out", "data_back"), data_flows(draft), strict=True):
        for (location, tier, t), terms in flows.items():
            draft.activity(kind, (location, tier), t, terms)
    for places in all_places(draft):
        workload = places.data.workload
        logs = workload.log_gb_per_accelerator_day / HOURS_PER_DAY
        for location in places.locations:
            index = (location, places.data.name)
            for t in draft.periods:
                if workload.read_gb_per_s:
                    read = scaled(workload.read_gb_per_s * TB_PER_GB_HOUR, places.hours(location, t))
                    draft.activity("data_read", index, t, read)
                if logs:
                    draft.activity("log_gb", index, t, logged(places, location, t, logs))


def add_rows(draft: Draft) -> None:
    r"""Rows of C15 for data.

    \sum_g keep[l,stage,g,t] = need[l,stage,t], the sum over kinds of data and workloads of
        TB[w,t] * here[w,l,t],  versions * TB for each run that touches t             in use, hot
        TB[w,t] * (1 - here[w,home,t])                                  waiting at home in w's window
        TB[w,e] * share of the stage in t - e - 1    after work that ended in e, where it ran or at home
        \sum_{t' <= t} TB an accelerator-hour * share of the stage in t - t' * hours[w,l,t']       logs
    owned:  \sum keep[l,.,g,t] <= storage_on[l,g,t] <= \sum_{t - life < t' <= t} storage_order[l,g,t']
    bandwidth, where every hot tier at l states one [GB/s]:
            \sum_w (1 - cache hits) read[w] here[w,l,t] <= \sum_{g hot} read[g] TB in service[l,g,t]
            \sum_w checkpoint / write time * runs touching t <= \sum_{g hot} write[g] TB in service[l,g,t]
    logged[w,l,t] = TB an accelerator-hour * hours[w,l,t]
    """
    if not draft.sizing.data:
        return
    for one in all_places(draft):
        for location in one.locations:
            for t in draft.periods:
                written = draft.term(-1.0, "logged", (one.data.name, location, t))
                if written:
                    hours = logged(one, location, t, one.data.log_wire_tb / DATA_SCALE)
                    draft.row(
                        "C15", ("logged", one.data.name, location, t), hours + written, lower=0, upper=0
                    )
    needs, asked = data_needs(draft)[0], bandwidth(draft)
    for (need, t), amount in needs.items():
        _keep_row(draft, need, t, amount)
    places = [need.location for need, _ in needs] + [location for _, location, _ in asked]
    for location in dict.fromkeys(places):
        for t in draft.periods:
            _stock_rows(draft, location, t)
    for (way, location, t), load in asked.items():
        room = [
            term
            for tier in _hot(draft, location)
            for term in scaled(-DATA_SCALE * _gb_per_s(tier, way), in_service(draft, location, tier, t))
        ]
        draft.row("C15", (way, location, t), load + room, upper=0)


def _keep_row(draft: Draft, need: Need, t: int, amount: Amount) -> None:
    kept = [
        term
        for tier in choices(draft.plan, need.location, need.stage, need.days)
        for term in draft.term(1.0, "keep", _index(need, tier, t))
    ]
    index = (need.location, need.stage, f"{need.days:g}", t)
    row = [*kept, *scaled(-1.0, amount.terms)]
    draft.row("C15", ("keep", *index), row, lower=amount.constant, upper=amount.constant)


def _stock_rows(draft: Draft, location: str, t: int) -> None:
    for tier in tiers_at(draft.plan, location):
        if not owned(tier):
            continue
        name = str(tier.tier_id)
        on = in_service(draft, location, tier, t)
        held = kept_in(draft, location, name, t)
        if held:
            draft.row("C15", ("filled", location, name, t), held + scaled(-1.0, on), upper=0)
        if on:
            room = scaled(-1.0, stock(draft, location, tier, t))
            draft.row("C15", ("stock", location, name, t), on + room, upper=0)


WAYS = ("read", "write")


def _hot(draft: Draft, location: str) -> list[StorageTier]:
    return [tier for tier in tiers_at(draft.plan, location) if tier.kind == "hot"]


def _gb_per_s(tier: StorageTier, way: str) -> float:
    limit: float | None = getattr(tier, f"{way}_gb_per_s_per_tb")
    return math.inf if limit is None else limit


def bandwidth(draft: Draft) -> dict[tuple[str, str, int], list[Term]]:
    """GB/s asked for, by way, location and period, where every hot tier there limits it.

    Reads of all work that is there; checkpoints of all runs that touch the period, as if written at once.
    """
    asked: dict[tuple[str, str, int], list[Term]] = {}
    for places in all_places(draft):
        data = places.data
        for location in places.locations:
            hot = _hot(draft, location)
            limited = [way for way in WAYS if hot and all(math.isfinite(_gb_per_s(row, way)) for row in hot)]
            for t in draft.periods:
                present = places.here(location, t)
                writers = present if places.campaign is None else places.touching(location, t)
                loads = {
                    "read": scaled(data.read_gb_per_s, present) if data.read_gb_per_s else [],
                    "write": scaled(data.write_gb_per_s, writers) if data.write_gb_per_s else [],
                }
                for way in limited:
                    if loads[way]:
                        asked.setdefault((way, location, t), []).extend(loads[way])
    return asked
