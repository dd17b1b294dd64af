"""C15 Storage: every kind of data is kept in tiers that stand where it must be, owned or rented."""

from __future__ import annotations

from models.plan import StorageTier
from models.program import data_places
from models.program.data_needs import Amount, Need, data_flows, data_needs, logged, reading_hours
from models.program.data_places import here, locations_of, runs, work_of
from models.program.draft import KILO, Draft, Term, scaled
from models.program.storage_load import in_service, kept_in, stock
from models.sizing.campaigns import Campaign
from models.sizing.places import candidates, owned, tiers_at
from models.sizing.retention import HOURS_PER_DAY


def _index(need: Need, tier: StorageTier, t: int) -> tuple[str | int, ...]:
    return need.location, need.kind, need.stage, f"{need.days:g}", str(tier.tier_id), t


def billed_share(tier: StorageTier, days: float) -> float:
    """TB billed for a TB that stays so many days in a tier: its minimum storage days, where they are more."""
    return max(1.0, tier.min_storage_days / days) if days > 0 else 1.0


def add_columns(draft: Draft) -> None:
    """Columns in thousand TB: keep[l,kind,stage,days,g,t] in a tier; storage_order[l,g,t] bought;
    storage_extra[l,g,t] rented for their bandwidth; logged[w,l,t] written."""
    if not draft.sizing.data:
        return
    data_places.add_columns(draft)
    for data in draft.sizing.data:
        if data.log_wire_tb:
            for location in locations_of(draft, data):
                for t in draft.periods:
                    if logged(draft, data, location, t, 1.0):
                        draft.column("logged", (data.name, location, t))
    used: dict[tuple[str, str], StorageTier] = {}
    for need, t in data_needs(draft):
        for tier in candidates(draft.plan, need.location, need.stage):
            used[need.location, str(tier.tier_id)] = tier
            keep = draft.column("keep", _index(need, tier, t))
            draft.activity("stored", (need.location, str(tier.tier_id), need.kind), t, [(KILO, keep)])
            if tier.price_per_tb_month is not None:
                billed = KILO * billed_share(tier, need.days)
                draft.activity("storage_rented", (need.location, str(tier.tier_id)), t, [(billed, keep)])
    for (location, name), tier in used.items():
        _tier_columns(draft, location, name, tier)
    _flow_activities(draft)


def _tier_columns(draft: Draft, location: str, name: str, tier: StorageTier) -> None:
    for t in draft.periods:
        if owned(tier):
            bought = draft.column("storage_order", (location, name, t))
            draft.prefer_none(bought)
            draft.activity("storage_order", (location, name), t, [(KILO, bought)])
        elif tier.kind == "hot" and _limits(draft, location, t):
            extra = draft.column("storage_extra", (location, name, t))
            draft.prefer_none(extra)
            draft.activity("storage_rented", (location, name), t, [(KILO, extra)])
    for t in draft.periods:
        draft.activity("storage_tb", (location, name), t, scaled(KILO, in_service(draft, location, tier, t)))


def _flow_activities(draft: Draft) -> None:
    """TB moved and read back; TB read and GB logged by work; bandwidth where it is limited."""
    for location in dict.fromkeys(place for data in draft.sizing.data for place in locations_of(draft, data)):
        for t in draft.periods:
            for field, load in _limits(draft, location, t).items():
                draft.activity(f"{field.partition('_')[0]}_rate", (location,), t, load)
    for kind, flows in zip(("data_out", "data_back"), data_flows(draft), strict=True):
        for (location, tier, t), terms in flows.items():
            draft.activity(kind, (location, tier), t, terms)
    for data in draft.sizing.data:
        per_hour = data.workload.log_gb_per_accelerator_day / HOURS_PER_DAY
        for location in locations_of(draft, data):
            for t in draft.periods:
                if data.workload.read_gb_per_s:
                    read = scaled(data.workload.read_gb_per_s * 3.6, reading_hours(draft, data, location, t))
                    draft.activity("data_read", (location, data.name), t, read)
                if per_hour:
                    lines = logged(draft, data, location, t, per_hour)
                    draft.activity("log_gb", (location, data.name), t, lines)


