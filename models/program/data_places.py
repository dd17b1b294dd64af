"""Where each workload's data is in use: presence, arrivals, ends of runs."""

from __future__ import annotations

from collections.abc import Iterator

from models.program.draft import Draft, Term, scaled
from models.program.presence import present
from models.sizing.campaigns import Campaign, RunWidth
from models.sizing.data import WorkloadData
from models.sizing.demand import DivisibleWork


def work_of(draft: Draft, data: WorkloadData) -> Campaign | DivisibleWork:
    """The campaign or divisible work that the data belongs to."""
    everything: tuple[Campaign | DivisibleWork, ...] = (*draft.sizing.campaigns, *draft.sizing.divisible)
    return next(work for work in everything if work.workload.workload_id == data.workload.workload_id)


def labels_of(draft: Draft, data: WorkloadData) -> list[str]:
    """Pools that the work may use."""
    work = work_of(draft, data)
    return list(work.widths if isinstance(work, Campaign) else work.hours_per_unit)


def locations_of(draft: Draft, data: WorkloadData) -> list[str]:
    """Locations where the work may run."""
    return list(dict.fromkeys(draft.sizing.pool(label).location for label in labels_of(draft, data)))


def one_run(data: WorkloadData) -> bool:
    """Whether presence is the sum of a single run's columns."""
    return data.workload.kind == "training" and data.workload.runs == 1


def here(draft: Draft, data: WorkloadData, location: str, t: int) -> list[Term]:
    """Whether the work runs at a location in period t: at most 1."""
    if data.workload.kind == "training" and not one_run(data):
        return draft.term(1.0, "data_at", (data.name, location, t))
    return present(draft, data.name, location, t)


def arriving(draft: Draft, data: WorkloadData, location: str, t: int) -> list[Term]:
    """Whether the work comes to a location in period t."""
    if one_run(data):
        return starts(draft, data, location, t)
    return draft.term(1.0, "data_arrive", (data.name, location, t))


def runs(draft: Draft, data: WorkloadData) -> Iterator[tuple[str, str, RunWidth, int, Term]]:
    """Runs of a campaign: location, pool, width, period of the start, (1, column)."""
    work = work_of(draft, data)
    if isinstance(work, DivisibleWork):
        return
    for label, menu in work.widths.items():
        location = draft.sizing.pool(label).location
        for width in menu:
            for t in draft.periods:
                for term in draft.term(1.0, "run", (data.name, label, width.accelerators, t)):
                    yield location, label, width, t, term


def starts(draft: Draft, data: WorkloadData, location: str, t: int) -> list[Term]:
    """Runs of a campaign that start at a location in period t."""
    return [term for place, _, _, start, term in runs(draft, data) if place == location and start == t]


def moves(data: WorkloadData) -> bool:
    """Whether the data set moves when the work comes to another place.

    The data set of a campaign without a home is made where each run is.
    """
    return any(data.wire_tb) and (data.home is not None or data.workload.kind != "training")


def add_columns(draft: Draft) -> None:
    """data_at[w,l,t] binary: a campaign of several runs is at a place; data_arrive[w,l,t]: work comes there;
    data_from[w,l,t]: places that a data set without a home is copied from."""
    for data in draft.sizing.data:
        for location in locations_of(draft, data):
            for t in draft.periods:
                index = (data.name, location, t)
                several = data.workload.kind == "training" and not one_run(data)
                if several and present(draft, *index):
                    draft.column("data_at", index, upper=1, integer=True)
                if not moves(data) or one_run(data) or not here(draft, data, location, t):
                    continue
                if data.home is None and not _before(draft, data, t):
                    continue  # the data set is made where the work first runs
                draft.prefer_none(draft.column("data_arrive", index, upper=1))
                if data.home is None:
                    draft.column("data_from", index)


def _before(draft: Draft, data: WorkloadData, t: int) -> bool:
    return any(here(draft, data, location, t - 1) for location in locations_of(draft, data))


def add_rows(draft: Draft) -> None:
    r"""Rows of C15 that say where data is in use.

    \sum runs at l that touch t <= runs[w] * data_at[w,l,t]
    data_arrive[w,l,t] >= here[w,l,t] - here[w,l,t-1]
    no home: \sum_l data_arrive[w,l,t] = \sum_l data_from[w,l,t],  data_from[w,l,t] <= places * here[w,l,t-1]
    """
    for data in draft.sizing.data:
        places = locations_of(draft, data)
        for t in draft.periods:
            for location in places:
                index = (data.name, location, t)
                at = draft.term(-float(data.workload.runs), "data_at", index)
                if at:
                    draft.row("C15", ("data at", *index), [*present(draft, *index), *at], upper=0)
                arrive = draft.term(1.0, "data_arrive", index)
                if arrive:
                    now = scaled(-1.0, here(draft, data, location, t))
                    before = here(draft, data, location, t - 1)
                    draft.row("C15", ("arrive", *index), [*arrive, *now, *before], lower=0)
                source = draft.term(1.0, "data_from", index)
                if source:
                    before = scaled(-float(len(places)), here(draft, data, location, t - 1))
                    draft.row("C15", ("from", *index), [*source, *before], upper=0)
            copied = [
                term for place in places for term in draft.term(1.0, "data_from", (data.name, place, t))
            ]
            if copied:
                came = [
                    term
                    for place in places
                    for term in draft.term(-1.0, "data_arrive", (data.name, place, t))
                ]
                draft.row("C15", ("copied", data.name, t), [*copied, *came], lower=0, upper=0)