def add_rows(draft: Draft) -> None:
    r"""Rows of C15 for data, thousand TB.

    \sum_g keep[l,kind,stage,g,t] = need[l,kind,stage,t]
    owned:  \sum keep[l,.,g,t] <= \sum_{t - life < t' <= t} storage_order[l,g,t']
    bandwidth, where every hot tier at l states one [GB/s]:
            \sum_w (1 - cache hits) read[w] here[w,l,t] <= \sum_{g hot} read[g] TB in service[l,g,t]
            \sum_w checkpoint / write time * runs touching t <= \sum_{g hot} write[g] TB in service[l,g,t]
    logged[w,l,t] = TB an accelerator-hour * hours[w,l,t]
    """
    if not draft.sizing.data:
        return
    data_places.add_rows(draft)
    for data in draft.sizing.data:
        for location in locations_of(draft, data):
            for t in draft.periods:
                written = draft.term(-1.0, "logged", (data.name, location, t))
                if written:
                    hours = logged(draft, data, location, t, data.log_wire_tb / KILO)
                    draft.row("C15", ("logged", data.name, location, t), hours + written, lower=0, upper=0)
    places: dict[str, None] = {}
    for (need, t), amount in data_needs(draft).items():
        places[need.location] = None
        _keep_row(draft, need, t, amount)
    for location in places:
        for t in draft.periods:
            _stock_rows(draft, location, t)
            _bandwidth_rows(draft, location, t)


def _keep_row(draft: Draft, need: Need, t: int, amount: Amount) -> None:
    kept = [
        term
        for tier in candidates(draft.plan, need.location, need.stage)
        for term in draft.term(1.0, "keep", _index(need, tier, t))
    ]
    index = (need.location, need.kind, need.stage, f"{need.days:g}", t)
    row = [*kept, *scaled(-1.0, amount.terms)]
    draft.row("C15", ("keep", *index), row, lower=amount.constant, upper=amount.constant)


def _stock_rows(draft: Draft, location: str, t: int) -> None:
    for tier in tiers_at(draft.plan, location):
        if not owned(tier):
            continue
        name = str(tier.tier_id)
        held = kept_in(draft, location, name, t)
        if held:
            room = scaled(-1.0, stock(draft, location, tier, t))
            draft.row("C15", ("stock", location, name, t), held + room, upper=0)


def _limits(draft: Draft, location: str, t: int) -> dict[str, list[Term]]:
    """Bandwidth asked for at a location [GB/s], by the tiers' column that limits it."""
    hot = [tier for tier in tiers_at(draft.plan, location) if tier.kind == "hot"]
    asked: dict[str, list[Term]] = {}
    for field, load in (("read_gb_per_s_per_tb", _reads), ("write_gb_per_s_per_tb", _writes)):
        if hot and all(getattr(tier, field) is not None for tier in hot):
            terms = load(draft, location, t)
            if terms:
                asked[field] = terms
    return asked


def _reads(draft: Draft, location: str, t: int) -> list[Term]:
    return [
        term
        for data in draft.sizing.data
        if data.read_gb_per_s and location in locations_of(draft, data)
        for term in scaled(data.read_gb_per_s, here(draft, data, location, t))
    ]


def _writes(draft: Draft, location: str, t: int) -> list[Term]:
    terms: list[Term] = []
    for data in draft.sizing.data:
        if not data.write_gb_per_s or location not in locations_of(draft, data):
            continue
        if isinstance(work_of(draft, data), Campaign):
            terms += [
                (data.write_gb_per_s, var)
                for place, _, width, start, (_, var) in runs(draft, data)
                if place == location and 0 <= t - start < width.periods
            ]
        else:
            terms += scaled(data.write_gb_per_s, here(draft, data, location, t))
    return terms


def _bandwidth_rows(draft: Draft, location: str, t: int) -> None:
    for field, load in _limits(draft, location, t).items():
        room = [
            term
            for tier in tiers_at(draft.plan, location)
            if tier.kind == "hot"
            for term in scaled(-KILO * getattr(tier, field), in_service(draft, location, tier, t))
        ]
        draft.row("C15", (field, location, t), load + room, upper=0)
